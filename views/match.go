package views

import (
	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
)

// MatchInput is what the match page is built from.
type MatchInput struct {
	Frame
	Match     league.Match
	Record    engine.Record
	Clocks    clock.Clocks  // clock.Read of the record
	Side      engine.Side   // of the viewer; NoSide: watching
	At        int           // show the position after this event; 0: the present
	Done      []engine.Step // touched so far
	Key       string        // of the forms: what makes sending one twice harmless
	Notice    string        // a sentence above the board, such as MovedOn
	Error     string        // why a move was refused
	Tried     engine.Move   // the refused move, if it can be named
	Resigning bool          // ask for a confirmation
	Another   string        // id of another match that waits for the viewer; "" if none
}
