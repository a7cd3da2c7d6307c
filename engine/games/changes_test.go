package games_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games"
)

// Changes without a record are told as those of a match are: the beats lead from the board before
// them to the one behind them.
func TestChangesAreToldWithoutARecord(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(8, 9))
			p := start(t, g, g.Info().Variants[0].ID)
			for range 20 { // away from the beginning
				_, p = change(t, p, r)
			}
			for range 10 {
				var changes []engine.Change
				for range 4 {
					var c engine.Change
					if c, p = change(t, p, r); p.Next().Over() {
						return
					}
					changes = append(changes, c)
				}
				board, told := engine.TellChanges(g, changes)
				numbers, moves := engine.NumbersOf(g, changes[0].Was), 0
				frame := engine.Frame(board.Pieces)
				for i, event := range told {
					frame = frame.After(event.Beats...)
					numbers = engine.Renumber(g, numbers, changes[i])
					if changes[i].Move != "" {
						moves++
					}
					if event.Move != moves || event.By != changes[i].Was.Next().Side { // nobody's where a throw is due
						t.Fatalf("event %d of %v is %+v", i, changes, event)
					}
				}
				want := engine.Board(g, changes[3].Is, numbers).Diagram().Pieces
				if len(told) != 4 || !slices.Equal(stands(frame), stands(want)) {
					t.Fatalf("after %s and %d events\n%v stand, want\n%v", changes[0].Was, len(told), stands(frame), stands(want))
				}
			}
		})
	}
	if _, told := engine.TellChanges(games.All()[0], nil); told != nil {
		t.Error("of nothing something is told")
	}
}

// change goes on by a throw or a move of chance, and says by which.
func change(t *testing.T, p engine.Position, r *rand.Rand) (engine.Change, engine.Position) {
	t.Helper()
	c := engine.Change{Was: p}
	var err error
	if next := p.Next(); next.Dice.Count > 0 {
		for range next.Dice.Count {
			c.Faces = append(c.Faces, 1+r.IntN(next.Dice.Sides))
		}
		c.Is, err = p.Roll(c.Faces...)
	} else {
		c.Move = p.Random(r)
		c.Is, err = p.Play(c.Move)
	}
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	return c, c.Is
}

// stands lists where pieces stand, in order.
func stands(pieces []engine.Piece) []string {
	list := make([]string, len(pieces))
	for i, p := range pieces {
		list[i] = fmt.Sprint(p.Kind, p.Side, p.Label, p.X, p.Y)
	}
	slices.Sort(list)
	return list
}
