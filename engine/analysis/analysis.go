// Package analysis says what a finished match was worth, throw by throw and move by
// move: how much of the points was luck, and what each decision cost the side that
// made it, as a judge sees it.
//
// All values are whole thousandths of a tournament point, so that the parts add up to
// what the ending paid exactly. A judge values positions for First, from 0 to 5000; the
// rest of the 5000 is Second's.
//
//   - The luck of a throw is the value after it less the mean over all throws that
//     were possible. Whatever the judge, its mean over many throws is 0.
//   - The cost of a decision is the value of the best move less that of the one made,
//     both by the same judge. That of the best is 0, and none is less.
//   - What an end off the board, as a resignation, pays above the value of the last position is given up: neither luck
//     nor skill (R-PT-5).
//   - The rest is drift: what the judge came to see only once it was a turn further.
package analysis

import (
	"errors"

	"kickabout/engine"
)

// Version is that of the judges: an analysis by an older one is made again.
const Version = 2

// Whole is what both sides share, in thousandths of a point.
const Whole = 5000

// ErrUnfinished says that a match is not over: nothing is said of it.
var ErrUnfinished = errors.New("the match goes on")

// An Analysis is what a finished match was worth.
type Analysis struct {
	Judge   string `json:"judge"`   // for players: "two turns ahead"
	Version int    `json:"version"` // of the judge
	Start   int    `json:"start"`   // what the start was worth to First
	Parts   []Part `json:"parts"`   // in the order of the log
	Points  [2]int `json:"points"`  // what the ending paid First and Second
	Unpaid  int    `json:"unpaid"`  // what the ending kept from each side: 500 of a goalless match's 5000
}

// Kind is what a part is about.
type Kind string

// The kinds.
const (
	Throw    Kind = "throw"
	Decision Kind = "decision"
	End      Kind = "end" // a resignation, a timeout, a ruling
)

// A Part is what one event of the log was worth.
type Part struct {
	Seq    int         // of the event
	Kind   Kind        //
	Side   engine.Side // whose throw or decision; who resigned or ran out of time; NoSide of a ruling
	Before int         // value to First
	After  int         // it is Before of the next part
	Luck   int         // of a throw, to First
	Cost   int         // of a decision, to Side: 0 or more
	Given  int         // of an end, to First: what it paid above what the position was worth
	Drift  int         // to First
	Throw  string      // the faces, as the log has them: "6 4"
	Move   engine.Move // that was made
	Best   engine.Move // of a decision: Move itself where nothing better was found
	Forced bool        // there was no choice
	Mark   Mark
}

// Change returns by how much the part changed the value to First.
func (p Part) Change() int { return p.After - p.Before }

// signOf turns First's values into those of a side.
func signOf(s engine.Side) int {
	if s == engine.Second {
		return -1
	}
	return 1
}

// Sum returns what start, luck, costs, ends and drift add up to for First: always their
// points and what was unpaid.
func (a Analysis) Sum() int {
	sum := a.Start
	for _, p := range a.Parts {
		sum += p.Luck + p.Given + p.Drift - signOf(p.Side)*p.Cost
	}
	return sum
}

// Luck returns what all throws, those of both sides, brought a side; the other side has
// the opposite.
func (a Analysis) Luck(s engine.Side) int {
	return a.sum(func(p Part) int { return signOf(s) * p.Luck })
}

// Cost returns what its decisions cost a side.
func (a Analysis) Cost(s engine.Side) int {
	return a.sum(func(p Part) int {
		if p.Side != s {
			return 0
		}
		return p.Cost
	})
}

// Given returns what was given up to a side by an end off the board: what it paid above what the last position was worth
// (R-PT-5). It is nobody's luck and nobody's skill.
func (a Analysis) Given(s engine.Side) int {
	return a.sum(func(p Part) int { return signOf(s) * p.Given })
}

// Drift returns how far the judge changed its mind in favour of a side.
func (a Analysis) Drift(s engine.Side) int {
	return a.sum(func(p Part) int { return signOf(s) * p.Drift })
}

// Decisions returns how many decisions a side had to make in which it had a choice.
func (a Analysis) Decisions(s engine.Side) int {
	return a.sum(func(p Part) int {
		if p.Kind != Decision || p.Side != s || p.Forced {
			return 0
		}
		return 1
	})
}

// Adjusted returns the points of a side without the luck, and without what was given up to it. It may lie beyond what
// can be paid.
func (a Analysis) Adjusted(s engine.Side) int {
	if s == engine.NoSide {
		return 0
	}
	return a.Points[s-1] - a.Luck(s) - a.Given(s)
}

func (a Analysis) sum(of func(p Part) int) (sum int) {
	for _, p := range a.Parts {
		sum += of(p)
	}
	return sum
}
