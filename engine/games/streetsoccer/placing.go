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

// placeable returns the squares where the side to move may place a figure.
func (p position) placeable() area {
	return pitch &^ circle &^ anyKeeperSquare &^ p.occupied()
}

// mayPlace says whether a set of at most three squares is a legal placing, or
// can become one by more squares.
func (p position) mayPlace(set area) bool {
	missing := 0
	for _, part := range p.wants() {
		if !set.any(part) {
			missing++
		}
	}
	return set.within(p.placeable()) &&
		(set&penaltySquares[p.side]).len() <= 1 &&
		missing <= placed-set.len()
}

// wants returns the parts of the pitch that a placing of the side to move must
// all have a square in.
func (p position) wants() []area { return profiles[p.rules].wants[p.side] }

// countPlacings counts the legal placings: by inclusion and exclusion over the
// parts that must have a square, without making a set.
func (p position) countPlacings() int {
	wants := p.wants()
	n := 0
	for missed := range 1 << len(wants) {
		from := p.placeable()
		sign := 1
		for i, part := range wants {
			if missed>>i&1 != 0 {
				from &^= part
				sign = -sign
			}
		}
		n += sign * countSets(from, penaltySquares[p.side])
	}
	return n
}

// countSets counts the sets of three squares of an area that hold at most one of
// the limited squares.
func countSets(from, limited area) int {
	free := (from &^ limited).len()
	return free*(free-1)*(free-2)/6 + (from&limited).len()*free*(free-1)/2
}

// placings yields the legal placings in the byte order of their texts.
func (p position) placings() iter.Seq[area] {
	return func(yield func(area) bool) {
		p.place(0, p.placeable(), yield)
	}
}

// place yields the placings that add squares of an area to a set; false once
// nobody listens any more.
func (p position) place(set, from area, yield func(area) bool) bool {
	if set.len() == placed {
		return yield(set)
	}
	for s := range from.byText() {
		above := from &^ (one(s)<<1 - 1) // a text names its squares in ascending order
		if next := set | one(s); p.mayPlace(next) && !p.place(next, above, yield) {
			return false
		}
	}
	return true
}

// randomPlacing returns a legal placing, each with the same chance.
func (p position) randomPlacing(r *rand.Rand) area {
	squares := p.placeable()
	for {
		var set area
		for set.len() < placed {
			set |= one(squares.nth(r.IntN(squares.len())))
		}
		if p.mayPlace(set) {
			return set
		}
	}
}
