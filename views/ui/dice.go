package ui

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// Throw is the dice beside a board.
type Throw struct {
	Faces  []Face
	Sides  int
	Counts string // what they come to, if that is not the faces themselves; "" else
	Marked bool   // each is used for a piece
}

// A Face is what one die shows, or one peg drawn from a bag.
type Face struct {
	N    int
	Peg  string // its colour; "" for a die
	Mark string // the label of the piece that it is used for; "" if that is open
}

// String is what people call it: "4", "green".
func (f Face) String() string {
	if f.Peg != "" {
		return f.Peg
	}
	return strconv.Itoa(f.N)
}

// FacesOfThrow makes the faces of a game's throw ready to show.
func FacesOfThrow(info engine.Info, faces []int, sides int) []Face {
	list := make([]Face, len(faces))
	for i, n := range faces {
		list[i].N = n
		if sides == len(info.Pegs) && n <= sides {
			list[i].Peg = info.Pegs[n-1]
		}
	}
	return list
}

// ThrowOf returns the dice to show with a diagram: those that lay on the table
// last. Where a game makes one number of several dice, it shows that number in
// the diagram, and the page shows the dice too.
func ThrowOf(info engine.Info, d engine.Diagram, thrown []int) Throw {
	t := Throw{Faces: FacesOfThrow(info, d.Throw, d.ThrowSides), Sides: d.ThrowSides}
	if len(d.Throw) > 0 && len(thrown) > 0 && !slices.Equal(d.Throw, thrown) {
		t.Faces = FacesOfThrow(info, thrown, d.ThrowSides)
		texts := make([]string, len(d.Throw))
		for i, n := range d.Throw {
			texts[i] = strconv.Itoa(n)
		}
		t.Counts = strings.Join(texts, " ")
	}
	return t
}

// For returns the throw with the label of the piece under each die that it is used for; with no labels it stays as it is.
func (t Throw) For(labels []string) Throw {
	if len(labels) != len(t.Faces) || labels == nil {
		return t
	}
	t.Faces, t.Marked = slices.Clone(t.Faces), true
	for i, label := range labels {
		t.Faces[i].Mark = label
	}
	return t
}

// SaidFaces tells the faces for people: "thrown 6 and 4", "drawn green".
func SaidFaces(faces []Face) string {
	if len(faces) > 0 && faces[0].Peg != "" {
		return "drawn " + FacesText(faces)
	}
	return "thrown " + FacesText(faces)
}

// FacesText lists faces for people: "4", "6 and 4", "1, 1 and 5".
func FacesText(faces []Face) string {
	text := ""
	for i, face := range faces {
		switch {
		case i == 0:
		case i == len(faces)-1:
			text += " and "
		default:
			text += ", "
		}
		text += face.String()
	}
	return text
}

// pips returns where the pips of a face of an ordinary die stand on a picture of
// 100; nil for other dice, which show a numeral.
func pips(face, sides int) []Point {
	const left, middle, right = 26, 42, 58 // of the front of a die that is seen from above
	const high, centre, low = 44, 60, 76
	spot := Point{middle, centre}
	slope := []Point{{left, high}, {right, low}}
	corners := append(slope[:2:2], Point{right, high}, Point{left, low})
	if sides != 6 {
		return nil
	}
	switch face {
	case 1:
		return []Point{spot}
	case 2:
		return slope
	case 3:
		return append(slope, spot)
	case 4:
		return corners
	case 5:
		return append(corners, spot)
	case 6:
		return append(corners, Point{left, centre}, Point{right, centre})
	}
	return nil
}

// Num writes a number as short as it can be.
func Num(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// A throwWording is how a game speaks of its throws.
type throwWording struct{ Make, Due string }

// ThrowWords returns the wording of a game: dice are rolled, pegs are drawn.
func ThrowWords(info engine.Info) throwWording {
	if info.Pegs != nil {
		return throwWording{"Draw", "A peg is to be drawn"}
	}
	return throwWording{"Roll", "A throw is due"}
}
