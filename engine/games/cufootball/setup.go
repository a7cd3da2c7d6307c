package cufootball

import (
	"iter"
	"math/rand/v2"
)

// A lineUp is a side that is to be set up.
type lineUp struct {
	side    colour
	kicking bool  // it kicks off
	last    setUp // its last set-up
}

// mayBecome says whether the side to set up can come to a legal set-up that holds
// all slots of must and none outside may.
func (l lineUp) mayBecome(must, may set) bool {
	if !must.within(may & ownRanks(l.side)) {
		return false
	}
	var sizes [lines]uint // bit n: the line can have n men
	for line := range lines {
		rank := lineRank(l.side, line)
		low, high := must.columnsOf(rank), may.columnsOf(rank)
		for n, sets := range lineSets {
			for _, cs := range sets {
				if low&^cs == 0 && cs&^high == 0 && (line != midfield || l.mayKickOff(cs)) {
					sizes[line] |= 1 << n
					break
				}
			}
		}
	}
	for _, s := range shapes {
		if sizes[defence]>>s[defence]&(sizes[midfield]>>s[midfield])&(sizes[strikers]>>s[strikers])&1 != 0 {
			return true
		}
	}
	return false
}

// mayKickOff says whether a midfield serves the side to set up, wherever the ball may lie.
func (l lineUp) mayKickOff(cs columnSet) bool {
	return !l.kicking || cs.kicksOff(ballLeft) || cs.kicksOff(ballRight)
}

// sidesOf lists the ball sides with which the men make a legal set-up of the side to set up.
func (l lineUp) sidesOf(men set) []ballSide {
	var sides []ballSide
	for _, b := range ballSides(l.kicking) {
		if (setUp{men, b}).legal(l.side, l.kicking) {
			sides = append(sides, b)
		}
	}
	return sides
}

// all yields the legal set-ups in the byte order of their texts.
func (l lineUp) all() iter.Seq[setUp] {
	return func(yield func(setUp) bool) { l.addMen(0, ownRanks(l.side), yield) }
}

// random returns a legal set-up, each with the same chance.
func (l lineUp) random(r *rand.Rand) setUp {
	i := 0
	for n := r.IntN(countSetUps(l.kicking)); n >= shapes[i].ways(l.kicking); i++ {
		n -= shapes[i].ways(l.kicking)
	}
	s, sides := shapes[i], ballSides(l.kicking)
	u := setUp{men: anySet(r, s[defence]).onRank(lineRank(l.side, defence)) | anySet(r, s[strikers]).onRank(lineRank(l.side, strikers))}
	for {
		cs := anySet(r, s[midfield])
		u.ball = sides[r.IntN(len(sides))]
		if u.ball.fits(cs) {
			u.men |= cs.onRank(lineRank(l.side, midfield))
			return u
		}
	}
}

// addMen yields the set-ups that add slots of an area to some men; false once
// nobody listens any more.
func (l lineUp) addMen(men, from set, yield func(setUp) bool) bool {
	if men.len() == teamSize {
		for _, b := range l.sidesOf(men) {
			if !yield(setUp{men, b}) {
				return false
			}
		}
		return true
	}
	for s := range from.all() {
		from &^= one(s) // a text names its slots in ascending order
		if next := men | one(s); l.mayBecome(next, next|from) && !l.addMen(next, from, yield) {
			return false
		}
	}
	return true
}

// again returns the last set-up of the side to set up, as it may be made
// again: the ball where it was named last, else left if that is legal, else right.
// False if there was none, or it does not serve the side that kicks off now.
func (l lineUp) again() (setUp, bool) {
	u := l.last
	sides := l.sidesOf(u.men)
	if len(sides) == 0 {
		return setUp{}, false
	}
	for _, b := range sides {
		if b == u.ball {
			return u, true
		}
	}
	return setUp{u.men, sides[0]}, true
}
