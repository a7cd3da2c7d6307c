package cufootball

// A due says which draw of a chain is waited for.
type due uint8

const (
	nothing due = iota
	lengthDue
	passDue // by an opponent whom the ball passes (rules 3.6, 5c)
	restDue // by an opponent next to where it rests
	saveDue // by the keeper against a shot
)

// dueDice are the labels of the draws (FAIR-DICE 4).
var dueDice = [...]string{lengthDue: kickDice, passDue: interceptDice, restDue: interceptDice, saveDue: saveDice}

// The pegs with which a chance is taken (rules 3.6, 3.7).
const (
	manWins       = bluePeg   // a man wins the ball with this or more
	keeperWins    = greenPeg  // a keeper wins or saves with this or more
	straightAtHim = yellowPeg // he saves a shot at himself with this or more
)

// saveReach is how far a keeper reaches for a shot, side by side (rules 3.7).
const saveReach = 1

// opponents is how many may draw for one kick: the men and the keeper.
const opponents = teamSize + 1

// asKeeper stands for the keeper among the slots of those who draw.
const asKeeper = nowhere

// A chain is an act being resolved, one draw after the other (rules 3.6).
type chain struct {
	act   act
	drawn uint8 // the length drawn or named; 0: due
	left  uint8 // spaces that remain behind the ball
	due   due
	tried [opponents]slot // who drew, in this order
	n     uint8           // how many of them
	hit   slot            // the own man that the resting ball hit, or nowhere
}

// newChain returns the chain of an act whose length is due.
func newChain(a act) chain { return chain{act: a, due: lengthDue, hit: nowhere} }

// hasTried says whether an opponent drew already (rules 3.6: one chance a kick).
func (c chain) hasTried(who slot) bool {
	for _, s := range c.tried[:c.n] {
		if s == who {
			return true
		}
	}
	return false
}

// begin returns the position in which an act is being resolved: its length is due,
// or the throw-in has one.
func (p position) begin(a act) position {
	if a.kind == kickAgain {
		var man slot
		p, man, _ = p.dribbler()
		p.kicked = act{}
		p.phase = kick
		a = act{kind: kickBall, man: man, dir: a.dir}
	}
	p.chain = newChain(a)
	if a.kind == throwBall {
		return p.roll(a.length)
	}
	return p
}

// resolve returns the position after the draw that a chain waits for.
func (p position) resolve(peg uint8) position {
	switch p.chain.due {
	case lengthDue:
		return p.roll(peg)
	case saveDue:
		if p.saves(peg) {
			return p.taken(asKeeper)
		}
		return p.scored()
	}
	who := p.nextDrawer()
	if wins(who, peg) {
		return p.taken(who)
	}
	p.chain.tried[p.chain.n] = who
	p.chain.n++
	if p.chain.due == restDue {
		return p.settle()
	}
	return p.pass()
}

// wins says whether a peg takes the ball for an opponent (rules 3.6).
func wins(who slot, peg uint8) bool {
	if who == asKeeper {
		return peg >= keeperWins
	}
	return peg >= manWins
}

// roll returns the position after the ball set out for a length.
func (p position) roll(length uint8) position {
	p.chain.drawn, p.chain.left = length, length
	if p.chain.act.kind != kickFromGoal {
		return p.step()
	}
	if p.chain.act.plus {
		p.chain.left++
	}
	first, _ := p.chain.act.first(p.side)
	return p.enter(first)
}

// step returns the position after the ball went one space on, or met with what is there.
func (p position) step() position {
	next := p.ahead()
	switch {
	case next == beyondSide:
		return p.finished(p.side.other(), throwIn)
	case next == p.side.other().endLine():
		return p.shot()
	case next == p.side.endLine(): // it stops dead (DECISION C14)
		return p.rest(nowhere)
	case p.men[p.side.other()].has(next):
		return p.taken(next)
	case p.men[p.side].has(next):
		return p.rest(next)
	}
	return p.enter(next)
}

// ahead returns what lies before the rolling ball.
func (p position) ahead() slot { return ahead[p.ball][p.chain.act.dir] }

// enter returns the position after the ball entered an empty slot (rules 3.6, 5 and 6).
func (p position) enter(s slot) position {
	p.ball = s
	p.chain.left--
	next := p.ahead()
	switch {
	case p.chain.left == 0:
		return p.rest(nowhere)
	case next >= nowhere:
		return p.pass()
	case p.men[p.side.other()].has(next):
		return p.taken(next)
	case p.men[p.side].has(next):
		return p.rest(next)
	}
	return p.pass()
}

// pass returns the position in which the next opponent beside the passing ball
// draws, or the ball goes on.
func (p position) pass() position {
	p.chain.due = passDue
	if p.nextDrawer() != nobodyElse {
		return p
	}
	return p.step()
}

// nobodyElse says that no opponent draws.
const nobodyElse = beyondSide

// nextDrawer returns the first opponent next to the ball who has not drawn yet:
// north, east, south, west, the keeper (rules 3.6, 5c); nobodyElse if there is none.
// The keeper does not draw while the very next step enters his goal: his one chance
// is then the save.
func (p position) nextDrawer() slot {
	them := p.side.other()
	if p.men[them]&one(p.ball).beside() != 0 {
		for d := north; d < directions; d += 2 {
			if s := ahead[p.ball][d]; s < nowhere && p.men[them].has(s) && !p.chain.hasTried(s) {
				return s
			}
		}
	}
	shoots := p.chain.due == passDue && p.ahead() == them.endLine()
	if p.guards(them, p.ball) && !p.chain.hasTried(asKeeper) && !shoots {
		return asKeeper
	}
	return nobodyElse
}

// rest returns the position after the ball came to rest, perhaps before a man of
// its own side: opponents alone next to it win it, else they draw (rules 3.6).
func (p position) rest(hit slot) position {
	p.chain.left, p.chain.hit = 0, hit
	them := p.side.other()
	if hit == nowhere && !p.atBall(p.side) {
		switch {
		case p.men[them]&one(p.ball).beside() != 0:
			return p.finished(them, freeBall)
		case p.guards(them, p.ball): // he is alone with it
			return p.taken(asKeeper)
		}
	}
	return p.settle()
}

// atBall says whether a side has a man or its keeper next to the ball.
func (p position) atBall(c colour) bool {
	return p.men[c]&one(p.ball).beside() != 0 || p.guards(c, p.ball)
}

// settle returns the position in which the next opponent beside the resting ball
// draws, or the side keeps it.
func (p position) settle() position {
	p.chain.due = restDue
	if p.nextDrawer() != nobodyElse {
		return p
	}
	return p.kept()
}

// shot returns the position after the ball crossed the end line into the goal: a
// save is drawn for if the keeper is near (rules 3.7).
func (p position) shot() position {
	if p.shotDistance() > saveReach {
		return p.scored()
	}
	p.chain.due = saveDue
	return p
}

// shotDistance returns how far the keeper is from where the ball enters the goal.
func (p position) shotDistance() int {
	entry := entries[p.ball.column()+p.chain.act.dir.along()]
	return goalDistance(p.keeper[p.side.other()], entry)
}

// saves says whether a peg saves the shot (rules 3.7).
func (p position) saves(peg uint8) bool {
	if p.shotDistance() == 0 {
		return peg >= straightAtHim
	}
	return peg >= keeperWins
}

// taken returns the position after an opponent won the ball.
func (p position) taken(who slot) position {
	if who == asKeeper {
		p.ball = withKeeper
		return p.finished(p.side.other(), keepersBall)
	}
	return p.finished(p.side.other(), freeBall)
}
