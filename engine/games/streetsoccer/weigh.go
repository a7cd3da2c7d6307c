package streetsoccer

import (
	"math/rand/v2"

	"kickabout/engine"
	"kickabout/engine/bot"
)

// What is looked at of placings, of which there are too many for all.
const (
	weighedPlacings = 60
	weighedAnswers  = 6
)

var _ bot.Judge = position{}

// Judged says how Weigh does it.
func (position) Judged() string { return "two turns ahead" }

// Weigh weighs a move: a turn by what it leaves behind after the other side's best
// reply to each throw, a placing by what the kick-off is worth after it.
func (p position) Weigh(m engine.Move) bot.Weighing {
	if p.phase == placing {
		return p.weighPlacing(m)
	}
	s := newSearch(embedded())
	s.stakes = stakesOf(&p)
	best := s.full(&p, 1)
	w := bot.Weighing{Best: p.write(p.decisionTo(&s.root[best])), Top: p.forYellow(s.worth[best])}
	if d, err := p.read(m); err == nil {
		q := p.after(d)
		if q == s.root[best] {
			w.Best, w.Played = m, w.Top
		} else {
			w.Played = p.forYellow(s.expect(&q, worst))
		}
	}
	return w
}

// weighPlacing weighs a placing against some others, which are the same ones always.
func (p position) weighPlacing(m engine.Move) bot.Weighing {
	s := newSearch(embedded())
	r := rand.New(rand.NewPCG(uint64(p.move), 0))
	answers := s.answers(&p, r, weighedAnswers)
	best, top := s.placeAmong(&p, r, weighedPlacings, answers)
	w := bot.Weighing{Best: p.write(decision{set: best}), Top: p.forYellow(top)}
	if d, err := p.read(m); err == nil {
		q := p.after(d)
		w.Played = p.forYellow(s.promise(&q, p.side, answers))
	}
	return w
}

// forYellow turns a value of the side to move into Yellow's points.
func (p *position) forYellow(value float32) float64 {
	v := p.points(value)
	if p.side == red {
		v = 5 - v
	}
	return v
}
