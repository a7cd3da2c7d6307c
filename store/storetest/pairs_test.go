package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestMatchesThatWaitAreHeldUntilTheirTwinsCanLetThemGo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		pair := func(n int, waits, twin func(*league.Match)) {
			for i, change := range []func(*league.Match){waits, twin} {
				m := newMatch(2*n + i)
				m.Twin = newMatch(2*n + 1 - i).ID
				m.State.Moved = noon.Add(time.Duration(n) * time.Hour)
				change(&m)
				create(t, s, m)
			}
		}
		held := func(m *league.Match) { m.State.Held = true }
		moved := func(by time.Duration) func(*league.Match) {
			return func(m *league.Match) { m.State.Moved = m.State.Moved.Add(by) }
		}
		pair(1, held, moved(-time.Minute))                      // nothing has happened since
		pair(2, held, moved(time.Minute))                       // it has moved since
		pair(3, held, held)                                     // both wait
		pair(4, func(*league.Match) {}, func(*league.Match) {}) // none does
		pair(5, held, func(m *league.Match) {
			m.State.ToMove = engine.NoSide
			m.State.Deadline = time.Time{}
			moved(-time.Minute)(m)
			m.State.Outcome = engine.Outcome{Ending: engine.SuddenDeath, Winner: engine.First}
		}) // it is over
		pairs := s
		for limit, want := range map[int][]string{9: {"m000004", "m000006", "m000007", "m000010"}, 1: {"m000004"}} {
			got, err := pairs.Held(t.Context(), league.Site(), limit)
			if err != nil || !slices.Equal(ids(got), want) {
				t.Errorf("got %v, %v, want %v", ids(got), err, want)
			}
			for _, m := range got {
				if len(m.Log) > 0 {
					t.Errorf("%s comes with its log", m.ID)
				}
			}
		}
	})
}
