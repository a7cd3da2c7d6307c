package cufootball

// finished returns the position after an act that left the ball to a side: the
// next round, or the end.
func (p position) finished(c colour, m mode) position {
	p.chain = chain{}
	p.possession, p.mode = c, m
	p = p.counted()
	if p.phase == over {
		return p
	}
	return p.round(c, m)
}

// counted returns the position after one more on the clock, over if that was the
// last (rules 3.10).
func (p position) counted() position {
	p.clock++
	if p.clock == p.rules.clock {
		return p.ended()
	}
	return p
}

// ended returns the position once the match is over; nothing of it will be set up again.
func (p position) ended() position {
	p.phase = over
	p.last = [2]setUp{}
	return p
}

// round returns the position in which a round begins: the side in possession draws
// for its movement (rules 3.3).
func (p position) round(c colour, m mode) position {
	p.phase, p.side, p.possession, p.mode = move, c, c, m
	return p
}

// kept returns the position after an act whose side keeps the ball. A kick that was
// drawn red may be followed by a dribble (rules 3.6, DECISION C18).
func (p position) kept() position {
	last := p.chain
	p = p.finished(p.side, freeBall)
	if p.phase == over || last.act.kind != kickBall || last.drawn != redPeg {
		return p
	}
	again := p
	again.phase, again.kicked = dribble, last.act
	var room [mostActs]act
	if len(again.dribbles(room[:0])) == 0 {
		return p
	}
	return again
}

// play returns the position after both movements, in which the ball is played. If
// that is not possible the round ends without: the ball is the other side's, but
// for a keeper's, who has another round (rules 3.5, 3.8, 3.9, DECISION C12).
func (p position) play() position {
	p.phase = [...]phase{freeBall: kick, throwIn: throw, keepersBall: goalkick}[p.mode]
	switch {
	case p.countActs() > 0:
		return p
	case p.mode == keepersBall:
		return p.finished(p.side, keepersBall)
	}
	return p.finished(p.side.other(), freeBall)
}

// scored returns the position after a goal: both sides are set up again, or the
// match is over (rules 3.3, 3.10).
func (p position) scored() position {
	p.chain = chain{}
	p.ball = nowhere
	p.score[p.side]++
	p.scorer = p.side
	p = p.counted()
	if p.score[p.side] == p.rules.goals {
		p = p.ended()
	}
	if p.phase == over {
		return p
	}
	p.phase, p.side = setup, p.side.other()
	p.possession, p.mode = p.side, freeBall
	p.men = [2]set{}
	p.keeper = [2]goalSlot{keeperStart, keeperStart}
	return p
}
