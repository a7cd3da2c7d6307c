package engine_test

import (
	"errors"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
)

func TestPerftCountsRollsAndMoves(t *testing.T) {
	for _, c := range []struct {
		name, text string
		depth      int
		want       uint64
	}{
		{"no move at all is one way", "first 0 0 0 die", 0, 1},
		{"every throw is a branch", "first 0 0 0 die", 1, 4 * 2},
		{"a move that is due", "first 0 0 4 move", 1, 2},
		{"a throw that is thrown again is none", "first 0 0 4 jump", 1, 2 * 4 * 2},
		{"walk: four throws of the other; jump: as many again of either side", "first 0 0 1 move", 2, 3 * 4 * 2},
		{"a match that is over has nothing below", "first 10 3 0 over", 1, 0},
		{"nor has one that ends on the way", "first 9 0 1 move", 2, 4 * 2}, // only the jump that fails goes on
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := enginetest.Runners{}.Parse("short", c.text)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := engine.Perft(p, c.depth); err != nil || got != c.want {
				t.Errorf("perft %d is %d, %v, want %d", c.depth, got, err, c.want)
			}
		})
	}
}

// A crowd is a position with more moves than Perft lists.
type crowd struct{ engine.Position }

func (crowd) Next() engine.Next { return engine.Next{Side: engine.First} }
func (crowd) Count() int        { return 50_001 }

func TestPerftListsNoMoreThanItSays(t *testing.T) {
	if got, err := engine.Perft(crowd{}, 1); err != nil || got != 50_001 {
		t.Errorf("perft 1 is %d, %v, though nothing has to be listed", got, err)
	}
	if _, err := engine.Perft(crowd{}, 2); !errors.Is(err, engine.ErrTooMany) {
		t.Errorf("perft 2 gives %v, want ErrTooMany", err)
	}
}
