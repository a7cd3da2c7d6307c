package cufootball

import (
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// A due says which draw of a chain is waited for.
type due uint8

const (
	nothing due = iota
	lengthDue
	passDue // by an opponent whom the ball passes (rules 3.6, 5c)
	restDue // by an opponent next to where it rests
	saveDue // by the keeper against a shot
	missDue // whether a kick goes astray
	turnDue // which way it does
	foulDue // by a man whose chance is lost
)

// early says whether the length of the act is still to be drawn then.
func (d due) early() bool { return d == lengthDue || d == missDue || d == turnDue }

// dueDice are the labels of the draws (SCHEME.md 4).
var dueDice = [...]string{lengthDue: kickDice, passDue: interceptDice, restDue: interceptDice, saveDue: saveDice, missDue: missDice, turnDue: missDice, foulDue: foulDice}

// The pegs with which a chance is taken (rules 3.6, 3.7).
const (
	manWins       = bluePeg   // a man wins the ball with this or more
	keeperWins    = greenPeg  // a keeper wins or saves with this or more
	straightAtHim = yellowPeg // it saves a shot at itself with this or more
)

// saveReach is how far a keeper reaches for a shot, side by side (rules 3.7).
const saveReach = 1

// opponents is how many may draw for one kick: the men and the keeper.
const opponents = team.Size + 1

// asKeeper stands for the keeper among the slots of those who draw.
const asKeeper = pitch.Nowhere

// A chain is an act being resolved, one draw after the other (rules 3.6).
type chain struct {
	act   act
	drawn uint8 // the length drawn or named; 0: due
	left  uint8 // spaces that remain behind the ball
	due   due
	tried [opponents]pitch.Slot // who drew, in this order
	n     uint8                 // how many of them
	hit   pitch.Slot            // the own man that the resting ball hit, or nowhere
}

// newChain returns the chain of an act whose length is due.
func newChain(a act) chain { return chain{act: a, due: lengthDue, hit: pitch.Nowhere} }

// anyPeg says whether each peg of the draw that is due may lead elsewhere; else it is hit or miss.
func (c *chain) anyPeg(r rules) bool {
	return c.due.early() || c.due == foulDue || r.fouls && (c.due == passDue || c.due == restDue)
}

// hasTried says whether an opponent drew already (rules 3.6: one chance a kick).
func (c chain) hasTried(who pitch.Slot) bool {
	for _, s := range c.tried[:c.n] {
		if s == who {
			return true
		}
	}
	return false
}
