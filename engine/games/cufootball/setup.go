package cufootball

import "iter"

// kicksOff returns the side of the kick-off that is being prepared or was made
// last: the one that conceded, Red at first (DECISIONS C4, C5).
func (p position) kicksOff() colour {
	if p.scorer == nobody {
		return red
	}
	return p.scorer.other()
}

// kicking says whether the side that acts kicks off.
func (p position) kicking() bool { return p.side == p.kicksOff() }

// mayBecome says whether the side to set up can come to a legal set-up that holds
// all slots of must and none outside may.
func (p position) mayBecome(must, may set) bool {
	if !must.within(may & ownRanks(p.side)) {
		return false
	}
	var sizes [lines]uint // bit n: the line can have n men
	for line := range lines {
		rank := lineRank(p.side, line)
		low, high := must.columnsOf(rank), may.columnsOf(rank)
		for n, sets := range lineSets {
			for _, cs := range sets {
				if low&^cs == 0 && cs&^high == 0 && (line != midfield || p.mayKickOff(cs)) {
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
func (p position) mayKickOff(cs columnSet) bool {
	return !p.kicking() || cs.kicksOff(ballLeft) || cs.kicksOff(ballRight)
}

// sidesOf lists the ball sides with which the men make a legal set-up of the side to set up.
func (p position) sidesOf(men set) []ballSide {
	var sides []ballSide
	for _, b := range ballSides(p.kicking()) {
		if (setUp{men, b}).legal(p.side, p.kicking()) {
			sides = append(sides, b)
		}
	}
	return sides
}

// setUps yields the legal set-ups in the byte order of their texts.
func (p position) setUps() iter.Seq[setUp] {
	return func(yield func(setUp) bool) { p.addMen(0, ownRanks(p.side), yield) }
}

// addMen yields the set-ups that add slots of an area to some men; false once
// nobody listens any more.
func (p position) addMen(men, from set, yield func(setUp) bool) bool {
	if men.len() == teamSize {
		for _, b := range p.sidesOf(men) {
			if !yield(setUp{men, b}) {
				return false
			}
		}
		return true
	}
	for s := range from.all() {
		from &^= one(s) // a text names its slots in ascending order
		if next := men | one(s); p.mayBecome(next, next|from) && !p.addMen(next, from, yield) {
			return false
		}
	}
	return true
}

// afterSetUp returns the position with the side set up: the other side follows, or
// the kick-off is made (rules 3.3, DECISION C6).
func (p position) afterSetUp(u setUp) position {
	p.last[p.side] = u
	p.men[p.side] = u.men
	if p.kicking() {
		p.ball = u.ballSlot(p.side)
		p.side = p.side.other()
		return p
	}
	p.side = p.side.other()
	p.phase = kickoff
	p.chain = newChain(act{kind: kickOff, dir: p.last[p.side].ball.direction()})
	return p
}

// setUpAgain returns the last set-up of the side to set up, as it may be made
// again: the ball where it was named last, else left if that is legal, else right.
// False if there was none, or it does not serve the side that kicks off now.
func (p position) setUpAgain() (setUp, bool) {
	u := p.last[p.side]
	sides := p.sidesOf(u.men)
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
