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
//
// A placing is a set of squares. Where keeper and circle figure are placed, too, their
// squares tell them: no other figure may be placed there.
type coach struct {
	side  colour
	taken area   // squares with a figure
	wants []area // parts of the pitch that the three squares must all have one in
	all5  bool   // keeper and circle figure are placed, too
}

// coach returns the side that places its figures, without the rules of a profile.
func (sc *scene) coach() coach {
	return coach{side: sc.side, taken: sc.occupied(), all5: sc.keeper[sc.side] == nowhere}
}

// size returns how many figures are placed.
func (c coach) size() int {
	if c.all5 {
		return team
	}
	return placed
}

// placeable returns the squares where one of the three figures may be placed.
func (c coach) placeable() area {
	return pitch &^ circle &^ anyKeeperSquare &^ c.taken
}

// own returns the squares of the keeper, and those of the circle figure; none where they
// stand already.
func (c coach) own() (keeper, centre area) {
	if !c.all5 {
		return 0, 0
	}
	return keeperSquares[c.side], circle & half(c.side)
}

// mayPlace says whether a set of squares is a legal placing, or can become one by more
// squares.
func (c coach) mayPlace(set area) bool {
	keeper, centre := c.own()
	three := set &^ keeper &^ centre
	missing := 0
	for _, part := range c.wants {
		if !three.any(part) {
			missing++
		}
	}
	return (set&keeper).len() <= 1 && (set&centre).len() <= 1 &&
		three.within(c.placeable()) &&
		(three&penaltySquares[c.side]).len() <= 1 &&
		missing <= placed-three.len()
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
	keeper, centre := c.own()
	return n * max(1, keeper.len()) * max(1, centre.len())
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
		keeper, centre := c.own()
		if !c.all5 {
			c.place(0, c.placeable(), yield)
			return
		}
		for k := range keeper.byText() {
			for m := range centre.byText() {
				if !c.place(one(k)|one(m), c.placeable(), yield) {
					return
				}
			}
		}
	}
}

// place yields the placings that add squares of an area to a set; false once
// nobody listens any more.
func (c coach) place(set, from area, yield func(area) bool) bool {
	if set.len() == c.size() {
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
	keeper, centre := c.own()
	for {
		var set area
		for _, own := range [...]area{keeper, centre} {
			if own != 0 {
				set |= one(own.nth(r.IntN(own.len())))
			}
		}
		for set.len() < c.size() {
			set |= one(squares.nth(r.IntN(squares.len())))
		}
		if c.mayPlace(set) {
			return set
		}
	}
}
