package ui

import (
	"math"
	"strconv"

	"kickabout/engine"
)

// Point is a place on a board, in cells.
type Point struct{ X, Y float64 }

// A MoveTrace is what a move leaves to be seen: the cells it touched, the ways that
// figures and the ball went, and where the pieces that moved came from.
type MoveTrace struct {
	Spots   []engine.Spot
	Paths   [][]Point
	Flights [][]Point
	From    map[int]Point // by the index of the piece in the diagram after the move
}

// arrow draws the path through places of the board, with the head at its end.
func (p Plane) arrow(points []Point) BoardPath {
	if len(points) < 2 {
		return BoardPath{}
	}
	line := BoardPath{Path: p.Lines([][]Point{points})}
	from, to := p.At(points[len(points)-2]), p.At(points[len(points)-1])
	if from == to {
		return line
	}
	angle := math.Atan2(to.Y-from.Y, to.X-from.X) * 180 / math.Pi
	line.Arrow = "translate(" + p.Length(to.X) + " " + p.Length(to.Y) + ") rotate(" + strconv.FormatFloat(angle, 'f', 1, 64) + ")"
	return line
}
