package study

import (
	"slices"

	"kickabout/engine"
	"kickabout/views/ui"
)

// trail is what is left of a move to be seen on a later board.
func (s story) trace(d engine.Diagram) ui.MoveTrace {
	t := ui.MoveTrace{Paths: s.walks(), Flights: s.flights(), From: s.then(d).from}
	ways := slices.Concat(t.Paths, t.Flights)
	for _, spot := range s.spots {
		if slices.Contains(s.touched, spot.Step) || slices.ContainsFunc(ways, func(path []ui.Point) bool { return passes(path, spot) }) {
			t.Spots = append(t.Spots, spot)
		}
	}
	return t
}

// passes says that a path has a corner or an end in a spot.
func passes(path []ui.Point, s engine.Spot) bool {
	return slices.ContainsFunc(path, func(p ui.Point) bool {
		return s.X <= p.X && p.X < s.X+s.W && s.Y <= p.Y && p.Y < s.Y+s.H
	})
}

// movers pairs the pieces that moved: the index after with the index before. Of
// each sort of piece at most one may have left its place and one come to another.
func movers(before, after engine.Diagram) map[int]int {
	type sort struct {
		kind string
		side engine.Side
	}
	gone, come := map[sort][]int{}, map[sort][]int{}
	for i, p := range before.Pieces {
		if indexAt(after, p) < 0 {
			gone[sort{p.Kind, p.Side}] = append(gone[sort{p.Kind, p.Side}], i)
		}
	}
	for i, p := range after.Pieces {
		if indexAt(before, p) < 0 {
			come[sort{p.Kind, p.Side}] = append(come[sort{p.Kind, p.Side}], i)
		}
	}
	moved := map[int]int{}
	for s, to := range come {
		if from := gone[s]; len(to) == 1 && len(from) == 1 {
			moved[to[0]] = from[0]
		}
	}
	return moved
}

// indexAt returns the index of a piece of the same sort in the same cell, or -1.
func indexAt(d engine.Diagram, p engine.Piece) int {
	for i, other := range d.Pieces {
		if other.Cell == p.Cell && other.Kind == p.Kind && other.Side == p.Side {
			return i
		}
	}
	return -1
}
