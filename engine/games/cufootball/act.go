package cufootball

import (
	"cmp"
	"slices"
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
)

// An act is what a side does with the ball. Which fields count depends on the kind.
type act struct {
	kind   actKind
	man    slot      // who kicks
	dir    direction // of the ball
	length uint8     // of a throw-in
	column uint8     // that a goal kick comes out of the goal by
	plus   bool      // one more space for a goal kick
}

// mostActs is more than there ever are to choose from: kicks of eight men, goal
// kicks of every column three ways with and without one more space.
const mostActs = 80

// acts appends what the side that acts may do with the ball. It allocates nothing
// while the list has room.
func (p *position) acts(list []act) []act {
	switch p.phase {
	case kick:
		return p.kicks(list)
	case dribble:
		return append(p.dribbles(list), act{kind: decline})
	case throw:
		return p.throws(list)
	}
	return p.goalKicks(list)
}

// countActs returns how many acts there are.
func (p *position) countActs() int {
	var room [mostActs]act
	return len(p.acts(room[:0]))
}

// byText lists acts in the byte order of their texts.
func byText(all []act) []act {
	slices.SortFunc(all, func(a, b act) int { return cmp.Compare(a.text(), b.text()) })
	return all
}

// mayKick says whether the ball may be kicked in a direction: the first slot is
// empty, or it lies over the opponent's end line (rules 3.5, DECISION C11).
func (p *position) mayKick(d direction) bool {
	next := ahead[p.ball][d]
	if next < nowhere {
		return !p.occupied().has(next)
	}
	return next == p.side.other().endLine()
}

// kickers returns the men of the side that acts next to the ball (rules 3.5).
func (p *position) kickers() set { return p.men[p.side] & one(p.ball).around() }

// kicks appends the kicks: any man next to the ball, any legal direction.
func (p *position) kicks(all []act) []act {
	for man := range p.kickers().all() {
		for d := range directions {
			if p.mayKick(d) {
				all = append(all, act{kind: kickBall, man: man, dir: d})
			}
		}
	}
	return all
}

// dribbler returns the position in which the man who kicked may kick again, and
// where he stands: he follows the ball if it is no longer next to him (DECISION
// C17). False if that breaks the crowding rule.
func (p position) dribbler() (position, slot, bool) {
	man := p.kicked.man
	if one(man).around().has(p.ball) {
		return p, man, true
	}
	left := ahead[p.ball][(p.kicked.dir+south)%directions] // the slot that the ball has left
	p.men[p.side] ^= one(man) | one(left)
	return p, left, !p.men[p.side].crowded()
}

// dribbles appends the directions in which a dribble may go on.
func (p *position) dribbles(all []act) []act {
	q, _, ok := p.dribbler()
	if !ok {
		return all
	}
	for d := range directions {
		if q.mayKick(d) {
			all = append(all, act{kind: kickAgain, dir: d})
		}
	}
	return all
}

// target returns where a throw-in of a length leads; false if its way leaves the
// pitch (DECISION C20).
func (p *position) target(d direction, length uint8) (slot, bool) {
	s := p.ball
	for range length {
		if s = ahead[s][d]; s >= nowhere {
			return nowhere, false
		}
	}
	return s, true
}

// throws appends the throw-ins (rules 3.8).
func (p *position) throws(all []act) []act {
	for d := range directions {
		if first := ahead[p.ball][d]; first >= nowhere || p.occupied().has(first) {
			continue
		}
		for length := uint8(1); length <= longestThrow; length++ {
			if _, ok := p.target(d, length); ok {
				all = append(all, act{kind: throwBall, dir: d, length: length})
			}
		}
	}
	return all
}

// first returns the slot that a goal kick of a side enters first; false if its
// column is none (rules 3.9).
func (a act) first(c colour) (slot, bool) {
	column := int(a.column) + a.dir.along()
	if column < 1 || column > columns {
		return nowhere, false
	}
	return at(column, c.rank(1)), true
}

// goalKicks appends the goal kicks (rules 3.9, DECISION C21).
func (p *position) goalKicks(all []act) []act {
	for column := range uint8(columns) {
		for dx := -1; dx <= 1; dx++ {
			a := act{kind: kickFromGoal, column: column + 1, dir: p.side.slanted(dx)}
			if first, ok := a.first(p.side); !ok || p.occupied().has(first) {
				continue
			}
			more := a
			more.plus = true
			all = append(all, a, more)
		}
	}
	return all
}
