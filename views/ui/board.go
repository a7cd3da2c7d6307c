package ui

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
	Sides   [2]string                           // what the game calls First and Second
	Trace   MoveTrace                           // what moved last
	Better  MoveTrace                           // what should have moved instead
	Touch   map[engine.Step]Touch               // of the spots that can be touched
	Href    func(s engine.Step, t Touch) string // where touching leads without a script; nil: nowhere
	Get     func(s engine.Step, t Touch) string // what a script fetches instead; nil: nothing
	Done    []engine.Step                       // chosen so far
	Paths   [][]Point                           // along which they bring something
}

// Board is a diagram made ready for drawing.
type Board struct {
	Label       string // what the picture shows, for people
	Box         string // the viewBox
	Spots       []BoardSpot
	Marks       []BoardMark
	Pieces      []BoardPiece
	Class       string // of the style sheet, with the colours of the sides
	Aim         string // path, in cells: what is to be crossed; "" if nothing is
	Last        []Rect // the cells of the last move
	LastPaths   []BoardPath
	Better      []BoardPath // of a move that would have been better
	BetterCells []Rect
	DonePath    string // along the ways of the chosen steps
	Round       string // radius of the corners of a spot; "" if spots are squares
	Ground      Rect   // of a board of points
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

// BoardPath is a way with the head of its arrow; "" if there is none.
type BoardPath struct{ Path, Arrow string }

// BoardPiece is a piece with its place and the way it came. The script knows it by
// the names of its fields in JSON.
type BoardPiece struct {
	Class string `json:"class"`
	Shape string `json:"-"`  // "ball", "marker", "disc", "hexagon", "diamond", "square"
	At    string `json:"at"` // transform
	Peg   bool   `json:"-"`  // a figure without a label is a peg
	Label string `json:"label,omitempty"`
	Cell  string `json:"cell"`
	Name  string `json:"name"`
	From  string `json:"-"` // "dx dy" from here to where it came from, for the motion; "" if it stood still
}

// Coordinate is a small letter or number at the edge of the board.
type Coordinate struct{ X, Y, Text, Anchor string }

// NewBoard makes a board ready for drawing.
func NewBoard(in BoardInput) Board {
	d := in.Diagram
	b := Board{
		Label:       boardLabel(d),
		Box:         "-4 -4 " + Units(d.Width+0.08) + " " + Units(d.Height+0.08),
		Class:       strings.TrimSpace("board " + Kit(in.Sides)),
		Aim:         Aim(d),
		Pieces:      BoardPieces(d, in.Trace),
		DonePath:    DonePath(in.Paths),
		Coordinates: coordinates(d),
	}
	if d.Points {
		b.Class, b.Round, b.Ground = b.Class+" points", Units(0.5), pitch(d)
	}
	for _, s := range d.Spots {
		b.Spots = append(b.Spots, boardSpot(d, s, in))
	}
	for _, m := range d.Marks {
		if m.Kind != aimKind {
			b.Marks = append(b.Marks, BoardMark{Path: m.Path, Class: "mark " + m.Kind, Netted: m.Kind == "goal"})
		}
	}
	b.Last, b.LastPaths = traceShapes(in.Trace)
	b.BetterCells, b.Better = traceShapes(in.Better)
	return b
}

// traceShapes draws a trail.
func traceShapes(t MoveTrace) (cells []Rect, paths []BoardPath) {
	for _, s := range t.Spots {
		cells = append(cells, rect(s))
	}
	for _, path := range t.Paths {
		line, head := arrow(path)
		paths = append(paths, BoardPath{line, head})
	}
	return cells, paths
}

// Kit names the colours of the sides for the style sheet: "first-red second-blue".
// Sides with names that are no colours wear the sheet's own.
func Kit(sides [2]string) string {
	var classes []string
	for i, place := range []string{"first-", "second-"} {
		if colour := strings.ToLower(sides[i]); slices.Contains(colours, colour) {
			classes = append(classes, place+colour)
		}
	}
	return strings.Join(classes, " ")
}

// colours are those that the style sheet has for sides.
var colours = []string{"yellow", "red", "blue", "white", "black"}

// aimKind is the kind of the marks that come and go while a move is entered.
const aimKind = "aim"

// Aim is all that is to be crossed, as one path.
func Aim(d engine.Diagram) string {
	path := ""
	for _, m := range d.Marks {
		if m.Kind == aimKind {
			path += m.Path
		}
	}
	return path
}

// DonePath draws the ways of the chosen steps as one path.
func DonePath(paths [][]Point) string {
	all := ""
	for _, p := range paths {
		line, _ := arrow(p)
		all += line
	}
	return all
}

// boardLabel names the picture for those who do not see it.
func boardLabel(d engine.Diagram) string {
	return "Board, " + strconv.Itoa(d.Score[0]) + ":" + strconv.Itoa(d.Score[1])
}

func boardSpot(d engine.Diagram, s engine.Spot, in BoardInput) BoardSpot {
	touch := in.Touch[s.Step]
	v := BoardSpot{
		Rect: rect(s),
		MidX: Units(s.X + s.W/2), MidY: Units(s.Y + s.H/2),
		Step:  s.Step.String(),
		Name:  s.Name,
		Zone:  zone(s),
		Touch: touch,
		Class: "spot",
	}
	what := Standing(d, s)
	if what != "" && what != "empty" {
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
	v.Label = SpotLabel(v.Name, what, chosen, touch)
	return v
}

// SpotLabel is what a screen reader says of a spot; the script says the same.
func SpotLabel(name, what string, chosen bool, touch Touch) string {
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

// Standing says what stands on a spot: "" for an area that nothing can stand on.
func Standing(d engine.Diagram, s engine.Spot) string {
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

// pitch is the ground of a board of points: it reaches to the outermost ones.
func pitch(d engine.Diagram) Rect {
	left, top, right, bottom := d.Width, d.Height, 0.0, 0.0
	for _, s := range d.Spots {
		if s.Step.Cell != "" {
			at := Middle(s)
			left, right = min(left, at.X), max(right, at.X)
			top, bottom = min(top, at.Y), max(bottom, at.Y)
		}
	}
	return Rect{Units(left), Units(top), Units(right - left), Units(bottom - top)}
}

func zone(s engine.Spot) string {
	class := "zone " + s.Zone
	if s.Zone == "goal" && s.Step.Cell != "" {
		class += " slot" // one of several places in the goal
	}
	if s.Owner != engine.NoSide {
		class += " " + s.Owner.String()
	}
	return class
}

// BoardPieces draws the pieces of a diagram.
func BoardPieces(d engine.Diagram, trail MoveTrace) []BoardPiece {
	var list []BoardPiece
	for i, p := range d.Pieces {
		v := boardPiece(p)
		if p.Side == engine.NoSide && shared(d, i) {
			v.At += " scale(0.8)" // so that who is there too is seen as well
		}
		if from, ok := trail.From[i]; ok {
			v.From = Units(from.X-p.X) + " " + Units(from.Y-p.Y)
		}
		list = append(list, v)
	}
	return list
}

func boardPiece(p engine.Piece) BoardPiece {
	v := BoardPiece{
		Class: "piece " + p.Kind, Shape: shape(p), Label: p.Label, Cell: string(p.Cell), Name: p.Name,
		At: "translate(" + Units(p.X) + " " + Units(p.Y) + ")",
	}
	if v.Peg = p.Kind == "figure" && p.Label == ""; v.Peg {
		v.Class += " peg"
	}
	if p.Side != engine.NoSide {
		v.Class += " " + p.Side.String()
	}
	return v
}

// samples are one piece of each kind, of which the script makes others.
func samples() []BoardPiece {
	list := []BoardPiece{boardPiece(engine.Piece{Kind: "ball"}), boardPiece(engine.Piece{Kind: "marker", Label: "A"})}
	for _, side := range []engine.Side{engine.First, engine.Second} {
		for _, p := range []engine.Piece{{Kind: "figure", Label: "1"}, {Kind: "figure"}, {Kind: "keeper", Label: "1"}} {
			p.Side = side
			list = append(list, boardPiece(p))
		}
	}
	return list
}

// shape tells the sides apart by form: First's pieces are round, Second's have
// four corners.
func shape(p engine.Piece) string {
	switch {
	case p.Side == engine.NoSide:
		return p.Kind
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
			list = append(list, rowNumber(d, s, number))
		}
		if ok && lowest[letter] == s {
			list = append(list, columnLetter(d, s, letter))
		}
	}
	return list
}

// rowNumber stands in the corner of a square, or left of a point.
func rowNumber(d engine.Diagram, s engine.Spot, number string) Coordinate {
	if d.Points {
		return Coordinate{Units(s.X + 0.28), Units(s.Y + s.H/2 + 0.07), number, "end"}
	}
	return Coordinate{Units(s.X + 0.07), Units(s.Y + 0.22), number, "start"}
}

// columnLetter stands in the corner of a square, or below a point.
func columnLetter(d engine.Diagram, s engine.Spot, letter string) Coordinate {
	if d.Points {
		return Coordinate{Units(s.X + s.W/2), Units(s.Y + s.H - 0.12), letter, "middle"}
	}
	return Coordinate{Units(s.X + s.W - 0.07), Units(s.Y + s.H - 0.08), letter, "end"}
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
	return Rect{Units(s.X), Units(s.Y), Units(s.W), Units(s.H)}
}

// Units writes a length in cells as one in drawing units, to a tenth.
func Units(cells float64) string {
	text := strconv.FormatFloat(cells*cell, 'f', 1, 64)
	text = strings.TrimSuffix(text, ".0")
	if text == "-0" {
		return "0"
	}
	return text
}

// Middle is the middle of a spot.
func Middle(s engine.Spot) Point { return Point{s.X + s.W/2, s.Y + s.H/2} }
