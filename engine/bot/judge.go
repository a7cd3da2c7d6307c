package bot

import "kickabout/engine"

// A Judge is a position of a game that can say what its moves are worth, better than
// Value does at first sight. All that it says follows from the position.
type Judge interface {
	// Judged says for players how it is done: "two turns ahead".
	Judged() string
	// Weigh weighs a legal move against the best one; "" asks for the best alone. A side
	// must move.
	Weigh(m engine.Move) Weighing
}

// An Appraiser is a Judge that says what a position is worth whatever it waits for,
// without looking through all that may come of it.
type Appraiser interface {
	Judge
	// Worth returns what the position promises to First, in tournament points from 0 to 5.
	// The match goes on.
	Worth() float64
}

// A Weighing is what moves promise to First, in tournament points from 0 to 5. Best is
// the best of those that the judge thought of, which need not be all there are.
type Weighing struct {
	Best        engine.Move
	Top, Played float64 // of Best, and of the move that was asked for
}
