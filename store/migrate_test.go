package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// older opens a database whose tables are of an older version, until the end of the test.
func older(t *testing.T, d storetest.Database, version int64) *store.Store {
	t.Helper()
	s, err := store.OpenAt(t.Context(), store.Options{URL: d.URL, Relaxed: d.Name == "sqlite"}, version)
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// TestPausesOfBeforeAreFoundInTheLogs fills the log of tournaments with pauses as a program of
// version 39 left it: version 40 keeps the spans beside it.
func TestPausesOfBeforeAreFoundInTheLogs(t *testing.T) {
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	type pause struct {
		minute int
		act    league.TournamentAct
	}
	paused, resumed := league.ActPaused, league.ActResumed
	cups := map[string]struct {
		log  []pause
		want []league.Rest
	}{
		"no pause":                        {},
		"a pause":                         {[]pause{{1, paused}, {7, resumed}}, []league.Rest{{From: at(1), Until: at(7)}}},
		"a pause of no time":              {[]pause{{1, paused}, {1, resumed}}, []league.Rest{{From: at(1), Until: at(1)}}},
		"a pause that lasts":              {[]pause{{1, paused}}, nil},
		"a pause, and another that lasts": {[]pause{{1, paused}, {3, resumed}, {8, paused}}, []league.Rest{{From: at(1), Until: at(3)}}},
		"three pauses": {
			[]pause{{1, paused}, {2, league.ActAnnounced}, {3, resumed}, {5, paused}, {7, resumed}, {300, paused}, {2000, resumed}},
			[]league.Rest{{From: at(1), Until: at(3)}, {From: at(5), Until: at(7)}, {From: at(300), Until: at(2000)}},
		},
	}
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := older(t, d, 39)
		exec := func(statement string, values ...any) {
			t.Helper()
			must(t, s.Raw().Exec(statement, values...).Error)
		}
		exec("INSERT INTO players (id, name, kind, created_ms) VALUES ('ann', 'Ann', 'member', 1)")
		n := 0
		for id, cup := range cups {
			n++
			state, began := "running", noon.UnixMilli()
			exec(`INSERT INTO tournaments (id, gid, head, name, format, game, variant, control, places, cycles, when_full, organiser_id, created_ms, state, started_ms, ended_ms, last_seq)
				VALUES (?, ?, ?, ?, 'roundrobin', 'streetsoccer', 'lg', 'lg', 4, 1, 0, 'ann', ?, ?, ?, 0, ?)`,
				id, []byte(fmt.Sprintf("%016d", n)), make([]byte, 32), id, began, state, began, len(cup.log)+1)
			for i, p := range cup.log {
				exec("INSERT INTO tournament_events (tournament_id, seq, at_ms, by_id, act, text) VALUES (?, ?, ?, 'ann', ?, '')", id, i+2, at(p.minute).UnixMilli(), p.act)
			}
		}
		must(t, s.Close())

		s = storetest.Open(t, d)
		for id, cup := range cups {
			got, err := s.Tournament(t.Context(), id)
			must(t, err)
			if fmt.Sprint(got.Rests) != fmt.Sprint(cup.want) {
				t.Errorf("%s: %v, want %v", id, got.Rests, cup.want)
			}
		}
	})
}

// TestAStepThatIsMissingIsNamedAndNothingIsDone: a database of a program between two releases may
// lack a step before its last one. The steps are tried in their order alone, so that such a
// database is refused, as it is.
func TestAStepThatIsMissingIsNamedAndNothingIsDone(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := storetest.Open(t, d)
		signUp(t, s, "ann")
		must(t, s.Raw().Exec("DELETE FROM goose_db_version WHERE version_id IN (36, 39)").Error)
		must(t, s.Close())
		options := store.Options{URL: d.URL, Relaxed: d.Name == "sqlite"}
		for name, importing := range map[string]bool{"a server": false, "an import": true} {
			options.Importing = importing
			s, err := store.Open(t.Context(), options)
			if err == nil {
				s.Close()
			}
			if err == nil || !strings.Contains(err.Error(), "missing") || !strings.Contains(err.Error(), "36,39") {
				t.Errorf("%s opens it: %v", name, err)
			}
		}
	})
}
