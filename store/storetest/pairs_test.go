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

func TestASealedMoveIsKeptUntilItIsShown(t *testing.T) { // R-FD-7
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := newMatch(1)
		m.Twin, m.Sealing = "m000002", true
		create(t, s, m)
		create(t, s, newMatch(3))
		step := func(text string, seal *string, want string) {
			t.Helper()
			p := move(m, text, noon.Add(time.Hour))
			p.Seal = seal
			must(t, s.Append(t.Context(), p))
			m.State = p.State
			got, err := s.SealedMove(t.Context(), m.ID)
			if want == "" {
				wantKind(t, err, league.NotFound)
			} else if err != nil || got != want {
				t.Errorf("%q is sealed, %v, want %q", got, err, want)
			}
		}
		is := func(text string) *string { return &text }
		step("a", nil, "")
		step("b", is("Be9"), "Be9")
		step("c", nil, "Be9")
		step("d", is("Be8"), "Be8")
		stale := move(newMatch(1), "e", noon)
		stale.Seal = is("Be7")
		wantKind(t, s.Append(t.Context(), stale), league.Stale)
		step("f", nil, "Be8")
		step("g", is(""), "")
		for id, want := range map[string]bool{m.ID: true, "m000003": false} {
			if back, err := s.Match(t.Context(), league.Site(), id); err != nil || back.Sealing != want {
				t.Errorf("%s seals its moves: %t, %v", id, back.Sealing, err)
			}
		}
	})
}
