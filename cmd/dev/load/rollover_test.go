package main

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kickabout/store/storetest"
)

// seasonOfThree is a site with a season that takes entries, of which three players are there.
func seasonOfThree(t *testing.T) *opening {
	t.Helper()
	d := storetest.SQLite(t)
	storetest.Open(t, d).Close()
	db, err := sql.Open("sqlite3", "file:"+d.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const terms = "championship streetsoccer/lg lg 1048576 2 organiser,of=championship/streetsoccer/lg,edition=2027-05," +
		"closes=2027-04-30T00:00:00Z,starts=2027-05-01T00:00:00Z,late=2027-05-15T00:00:00Z,earned Championship May 2027"
	for _, text := range []string{
		"INSERT INTO players (id, name, kind, created_ms) VALUES ('a', 'Ann', 'member', 1), ('b', 'Bob', 'member', 1), ('c', 'Cleo', 'member', 1)",
		"INSERT INTO tournaments (id, gid, head, name, format, game, variant, control, places, cycles, when_full, organiser_id, created_ms, state, started_ms, ended_ms, last_seq, competition, edition, terms)" +
			" VALUES ('season', zeroblob(16), zeroblob(32), 'Season', 'championship', 'streetsoccer', 'lg', 'lg', 1000, 2, 0, 'a', 1, 'registration', 0, 0, 4, '" + rolling + "', '2027-05', '" + terms + "')",
		"INSERT INTO entries (tournament_id, player_id, seq, seed, winner) VALUES ('season', 'a', 2, 0, 0), ('season', 'b', 3, 0, 0), ('season', 'c', 4, 0, 0)",
		"INSERT INTO tournament_events (tournament_id, seq, at_ms, act, text) VALUES ('season', 1, 1, 'created', ''), ('season', 2, 1, 'entered', ''), ('season', 3, 1, 'entered', ''), ('season', 4, 1, 'entered', '')",
		"INSERT INTO heartbeats VALUES (1, 1)",
		"INSERT INTO jobs VALUES ('competitions', '', 1, 0, 9000000000000, 1, 1, '')",
	} {
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
	}
	s, err := openSeason(t.Context(), d.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.db.Close() })
	return s
}

// number reads one.
func (s *opening) number(t *testing.T, query string) (n int64) {
	t.Helper()
	if err := s.db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatalf("%v: %s", err, query)
	}
	return n
}

func (s *opening) must(t *testing.T, text string) {
	t.Helper()
	if _, err := s.db.ExecContext(t.Context(), text); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

// TestWhatComesOfARollOverIsInsertedOnceMore: of a season that has been entered, copied and drawn by hand the yardstick
// inserts what is new, and no more.
func TestWhatComesOfARollOverIsInsertedOnceMore(t *testing.T) {
	t.Parallel()
	s := seasonOfThree(t)
	if err := s.enter(t.Context(), 120); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]int64{
		"SELECT COUNT(*) FROM entries": 120, "SELECT COUNT(*) FROM tournament_events": 121, "SELECT MAX(seq) FROM entries": 121,
		"SELECT last_seq FROM tournaments": 121, "SELECT COUNT(DISTINCT player_id) FROM tournament_events WHERE act = 'entered'": 117,
	} {
		if n := s.number(t, query); n != want {
			t.Errorf("%s: %d, want %d", query, n, want)
		}
	}
	bare := filepath.Join(t.TempDir(), "bare.db")
	if err := s.copyTo(t.Context(), bare); err != nil {
		t.Fatal(err)
	}
	s.must(t, "UPDATE entries SET group_id = 'd1/g1', seed = seq - 1")
	s.must(t, "INSERT INTO tournament_events (tournament_id, seq, at_ms, act, text) VALUES ('season', 122, 1, 'started', 'all')")
	s.must(t, "UPDATE tournaments SET state = 'running', started_ms = 1, last_seq = 122")
	if err := s.check(t.Context(), 120); err == nil || !strings.Contains(err.Error(), "120 no match") {
		t.Errorf("nobody has a match, and that is %v", err)
	}
	if err := s.check(t.Context(), 121); err == nil {
		t.Error("somebody is missing, and that is taken")
	}
	got, err := insertCmd{From: s.path, Into: bare, Season: s.id, Last: s.last, Came: time.Now().UnixMilli()}.insert(t.Context())
	if err != nil || got.Rows != 121 || got.CPU <= 0 {
		t.Errorf("inserted: %+v, %v, want 120 entries and an event", got, err)
	}
	if err := s.enter(t.Context(), 100); err == nil {
		t.Error("players are taken out of a season")
	}
}

// TestTheDayOfASeasonComes: its dates are where the program reads them, and the job of the competitions is due, which tells
// what it took and what went wrong.
func TestTheDayOfASeasonComes(t *testing.T) {
	t.Parallel()
	for _, problem := range []string{"", "the disk is full"} {
		s := seasonOfThree(t)
		var took time.Duration
		var err error
		done := make(chan struct{})
		go func() {
			defer close(done)
			took, err = s.comes(t.Context(), time.Minute)
		}()
		for s.number(t, "SELECT next_ms FROM jobs") == 9_000_000_000_000 {
			time.Sleep(time.Millisecond)
		}
		s.must(t, "UPDATE jobs SET started_ms = next_ms + 1000, ended_ms = next_ms + 4000, error = '"+problem+"'")
		<-done
		if problem != "" {
			if err == nil || !strings.Contains(err.Error(), problem) {
				t.Errorf("the job has failed, and that is %v", err)
			}
			continue
		}
		if err != nil || took != 3*time.Second {
			t.Errorf("it took %v, %v", took, err)
		}
		var terms string
		if err := s.db.QueryRowContext(t.Context(), "SELECT terms FROM tournaments").Scan(&terms); err != nil {
			t.Fatal(err)
		}
		starts := time.UnixMilli(s.number(t, "SELECT starts_ms FROM tournaments"))
		if starts.After(time.Now()) || !strings.Contains(terms, ",starts="+starts.UTC().Format(time.RFC3339)+",") || strings.Contains(terms, "2027-04") {
			t.Errorf("it starts at %v, by the terms %s", starts, terms)
		}
	}
	s := seasonOfThree(t)
	if _, err := s.comes(t.Context(), 0); err == nil {
		t.Error("nobody does the job, and it has been done")
	}
	s.must(t, "UPDATE tournaments SET state = 'running', started_ms = 1")
	if _, err := openSeason(t.Context(), s.path); err == nil || !strings.Contains(err.Error(), "being played") {
		t.Errorf("a season that is being played: %v", err)
	}
}

// locksTold are writes as the program tells of them: four, of which one took more than 50 ms.
const locksTold = `
kickabout_write_seconds_bucket{le="0.01"} 2
kickabout_write_seconds_bucket{le="0.05"} 3
kickabout_write_seconds_bucket{le="0.25"} 4
kickabout_write_seconds_bucket{le="+Inf"} 4
kickabout_write_seconds_sum 0.2
kickabout_write_seconds_count 4
`

func TestARollOverIsHeldToItsGoals(t *testing.T) {
	t.Parallel()
	locks, err := parseHistogram(locksTold)
	if err != nil || locks.count() != 4 || locks.above(lockMost) != 1 || locks.longest() != "0.25" || locks.sum != 0.2 {
		t.Fatalf("%+v, %v", locks, err)
	}
	if _, err := parseHistogram("kickabout_write_seconds_sum 1\n"); err == nil {
		t.Error("what is not told is known")
	}
	none := locks.less(locks)
	if none.count() != 0 || none.above(lockMost) != 0 {
		t.Errorf("between two equal ones: %+v", none)
	}
	for _, c := range []struct {
		name   string
		cpu    time.Duration
		locks  histogram
		p99    time.Duration
		missed int
	}{
		{"all is met", 2 * time.Second, none, 250 * time.Millisecond, 0},
		{"it takes long", 2100 * time.Millisecond, none, 250 * time.Millisecond, 1},
		{"it keeps others waiting", 2 * time.Second, locks, 250 * time.Millisecond, 1},
		{"moves take long", 2 * time.Second, none, 251 * time.Millisecond, 1},
	} {
		r := rolled{spent: usage{cpu: c.cpu}, bare: inserted{CPU: time.Second}, locks: c.locks, moves: figure{p99: c.p99}}
		missed := 0
		for _, g := range r.goals() {
			if !g.met() {
				missed++
			}
		}
		if missed != c.missed {
			t.Errorf("%s: %d goals are missed: %v", c.name, missed, r.goals())
		}
	}
}
