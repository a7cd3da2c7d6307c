package onetwofun

import (
	"iter"
	"math/rand/v2"
	"slices"

	"kickabout/engine"
)

// A phase says what a position is about; its text stands in notation.go.
type phase uint8

const (
	kickoff phase = iota
	keeping       // a keeper may step: that of the side that waits, or before it that of the side in possession
	play
	penalty
	choosing // the side that waits chooses its dice against a direct free kick
	over
)

// A wait is for a throw besides the two dice of a turn.
type wait struct {
	due     throw
	shot    uint8 // the shooter's face or total, once it is known
	shooter point // the marker whose shot may be blocked
	dice    uint8 // that are thrown for a block; 0: those with the better odds
}

// A throw is what a wait is for.
type throw uint8

const (
	noThrow throw = iota
	penaltyThrow
	keeperThrow // in a penalty
	blockThrow
)

// A scene is a board with what its moves depend on besides: which side is to do what
// with which dice, by which rules.
type scene struct {
	board
	phase phase
	side  colour   // in possession; once over, that acted last
	dice  [2]uint8 // of the turn, in the order thrown; 0: still to be thrown, or none
	wait  wait     // for a throw besides the dice of the turn
	rules rules
	own   bool // in the phase keeping: it is the keeper of the side in possession
}

// actor returns the side that acts, or whose turn it is while dice are due.
func (sc *scene) actor() colour {
	if sc.phase == keeping && !sc.own || sc.phase == choosing {
		return sc.side.other()
	}
	return sc.side
}

// Next says what the position waits for.
func (sc scene) Next() engine.Next {
	if sc.phase == choosing {
		return engine.Next{Side: sc.actor().side()}
	}
	switch sc.wait.due {
	case penaltyThrow:
		return afterMove(penaltyDie, 1)
	case keeperThrow:
		return afterMove(keeperDie, 1)
	case blockThrow:
		return afterMove(blockDie, sc.blockDice())
	}
	switch {
	case sc.phase == over:
		return engine.Next{}
	case sc.phase == play && sc.dice[0] == 0:
		return engine.Next{Dice: engine.Dice{Label: turnDice, Count: 2, Sides: faces}}
	}
	return engine.Next{Side: sc.actor().side()}
}

// afterMove returns a wait for dice that say what becomes of a move.
func afterMove(label string, count int) engine.Next {
	return engine.Next{Dice: engine.Dice{Label: label, Count: count, Sides: faces, After: true}}
}

// playable says whether there is a legal move.
func (sc *scene) playable() bool {
	for range sc.decisions {
		return true
	}
	return false
}

// decisions yields the legal decisions, each once.
func (sc *scene) decisions(yield func(decision) bool) {
	if sc.Next().Side == engine.NoSide {
		return
	}
	switch sc.phase {
	case kickoff:
		sc.placings(yield)
	case choosing:
		for n := uint8(1); n <= mostBlockDice; n++ {
			if !yield(decision{kind: diceChoice, dice: n}) {
				return
			}
		}
	case keeping:
		sc.keeperSteps(yield)
	case penalty:
		sc.penalties(yield)
	default:
		var room [mostPlays]decision
		for _, d := range sc.plays(room[:0]) {
			if !yield(d) {
				return
			}
		}
	}
}

// placings yields the ways to put the markers on the kick-off points, of which two at
// most are taken by keepers.
func (sc *scene) placings(yield func(decision) bool) {
	var room [2*circleSide + 1]point
	free := room[:0]
	for _, q := range kickOffRow {
		if !sc.keeperOn(q) {
			free = append(free, q)
		}
	}
	for i, a := range free {
		for j, b := range free[:i] {
			for _, c := range free[:j] {
				if !yield(decision{kind: placing, n: 3, hops: [3]hop{{to: c}, {to: b}, {to: a}}}) {
					return
				}
			}
		}
	}
}

// Count returns how many legal moves there are.
func (sc scene) Count() int {
	n := 0
	for range sc.decisions {
		n++
	}
	return n
}

// Moves yields the legal moves in byte order.
func (sc scene) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		var moves []engine.Move
		for d := range sc.decisions {
			moves = append(moves, d.text())
		}
		slices.Sort(moves)
		for _, m := range moves {
			if !yield(m) {
				return
			}
		}
	}
}

// Random returns a legal move, each with the same chance.
func (sc scene) Random(r *rand.Rand) engine.Move {
	count := sc.Count()
	if count == 0 {
		return ""
	}
	n := r.IntN(count)
	for d := range sc.decisions {
		if n == 0 {
			return d.text()
		}
		n--
	}
	return ""
}

// shotOf returns the die of a shot, or the total of a direct free kick.
func (sc *scene) shotOf(d decision) int8 {
	total := int8(sc.dice[0] + sc.dice[1])
	if d.kind == ordinaryPlay {
		total -= d.hops[0].length()
	}
	return total
}
