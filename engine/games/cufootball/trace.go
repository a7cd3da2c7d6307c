package cufootball

// resolvable says whether the chain can have come so far: from some slot behind the
// ball the act, the length and nothing but failed draws lead to this position.
func (i inspector) resolvable() bool {
	before := i.position
	before.chain = chain{}
	switch a := i.chain.act; {
	case i.phase == kickoff:
		before.ball = i.last[i.side].ballSlot(i.side)
		before.chain = newChain(act{kind: kickOff, dir: i.last[i.side].ball.direction()})
		return before.leadsTo(i.position)
	case i.phase == goalkick:
		before.ball = withKeeper
		return before.taker().has(a) && before.begin(a).leadsTo(i.position)
	default:
		for range pegs + 1 {
			if before.taker().has(a) && (i.phase != throw || before.besideTouchLine()) && before.begin(a).leadsTo(i.position) {
				return true
			}
			if before.ball = ahead[before.ball][(a.dir+south)%directions]; before.ball >= nowhere {
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
