package picture

import (
	"math"

	"kickabout/engine"
)

// ground returns what lies under the pieces of a diagram, the lowest first.
func ground(d engine.Diagram) []shape {
	shapes := []shape{{path: roundBox(-4, -4, d.Width*cell+8, d.Height*cell+8, 10), fill: Asphalt}}
	shapes = append(shapes, zones(d)...)
	for _, m := range d.Marks {
		p, err := parsePath(m.Path)
		if err != nil {
			continue // a line less, and TestEveryMarkCanBeDrawn says so
		}
		shapes = append(shapes, mark(m.Kind, p.turned(cell, 0, 0))...)
	}
	return shapes
}

// zones fills the spots, those of one colour at a time.
func zones(d engine.Diagram) []shape {
	if d.Points {
		left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		for _, s := range d.Spots {
			if s.Step.Cell != "" {
				x, y := (s.X+s.W/2)*cell, (s.Y+s.H/2)*cell
				left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
			}
		}
		return []shape{{path: box(left, top, right-left, bottom-top), fill: Court}}
	}
	inks := []Ink{Court, Box}
	shapes := make([]shape, len(inks)+1)
	for i, ink := range inks {
		shapes[i].fill = ink
	}
	grid := &shapes[len(inks)]
	*grid = shape{stroke: Chalk, width: 1.5, alpha: 0.28}
	for _, s := range d.Spots {
		if s.Zone == "goal" {
			continue
		}
		i := map[string]int{"circle": 1, "penalty": 1, "keeper": 1}[s.Zone]
		square := box(s.X*cell, s.Y*cell, s.W*cell, s.H*cell)
		shapes[i].path, grid.path = append(shapes[i].path, square...), append(grid.path, square...)
	}
	return shapes
}

// mark draws a line of the board by its kind.
func mark(kind string, p path) []shape {
	s := shape{path: p, stroke: Chalk, width: 5, alpha: 0.75}
	switch kind {
	case "goal":
		s.width, s.alpha = 8, 1
		return []shape{net(p), s}
	case "area":
		return []shape{{path: p, fill: Box}}
	case "zone":
		return nil // the spots that it lies under have its colour
	case "dot":
		return []shape{{path: p, fill: Chalk}}
	case "cells":
		s.width, s.alpha = 2, 0.45
	case "lattice":
		s.width, s.alpha = 2, 0.5
	case "edge":
		s.width, s.alpha = 9, 0.6
	case "guide":
		s.width, s.dash = 3, [2]float64{2, 10}
	case "aim":
		return nil // it belongs to a move that is being entered
	}
	return []shape{s}
}

// mesh is the width of a mesh of a net.
const mesh = 20

// net hangs a net in a goal.
func net(goal path) shape {
	low, high := goal.bounds()
	s := shape{stroke: Chalk, width: 2, alpha: 0.45}
	for x := low.x + mesh; x < high.x-1; x += mesh {
		s.path = append(s.path, polyline(point{x, low.y}, point{x, high.y})...)
	}
	for y := low.y + mesh; y < high.y-1; y += mesh {
		s.path = append(s.path, polyline(point{low.x, y}, point{high.x, y})...)
	}
	return s
}

// bounds returns the upper left and the lower right corner of a path.
func (p path) bounds() (low, high point) {
	low, high = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, line := range p.lines() {
		for _, at := range line {
			low, high = point{min(low.x, at.x), min(low.y, at.y)}, point{max(high.x, at.x), max(high.y, at.y)}
		}
	}
	return low, high
}

// A costume is how pieces of a sort look; pieces differ in their labels besides.
type costume struct {
	kind string
	side engine.Side
	peg  bool // a figure without a label
}

func costumeOf(p engine.Piece) costume {
	return costume{p.Kind, p.Side, p.Kind == "figure" && p.Label == ""}
}

// shapes draws a piece whose middle is at 0, 0. First's are round and Second's have
// four corners, so that they are told apart without colours too.
func (c costume) shapes() []shape {
	own := First
	if c.side == engine.Second {
		own = Second
	}
	edge := own + FirstEdge - First
	body := func(p path) shape { return shape{path: p, fill: own, stroke: edge, width: 5} }
	collar := func(p path) shape { return shape{path: p, stroke: edge, width: 4} }
	var list []shape
	switch {
	case c.kind == "ball":
		return ball()
	case c.side == engine.NoSide:
		return append([]shape{{path: circle(0, 0, 38), fill: Marker, stroke: Coal, width: 5}}, ball()...)
	case c.kind == "keeper" && c.side == engine.First:
		list = []shape{body(mustPath("M-20 -37H20L41 0L20 37H-20L-41 0Z")), collar(mustPath("M-15 -28H15L31 0L15 28H-15L-31 0Z"))}
	case c.kind == "keeper":
		list = []shape{body(roundBox(-36, -36, 72, 72, 8)), collar(roundBox(-27, -27, 54, 54, 4))}
	case c.side == engine.First:
		list = []shape{body(circle(0, 0, 34))}
	default:
		list = []shape{body(mustPath("M0 -40L40 0L0 40L-40 0Z"))}
	}
	if c.peg {
		list = append(list, shape{path: circle(0, 0, 12), stroke: edge, width: 5})
	}
	return list
}

// ink is the colour of a label on a piece.
func (c costume) ink() Ink {
	if c.side == engine.Second {
		return SecondInk
	}
	return FirstInk
}

func ball() []shape {
	return []shape{
		{path: circle(0, 0, 21), fill: Leather, stroke: Coal, width: 4},
		{path: mustPath("M0 -9L8.6 -2.8L5.3 7.3L-5.3 7.3L-8.6 -2.8Z"), fill: Coal},
	}
}

// badge is the sign of a side beside its name, in a square of the given length.
func badge(side engine.Side, x, y, length float64) shape {
	r := length / 2
	s := shape{path: circle(x+r, y+r, r*0.8), fill: First, stroke: Quiet, width: length * 0.06}
	if side == engine.Second {
		s.fill, s.path = Second, polygon(point{x + r, y}, point{x + length, y + r}, point{x + r, y + length}, point{x, y + r})
	}
	return s
}
