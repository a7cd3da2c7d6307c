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

// A Weighing is what moves promise to First, in tournament points from 0 to 5. Best is
// the best of those that the judge thought of, which need not be all there are.
type Weighing struct {
	Best        engine.Move
	Top, Played float64 // of Best, and of the move that was asked for
}
