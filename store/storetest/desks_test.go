package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// step adds a step of the site's to a tournament, by which it becomes what change makes of it.
func step(t *testing.T, s *store.Store, cup league.Tournament, act league.TournamentAct, change func(*league.Tournament), begun ...league.Match) league.Tournament {
	t.Helper()
	p := league.TournamentProgress{Tournament: cup, Seen: cup.Last, Was: cup.Entries, WasRoles: cup.Roles, Matches: begun}
	p.Tournament.Entries = slices.Clone(cup.Entries)
	p.Tournament.Last++
	p.Tournament.Log = []league.Decision{{Seq: p.Tournament.Last, At: noon, Act: act}}
	change(&p.Tournament)
	must(t, s.AppendTournament(t.Context(), p))
	return p.Tournament
}

// starts lets a tournament be played.
func starts(c *league.Tournament) { c.State, c.Started = league.Running, noon }

// fixture is a match of a tournament that has a deadline.
func fixture(n int, cup, key string, deadline time.Time) league.Match {
	m := newMatch(n)
	m.Tournament, m.Fixture, m.State.Deadline = cup, key, deadline
	return m
}

func TestMatchesOfPausedAndOfCancelledTournaments(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		desks := s
		halt := noon.Add(1000 * day) // deadlines from there on are those of matches that are halted
		ended := over(3, noon, func(m *league.Match) { m.Tournament, m.Fixture = "paused", "c1/r2/b1" })
		paused := step(t, s, cupBy(t, s, "paused", ""), league.ActStarted, starts, fixture(1, "paused", "c1/r1/b1", noon.Add(day)), fixture(2, "paused", "c1/r1/b2", halt), ended)
		step(t, s, cupBy(t, s, "going", ""), league.ActStarted, starts, fixture(4, "going", "c1/r1/b1", noon.Add(day)), fixture(5, "going", "c1/r1/b2", halt.Add(day)), fixture(6, "going", "c1/r2/b1", halt))
		create(t, s, newMatch(7))
		create(t, s, fixture(10, "", "", halt)) // of no tournament that could go on
		step(t, s, paused, league.ActPaused, func(c *league.Tournament) { c.Paused = noon.Add(time.Hour) })
		off := step(t, s, cupBy(t, s, "off", ""), league.ActStarted, starts, fixture(8, "off", "c1/r1/b1", noon.Add(day)), over(9, noon, func(m *league.Match) { m.Tournament, m.Fixture = "off", "c1/r2/b1" }))

		for id, want := range map[string]time.Time{"paused": noon.Add(time.Hour), "going": {}} {
			if got, err := desks.PausedSince(t.Context(), league.Match{Tournament: id}); err != nil || got != want {
				t.Errorf("%s is paused since %v, %v, want %v", id, got, err, want)
			}
		}
		wantKind(t, second(desks.PausedSince(t.Context(), league.Match{Tournament: "none"})), league.NotFound)
		wants := func(name string, want ...string) func([]league.Match, error) {
			return func(got []league.Match, err error) {
				t.Helper()
				if err != nil || !slices.Equal(ids(got), want) {
					t.Errorf("%s: got %v, %v, want %v", name, ids(got), err, want)
				}
				if slices.ContainsFunc(got, func(m league.Match) bool { return len(m.Log) > 0 }) {
					t.Errorf("%s: with logs", name)
				}
			}
		}
		wants("to be halted", "m000001")(desks.Unhalted(t.Context(), league.Site(), halt))
		wants("to go on", "m000006", "m000005")(desks.Halted(t.Context(), league.Site(), halt))
		wants("none is cancelled")(desks.CalledOff(t.Context(), league.Site()))
		step(t, s, off, league.ActCancelled, func(c *league.Tournament) { c.State, c.Ended = league.Cancelled, noon })
		wants("cancelled", "m000008")(desks.CalledOff(t.Context(), league.Site()))
	})
}

func TestTournamentsThatAreToStart(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		desks := s
		day := func(days int) func(*league.Tournament) {
			return func(c *league.Tournament) { c.Starts = noon.Add(time.Duration(days) * day) }
		}
		step(t, s, cupBy(t, s, "a third", ""), league.ActChanged, day(3))
		step(t, s, cupBy(t, s, "second", ""), league.ActChanged, day(2))
		step(t, s, cupBy(t, s, "closes", ""), league.ActChanged, func(c *league.Tournament) { c.Starts, c.Closes = time.Time{}, noon })
		step(t, s, cupBy(t, s, "no day", ""), league.ActChanged, func(c *league.Tournament) { c.Starts = time.Time{} })
		step(t, s, cupBy(t, s, "started", ""), league.ActStarted, starts)
		cupBy(t, s, "edition", "c/streetsoccer/lg") // no user's
		list, err := desks.Upcoming(t.Context(), league.Site())
		must(t, err)
		var got []string
		for _, c := range list {
			got = append(got, c.ID)
			if len(c.Entries) != 1 || len(c.Log) > 0 {
				t.Errorf("%s has the entries %v and the log %v", c.ID, c.Entries, c.Log)
			}
		}
		if want := []string{"closes", "second", "a third"}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}
