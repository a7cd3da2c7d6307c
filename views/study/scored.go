package study

import (
	"slices"

	"kickabout/engine"
	"kickabout/views/ui"
)

// Scored returns the board as the last goal of a record has left it, before anything was set up again, with what led to it
// from the last move on. It is false where the last event brought no goal, or where the game tells nothing.
func Scored(r engine.Record) (engine.Diagram, ui.MoveTrace, bool) {
	from := len(r.Log) - 1
	for from > 0 && r.Log[from].Act != engine.ActMove {
		from--
	}
	d, told := r.Tell(from)
	var beats []engine.Beat
	for _, t := range told {
		beats = append(beats, t.Beats...)
	}
	goal := slices.IndexFunc(beats, func(b engine.Beat) bool { return b.Kind == engine.BeatGoal })
	if goal < 0 {
		return d, ui.MoveTrace{}, false
	}
	beats = beats[:goal+1]
	was := d.Pieces
	d.Pieces, d.Score = engine.Frame(was).After(beats...), beats[goal].Score
	return d, traceOf(beats, was, d), true
}

// traceOf is what beats leave to be seen: the ways, and where pieces came from.
func traceOf(beats []engine.Beat, was engine.Frame, d engine.Diagram) ui.MoveTrace {
	t := ui.MoveTrace{From: map[int]ui.Point{}}
	for _, b := range beats {
		switch b.Kind {
		case engine.BeatRun:
			t.Paths = append(t.Paths, pointsOf(b.Path))
		case engine.BeatFlight:
			t.Flights = append(t.Flights, pointsOf(b.Path))
		}
	}
	for i := range d.Pieces {
		p := &d.Pieces[i]
		if i < len(was) && was[i].At() != p.At() {
			t.From[i] = ui.Point{X: was[i].X, Y: was[i].Y}
			p.Cell = cellAt(d.Spots, p.At())
		}
	}
	return t
}

// cellAt is the cell of the spot that a place lies on; "" off the board.
func cellAt(spots []engine.Spot, at engine.Point) engine.Cell {
	for _, s := range spots {
		if s.X <= at[0] && at[0] < s.X+s.W && s.Y <= at[1] && at[1] < s.Y+s.H {
			return s.Step.Cell
		}
	}
	return ""
}
