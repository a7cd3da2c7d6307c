package cufootball

import (
	"strconv"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
)

// A phase says what a position is about; its text stands in text.go.
type phase uint8

const (
	setup phase = iota
	kickoff
	move // a movement phase
	kick
	dribble
	throw
	goalkick
	extra // of a goal kick whose peg is drawn: the extra space is taken or left
	over
)

// A mode says how the ball comes into play after the movement phases.
type mode uint8

const (
	freeBall    mode = iota // by a kick
	throwIn                 // by a throw-in
	keepersBall             // by a goal kick
	freeKick                // by a kick, before which the other side does not move
)

// A turn says what a position waits for, and from whom.
type turn struct {
	phase      phase
	side       pitch.Colour // that acts; once over, that acted last
	possession pitch.Colour
	mode       mode
	draw       uint8     // the peg of a movement phase, 1..4; 0: not drawn
	chain      chain     // of the act that is being resolved; else zero
	kicked     act       // in the dribble phase: the kick that was drawn red; else zero
	winners    pitch.Set // the men who won the ball and may kick it, until somebody does; none: any man
}

// Next says what the position waits for.
func (t turn) Next() engine.Next {
	switch {
	case t.phase == over:
		return engine.Next{}
	case t.phase == move && t.draw == 0:
		return engine.Next{Dice: engine.Dice{Label: t.moveDice(), Count: 1, Sides: pegs}}
	case t.chain.due != nothing:
		return engine.Next{Dice: engine.Dice{Label: dueDice[t.chain.due], Count: 1, Sides: pegs, After: true}}
	}
	return engine.Next{Side: t.side.Side()}
}

// moveDice returns the label of the draw for a movement phase.
func (t *turn) moveDice() string {
	if t.side == t.possession {
		return attackDice
	}
	return defenceDice
}

// decides says whether a side must move.
func (t *turn) decides() bool { return t.Next().Side != engine.NoSide }

// allowance returns the spaces of a peg: all for the side in possession, half of
// them, rounded up, for the other (rules 3.4).
func (t *turn) allowance() int {
	if t.side == t.possession {
		return int(t.draw)
	}
	return (int(t.draw) + 1) / 2
}

// newRound begins a round: the side in possession draws for its movement (rules 3.3).
func (t *turn) newRound(c pitch.Colour, m mode) {
	t.phase, t.side, t.possession, t.mode, t.winners = move, c, c, m, 0
}

// shownPeg returns the peg of the movement or of the kick that is being resolved; 0 if none.
func (t *turn) shownPeg() uint8 {
	if t.phase == move {
		return t.draw
	}
	if t.chain.due.early() || t.phase == throw {
		return 0
	}
	return t.chain.drawn
}

// drawText returns the field DRAW.
func (t *turn) drawText() string {
	switch {
	case t.Next().Dice.Count > 0:
		return "?"
	case t.phase == move:
		return strconv.Itoa(int(t.draw))
	}
	return "-"
}
