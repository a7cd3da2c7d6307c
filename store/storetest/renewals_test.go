package storetest_test

import (
	"testing"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/dice/anchor"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestRenewalsAreWrittenWithTheirLeavesOrNotAtAll wants nothing in the log of dice that a game does not take.
func TestRenewalsAreWrittenWithTheirLeavesOrNotAtAll(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		gone := league.Renewal{
			Progress: league.Progress{Match: "none", Seen: 1, Events: []engine.Event{{Seq: 2, Act: engine.ActBreak}}, State: league.State{Last: 2}},
			Runs:     make([]league.Run, 2),
		}
		leaves := []anchor.Leaf{{Kind: anchor.Break, Number: 1, Data: []byte{1}}}
		err := s.AppendRenewals(ctx, 0, leaves, 0, []dice.Digest{{1}}, nil, []league.Renewal{gone})
		if size, sizeErr := s.LogSize(ctx); err == nil || size != 0 || sizeErr != nil {
			t.Errorf("of a game that is not there: %v, and the log has %d leaves, %v", err, size, sizeErr)
		}
		counted := func(want int) {
			t.Helper()
			if n, err := s.DiceBreaks(ctx); err != nil || n != want {
				t.Errorf("dice were made anew %d times, %v; want %d", n, err, want)
			}
		}
		counted(0)
		must(t, s.AppendRenewals(ctx, 0, leaves, 0, []dice.Digest{{1}}, nil, nil))
		counted(1)
		must(t, s.AppendRenewals(ctx, 1, leaves, 1, []dice.Digest{{2}, {3}}, nil, nil))
		counted(2)
	})
}
