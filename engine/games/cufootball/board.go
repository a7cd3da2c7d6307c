package cufootball

import "kickabout/engine/games/cufootball/pitch"

// A board is where men, keepers and ball are.
type board struct {
	men    [2]pitch.Set // none before a set-up
	keeper [2]pitch.GoalSlot
	ball   pitch.Slot // nowhere before a set-up, and after a goal that ended the match
}

// occupied returns the slots of all men.
func (b *board) occupied() pitch.Set { return b.men[pitch.Red] | b.men[pitch.Blue] }

// empty returns the slots of the pitch that hold neither man nor ball.
func (b *board) empty() pitch.Set {
	empty := pitch.Slots &^ b.occupied()
	if b.ball < pitch.Nowhere {
		empty &^= pitch.One(b.ball)
	}
	return empty
}

// closedTo returns the slots that the men of a side cannot step on, their own
// excepted: opponents and the ball.
func (b *board) closedTo(c pitch.Colour) pitch.Set { return pitch.Slots &^ b.empty() &^ b.men[c] }

// about returns the slots within two steps of the ball; none while a keeper has it.
func (b *board) about() pitch.Set {
	if b.ball >= pitch.Nowhere {
		return 0
	}
	return pitch.One(b.ball).Around().Around()
}

// stepsTo returns how many king's steps the nearest of the men is from the ball,
// from 0 for one next to it.
func (b *board) stepsTo(men pitch.Set) int {
	near := pitch.One(b.ball)
	for n := range pitch.Columns {
		if near = near.Around(); near&men != 0 {
			return n
		}
	}
	return pitch.Columns
}

// kickers returns the men of a side next to the ball (rules 3.5).
func (b *board) kickers(c pitch.Colour) pitch.Set { return b.men[c] & pitch.One(b.ball).Around() }

// mayKick says whether a side may kick the ball in a direction: the first slot is
// empty, or it lies over the opponent's end line (rules 3.5, DECISION C11).
func (b *board) mayKick(c pitch.Colour, d pitch.Direction) bool {
	next := pitch.Ahead[b.ball][d]
	if next < pitch.Nowhere {
		return !b.occupied().Has(next)
	}
	return next == c.Other().EndLine()
}

// target returns where a throw-in of a length leads; false if its way leaves the
// pitch (DECISION C20).
func (b *board) target(d pitch.Direction, length uint8) (pitch.Slot, bool) {
	s := b.ball
	for range length {
		if s = pitch.Ahead[s][d]; s >= pitch.Nowhere {
			return pitch.Nowhere, false
		}
	}
	return s, true
}

// guards says whether the keeper of a side counts as a man next to a slot: of its
// own end rank, in a column that leads to where it stands (DECISION C13).
func (b *board) guards(c pitch.Colour, s pitch.Slot) bool {
	return s.Rank() == c.Rank(1) && pitch.Entries[s.Column()] == b.keeper[c]
}

// atBall says whether a side has a man or its keeper next to the ball.
func (b *board) atBall(c pitch.Colour) bool {
	return b.men[c]&pitch.One(b.ball).Beside() != 0 || b.guards(c, b.ball)
}

// besideTouchLine says whether the ball lies on an outer column, the only place
// from which it can have gone out.
func (b *board) besideTouchLine() bool {
	return b.ball < pitch.Nowhere && (b.ball.Column() == 1 || b.ball.Column() == pitch.Columns)
}

// move takes men and keeper of a side where a movement leads them.
func (b *board) move(c pitch.Colour, m movement) {
	b.men[c] = b.men[c]&^m.vacated | m.occupied
	if m.keeper != stays {
		b.keeper[c] = m.keeper
	}
}

func abs(n int) int { return max(n, -n) }
