package cufootball

import (
	"cmp"
	"math"
	"slices"

	"kickabout/engine/games/cufootball/pitch"
)

// An evaluator thinks by a judge: of points, or while it learns of the next goal. It knows no
// randomness.
type evaluator struct {
	judge *judge
	goal  bool     // it thinks of the next goal
	wary  bool     // it takes a goal that is not soon for either side's as likely as not
	score [2]uint8 // before it
	far   reach
	near  reach
	plans []plan
	first []plan

	answers [len(answeredPegs)][]plan // to a movement, the best first

	looks, most int // at positions as the judge sees them, and how many there may be
}

// A plan is where men and keeper of a side may go, and what that is worth to it.
type plan struct {
	men    pitch.Set
	keeper pitch.GoalSlot
	left   int // spaces
	worth  float32
}

// newEvaluator returns an evaluator for a position.
func newEvaluator(j *judge, p *position) *evaluator {
	return &evaluator{judge: j, score: p.score, most: math.MaxInt}
}

// worth returns what chances of either side are worth to one.
func worth(c chances, side pitch.Colour) float32 { return c[side] - c[side.Other()] }

// plus returns chances and a share of others. Products are rounded by themselves, so that
// every machine comes to the same sums.
func (c chances) plus(d chances, share float32) chances {
	return chances{c[0] + float32(share*d[0]), c[1] + float32(share*d[1])}
}

// mean returns the chances where one or the other is as likely.
func (c chances) mean(d chances) chances { return chances{}.plus(c, 0.5).plus(d, 0.5) }

// lowest is below all that anything is worth.
const lowest = -100

// dribbles is how many dribbles in a row are thought of.
const dribbles = 1

// foreseen returns the chances after an act: the mean over its draws.
func (m *evaluator) foreseen(p position, again int) chances {
	switch {
	case p.phase == extra:
		_, c := m.bestAct(p, again)
		return c
	case p.chain.anyPeg(p.rules):
		var sum chances
		for peg := redPeg; peg <= pegs; peg++ {
			sum = sum.plus(m.foreseen(p.resolve(peg), again), 1.0/pegs)
		}
		return sum
	case p.chain.due != nothing:
		flight := p.flight()
		won := float32(flight.chance())
		return chances{}.plus(m.foreseen(p.resolve(bluePeg), again), won).plus(m.foreseen(p.resolve(redPeg), again), 1-won)
	case p.phase == over || p.phase == setup:
		return m.arrived(&p)
	case p.phase == dribble:
		if again > 0 {
			_, c := m.bestAct(p, again-1)
			return c
		}
		p.newRound(p.side, freeBall)
	}
	return m.ahead(&p, opening)
}

// arrived returns the chances after a goal, or at the end: they are certain while it
// thinks of that goal.
func (m *evaluator) arrived(p *position) (c chances) {
	if !m.goal {
		return shared(p.prospect())
	}
	for side := range m.score {
		if p.score[side] > m.score[side] {
			c[side] = 1
		}
	}
	return c
}

// ahead returns the chances at a stage of a round, as the judge sees them.
func (m *evaluator) ahead(p *position, s stage) chances {
	m.looks++
	c := m.judge.chances(p, s)
	if m.goal {
		return c
	}
	if m.wary {
		return shared(p.leaning(c[pitch.Red] - c[pitch.Blue]))
	}
	return shared(p.points(c))
}

// shared returns points of Red as chances of both.
func shared(points float32) chances { return chances{points, 5 - points} }

// bestAct returns what is best done with the ball, and the chances then.
func (m *evaluator) bestAct(p position, again int) (best act, after chances) {
	var seen [pitch.Directions]bool
	var room [mostActs]act
	top := float32(lowest)
	for _, a := range p.taker().acts(room[:0]) {
		if p.phase == kick {
			if seen[a.dir] {
				continue // whoever kicks, the ball goes the same way
			}
			seen[a.dir] = true
		}
		c := m.acted(p, a, again)
		if v := worth(c, p.side); v > top {
			best, after, top = a, c, v
		}
	}
	return best, after
}

// acted returns the chances after an act.
func (m *evaluator) acted(p position, a act, again int) chances {
	if a.kind == decline {
		return m.foreseen(p.after(decision{kind: acts, act: a}), again)
	}
	return m.foreseen(p.begin(a), again)
}

// played returns the chances before the ball is played, or in the round that begins as it
// cannot be.
func (m *evaluator) played(p position) chances {
	if p.phase == kick || p.phase == throw || p.phase == goalkick {
		_, c := m.bestAct(p, 0)
		return c
	}
	return m.foreseen(p, 0)
}

// follow returns the position after a plan.
func (pl *plan) follow(p position) position {
	p.men[p.side], p.keeper[p.side] = pl.men, pl.keeper
	return p
}

// glance appends the plans of the side to move within an allowance, as the table of the
// next stage values them.
func (m *evaluator) glance(p *position, r *reach, allowance int, plans []plan) []plan {
	next := moved
	if p.side != p.possession {
		next = settled
	}
	r.Find(p.men[p.side], p.closedTo(p.side), allowance)
	q := *p
	for cost := range allowance + 1 {
		for _, men := range r.Costing(cost) {
			q.men[p.side] = men
			for to := range pitch.GoalSlots {
				if d := pitch.GoalDistance(p.keeper[p.side], to); d <= allowance-cost {
					q.keeper[p.side] = to
					plans = append(plans, plan{men, to, allowance - cost - d, worth(m.ahead(&q, next), p.side)})
				}
			}
		}
	}
	return plans
}

// short is the allowance within which all plans are looked at; of those that go farther,
// what follows the best of these.
const short = 2

// plan lists the best plans of the side to move, those of equal worth always in the same
// order; not all of them need be legal.
func (m *evaluator) plan(p *position, width int) []plan {
	allowance := p.allowance()
	m.plans = m.glance(p, &m.far, min(allowance, short), m.plans[:0])
	if allowance > short {
		sortPlans(m.plans)
		m.first = append(m.first[:0], m.plans[:min(width, len(m.plans))]...)
		for i := range m.first {
			if m.looks > m.most/2 { // the rest is for the answers
				break
			}
			q := m.first[i].follow(*p)
			m.plans = m.glance(&q, &m.near, allowance-short+m.first[i].left, m.plans)
		}
	}
	legal := m.plans[:0]
	for _, pl := range m.plans {
		if !pl.men.Crowded() {
			legal = append(legal, pl)
		}
	}
	sortPlans(legal)
	return slices.CompactFunc(legal, func(a, b plan) bool { return a.men == b.men && a.keeper == b.keeper })
}

// sortPlans puts the best first.
func sortPlans(plans []plan) {
	slices.SortFunc(plans, func(a, b plan) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(a.men, b.men), cmp.Compare(a.keeper, b.keeper))
	})
}
