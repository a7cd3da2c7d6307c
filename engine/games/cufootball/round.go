package cufootball

import (
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// begin returns the position in which an act is being resolved: its length is due,
// or the throw-in has one.
func (p position) begin(a act) position {
	if a.kind == kickAgain {
		var man pitch.Slot
		p.board, man, _ = p.taker().dribbler()
		p.kicked = act{}
		p.phase = kick
		a = act{kind: kickBall, man: man, dir: a.dir}
	}
	p.winners = 0
	if a.kind == takeExtra {
		return p.withExtra(a.plus)
	}
	p.chain = newChain(a)
	if a.kind == kickBall && p.rules.miss {
		p.chain.due = missDue
	}
	if a.kind == throwBall {
		f := p.flight()
		return p.landed(&f, f.roll(a.length))
	}
	return p
}

// withExtra returns the position after the extra space of a goal kick was taken or left.
func (p position) withExtra(plus bool) position {
	p.phase = goalkick
	p.chain.act.plus, p.chain.act.open = plus, false
	f := p.flight()
	return p.landed(&f, f.roll(p.chain.drawn))
}

// resolve returns the position after the draw that a chain waits for. Of a goal kick whose
// extra space is still to be said the length is noted.
func (p position) resolve(peg uint8) position {
	if p.chain.act.open {
		p.phase, p.chain.drawn, p.chain.due = extra, peg, nothing
		return p
	}
	f := p.flight()
	return p.landed(&f, f.resolve(peg))
}

// landed returns the position after the ball went its way.
func (p position) landed(f *flight, l landing) position {
	p.board, p.chain = f.board, f.chain
	switch l {
	case ballKept:
		return p.kept()
	case ballLost:
		won := f.won
		p = p.finished(p.side.Other(), freeBall)
		if p.rules.winners && p.phase == move {
			p.winners = won
		}
		return p
	case ballFouled:
		return p.finished(p.side, freeKick)
	case ballCaught:
		p.ball = pitch.WithKeeper
		return p.finished(p.side.Other(), keepersBall)
	case ballOut:
		return p.finished(p.side.Other(), throwIn)
	case ballIn:
		return p.scored()
	}
	return p
}

// finished returns the position after an act that left the ball to a side: the
// next round, or the end.
func (p position) finished(c pitch.Colour, m mode) position {
	p.chain = chain{}
	p.possession, p.mode = c, m
	if p.count() {
		return p.ended()
	}
	p.newRound(c, m)
	return p
}

// ended returns the position once the match is over; nothing of it will be set up again.
func (p position) ended() position {
	p.phase = over
	p.winners = 0
	p.last = [2]team.SetUp{}
	return p
}

// kept returns the position after an act whose side keeps the ball. A kick that was
// drawn red, or what the rules say else, may be followed by a dribble (rules 3.6, DECISION C18).
func (p position) kept() position {
	last := p.chain
	p = p.finished(p.side, freeBall)
	if p.phase == over || last.act.kind != kickBall || !p.rules.dribbles(last.drawn) {
		return p
	}
	again := p
	again.phase, again.kicked = dribble, last.act
	var room [mostActs]act
	if len(again.taker().dribbles(room[:0])) == 0 {
		return p
	}
	return again
}

// play returns the position after both movements, in which the ball is played. If
// that is not possible the round ends without: the ball is the other side's, but
// for a keeper's, who has another round (rules 3.5, 3.8, 3.9, DECISION C12).
func (p position) play() position {
	p.phase = [...]phase{freeBall: kick, throwIn: throw, keepersBall: goalkick, freeKick: kick}[p.mode]
	switch {
	case p.taker().count() > 0:
		return p
	case p.mode == keepersBall:
		return p.finished(p.side, keepersBall)
	}
	return p.finished(p.side.Other(), freeBall)
}

// scored returns the position after a goal: both sides are set up again, or the
// match is over (rules 3.3, 3.10).
func (p position) scored() position {
	p.chain = chain{}
	p.ball, p.mode = pitch.Nowhere, freeBall
	if p.add(p.side) {
		return p.ended()
	}
	p.phase, p.side = setup, p.side.Other()
	p.possession, p.mode, p.winners = p.side, freeBall, 0
	p.men = [2]pitch.Set{}
	p.keeper = [2]pitch.GoalSlot{pitch.KeeperStart, pitch.KeeperStart}
	return p
}

// afterSetUp returns the position with the side set up: the other side follows, or
// the kick-off is made (rules 3.3, DECISION C6).
func (p position) afterSetUp(u team.SetUp) position {
	p.last[p.side] = u
	p.men[p.side] = u.Men
	if p.side == p.kicksOff() {
		p.ball = u.BallSlot(p.side)
		p.side = p.side.Other()
		return p
	}
	p.side = p.side.Other()
	p.phase = kickoff
	p.chain = newChain(act{kind: kickOff, dir: p.last[p.side].Ball.Direction()})
	return p
}

// afterMovement returns the position after a legal movement: the other side moves,
// or the ball is played (rules 3.3).
func (p position) afterMovement(m movement) position {
	p.move(p.side, m)
	p.draw = 0
	if p.side == p.possession {
		p.winners &^= m.vacated
		if p.mode != freeKick {
			p.side = p.side.Other()
			return p
		}
	}
	p.side = p.possession
	return p.play()
}
