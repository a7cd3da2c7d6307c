package cufootball

import (
	"cmp"
	"slices"

	"kickabout/engine/games/cufootball/pitch"
)

// longestThrow is the greatest length of a throw-in (rules 3.8).
const longestThrow = 3

// An actKind says how the ball is played.
type actKind uint8

const (
	noAct actKind = iota
	kickOff
	kickBall
	kickAgain // a dribble
	decline   // of a dribble
	throwBall
	kickFromGoal
	takeExtra // of the extra space of a goal kick, or not
)

// An act is what a side does with the ball. Which fields count depends on the kind.
type act struct {
	kind   actKind
	man    pitch.Slot      // who kicks
	dir    pitch.Direction // of the ball
	length uint8           // of a throw-in
	column uint8           // that a goal kick comes out of the goal by
	plus   bool            // one more space for a goal kick
	open   bool            // of a goal kick: whether there is one more is said after the peg
}

// mostActs is more than there ever are to choose from: kicks of eight men, goal
// kicks of every column three ways with and without one more space.
const mostActs = 80

// A taker is a side that plays the ball: by a kick, a dribble, a throw-in or a goal kick.
type taker struct {
	board
	side   pitch.Colour
	phase  phase
	kicked act       // before a dribble: the kick that it follows
	only   pitch.Set // the men who may kick; none: any man next to the ball
	late   bool
}

// acts appends what the side may do with the ball. It allocates nothing while the
// list has room.
func (t taker) acts(list []act) []act {
	switch t.phase {
	case kick:
		return t.kicks(list)
	case dribble:
		return append(t.dribbles(list), act{kind: decline})
	case throw:
		return t.throws(list)
	case extra:
		return append(list, act{kind: takeExtra, plus: true}, act{kind: takeExtra})
	}
	return t.goalKicks(list)
}

// count returns how many acts there are.
func (t taker) count() int {
	var room [mostActs]act
	return len(t.acts(room[:0]))
}

// has says whether an act is among the legal ones and the ball on an empty slot.
func (t taker) has(a act) bool {
	if t.ball < pitch.Nowhere && t.occupied().Has(t.ball) {
		return false
	}
	var room [mostActs]act
	for _, b := range t.acts(room[:0]) {
		if a == b {
			return true
		}
	}
	return false
}

// byText lists acts in the byte order of their texts.
func byText(all []act) []act {
	slices.SortFunc(all, func(a, b act) int { return cmp.Compare(a.text(), b.text()) })
	return all
}

// may returns the men who may kick: those who won the ball, else any next to it (DECISION C16).
func (t taker) may() pitch.Set {
	if t.only != 0 {
		return t.only
	}
	return t.kickers(t.side)
}

// kicks appends the kicks: any man who may, any legal direction.
func (t taker) kicks(all []act) []act {
	for man := range t.may().All() {
		for d := range pitch.Directions {
			if t.mayKick(t.side, d) {
				all = append(all, act{kind: kickBall, man: man, dir: d})
			}
		}
	}
	return all
}

// dribbler returns the board on which the man who kicked may kick again, and
// where it stands: it follows the ball if it is no longer next to it (DECISION
// C17). False if that breaks the crowding rule.
func (t taker) dribbler() (board, pitch.Slot, bool) {
	man := t.kicked.man
	if pitch.One(man).Around().Has(t.ball) {
		return t.board, man, true
	}
	left := pitch.Ahead[t.ball][(t.kicked.dir+pitch.South)%pitch.Directions] // the slot that the ball has left
	t.men[t.side] ^= pitch.One(man) | pitch.One(left)
	return t.board, left, !t.men[t.side].Crowded()
}

// dribbles appends the directions in which a dribble may go on.
func (t taker) dribbles(all []act) []act {
	after, _, ok := t.dribbler()
	if !ok {
		return all
	}
	for d := range pitch.Directions {
		if after.mayKick(t.side, d) {
			all = append(all, act{kind: kickAgain, dir: d})
		}
	}
	return all
}

// throws appends the throw-ins (rules 3.8).
func (t taker) throws(all []act) []act {
	for d := range pitch.Directions {
		if first := pitch.Ahead[t.ball][d]; first >= pitch.Nowhere || t.occupied().Has(first) {
			continue
		}
		for length := uint8(1); length <= longestThrow; length++ {
			if _, ok := t.target(d, length); ok {
				all = append(all, act{kind: throwBall, dir: d, length: length})
			}
		}
	}
	return all
}

// first returns the slot that a goal kick of a side enters first; false if its
// column is none (rules 3.9).
func (a act) first(c pitch.Colour) (pitch.Slot, bool) {
	column := int(a.column) + a.dir.Along()
	if column < 1 || column > pitch.Columns {
		return pitch.Nowhere, false
	}
	return pitch.At(column, c.Rank(1)), true
}

// goalKicks appends the goal kicks (rules 3.9, DECISION C21).
func (t taker) goalKicks(all []act) []act {
	for column := range uint8(pitch.Columns) {
		for dx := -1; dx <= 1; dx++ {
			a := act{kind: kickFromGoal, column: column + 1, dir: t.side.Slanted(dx), open: t.late}
			if first, ok := a.first(t.side); !ok || t.occupied().Has(first) {
				continue
			}
			if t.late {
				all = append(all, a)
				continue
			}
			more := a
			more.plus = true
			all = append(all, a, more)
		}
	}
	return all
}
