package streetsoccer

import (
	"math/rand/v2"

	"kickabout/engine"
	"kickabout/engine/bot"
)

// What is looked at of placings, of which there are too many for all.
const (
	weighedFirst    = 20 // of the side that places first
	weighedAnswers  = 5  // to each of them
	weighedPlacings = 60 // of the other side
	weighedKicks    = 1  // that are looked at two turns deep
)

var _ bot.Judge = position{}

// Judged says how Weigh does it.
func (position) Judged() string { return "two turns ahead" }

// Weigh weighs a move: a turn by what it leaves behind after the other side's best
// reply to each throw, a placing by what the kick-off is worth after it.
func (p position) Weigh(m engine.Move) bot.Weighing {
	if p.phase == placing {
		return newSearch(embedded()).weighPlacing(&p, m)
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
// The other side, if it is still to place, answers with the best of a few.
func (s *search) weighPlacing(p *position, m engine.Move) bot.Weighing {
	r := rand.New(rand.NewPCG(uint64(p.move), 0))
	placings := weighedPlacings
	if p.move == 1 {
		placings = weighedFirst
	}
	answers := s.answers(p, r, weighedAnswers)
	var best area
	top := float32(worst)
	for range placings {
		set := p.coach().random(r)
		if v := s.foretell(p, set, answers); v > top {
			best, top = set, v
		}
	}
	w := bot.Weighing{Best: p.write(decision{set: best}), Top: p.forYellow(top)}
	if d, err := p.read(m); err == nil {
		w.Played = p.forYellow(s.foretell(p, d.set, answers))
	}
	return w
}

// foretell returns what a placing is worth to its side after the worst of some answers.
func (s *search) foretell(p *position, set area, answers []area) float32 {
	after := p.after(decision{set: set})
	if after.phase != placing {
		return s.begun(&after, p.side)
	}
	low := float32(-worst)
	for _, a := range answers {
		if after.coach().mayPlace(a) {
			q := after.after(decision{set: a})
			low = min(low, s.begun(&q, p.side))
		}
	}
	if low == -worst {
		return 0 // it stands in the way of all answers
	}
	return low
}

// begun returns what a kick-off is worth to a side, two turns ahead; one whose value is
// thrown again is worth nothing to either.
func (s *search) begun(p *position, side colour) float32 {
	if p.ball == nowhere {
		return s.lateOpening(p, side)
	}
	if p.die == 0 {
		return 0
	}
	v := s.worth[s.glance(p, weighedKicks)]
	if side != p.side {
		return -v
	}
	return v
}

// forYellow turns a value of the side to move into Yellow's points.
func (p *position) forYellow(value float32) float64 {
	v := p.points(value)
	if p.side == red {
		v = 5 - v
	}
	return v
}
