package engine

import "slices"

// A Card teaches one idea of a game in the time of a breath: a position, and something to
// touch. A few of them, one after another, are the lesson of a game (see Rulebook). In its
// texts, words between two asterisks are stressed.
type Card struct {
	Text     string // the idea, two or three short sentences; the first is stressed
	Ask      string // what to touch: "Touch a square that 3 can reach."
	Variant  string
	Position string   // a side must move
	Done     []Step   // of the move, entered already
	From, To Cell     // a cell of the uppermost row that is shown, and one of the lowest; "": all that lies above, or below
	Right    []Step   // the steps that answer; the first is the one that is shown
	Move     Move     // a legal move that goes on from Done with the first of Right
	Says     string   // of a right touch
	Wrong    []Remark // on other touches that deserve a sentence of their own
	Legal    string   // why another touch that the rules allow does not answer; "" if there is none
	Else     string   // why any other touch is wrong
}

// A Remark is what is said of a touch on any of some places.
type Remark struct {
	Steps []Step
	Says  string
}

// Answer returns what is said of a touch, which the rules allow or not, and whether it was right.
func (c Card) Answer(touched Step, legal bool) (says string, right bool) {
	if slices.Contains(c.Right, touched) {
		return c.Says, true
	}
	for _, r := range c.Wrong {
		if slices.Contains(r.Steps, touched) {
			return r.Says, false
		}
	}
	if legal {
		return c.Legal, false
	}
	return c.Else, false
}

// View returns the part of a board that a card shows: from and to, downwards, in cells.
func (c Card) View(d Diagram) (top, bottom float64) {
	bottom = d.Height
	if s, ok := d.SpotOf(Step{Cell: c.From}); ok {
		top = s.Y
	}
	if s, ok := d.SpotOf(Step{Cell: c.To}); ok {
		bottom = s.Y + s.H
	}
	return top, bottom
}
