package cufootball

import "math/rand/v2"

// A stride is one step of one man.
type stride struct{ from, to slot }

// cost returns the spaces that it takes.
func (s stride) cost() int {
	if distance(s.from, s.to) == 1 {
		return straightCost
	}
	return diagonalCost
}

// strides calls visit with each step that a man of a set can make; it stops when
// visit returns true, and says whether it did.
func strides(men, closed set, visit func(stride) bool) bool {
	for from := range men.all() {
		for to := range (one(from).around() &^ (men | closed)).all() {
			if visit(stride{from, to}) {
				return true
			}
		}
	}
	return false
}

// way returns steps that lead the men to a set of slots within the spaces, none of
// them wasted if there is a choice; false if there are none.
func way(men, to, closed set, spaces int) ([]stride, bool) {
	for limit := apart(men, to); limit <= spaces; limit++ {
		if steps, ok := search(men, to, closed, limit, nil); ok {
			return steps, true
		}
	}
	return nil, false
}

// search looks for a way that costs at most so many spaces, behind the steps made so far.
func search(men, to, closed set, spaces int, made []stride) ([]stride, bool) {
	if men == to {
		return made, true
	}
	var found []stride
	ok := strides(men, closed, func(s stride) bool {
		next, left := men^one(s.from)^one(s.to), spaces-s.cost()
		if left < apart(next, to) {
			return false
		}
		var ok bool
		found, ok = search(next, to, closed, left, append(made, s))
		return ok
	})
	return found, ok
}

// apart returns a number of spaces that no way between two sets of as many slots
// can do without: the least sum of distances from the slots that differ to each other.
func apart(from, to set) int { return matched(from&^to, to&^from) }

// matched returns the least sum of distances that pairs two sets off.
func matched(from, to set) int {
	if from == 0 {
		return 0
	}
	s, best := from.first(), columns*ranks
	for t := range to.all() {
		best = min(best, distance(s, t)+matched(from.withoutFirst(), to&^one(t)))
	}
	return best
}

// spent returns the least spaces that men and keeper of the side that moves need
// for a movement; more than the allowance if it cannot be done.
func (p position) cost(m movement) int {
	cost := 0
	if m.keeper != stays {
		cost = goalDistance(p.keeper[p.side], m.keeper)
	}
	if m.vacated.len() > p.allowance() {
		return p.allowance() + 1
	}
	steps, ok := way(p.men[p.side], p.moved(m).men[p.side], p.closedTo(), p.allowance()-cost)
	if !ok {
		return p.allowance() + 1
	}
	for _, s := range steps {
		cost += s.cost()
	}
	return cost
}

// Random steps: how often out of ten something is tried.
const (
	tenth       = 10
	stopEarly   = 1 // to leave the rest of the allowance
	keeperSteps = 1 // the keeper, not a man
	nearTheBall = 5 // the men nearest to the ball, not any
)

// wander returns a movement of random steps within the allowance.
func (p position) wander(r *rand.Rand) movement {
	men, guard := p.men[p.side], p.keeper[p.side]
	for left := p.allowance(); left > 0 && r.IntN(tenth) >= stopEarly; {
		if r.IntN(tenth) < keeperSteps {
			to := goalSlot(r.IntN(int(goalSlots)))
			if d := goalDistance(guard, to); d <= left {
				guard, left = to, left-d
			}
			continue
		}
		s, ok := p.anyStride(r, men, left)
		if !ok {
			break
		}
		men ^= one(s.from) | one(s.to)
		left -= s.cost()
	}
	m := p.movementTo(men)
	if guard != p.keeper[p.side] {
		m.keeper = guard
	}
	return m
}

// anyStride returns a random step that costs no more than the spaces left.
func (p position) anyStride(r *rand.Rand, men set, left int) (stride, bool) {
	if near := men & p.about(); near != 0 && r.IntN(tenth) < nearTheBall {
		if s, ok := oneStride(r, men, near, p.closedTo(), left); ok {
			return s, true
		}
	}
	return oneStride(r, men, men, p.closedTo(), left)
}

// about returns the slots within two steps of the ball; none while a keeper has it.
func (p position) about() set {
	if p.ball >= nowhere {
		return 0
	}
	return one(p.ball).around().around()
}

// oneStride returns a random step of one of the movers.
func oneStride(r *rand.Rand, men, movers, closed set, left int) (found stride, ok bool) {
	n := 0
	strides(men, closed, func(s stride) bool {
		if movers.has(s.from) && s.cost() <= left {
			if n++; r.IntN(n) == 0 {
				found = s
			}
		}
		return false
	})
	return found, n > 0
}
