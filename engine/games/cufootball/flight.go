package cufootball

import "kickabout/engine/games/cufootball/pitch"

// A flight is the way of the ball over a board while an act is being resolved (rules 3.6).
type flight struct {
	board
	chain chain
	side  pitch.Colour // that played the ball
	fouls bool         // a lost chance may be a foul
	won   pitch.Set    // once the ball is lost: the men who have won it
}

// A landing says how a flight ends.
type landing uint8

const (
	rolling    landing = iota // not yet: a draw is due
	ballKept                  // by the side that played it
	ballLost                  // to a man of the other side
	ballCaught                // by the other side's keeper
	ballOut                   // over a touch line
	ballIn                    // a goal
	ballFouled                // a man of the other side has fouled
)

// resolve takes the ball on by the draw that is due.
func (f *flight) resolve(peg uint8) landing {
	switch f.chain.due {
	case lengthDue:
		return f.roll(peg)
	case saveDue:
		if f.saves(peg) {
			return ballCaught
		}
		return ballIn
	case missDue:
		f.chain.due = lengthDue
		if peg == redPeg {
			f.chain.due = turnDue
		}
		return rolling
	case turnDue:
		f.chain.due = lengthDue
		f.chain.act.dir = astray(f.chain.act.dir, peg)
		return rolling
	case foulDue:
		if peg == redPeg {
			return ballFouled
		}
		return f.goOn()
	}
	who := f.nextDrawer()
	if wins(who, peg) {
		return f.wonBy(who)
	}
	f.chain.tried[f.chain.n] = who
	f.chain.n++
	if f.fouls && who != asKeeper && peg == redPeg {
		f.chain.due = foulDue
		return rolling
	}
	return f.goOn()
}

// goOn lets the next opponent draw, or the ball go on, after a lost chance: a ball that rests
// has no spaces left.
func (f *flight) goOn() landing {
	if f.chain.left == 0 {
		return f.settle()
	}
	return f.pass()
}

// astray returns the direction of a kick that may go astray: red turns it by 45 degrees
// anticlockwise, blue clockwise (rules 3.10).
func astray(d pitch.Direction, peg uint8) pitch.Direction {
	switch peg {
	case redPeg:
		return (d + pitch.Directions - 1) % pitch.Directions
	case bluePeg:
		return (d + 1) % pitch.Directions
	}
	return d
}

// wins says whether a peg takes the ball for an opponent (rules 3.6).
func wins(who pitch.Slot, peg uint8) bool {
	if who == asKeeper {
		return peg >= keeperWins
	}
	return peg >= manWins
}

// wonBy says how a flight ends that an opponent stops.
func (f *flight) wonBy(who pitch.Slot) landing {
	if who == asKeeper {
		return ballCaught
	}
	return f.lostTo(pitch.One(who))
}

// lostTo ends a flight in which men of the other side win the ball.
func (f *flight) lostTo(men pitch.Set) landing {
	f.won = men
	return ballLost
}

// chance returns how likely the opponent who draws takes the ball or saves.
func (f *flight) chance() float64 {
	n := 0
	for peg := redPeg; peg <= pegs; peg++ {
		if f.chain.due == saveDue && f.saves(peg) || f.chain.due != saveDue && wins(f.nextDrawer(), peg) {
			n++
		}
	}
	return float64(n) / pegs
}

// roll sends the ball out for a length.
func (f *flight) roll(length uint8) landing {
	f.chain.drawn, f.chain.left = length, length
	if f.chain.act.kind != kickFromGoal {
		return f.step()
	}
	if f.chain.act.plus {
		f.chain.left++
	}
	first, _ := f.chain.act.first(f.side)
	return f.enter(first)
}

// step lets the ball go one space on, or meet with what is there.
func (f *flight) step() landing {
	next := f.ahead()
	switch {
	case next == pitch.BeyondSide:
		return ballOut
	case next == f.side.Other().EndLine():
		return f.shot()
	case next == f.side.EndLine(): // it stops dead (DECISION C14)
		return f.rest(pitch.Nowhere)
	case f.men[f.side.Other()].Has(next):
		return f.lostTo(pitch.One(next))
	case f.men[f.side].Has(next):
		return f.rest(next)
	}
	return f.enter(next)
}

// ahead returns what lies before the rolling ball.
func (f *flight) ahead() pitch.Slot { return pitch.Ahead[f.ball][f.chain.act.dir] }

// enter lets the ball enter an empty slot (rules 3.6, 5 and 6).
func (f *flight) enter(s pitch.Slot) landing {
	f.ball = s
	f.chain.left--
	next := f.ahead()
	switch {
	case f.chain.left == 0:
		return f.rest(pitch.Nowhere)
	case next >= pitch.Nowhere:
		return f.pass()
	case f.men[f.side.Other()].Has(next):
		return f.lostTo(pitch.One(next))
	case f.men[f.side].Has(next):
		return f.rest(next)
	}
	return f.pass()
}

// pass lets the next opponent beside the passing ball draw, or the ball go on.
func (f *flight) pass() landing {
	f.chain.due = passDue
	if f.nextDrawer() != nobodyElse {
		return rolling
	}
	return f.step()
}

// nobodyElse says that no opponent draws.
const nobodyElse = pitch.BeyondSide

// nextDrawer returns the first opponent next to the ball who has not drawn yet:
// north, east, south, west, the keeper (rules 3.6, 5c); nobodyElse if there is none.
// The keeper does not draw while the very next step enters its goal: its one chance
// is then the save.
func (f *flight) nextDrawer() pitch.Slot {
	them := f.side.Other()
	if f.men[them]&pitch.One(f.ball).Beside() != 0 {
		for d := pitch.North; d < pitch.Directions; d += 2 {
			if s := pitch.Ahead[f.ball][d]; s < pitch.Nowhere && f.men[them].Has(s) && !f.chain.hasTried(s) {
				return s
			}
		}
	}
	shoots := f.chain.due == passDue && f.ahead() == them.EndLine()
	if f.guards(them, f.ball) && !f.chain.hasTried(asKeeper) && !shoots {
		return asKeeper
	}
	return nobodyElse
}

// rest lets the ball come to rest, perhaps before a man of its own side: opponents
// alone next to it win it, else they draw (rules 3.6).
func (f *flight) rest(hit pitch.Slot) landing {
	f.chain.left, f.chain.hit = 0, hit
	them := f.side.Other()
	if hit == pitch.Nowhere && !f.atBall(f.side) {
		switch men := f.men[them] & pitch.One(f.ball).Beside(); {
		case men != 0:
			return f.lostTo(men)
		case f.guards(them, f.ball): // it is alone with it
			return ballCaught
		}
	}
	return f.settle()
}

// settle lets the next opponent beside the resting ball draw, or the side keep it.
func (f *flight) settle() landing {
	f.chain.due = restDue
	if f.nextDrawer() != nobodyElse {
		return rolling
	}
	return ballKept
}

// shot lets the ball cross the end line into the goal: a save is drawn for if the
// keeper is near (rules 3.7).
func (f *flight) shot() landing {
	if f.shotDistance() > saveReach {
		return ballIn
	}
	f.chain.due = saveDue
	return rolling
}

// shotDistance returns how far the keeper is from where the ball enters the goal.
func (f *flight) shotDistance() int {
	entry := pitch.Entries[f.ball.Column()+f.chain.act.dir.Along()]
	return pitch.GoalDistance(f.keeper[f.side.Other()], entry)
}

// saves says whether a peg saves the shot (rules 3.7).
func (f *flight) saves(peg uint8) bool {
	if f.shotDistance() == 0 {
		return peg >= straightAtHim
	}
	return peg >= keeperWins
}
