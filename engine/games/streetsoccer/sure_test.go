package streetsoccer

import (
	"math/rand/v2"
	"testing"

	"kickabout/engine"
)

// paid is what each side gets for an outcome by the scale that the rules of the league name (R-PT-1).
func paid(o engine.Outcome) [2]int {
	win, loss := 5, 0
	switch o.Ending {
	case engine.SuddenDeath:
		win, loss = 4, 1
	case engine.LastGoal:
		win, loss = 3, 2
	case engine.Goalless:
		return [2]int{2, 2}
	}
	if o.Winner == engine.Second {
		return [2]int{loss, win}
	}
	return [2]int{win, loss}
}

// TestWhatIsSureOfPlayingOn is R-PT-1.
func TestWhatIsSureOfPlayingOn(t *testing.T) {
	t.Parallel()
	const board = " c1b7c3d5e8 d0b3c6d8e4 f5 4 "
	for _, c := range []struct {
		name, text string
		want       [2]int // Yellow, Red
	}{
		{"Red's last turn, a goal behind", "turn R" + board + "52 2:1 Y", [2]int{1, 0}},
		{"the same, two behind", "turn R" + board + "52 3:1 Y", [2]int{5, 0}},
		{"level before the last turn", "turn R" + board + "52 1:1 Y", [2]int{0, 1}},
		{"more ahead than the other side has turns", "turn Y" + board + "49 3:0 Y", [2]int{5, 0}},
		{"as many", "turn Y" + board + "49 2:0 Y", [2]int{1, 0}},
		{"one fewer", "turn Y" + board + "49 1:0 Y", [2]int{0, 0}},
		{"in sudden death", "turn Y" + board + "53 1:1 R", [2]int{1, 1}},
		{"its last move, having scored last", "turn R" + board + "72 1:1 R", [2]int{1, 3}},
		{"the same, the other side scored last", "turn R" + board + "72 1:1 Y", [2]int{1, 2}},
		{"the same, without a goal", "turn R" + board + "72 0:0 -", [2]int{1, 2}},
		{"at the beginning", "turn R" + board + "4 0:0 -", [2]int{0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := parsed(t, c.text)
			for i, side := range []engine.Side{engine.First, engine.Second} {
				if got := paid(Game{}.Worst(p, side))[i]; got != c.want[i] {
					t.Errorf("%s is sure of %d, want %d", side, got, c.want[i])
				}
			}
		})
	}
}

// TestNobodyGetsLessThanWasSure plays by chance to the end: what was sure is paid at least, and never becomes less.
func TestNobodyGetsLessThanWasSure(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 3))
		var p engine.Position
		p, err := Game{}.Start([]string{"lg", "board"}[seed%2])
		var sure [2]int
		for err == nil && p.Outcome() == (engine.Outcome{}) {
			for i, side := range []engine.Side{engine.First, engine.Second} {
				now := paid(Game{}.Worst(p, side))[i]
				if now < sure[i] {
					t.Fatalf("seed %d, %s: %s was sure of %d and is of %d", seed, p, side, sure[i], now)
				}
				sure[i] = now
			}
			if next := p.Next(); next.Side != engine.NoSide {
				p, err = p.Play(p.Random(r))
			} else {
				faces := make([]int, next.Dice.Count)
				for i := range faces {
					faces[i] = 1 + r.IntN(next.Dice.Sides)
				}
				p, err = p.Roll(faces...)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := paid(p.Outcome()); got[0] < sure[0] || got[1] < sure[1] {
			t.Errorf("seed %d: %v were sure, %v are paid", seed, sure, got)
		}
	}
}
