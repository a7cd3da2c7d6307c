package views

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// Point is a place on a board, in cells.
type Point struct{ X, Y float64 }

// A Trail is what a move leaves to be seen: the cells it touched, the way that
// something went, and where the pieces that moved came from.
type Trail struct {
	Spots []engine.Spot
	Path  []Point
	From  map[int]Point // by the index of the piece in the diagram after the move
}

// NewTrail compares the boards before and after a move whose steps are known. It
// knows no game: what disappeared in one place and appeared in another has moved.
func NewTrail(before, after engine.Diagram, steps []engine.Step) Trail {
	t := Trail{From: map[int]Point{}}
	for to, from := range movers(before, after) {
		p := before.Pieces[from]
		t.From[to] = Point{p.X, p.Y}
	}
	touched := map[engine.Step]bool{}
	for _, s := range steps {
		touched[s] = true
	}
	for _, at := range t.From {
		for _, s := range before.Spots {
			if s.X <= at.X && at.X < s.X+s.W && s.Y <= at.Y && at.Y < s.Y+s.H {
				touched[s.Step] = true
			}
		}
	}
	for _, s := range before.Spots { // those that the steps are about: a goal may be another one after
		if touched[s.Step] {
			t.Spots = append(t.Spots, s)
		}
	}
	t.Path = trailPath(before, after, steps, t.From)
	return t
}

// stands says that a piece is on the cell of a step.
func stands(d engine.Diagram, s engine.Step) bool {
	return s.Cell != "" && slices.ContainsFunc(d.Pieces, func(p engine.Piece) bool { return p.Cell == s.Cell })
}

// trailPath is the way along the steps if a piece stood on the first of them;
// else the way of the only piece that moved, and on along the steps if it came to
// the first of them; else nothing travelled.
func trailPath(before, after engine.Diagram, steps []engine.Step, from map[int]Point) []Point {
	if len(steps) > 0 && stands(before, steps[0]) {
		return middles(before, steps)
	}
	if len(from) != 1 {
		return nil
	}
	for to, start := range from {
		p := after.Pieces[to]
		if len(steps) > 0 && p.Cell == steps[0].Cell {
			return append([]Point{start}, middles(before, steps)...)
		}
		return []Point{start, {p.X, p.Y}}
	}
	return nil
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

// indexAt returns the index of a piece of the same sort in the same place, or -1.
func indexAt(d engine.Diagram, p engine.Piece) int {
	for i, other := range d.Pieces {
		if other.Kind == p.Kind && other.Side == p.Side && other.X == p.X && other.Y == p.Y {
			return i
		}
	}
	return -1
}

// keepLabels gives the pieces of after the labels that they had before, so that a
// piece wears one number through a whole match. A game numbers the pieces of one
// position and cannot know the one before.
func keepLabels(before, after engine.Diagram) engine.Diagram {
	moved := movers(before, after)
	labels := make([]string, len(after.Pieces))
	for i, p := range after.Pieces {
		old := indexAt(before, p)
		if from, ok := moved[i]; ok {
			old = from
		}
		if old >= 0 {
			labels[i] = before.Pieces[old].Label
		}
	}
	if !sameLabels(after, labels) {
		return after
	}
	after.Pieces = append([]engine.Piece(nil), after.Pieces...)
	for i := range after.Pieces {
		p := &after.Pieces[i]
		if name, ok := strings.CutSuffix(p.Name, " "+p.Label); ok {
			p.Name = name + " " + labels[i]
		}
		p.Label = labels[i]
	}
	return after
}

// sameLabels says that labels are the labels of d's pieces in another order: only
// then may they be dealt anew.
func sameLabels(d engine.Diagram, labels []string) bool {
	type label struct {
		kind string
		side engine.Side
		text string
	}
	count := map[label]int{}
	for i, p := range d.Pieces {
		count[label{p.Kind, p.Side, p.Label}]++
		count[label{p.Kind, p.Side, labels[i]}]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// arrow returns the path through the points, and the head at its end.
func arrow(points []Point) (path, head string) {
	if len(points) < 2 {
		return "", ""
	}
	var b strings.Builder
	for i, p := range points {
		b.WriteString(map[bool]string{true: "M", false: "L"}[i == 0] + units(p.X) + " " + units(p.Y))
	}
	from, to := points[len(points)-2], points[len(points)-1]
	if from == to {
		return b.String(), ""
	}
	angle := math.Atan2(to.Y-from.Y, to.X-from.X) * 180 / math.Pi
	head = "translate(" + units(to.X) + " " + units(to.Y) + ") rotate(" + strconv.FormatFloat(angle, 'f', 1, 64) + ")"
	return b.String(), head
}
