package streetsoccer

import (
	"iter"
	"math/rand/v2"
)

// Figures of a side (rules 1.1, 1.3): the keeper, the one in the circle and those
// that its coach places.
const (
	placed = 3
	team   = 2 + placed
)

// A coach is the side that places figures.
type coach struct {
	side  colour
	taken area   // squares with a figure
	wants []area // parts of the pitch that a placing must all have a square in
}

// placeable returns the squares where a figure may be placed.
func (c coach) placeable() area {
	return pitch &^ circle &^ anyKeeperSquare &^ c.taken
}

// mayPlace says whether a set of at most three squares is a legal placing, or
// can become one by more squares.
func (c coach) mayPlace(set area) bool {
	missing := 0
	for _, part := range c.wants {
		if !set.any(part) {
			missing++
		}
	}
	return set.within(c.placeable()) &&
		(set&penaltySquares[c.side]).len() <= 1 &&
		missing <= placed-set.len()
}

// count counts the legal placings: by inclusion and exclusion over the
// parts that must have a square, without making a set.
func (c coach) count() int {
	wants := c.wants
	n := 0
	for missed := range 1 << len(wants) {
		from := c.placeable()
		sign := 1
		for i, part := range wants {
			if missed>>i&1 != 0 {
				from &^= part
				sign = -sign
			}
		}
		n += sign * countSets(from, penaltySquares[c.side])
	}
	return n
}

// countSets counts the sets of three squares of an area that hold at most one of
// the limited squares.
func countSets(from, limited area) int {
	free := (from &^ limited).len()
	return free*(free-1)*(free-2)/6 + (from&limited).len()*free*(free-1)/2
}

// all yields the legal placings in the byte order of their texts.
func (c coach) all() iter.Seq[area] {
	return func(yield func(area) bool) {
		c.place(0, c.placeable(), yield)
	}
}

// place yields the placings that add squares of an area to a set; false once
// nobody listens any more.
func (c coach) place(set, from area, yield func(area) bool) bool {
	if set.len() == placed {
		return yield(set)
	}
	for s := range from.byText() {
		above := from &^ (one(s)<<1 - 1) // a text names its squares in ascending order
		if next := set | one(s); c.mayPlace(next) && !c.place(next, above, yield) {
			return false
		}
	}
	return true
}

// random returns a legal placing, each with the same chance.
func (c coach) random(r *rand.Rand) area {
	squares := c.placeable()
	for {
		var set area
		for set.len() < placed {
			set |= one(squares.nth(r.IntN(squares.len())))
		}
		if c.mayPlace(set) {
			return set
		}
	}
}
