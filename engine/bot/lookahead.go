package bot

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"kickabout/engine"
)

// What a lookahead does, at most.
const (
	shortlist = 3  // of its moves it looks beyond these, the best at first sight
	glances   = 24 // moves of the other side, or of its own again, that it looks at after a throw
	outcomes  = 8  // throws that it tries of those that there are
)

// lookahead plays a move that is good one turn later still: it plays its shortlist,
// throws what is due, and lets whoever moves then play the best move at first sight.
func lookahead(p engine.Position, r *rand.Rand) engine.Move {
	list := ranked(p, r)
	if len(list) == 0 {
		return ""
	}
	sign := signOf(p.Next().Side)
	luck := [2]uint64{r.Uint64(), r.Uint64()} // the same for each, so that moves are compared and not throws
	best, top := list[0].move, math.Inf(-1)   // it moves where nothing helps any more, too
	for _, c := range list[:min(shortlist, len(list))] {
		if math.IsInf(c.value, 1) {
			return c.move // it wins
		}
		// Both sights count: the second sees only some of what may come.
		if v := sign*expected(c.after, rand.New(rand.NewPCG(luck[0], luck[1])), 2) + c.value; v > top {
			best, top = c.move, v
		}
	}
	return best
}

// A choice is a move and what it is worth to its side at first sight.
type choice struct {
	move  engine.Move
	after engine.Position
	value float64
}

// ranked returns moves by their value at first sight, the best first; equal ones in
// any order.
func ranked(p engine.Position, r *rand.Rand) []choice {
	sign := signOf(p.Next().Side)
	var list []choice
	for m := range candidates(p, r) {
		if after, err := p.Play(m); err == nil {
			list = append(list, choice{m, after, sign * value(after)})
		}
	}
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	slices.SortStableFunc(list, func(a, b choice) int { return cmp.Compare(b.value, a.value) })
	return list
}

// signOf turns First's values into those of a side.
func signOf(s engine.Side) float64 {
	if s == engine.Second {
		return -1
	}
	return 1
}

// bounded is value without the infinities of a match that is over.
func bounded(p engine.Position) float64 { return max(-5, min(5, value(p))) }

// expected returns what a position is worth to First after the throws that are due,
// of a few in a row, and one move more.
func expected(p engine.Position, r *rand.Rand, throws int) float64 {
	next := p.Next()
	switch {
	case next.Over() || throws < 0:
		return bounded(p)
	case next.Dice.Count > 0:
		return overThrows(p, r, next.Dice, throws-1)
	}
	sign := signOf(next.Side)
	top := math.Inf(-1)
	for m := range some(p, r) {
		if after, err := p.Play(m); err == nil {
			top = max(top, sign*bounded(after))
		}
	}
	return sign * top
}

// some yields all moves if they are few, else some of them.
func some(p engine.Position, r *rand.Rand) func(yield func(engine.Move) bool) {
	if p.Count() <= glances {
		return p.Moves()
	}
	return func(yield func(engine.Move) bool) {
		for range glances {
			if !yield(p.Random(r)) {
				return
			}
		}
	}
}

// overThrows returns the mean over throws: all of them if they are few, else some.
func overThrows(p engine.Position, r *rand.Rand, dice engine.Dice, throws int) float64 {
	all := 1
	for range dice.Count {
		all *= dice.Sides
	}
	sum, n := 0.0, 0.0
	throw := make([]int, dice.Count)
	for i := range min(all, outcomes) {
		for k := range throw {
			throw[k] = 1 + i%dice.Sides
			i /= dice.Sides
			if all > outcomes {
				throw[k] = 1 + r.IntN(dice.Sides)
			}
		}
		if after, err := p.Roll(throw...); err == nil && after.String() != p.String() {
			sum += expected(after, r, throws)
			n++
		}
	}
	if n == 0 {
		return bounded(p)
	}
	return sum / n
}
