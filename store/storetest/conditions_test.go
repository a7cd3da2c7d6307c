package storetest_test

import (
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestTheWordOfATournament(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		cupBy(t, s, "cup", "")
		conditions := s
		for _, want := range []string{"", "hash of one word", "hash of another"} {
			if want != "" {
				must(t, conditions.SetEntryWord(t.Context(), "cup", want))
			}
			if got, err := conditions.EntryWord(t.Context(), league.Tournament{ID: "cup"}); err != nil || got != want {
				t.Errorf("got %q, %v, want %q", got, err, want)
			}
		}
	})
}

func TestHowAPlayerHasPlayed(t *testing.T) { // R-UT-2
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		lostOnTime := func(winner engine.Side) func(*league.Match) {
			return func(m *league.Match) { m.State.Outcome.Ending, m.State.Outcome.Winner = engine.Timeout, winner }
		}
		for i, change := range []func(*league.Match){
			lostOnTime(engine.Second),
			lostOnTime(engine.Second),
			func(m *league.Match) { m.State.Outcome.Winner = engine.Second }, // lost, and not on time
			lostOnTime(engine.First),
			func(m *league.Match) { lostOnTime(engine.First)(m); m.State.First = 1 }, // Ann is Second
			func(m *league.Match) { m.State.Outcome.Ending = engine.Void },
		} {
			create(t, s, over(i+1, noon.Add(time.Duration(i)*time.Hour), change))
		}
		create(t, s, over(7, noon.Add(-time.Hour), func(m *league.Match) { m.Seats[0], m.Seats[1] = m.Seats[1], m.Seats[0] })) // the first of all
		create(t, s, newMatch(9))
		conditions := s
		for _, c := range []struct{ last, recent, flagged int }{{1, 1, 1}, {3, 3, 1}, {4, 4, 2}, {9, 6, 3}} {
			finished, recent, flagged, err := conditions.Conduct(t.Context(), person("ann").ID, c.last)
			if err != nil || finished != 6 || recent != c.recent || flagged != c.flagged {
				t.Errorf("of the last %d: %d finished, %d recent, %d lost on time, %v; want 6, %d, %d", c.last, finished, recent, flagged, err, c.recent, c.flagged)
			}
		}
		if finished, recent, flagged, err := conditions.Conduct(t.Context(), "nobody", 9); err != nil || finished+recent+flagged > 0 {
			t.Errorf("nobody has played: %d, %d, %d, %v", finished, recent, flagged, err)
		}
	})
}
