package storetest_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestOnlyFinishedRatedMatchesAreWeighed(t *testing.T) { // R-RA-6
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		var changes []league.Change
		for i, dress := range []func(*league.Match){
			func(m *league.Match) {},
			func(m *league.Match) { m.Rated = false },
		} {
			m := over(1+i, noon.Add(time.Duration(i)*time.Hour), func(m *league.Match) { m.Rated = true; dress(m) })
			create(t, s, m)
			changes = append(changes, changesOf(m)...)
		}
		running := newMatch(3)
		running.Rated = true
		create(t, s, running)
		changes = append(changes, changesOf(running)...)
		missing := over(4, noon, func(m *league.Match) { m.Rated = true })
		for name, of := range map[string][]league.Change{
			"a running match":           changes[4:],
			"a match that is not rated": changes[2:4],
			"a match that is not there": changesOf(missing),
			"a running one with others": append(changes[:2:2], changes[4:]...),
		} {
			if err := s.Weigh(t.Context(), league.Weighed{Changes: of}); err == nil {
				t.Errorf("%s: it was weighed", name)
			}
			if n, err := s.Unweighed(t.Context()); n != 1 || err != nil {
				t.Errorf("%s: %d matches wait, %v; want the finished one", name, n, err)
			}
		}
		if w, err := s.Weighing(t.Context(), league.Site(), 9, time.Hour); err != nil || w.Epoch != 0 || len(w.Matches) != 1 || len(w.Before) != 0 {
			t.Errorf("after what was refused: epoch %d, %d matches, %d ratings before, %v", w.Epoch, len(w.Matches), len(w.Before), err)
		}
		must(t, s.Weigh(t.Context(), league.Weighed{Changes: changes[:2]}))
		if w, err := s.Weighing(t.Context(), league.Site(), 9, time.Hour); err != nil || w.Epoch != 1 || len(w.Matches) != 0 {
			t.Errorf("afterwards: epoch %d, %d matches, %v", w.Epoch, len(w.Matches), err)
		}
	})
}

// changesOf are what a match does to the ratings of its players: nothing, but that they have them.
func changesOf(m league.Match) (all []league.Change) {
	for i, seat := range m.Seats {
		all = append(all, league.Change{Match: m.ID, Seat: i, Player: seat.Player.ID, Pool: m.Pool(), Ended: m.State.Moved, After: league.Standing{Games: 1}})
	}
	return all
}
