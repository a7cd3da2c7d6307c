package streetsoccer

import "kickabout/engine"

// Worst returns how a match that goes on ends for a side if everything goes against it: each turn of the other side
// scores that may (rules 1.11). There are no own goals, so its own turns cost it nothing. The score is left open.
func (Game) Worst(at engine.Position, side engine.Side) engine.Outcome {
	p, ok := at.(position)
	if !ok || p.phase == over || side == engine.NoSide {
		return at.Outcome()
	}
	us := colour(side - engine.First)
	lead := int(p.score[us]) - int(p.score[us.other()])
	lost := engine.Outcome{Ending: engine.FullTime, Winner: side.Other()}
	if p.move <= lastNormal {
		switch theirs := p.turnsOf(us.other(), lastNormal); {
		case lead > theirs:
			return engine.Outcome{Ending: engine.FullTime, Winner: side}
		case lead < theirs:
			return lost
		}
		lost.Ending = engine.SuddenDeath
		return lost
	}
	switch {
	case p.turnsOf(us.other(), lastExtra) > 0:
		lost.Ending = engine.SuddenDeath
		return lost
	case p.scorer == nobody:
		return engine.Outcome{Ending: engine.Goalless}
	}
	return engine.Outcome{Ending: engine.LastGoal, Winner: p.scorer.side()}
}

// turnsOf counts the moves that a side has left up to the last one of a period; the placing is none.
func (p position) turnsOf(c colour, last int) int {
	moves := last - max(int(p.move), kickoffMove) + 1
	if p.side == c {
		moves++
	}
	return moves / 2
}
