package cufootball

import (
	"maps"
	"strconv"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
)

// firstNumber is that of the first man of a side, in the order of slots, when it is set up.
const firstNumber = 2

// cellOf returns the cell of a slot.
func cellOf(s pitch.Slot) engine.Cell { return engine.Cell(s.String()) }

// Numbers returns what the men of a position wear that has no history.
func (Game) Numbers(p engine.Position) engine.Numbers {
	n := engine.Numbers{}
	if q, ok := p.(position); ok {
		give(n, q.men[pitch.Red])
		give(n, q.men[pitch.Blue])
	}
	return n
}

// give numbers the men of a side in the order of slots.
func give(n engine.Numbers, men pitch.Set) {
	number := firstNumber
	for s := range men.All() {
		n[cellOf(s)] = strconv.Itoa(number)
		number++
	}
}

// Entered returns the numbers after the steps done of a move.
func (Game) Entered(n engine.Numbers, p engine.Position, done []engine.Step) engine.Numbers {
	q, ok := p.(position)
	if !ok || len(done) == 0 || q.phase != setup && q.phase != move {
		return n
	}
	shown, _ := q.entered(done)
	return q.carried(n, shown.men[q.side])
}

// Renumber returns the numbers after a change: those of a side that was set up are new, a man
// who moved takes its along, and after a goal nobody is left.
func (Game) Renumber(n engine.Numbers, c engine.Change) engine.Numbers {
	was, ok := c.Was.(position)
	is, ok2 := c.Is.(position)
	switch {
	case !ok || !ok2 || was.men == is.men:
		return n
	case is.men[pitch.Red]|is.men[pitch.Blue] == 0:
		return engine.Numbers{}
	}
	return was.carried(n, is.men[was.side])
}

// carried returns the numbers when the men of the side that acts have come to stand elsewhere,
// by being set up or by a movement.
func (p *position) carried(n engine.Numbers, men pitch.Set) engine.Numbers {
	was := p.men[p.side]
	if was == men {
		return n
	}
	after := maps.Clone(n)
	if p.phase == setup {
		for s := range was.All() {
			delete(after, cellOf(s))
		}
		give(after, men)
		return after
	}
	moved := p.moved(men)
	for _, s := range moved {
		delete(after, cellOf(s.From))
	}
	for _, s := range moved {
		after[cellOf(s.To)] = n[cellOf(s.From)]
	}
	return after
}

// moved returns who of the side that acts has gone where: in a dribble the one who followed
// the ball.
func (p *position) moved(men pitch.Set) []pitch.Stride {
	if p.phase != move {
		was := p.men[p.side]
		return []pitch.Stride{{From: (was &^ men).First(), To: (men &^ was).First()}}
	}
	v := p.mover()
	paired, _ := pitch.Pair(v.men, men, v.closed, v.spaces)
	return paired.Moved
}

// numberOf returns what a man wears, or the keeper for whom asKeeper stands.
func numberOf(s pitch.Slot, n engine.Numbers) string {
	if s == asKeeper {
		return engine.KeeperNumber
	}
	return n[cellOf(s)]
}
