package views

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// Throw is the dice beside a board.
type Throw struct {
	Faces  []int
	Sides  int
	Counts string // what they come to, if that is not the faces themselves; "" else
}

// throwOf returns the dice to show with a diagram: those that lay on the table
// last. Where a game makes one number of several dice, it shows that number in
// the diagram, and the page shows the dice too.
func throwOf(d engine.Diagram, thrown []int) Throw {
	t := Throw{Faces: d.Throw, Sides: d.ThrowSides}
	if len(d.Throw) > 0 && len(thrown) > 0 && !slices.Equal(d.Throw, thrown) {
		t.Faces = thrown
		texts := make([]string, len(d.Throw))
		for i, n := range d.Throw {
			texts[i] = strconv.Itoa(n)
		}
		t.Counts = strings.Join(texts, " ")
	}
	return t
}

// pips returns where the pips of a face of an ordinary die stand on a square of
// 100; nil for other dice, which show a numeral.
func pips(face, sides int) []Point {
	const low, mid, high = 26, 50, 74
	centre := Point{mid, mid}
	slope := []Point{{low, high}, {high, low}}
	corners := append(slope[:2:2], Point{low, low}, Point{high, high})
	if sides != 6 {
		return nil
	}
	switch face {
	case 1:
		return []Point{centre}
	case 2:
		return slope
	case 3:
		return append(slope, centre)
	case 4:
		return corners
	case 5:
		return append(corners, centre)
	case 6:
		return append(corners, Point{low, mid}, Point{high, mid})
	}
	return nil
}

// num writes a number as short as it can be.
func num(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
