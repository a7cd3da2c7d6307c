package cufootball

import (
	"math/rand/v2"

	"kickabout/engine/games/cufootball/pitch"
)

// random returns a legal movement made of random steps. Every legal one has a
// chance; more likely are those that spend the allowance, with men of an area.
func (v mover) random(r *rand.Rand, near pitch.Set) movement {
	for {
		if m := v.randomWalk(r, near); !v.after(m).Crowded() {
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

// randomWalk returns a movement of random steps within the allowance.
func (v mover) randomWalk(r *rand.Rand, near pitch.Set) movement {
	men, guard := v.men, v.keeper
	for left := v.spaces; left > 0 && r.IntN(tenth) >= stopEarly; {
		if r.IntN(tenth) < keeperSteps {
			to := pitch.GoalSlot(r.IntN(int(pitch.GoalSlots)))
			if d := pitch.GoalDistance(guard, to); d <= left {
				guard, left = to, left-d
			}
			continue
		}
		s, ok := v.anyStride(r, men, near, left)
		if !ok {
			break
		}
		men ^= pitch.One(s.From) | pitch.One(s.To)
		left -= s.Cost()
	}
	return v.to(men, guard)
}

// anyStride returns a random step of the men that costs no more than the spaces left.
func (v mover) anyStride(r *rand.Rand, men, near pitch.Set, left int) (pitch.Stride, bool) {
	if near &= men; near != 0 && r.IntN(tenth) < nearTheBall {
		if s, ok := oneStride(r, men, near, v.closed, left); ok {
			return s, true
		}
	}
	return oneStride(r, men, men, v.closed, left)
}

// oneStride returns a random step of one of the movers.
func oneStride(r *rand.Rand, men, movers, closed pitch.Set, left int) (found pitch.Stride, ok bool) {
	n := 0
	pitch.Strides(men, closed, func(s pitch.Stride) bool {
		if movers.Has(s.From) && s.Cost() <= left {
			if n++; r.IntN(n) == 0 {
				found = s
			}
		}
		return false
	})
	return found, n > 0
}
