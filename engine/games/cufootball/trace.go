package cufootball

// has says whether an act is among the legal ones and the ball on an empty slot.
func (p position) has(a act) bool {
	if p.ball < nowhere && p.occupied().has(p.ball) {
		return false
	}
	var room [mostActs]act
	for _, b := range p.acts(room[:0]) {
		if a == b {
			return true
		}
	}
	return false
}

// resolvable says whether the chain can have come so far: from some slot behind the
// ball the act, the length and nothing but failed draws lead to this position.
func (p position) resolvable() bool {
	before := p
	before.chain = chain{}
	switch a := p.chain.act; {
	case p.phase == kickoff:
		before.ball = p.last[p.side].ballSlot(p.side)
		before.chain = newChain(act{kind: kickOff, dir: p.last[p.side].ball.direction()})
		return before.leadsTo(p)
	case p.phase == goalkick:
		before.ball = withKeeper
		return before.has(a) && before.begin(a).leadsTo(p)
	default:
		for range pegs + 1 {
			if before.has(a) && (p.phase != throw || before.besideTouchLine()) && before.begin(a).leadsTo(p) {
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
