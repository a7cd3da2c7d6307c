package views

import (
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// cell is the length of a cell in the units of a board's drawing.
const cell = 100

// Touch says what touching a spot does at the moment.
type Touch string

// The touches. The names are classes of the style sheet and words of the script.
const (
	Untouched Touch = ""        // nothing: it is only there
	Legal     Touch = "next"    // it goes on from what is chosen
	Instead   Touch = "instead" // it takes the place of an earlier choice
	Back      Touch = "back"    // it is chosen, and touching it takes that back
)

// BoardInput is what a board is drawn from.
type BoardInput struct {
	Diagram engine.Diagram
	Trail   Trail                               // what moved last
	Touch   map[engine.Step]Touch               // of the spots that can be touched
	Href    func(s engine.Step, t Touch) string // where touching leads without a script; nil: nowhere
	Get     func(s engine.Step, t Touch) string // what a script fetches instead; nil: nothing
	Done    []engine.Step                       // chosen so far
	Joined  bool                                // they are a way along which something goes
}

// Board is a diagram made ready for drawing.
type Board struct {
	Label       string // what the picture shows, for people
	Box         string // the viewBox
	Spots       []BoardSpot
	Marks       []BoardMark
	Pieces      []BoardPiece
	Last        []Rect // the cells of the last move
	LastPath    string // along it; "" if nothing travelled
	LastArrow   string // the head of the arrow
	DonePath    string // along the chosen steps
	Coordinates []Coordinate
}

// Rect is a rectangle in drawing units, as attributes.
type Rect struct{ X, Y, W, H string }

// BoardSpot is a spot with all that its link says.
type BoardSpot struct {
	Rect
	MidX, MidY string
	Step       string
	Name       string // "e5"
	What       string // "yellow figure 3", "empty"; "" for an area
	Zone       string // classes of the ground
	Touch      Touch
	Class      string // of the link
	Href       string
	Get        string // what a script fetches instead of going there
	Label      string
}

// BoardMark is a line of the board; its path is in cells.
type BoardMark struct {
	Path, Class string
	Netted      bool // a goal
}

// BoardPiece is a piece with its place and the way it came.
type BoardPiece struct {
	Class  string
	Shape  string // "ball", "disc", "hexagon", "diamond", "square"
	Radius string // of a ball
	At     string // transform
	Label  string
	From   string // "dx dy" from here to where it came from, for the motion; "" if it stood still
}

// Coordinate is a small letter or number at the edge of the board.
type Coordinate struct{ X, Y, Text, Anchor string }

// NewBoard makes a board ready for drawing.
func NewBoard(in BoardInput) Board {
	d := in.Diagram
	b := Board{
		Label:       boardLabel(d),
		Box:         "-4 -4 " + units(d.Width+0.08) + " " + units(d.Height+0.08),
		Coordinates: coordinates(d),
	}
	if in.Joined {
		b.DonePath, _ = arrow(middles(d, in.Done))
	}
	for _, s := range d.Spots {
		b.Spots = append(b.Spots, boardSpot(d, s, in))
	}
	for _, m := range d.Marks {
		b.Marks = append(b.Marks, BoardMark{Path: m.Path, Class: "mark " + m.Kind, Netted: m.Kind == "goal"})
	}
	for i, p := range d.Pieces {
		b.Pieces = append(b.Pieces, boardPiece(d, i, p, in.Trail))
	}
	for _, s := range in.Trail.Spots {
		b.Last = append(b.Last, rect(s))
	}
	b.LastPath, b.LastArrow = arrow(in.Trail.Path)
	return b
}

// boardLabel names the picture for those who do not see it.
func boardLabel(d engine.Diagram) string {
	return "Board, " + strconv.Itoa(d.Score[0]) + ":" + strconv.Itoa(d.Score[1])
}

func boardSpot(d engine.Diagram, s engine.Spot, in BoardInput) BoardSpot {
	touch := in.Touch[s.Step]
	v := BoardSpot{
		Rect: rect(s),
		MidX: units(s.X + s.W/2), MidY: units(s.Y + s.H/2),
		Step:  s.Step.String(),
		Name:  s.Name,
		What:  standing(d, s),
		Zone:  zone(s),
		Touch: touch,
	}
	v.Class = "spot"
	if v.What != "" && v.What != "empty" {
		v.Class += " taken"
	}
	chosen := slices.Contains(in.Done, s.Step)
	if chosen {
		v.Class += " chosen"
	}
	if touch != Untouched {
		v.Class += " " + string(touch)
		if in.Href != nil {
			v.Href = in.Href(s.Step, touch)
		}
		if in.Get != nil {
			v.Get = in.Get(s.Step, touch)
		}
	}
	v.Label = spotLabel(v.Name, v.What, chosen, touch)
	return v
}

// spotLabel is what a screen reader says of a spot; the script says the same.
func spotLabel(name, what string, chosen bool, touch Touch) string {
	label := name
	if what != "" {
		label += ", " + what
	}
	if chosen {
		label += ", chosen"
	}
	switch touch {
	case Legal:
		label += ", may be touched"
	case Instead:
		label += ", may be touched instead"
	case Back:
		label += ", touch to go back"
	}
	return label
}

// standing says what stands on a spot: "" for an area that nothing can stand on.
func standing(d engine.Diagram, s engine.Spot) string {
	if s.Step.Cell == "" {
		return ""
	}
	var names []string
	for _, p := range d.Pieces {
		if p.Cell == s.Step.Cell {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 {
		return "empty"
	}
	return strings.Join(names, ", ")
}

func zone(s engine.Spot) string {
	class := "zone " + s.Zone
	if s.Owner != engine.NoSide {
		class += " " + s.Owner.String()
	}
	return class
}

func boardPiece(d engine.Diagram, i int, p engine.Piece, trail Trail) BoardPiece {
	v := BoardPiece{Class: "piece " + p.Kind, Shape: shape(p), Radius: "21", Label: p.Label}
	if p.Side != engine.NoSide {
		v.Class += " " + p.Side.String()
	}
	if shared(d, i) {
		v.Radius = "17" // so that who has the ball is seen as well
	}
	v.At = "translate(" + units(p.X) + " " + units(p.Y) + ")"
	if from, ok := trail.From[i]; ok {
		v.From = units(from.X-p.X) + " " + units(from.Y-p.Y)
	}
	return v
}

// shape tells the sides apart by form: First's pieces are round, Second's have
// four corners.
func shape(p engine.Piece) string {
	switch {
	case p.Side == engine.NoSide:
		return "ball"
	case p.Kind == "keeper" && p.Side == engine.First:
		return "hexagon"
	case p.Kind == "keeper":
		return "square"
	case p.Side == engine.First:
		return "disc"
	}
	return "diamond"
}

// shared says that another piece is in the same cell as piece i.
func shared(d engine.Diagram, i int) bool {
	for j, other := range d.Pieces {
		if j != i && other.Cell == d.Pieces[i].Cell {
			return true
		}
	}
	return false
}

// middles returns where the spots of steps have their middles.
func middles(d engine.Diagram, steps []engine.Step) []Point {
	var points []Point
	for _, s := range steps {
		if spot, ok := d.SpotOf(s); ok {
			points = append(points, Point{spot.X + spot.W/2, spot.Y + spot.H/2})
		}
	}
	return points
}

// coordinates finds the letters and numbers of the board's edges in the names of
// its cells: "c10" gives c to its column and 10 to its row. Letters stand in the
// lowest cell of a column, numbers in the leftmost of a row. A board whose cells
// have other names has none.
func coordinates(d engine.Diagram) []Coordinate {
	lowest, leftmost := map[string]engine.Spot{}, map[string]engine.Spot{}
	for _, s := range d.Spots {
		letter, number, ok := splitName(s)
		if !ok {
			continue
		}
		if old, seen := lowest[letter]; !seen || s.Y > old.Y {
			lowest[letter] = s
		}
		if old, seen := leftmost[number]; !seen || s.X < old.X {
			leftmost[number] = s
		}
	}
	var list []Coordinate
	for _, s := range d.Spots { // again in order, so that the same board gives the same page
		letter, number, ok := splitName(s)
		if ok && leftmost[number] == s {
			list = append(list, Coordinate{units(s.X + 0.07), units(s.Y + 0.22), number, "start"})
		}
		if ok && lowest[letter] == s {
			list = append(list, Coordinate{units(s.X + s.W - 0.07), units(s.Y + s.H - 0.08), letter, "end"})
		}
	}
	return list
}

// splitName parts the name of a cell into its letter and its number.
func splitName(s engine.Spot) (letter, number string, ok bool) {
	if s.Step.Cell == "" || len(s.Name) < 2 || s.Name[0] < 'a' || s.Name[0] > 'z' {
		return "", "", false
	}
	_, err := strconv.Atoi(s.Name[1:])
	return s.Name[:1], s.Name[1:], err == nil
}

func rect(s engine.Spot) Rect {
	return Rect{units(s.X), units(s.Y), units(s.W), units(s.H)}
}

// units writes a length in cells as one in drawing units, to a tenth.
func units(cells float64) string {
	text := strconv.FormatFloat(cells*cell, 'f', 1, 64)
	text = strings.TrimSuffix(text, ".0")
	if text == "-0" {
		return "0"
	}
	return text
}
