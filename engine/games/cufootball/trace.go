package cufootball

import "kickabout/engine/games/cufootball/pitch"

// A past is a position that another may have come from: guessed, and then tried.
type past struct{ position }

// resolvable says whether the chain can have come so far: from some slot behind the
// ball the act, the length and nothing but failed draws lead to this position.
func (i inspector) resolvable() bool {
	before := past(i)
	before.chain = chain{}
	switch a := i.chain.act; {
	case i.phase == kickoff:
		before.ball = i.last[i.side].BallSlot(i.side)
		before.chain = newChain(act{kind: kickOff, dir: i.last[i.side].Ball.Direction()})
		return before.leadsTo(i.position, before.chain.act)
	case i.phase == goalkick:
		before.ball = pitch.WithKeeper
		said := a
		if i.rules.late && !a.open {
			a.open, a.plus = true, false
		}
		return before.taker().has(a) && before.begun(a).leadsTo(i.position, said)
	default:
		for range pegs + 1 {
			if before.mayTake(a, i.chain.due) && (i.phase != throw || before.besideTouchLine()) && before.begun(a).leadsTo(i.position, a) {
				return true
			}
			if before.ball = pitch.Ahead[before.ball][(a.dir+pitch.South)%pitch.Directions]; before.ball >= pitch.Nowhere {
				return false
			}
		}
		return false
	}
}

// mayTake says whether an act may have been chosen, or have become this one by going astray
// if that is decided.
func (p past) mayTake(a act, waits due) bool {
	if waits == missDue || waits == turnDue {
		return p.taker().has(a)
	}
	return p.hasAstray(a)
}

// begun returns the position after an act, before its draws.
func (p past) begun(a act) past { return past{p.begin(a)} }

// leadsTo says whether a chain comes to another position by failed draws alone, and by what
// is said of its act.
func (p past) leadsTo(q position, said act) bool {
	if p.chain.due == missDue && q.chain.due != missDue {
		p.chain.due = lengthDue // whichever way it went
		if q.chain.due == turnDue {
			p.chain.due = turnDue
		}
	}
	if p.chain.due == lengthDue && q.chain.due != lengthDue {
		if q.chain.drawn < redPeg || q.chain.drawn > pegs {
			return false
		}
		p.position = p.resolve(q.chain.drawn)
		if p.phase == extra {
			p.position = p.withExtra(said.plus)
		}
	}
	for p.chain.due != nothing && p.phase == q.phase {
		if p.position == q {
			return true
		}
		switch p.chain.due {
		case lengthDue, missDue, turnDue:
			return false
		case foulDue:
			p.position = p.resolve(bluePeg) // no foul
		case passDue, restDue, saveDue:
			if loses := p.rules.fouls && !fouled(&q.chain, p.chain.n); loses {
				p.position = p.resolve(yellowPeg)
			} else {
				p.position = p.resolve(redPeg)
			}
		}
	}
	return false
}

// fouled says whether the last who drew of a chain is asked for a foul: the n-th.
func fouled(c *chain, n uint8) bool { return c.due == foulDue && c.n == n+1 }

// hasAstray says whether an act is among the legal ones, or what one of them becomes that
// goes astray.
func (p past) hasAstray(a act) bool {
	t := p.taker()
	if t.has(a) {
		return true
	}
	if !p.rules.miss || a.kind != kickBall || t.ball >= pitch.Nowhere || t.occupied().Has(t.ball) {
		return false
	}
	for _, peg := range [...]uint8{redPeg, bluePeg} {
		meant := a
		meant.dir = 2*a.dir - astray(a.dir, peg) + pitch.Directions
		meant.dir %= pitch.Directions
		if t.has(meant) {
			return true
		}
	}
	return false
}
