package cufootball

import (
	"fmt"
	"math/rand/v2"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/games/cufootball/pitch"
)

var (
	_ bot.Judge     = position{}
	_ bot.Appraiser = position{}
)

// Judged says how Weigh does it.
func (position) Judged() string {
	return fmt.Sprintf("on until the ball has been played, and knows the rest from %d games against itself", LessonMatches)
}

// weighed is an evaluator for a position, and the randomness with which it tries set-ups: the same
// for the same position.
func weighed(p *position) (*evaluator, *rand.Rand) {
	return newEvaluator(embedded(), p), rand.New(rand.NewPCG(uint64(p.clock), uint64(p.score[pitch.Red])<<8|uint64(p.score[pitch.Blue])))
}

// Worth returns what the position promises to Red, in points.
func (p position) Worth() float64 {
	m, r := weighed(&p)
	var c chances
	switch {
	case p.decides():
		_, c = m.decide(p, mediumWidth, r)
	case p.chain.due != nothing:
		c = m.foreseen(p, dribbles)
	case p.phase == move && p.side != p.possession:
		c = m.ahead(&p, moved)
	case p.phase == move:
		c = m.ahead(&p, opening)
	default:
		c = m.arrived(&p)
	}
	return float64(c[pitch.Red])
}

// Weigh weighs a legal move against the best of those that medium thinks of, and itself.
func (p position) Weigh(text engine.Move) bot.Weighing {
	m, r := weighed(&p)
	d, c := m.decide(p, mediumWidth, r)
	w := bot.Weighing{Best: d.text(), Top: float64(c[pitch.Red])}
	played, err := p.read(text)
	if err != nil {
		return w // nothing was asked for
	}
	w.Played = float64(m.decided(p, played)[pitch.Red])
	if above := (w.Played - w.Top) * signOf(p.side); above >= 0 || w.Best == text {
		w.Best, w.Top = text, w.Played
	}
	return w
}

// decided returns the chances after a decision.
func (m *evaluator) decided(p position, d decision) chances {
	switch p.phase {
	case setup:
		_, r := weighed(&p)
		return m.setUp(p.afterSetUp(d.setUp), mediumWidth, r)
	case move:
		return m.shown(p.afterMovement(d.movement), mediumWidth, lowest)
	}
	return m.acted(p, d.act, dribbles)
}
