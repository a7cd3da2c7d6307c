package onetwofun

import (
	"slices"

	"kickabout/engine"
)

// A position is a state of a match in machine words: comparable, no pointers.
type position struct {
	scene
	possession uint8 // from 1
	score      [2]uint8
	last       colour // who scored last, or nobody
}

// Roll makes the throw that is due. A throw of a turn without a play hands over
// to the other side (rules 2.3).
func (p position) Roll(throw ...int) (engine.Position, error) {
	dice := p.Next().Dice
	if dice.Count == 0 {
		return nil, engine.Illegal("No throw is due.")
	}
	if len(throw) != dice.Count {
		return nil, engine.Illegal("A throw of %s is due, not of %d.", plural(dice.Count, "die", "dice"), len(throw))
	}
	for _, face := range throw {
		if face < 1 || face > dice.Sides {
			return nil, engine.Illegal("There is no %d on the die.", face)
		}
	}
	return p.thrown(throw), nil
}

// thrown returns the position after faces that are on the dice.
func (p position) thrown(faces []int) position {
	switch p.wait.due {
	case penaltyThrow:
		return p.afterPenaltyThrow(uint8(faces[0]))
	case keeperThrow:
		return p.afterKeeperThrow(uint8(faces[0]))
	case blockThrow:
		return p.afterBlockThrow(faces)
	}
	p.dice = [2]uint8{uint8(faces[0]), uint8(faces[1])}
	switch {
	case p.isPenalty():
		return p.toPenalty()
	case !p.playable():
		return p.handedOver()
	}
	return p
}

// Play returns the position after a legal move, or Check's error.
func (p position) Play(m engine.Move) (engine.Position, error) {
	d, err := p.read(m)
	if err != nil {
		return nil, err
	}
	return p.after(d), nil
}

// Check returns nil if a move is legal, else an error that wraps ErrIllegal and
// says why.
func (p position) Check(m engine.Move) error {
	_, err := p.read(m)
	return err
}

// after returns the position after a legal decision.
func (p position) after(d decision) position {
	switch d.kind {
	case placing:
		p.markers = [markersInPlay]point{d.hops[0].to, d.hops[1].to, d.hops[2].to}
	case keeperStep:
		p.keepers[p.actor()] = d.hops[0].to
		if !p.own { // else the other keeper's turn comes
			p.phase = play
		}
		p.own = false
		return p
	case diceChoice:
		p.phase, p.wait.dice = play, d.dice
		return p
	default:
		for _, h := range d.all() {
			if h.to == beyond {
				return p.shoots(h.from, p.shotOf(d))
			}
			p.move(h.from, h.to)
		}
	}
	if d.kind == penaltyKick {
		p.wait = wait{due: penaltyThrow}
		return p
	}
	return p.nextThrow()
}

// shoots returns the position after a marker has left over the goal line with a
// die or total: a goal, or before it the throw for a block.
func (p position) shoots(from point, total int8) position {
	if !p.stoppable(slices.Index(p.markers[:], from), total) {
		return p.scored()
	}
	p.wait = wait{due: blockThrow, shot: uint8(total), shooter: from}
	if p.rules.dice {
		p.wait.dice = 1
		if p.isDirect() {
			p.phase, p.wait.dice = choosing, 0
		}
	}
	return p
}

// nextThrow returns the position in which the side in possession throws, or
// before that the other's keeper steps.
func (p position) nextThrow() position {
	p.dice = [2]uint8{}
	p.phase = play
	if p.rules.keepers {
		p.phase, p.own = keeping, p.rules.step
	}
	return p
}

// handedOver returns the position after a turn that was not completed: the other
// side's, or the end (rules 2.3, 2.9).
func (p position) handedOver() position {
	p = p.passedOn()
	if p.phase == over {
		return p
	}
	return p.nextThrow()
}

// scored returns the position after a goal: the other side's kick-off or the end
// (rules 2.2, 2.9).
func (p position) scored() position {
	p.markers = noMarkers
	p.score[p.side]++
	p.last = p.side
	if p.score[p.side] == p.rules.goals {
		return p.ended()
	}
	return p.passedOn()
}

// passedOn returns the position before the other side's kick-off, or the end
// after the last possession.
func (p position) passedOn() position {
	if p.possession == possessionCap {
		return p.ended()
	}
	p.phase, p.dice, p.wait = kickoff, [2]uint8{}, wait{}
	p.possession++
	p.side = p.side.other()
	return p
}

// ended returns the position as the last one of the match.
func (p position) ended() position {
	p.phase, p.dice, p.wait = over, [2]uint8{}, wait{}
	return p
}

// Outcome is how the match ended (rules 2.9): zero while it goes on.
func (p position) Outcome() engine.Outcome {
	if p.phase != over {
		return engine.Outcome{}
	}
	o := engine.Outcome{Score: p.goals()}
	switch {
	case p.score[p.side] == p.rules.goals:
		o.Ending, o.Winner = engine.Target, p.side.side()
	case p.score[white] != p.score[black]:
		o.Ending, o.Winner = engine.FullTime, engine.First
		if p.score[black] > p.score[white] {
			o.Winner = engine.Second
		}
	case p.last != nobody:
		o.Ending, o.Winner = engine.LastGoal, p.last.side()
	default:
		o.Ending = engine.Goalless
	}
	return o
}

// goals returns the score as the engine has it.
func (p position) goals() [2]int { return [2]int{int(p.score[white]), int(p.score[black])} }
