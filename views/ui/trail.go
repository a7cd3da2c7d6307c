package ui

import (
	"math"
	"strconv"
	"strings"

	"kickabout/engine"
)

// Point is a place on a board, in cells.
type Point struct{ X, Y float64 }

// A MoveTrace is what a move leaves to be seen: the cells it touched, the ways that
// something went, and where the pieces that moved came from.
type MoveTrace struct {
	Spots []engine.Spot
	Paths [][]Point
	From  map[int]Point // by the index of the piece in the diagram after the move
}

// arrow returns the path through the points, and the head at its end.
func arrow(points []Point) (path, head string) {
	if len(points) < 2 {
		return "", ""
	}
	var b strings.Builder
	for i, p := range points {
		b.WriteString(map[bool]string{true: "M", false: "L"}[i == 0] + Units(p.X) + " " + Units(p.Y))
	}
	from, to := points[len(points)-2], points[len(points)-1]
	if from == to {
		return b.String(), ""
	}
	angle := math.Atan2(to.Y-from.Y, to.X-from.X) * 180 / math.Pi
	head = "translate(" + Units(to.X) + " " + Units(to.Y) + ") rotate(" + strconv.FormatFloat(angle, 'f', 1, 64) + ")"
	return b.String(), head
}
