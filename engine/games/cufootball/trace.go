package cufootball

import "kickabout/engine/games/cufootball/pitch"

// resolvable says whether the chain can have come so far: from some slot behind the
// ball the act, the length and nothing but failed draws lead to this position.
func (i inspector) resolvable() bool {
	before := i.position
	before.chain = chain{}
	switch a := i.chain.act; {
	case i.phase == kickoff:
		before.ball = i.last[i.side].BallSlot(i.side)
		before.chain = newChain(act{kind: kickOff, dir: i.last[i.side].Ball.Direction()})
		return before.leadsTo(i.position)
	case i.phase == goalkick:
		before.ball = pitch.WithKeeper
		return before.taker().has(a) && before.begin(a).leadsTo(i.position)
	default:
		for range pegs + 1 {
			if before.taker().has(a) && (i.phase != throw || before.besideTouchLine()) && before.begin(a).leadsTo(i.position) {
				return true
			}
			if before.ball = pitch.Ahead[before.ball][(a.dir+pitch.South)%pitch.Directions]; before.ball >= pitch.Nowhere {
				return false
			}
		}
		return false
	}
}

// leadsTo says whether a chain comes to another position by failed draws alone.
func (p position) leadsTo(q position) bool {
	if p.chain.due == lengthDue && q.chain.due != lengthDue {
		if q.chain.drawn < redPeg || q.chain.drawn > pegs {
			return false
		}
		p = p.resolve(q.chain.drawn)
	}
	for p.chain.due != nothing && p.phase == q.phase {
		if p == q {
			return true
		}
		if p.chain.due == lengthDue {
			return false
		}
		p = p.resolve(redPeg)
	}
	return false
}
