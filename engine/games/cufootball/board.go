package cufootball

// A board is where men, keepers and ball are.
type board struct {
	men    [2]set // none before a set-up
	keeper [2]goalSlot
	ball   slot // nowhere before a set-up, and after a goal that ended the match
}

// occupied returns the slots of all men.
func (b *board) occupied() set { return b.men[red] | b.men[blue] }

// empty returns the slots of the pitch that hold neither man nor ball.
func (b *board) empty() set {
	empty := pitch &^ b.occupied()
	if b.ball < nowhere {
		empty &^= one(b.ball)
	}
	return empty
}

// closedTo returns the slots that the men of a side cannot step on, their own
// excepted: opponents and the ball.
func (b *board) closedTo(c colour) set { return pitch &^ b.empty() &^ b.men[c] }

// about returns the slots within two steps of the ball; none while a keeper has it.
func (b *board) about() set {
	if b.ball >= nowhere {
		return 0
	}
	return one(b.ball).around().around()
}

// stepsTo returns how many king's steps the nearest of the men is from the ball,
// from 0 for one next to it.
func (b *board) stepsTo(men set) int {
	near := one(b.ball)
	for n := range columns {
		if near = near.around(); near&men != 0 {
			return n
		}
	}
	return columns
}

// kickers returns the men of a side next to the ball (rules 3.5).
func (b *board) kickers(c colour) set { return b.men[c] & one(b.ball).around() }

// mayKick says whether a side may kick the ball in a direction: the first slot is
// empty, or it lies over the opponent's end line (rules 3.5, DECISION C11).
func (b *board) mayKick(c colour, d direction) bool {
	next := ahead[b.ball][d]
	if next < nowhere {
		return !b.occupied().has(next)
	}
	return next == c.other().endLine()
}

// target returns where a throw-in of a length leads; false if its way leaves the
// pitch (DECISION C20).
func (b *board) target(d direction, length uint8) (slot, bool) {
	s := b.ball
	for range length {
		if s = ahead[s][d]; s >= nowhere {
			return nowhere, false
		}
	}
	return s, true
}

// guards says whether the keeper of a side counts as a man next to a slot: of its
// own end rank, in a column that leads to where it stands (DECISION C13).
func (b *board) guards(c colour, s slot) bool {
	return s.rank() == c.rank(1) && entries[s.column()] == b.keeper[c]
}

// atBall says whether a side has a man or its keeper next to the ball.
func (b *board) atBall(c colour) bool {
	return b.men[c]&one(b.ball).beside() != 0 || b.guards(c, b.ball)
}

// besideTouchLine says whether the ball lies on an outer column, the only place
// from which it can have gone out.
func (b *board) besideTouchLine() bool {
	return b.ball < nowhere && (b.ball.column() == 1 || b.ball.column() == columns)
}

// move takes men and keeper of a side where a movement leads them.
func (b *board) move(c colour, m movement) {
	b.men[c] = b.men[c]&^m.vacated | m.occupied
	if m.keeper != stays {
		b.keeper[c] = m.keeper
	}
}
