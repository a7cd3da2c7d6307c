package cufootball

import (
	"math"
	"math/rand/v2"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/games/cufootball/team"
)

// A width is how much is looked at.
type width struct {
	follow  int // plans that are followed beyond the first spaces
	plans   int // movements whose answers are looked at
	answers int // that are looked at, each with all that can be done with the ball then
	shield  int // movements of the side without the ball that are looked at so
	setUps  int // that are tried
	replies int // to each
	looks   int // at positions: then no other movement is looked at
}

// Hard is wary: the chances of the judge are of goals that come soon, and a side with twice as many has no more than what it is
// ahead by. Whoever takes their ratio for what is to come keeps a good position and lets a shot go; with the same search, being wary
// takes 2.8 of 5 points from not being so. Medium stays as it is: others are measured by it.
//
// Hard looks at nearly all that there is in most positions, and in those with the most movements at so much as takes some
// 45 ms of a core: looks are counted, not timed, so that it moves alike on every machine.
var (
	mediumWidth = width{follow: 12, plans: 8, answers: 6, shield: 40, setUps: 30, replies: 6, looks: math.MaxInt}
	hardWidth   = width{follow: 200, plans: 100, answers: 100, shield: 1000, setUps: 60, replies: 12, looks: 40_000}
)

// grades are those of the opponents for people, found by trials of 300 matches or more: "dev grade" takes hours here.
var grades = [bot.Opponents]float64{1.64, 1.92, 2.27, 2.76, 3.095, 3.278, 3.465, 3.675, 3.9, bot.BestGrade}

// Grades returns those of the opponents for people.
func (Game) Grades(string) *[bot.Opponents]float64 { return &grades }

var (
	_ bot.Gauged  = Game{}
	_ bot.Thinker = position{}
)

// Think returns a move, and what it promises to its side: it looks through all draws until
// the ball has been played. Easy is not its business.
func (p position) Think(level bot.Level, r *rand.Rand) (engine.Move, float64) {
	if !p.decides() || level == bot.Easy {
		return "", 0
	}
	if n, ok := level.Opponent(); ok {
		return bot.Graded(p, grades[n], r)
	}
	m, w := newEvaluator(embedded(), &p), mediumWidth
	if level == bot.Hard {
		m.wary, w = true, hardWidth
	}
	d, c := m.decide(p, w, r)
	return d.text(), float64(c[p.side])
}

// decide returns the best decision that it finds, and the chances after it.
func (m *evaluator) decide(p position, w width, r *rand.Rand) (decision, chances) {
	switch p.phase {
	case setup:
		u, c := m.bestSetUp(p, w, r)
		return decision{kind: setsUp, setUp: u}, c
	case move:
		mv, c := m.bestMovement(p, w)
		return decision{kind: moves, movement: mv}, c
	}
	a, c := m.bestAct(p, dribbles)
	return decision{kind: acts, act: a}, c
}

// bestMovement returns the best movement of the plans that are looked at.
func (m *evaluator) bestMovement(p position, w width) (best movement, after chances) {
	n := w.plans
	if p.side != p.possession {
		n = w.shield
	}
	m.looks, m.most = 0, w.looks
	plans := m.plan(&p, w.follow)
	plans = append([]plan(nil), plans[:min(n, len(plans))]...)
	top := float32(lowest)
	for _, pl := range plans {
		if m.looks > m.most {
			break
		}
		mv := p.mover().to(pl.men, pl.keeper)
		c := m.shown(p.afterMovement(mv), w, top)
		if v := worth(c, p.side); v > top {
			best, after, top = mv, c, v
		}
	}
	return best, after
}

// shown returns the chances after a movement: those of the ball's play, after the other
// side's best answer to each peg if it has still to move. Of a movement that is worth no more
// than another one, top, it looks at no more answers than show that.
func (m *evaluator) shown(p position, w width, top float32) (c chances) {
	if p.phase != move || p.side == p.possession {
		return m.played(p)
	}
	var best [len(answeredPegs)]chances
	for k, peg := range answeredPegs {
		p.draw = peg
		plans := m.plan(&p, 0)
		m.answers[k] = append(m.answers[k][:0], plans[:min(w.answers, len(plans))]...)
	}
	for i := range w.answers {
		for k, answers := range m.answers {
			if i < len(answers) {
				if a := m.answered(p, &answers[i]); i == 0 || worth(a, p.side) > worth(best[k], p.side) {
					best[k] = a
				}
			}
		}
		if c = best[0].mean(best[1]); worth(c, p.side.Other()) <= top {
			break
		}
	}
	return c
}

// answeredPegs are those for which answers are looked at: the others allow as much as these.
var answeredPegs = [...]uint8{redPeg, greenPeg}

// answered returns the chances after an answer of the side without the ball.
func (m *evaluator) answered(p position, answer *plan) chances {
	q := answer.follow(p)
	q.draw, q.side = 0, q.possession
	return m.played(q.play())
}

// bestSetUp returns the best of some set-ups: the side that sets up first expects the
// worst of some replies.
func (m *evaluator) bestSetUp(p position, w width, r *rand.Rand) (best team.SetUp, after chances) {
	top := float32(lowest)
	for range w.setUps {
		u := p.lineUp().random(r)
		c := m.setUp(p.afterSetUp(u), w, r)
		if v := worth(c, p.side); v > top {
			best, after, top = u, c, v
		}
	}
	return best, after
}

// setUp returns the chances after a set-up.
func (m *evaluator) setUp(p position, w width, r *rand.Rand) (after chances) {
	if p.phase != setup {
		return m.foreseen(p, 0)
	}
	top := float32(lowest)
	for range w.replies {
		c := m.foreseen(p.afterSetUp(p.lineUp().random(r)), 0)
		if v := worth(c, p.side); v > top {
			after, top = c, v
		}
	}
	return after
}
