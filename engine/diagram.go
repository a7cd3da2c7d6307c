package engine

// A Diagram is a position as data for drawing. Lengths are in cells; x grows to
// the right, y downwards, the origin is the top left corner. Who draws it knows
// no game.
type Diagram struct {
	Width, Height float64
	Frame         Box     // all that the drawing shows, with the ground round the board; zero: the board alone
	Court         Box     // the ground that is painted; zero: the board alone
	Points        bool    // pieces stand on points of a lattice, not on squares: a spot is what lies round its middle
	Spots         []Spot  // all that can be touched, in reading order; the same whatever steps are done, and not to be written to
	Marks         []Mark  // lines under the pieces, the lowest first; not to be written to
	Pieces        []Piece // what stands on the board
	Throw         []int   // the throw that is to be used or was just made; nil while none shows
	Used          []Cell  // where the pieces stood for which the dice of Throw are used in the move being entered, "" of one that is left; nil: it is not said
	ThrowSides    int     // faces of its dice
	Score         [2]int  // goals of First and Second
	Turn, Turns   int     // the running turn of the side to move, of how many in this period; 0: not counted
	Period        string  // "Normal time", "Sudden death"; "" if there is only one
	Task          string  // what the side to move has to do now, a short imperative sentence; "" if nobody must move
	Hint          string  // what is counted while a move is entered, a few words: "5 steps to run"; "" if nothing is
	Kicks         bool    // what may be touched next says where the ball goes
	Notes         []Note  // what is said on the board of the move being entered
}

// A Box is a rectangle, in cells.
type Box struct{ X, Y, W, H float64 }

// A Note is a word or two on the board, its middle at X, Y: "kick 3 or 1".
type Note struct {
	X, Y float64
	Text string
}

// A Spot is a place that can be touched: a cell, or an area that stands for a choice.
type Spot struct {
	Step       Step
	Name       string // for people: "c10", "the upper goal"
	X, Y, W, H float64
	Zone       string // how it is filled: "pitch", "keeper", "penalty", "circle", "goal", "corner"
	Owner      Side   // whose zone it is, if anybody's
}

// A Mark is a line of the board: SVG path data in cells.
type Mark struct {
	Path string
	// Kind is "line"; "goal", three sides of a net, open where the ball goes in; "area",
	// ground of another shade; "zone", ground in its owner's colour; "lattice", the lines
	// along which pieces go; "cells", thin lines between places; "dot", filled; "edge",
	// where two faces of the board meet; "guide", a way that leads on from the edge; "aim",
	// what a piece must cross to fulfil the move being entered.
	Kind  string
	Owner Side // whose goal or zone it is, if anybody's
}

// A Piece stands on the board with its middle at X, Y.
type Piece struct {
	Kind  string // "figure", "keeper", "ball", or "marker", which is no side's
	Side  Side
	Label string // "3"; drawn on it
	Name  string // for people: "yellow figure 3"
	Cell  Cell
	X, Y  float64
}

// SpotOf returns the spot that stands for s.
func (d Diagram) SpotOf(s Step) (Spot, bool) {
	for _, spot := range d.Spots {
		if spot.Step == s {
			return spot, true
		}
	}
	return Spot{}, false
}
