package cufootball

import "math/rand/v2"

// randomMovement returns a legal movement made of random steps. Every legal one has
// a chance; more likely are those that spend the allowance, with men near the ball.
func (p position) randomMovement(r *rand.Rand) movement {
	for {
		if m := p.wander(r); !p.moved(m).men[p.side].crowded() {
			return m
		}
	}
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
