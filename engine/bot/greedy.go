package bot

import (
	"iter"
	"math"
	"math/rand/v2"

	"kickabout/engine"
)

const (
	tooMany = 2000 // moves that greedy will not go through one by one
	sample  = 200  // how many of them it looks at instead
)

// greedy plays the move after which its own side stands best: it looks one move
// ahead and at no throw. Of equally good moves it takes any.
type greedy struct{}

func (greedy) ID() string   { return "greedy" }
func (greedy) Name() string { return "Greedy" }
func (greedy) Summary() string {
	return "Takes every goal it can, and else makes the move that looks best at once. Thinks of no throw to come, and of no answer."
}

func (greedy) Move(p engine.Position, r *rand.Rand) engine.Move {
	return bestOf(p, candidates(p, r), r)
}

// bestOf returns the move after which its own side stands best, of equally good ones any.
func bestOf(p engine.Position, moves iter.Seq[engine.Move], r *rand.Rand) engine.Move {
	side := p.Next().Side
	var best engine.Move
	top, ties := math.Inf(-1), 0
	for m := range moves {
		after, err := p.Play(m)
		if err != nil {
			continue // a game that yields illegal moves fails its conformance suite, not a match
		}
		v := value(after)
		if side == engine.Second {
			v = -v
		}
		switch {
		case best == "" || v > top:
			best, top, ties = m, v, 1
		case v == top:
			if ties++; r.IntN(ties) == 0 {
				best = m
			}
		}
	}
	return best
}

// candidates yields all moves, or some of them where they are too many.
func candidates(p engine.Position, r *rand.Rand) iter.Seq[engine.Move] {
	if p.Count() <= tooMany {
		return p.Moves()
	}
	return func(yield func(engine.Move) bool) {
		for range sample {
			if !yield(p.Random(r)) {
				return
			}
		}
	}
}

// value judges a position for First, 0 being level: by its outcome, else by the
// game, else by the goals. A match won is worth more than any that goes on.
func value(p engine.Position) float64 {
	if o := p.Outcome(); o.Over() {
		switch o.Winner {
		case engine.First:
			return math.Inf(1)
		case engine.Second:
			return math.Inf(-1)
		}
		return 0
	}
	if e, ok := p.(Evaluator); ok {
		return e.Value() - 2.5
	}
	score := p.Diagram().Score
	return float64(score[0] - score[1])
}
