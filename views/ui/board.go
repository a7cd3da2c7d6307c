package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kickabout/engine"
)

// Touch says what touching a spot does at the moment.
type Touch string

// The touches. The names are classes of the style sheet and words of the script.
const (
	Untouched Touch = ""        // nothing: it is only there
	Legal     Touch = "next"    // it goes on from what is chosen
	Instead   Touch = "instead" // it takes the place of an earlier choice
	Back      Touch = "back"    // it is chosen, and touching it takes that back
	Open      Touch = "open"    // whatever it does: nothing tells before
)

// BoardInput is what a board is drawn from. Places are those of the diagram, however the board is turned.
type BoardInput struct {
	Diagram engine.Diagram
	Sides   [2]string                           // what the game calls First and Second
	Turned  bool                                // the board is turned by half: Second plays upward
	Trace   MoveTrace                           // what moved last
	Better  MoveTrace                           // what should have moved instead
	Touch   map[engine.Step]Touch               // of the spots that can be touched
	Href    func(s engine.Step, t Touch) string // where touching leads without a script; nil: nowhere
	Get     func(s engine.Step, t Touch) string // what a script fetches instead; nil: nothing
	Done    []engine.Step                       // chosen so far
	Walks   [][]Point                           // along which they bring figures
	Flights [][]Point                           // and the ball
	Ghosts  []engine.Piece                      // the figures that they have moved, where those stood
}

// Board is a diagram made ready for drawing. Lengths are units of the drawing.
type Board struct {
	Label       string // what the picture shows, for people
	Box         string // the viewBox
	Fit         string // preserveAspectRatio: a court on a stage fills it
	Unit        string // the length of a cell
	Turned      bool   // by half
	Class       string // of the style sheet, with the colours of the sides
	Street      Rect   // the ground round the court
	Court       Rect   // the painted ground
	Mural, Grid string // paths of its paint and of the lines between its cells
	Outline     string // path round the court
	Marks       []BoardMark
	Goals       []BoardGoal
	Coordinates []Coordinate
	Spots       []BoardSpot
	Pieces      []BoardPiece
	Ghosts      []BoardPiece
	Aim         string // path of what is to be crossed; "" if nothing is
	Notes       []BoardNote
	Confetti    []Scrap
	Last        []Rect // the cells of the last move
	LastWalks   string
	LastFlights string
	LastGhosts  []BoardPiece
	Better      []BoardPath // of a move that would have been better
	BetterCells []Rect
	Walk        string // along the ways of the chosen steps
	Flight      string
}

// Rect is a rectangle, as attributes.
type Rect struct{ X, Y, W, H string }

// BoardSpot is a spot with all that its link says.
type BoardSpot struct {
	Rect
	MidX, MidY string
	Dot, Ring  string // radii
	Mouth      bool   // it is a whole goal
	Step       string
	Name       string // "e5"
	Touch      Touch
	Class      string // of the link
	Href       string
	Get        string // what a script fetches instead of going there
	Label      string
}

// BoardMark is a line or an area of the board.
type BoardMark struct{ Path, Class string }

// BoardGoal is a goal: three posts, the net between them, in its owner's colour.
type BoardGoal struct {
	Path, Colour string
	Deep         bool // it is ground of its own, with places
}

// BoardPath is a way with the head of its arrow; "" if there is none.
type BoardPath struct{ Path, Arrow string }

// BoardNote is a word or two on the board.
type BoardNote struct {
	At    string `json:"at"` // transform
	Text  string `json:"text"`
	X     string `json:"x"` // where its ground begins
	Width string `json:"width"`
}

// BoardPiece is a piece with its place and the way it came. The script knows it by
// the names of its fields in JSON.
type BoardPiece struct {
	Class string `json:"class"`
	Shape string `json:"shape"` // the id of its symbol, without "kit-": "ball", "marker", "disc", "hexagon", "diamond", "square"
	Size  string `json:"size"`  // transform of the symbol, which is 100 wide
	At    string `json:"at"`    // transform
	Label string `json:"label,omitempty"`
	Cell  string `json:"cell"`
	Name  string `json:"name"`
}

// Coordinate is a small letter or number beside the board.
type Coordinate struct{ X, Y, Text string }

// NewBoard makes a board ready for drawing.
func NewBoard(in BoardInput) Board {
	b := NewSmallBoard(in)
	plane := PlaneOf(in.Diagram, in.Turned)
	d := plane.diagram(in.Diagram)
	b.Coordinates = coordinates(plane, d)
	b.Spots = make([]BoardSpot, len(d.Spots))
	for i, s := range d.Spots {
		b.Spots[i] = boardSpot(plane, d, s, in)
	}
	return b
}

// NewSmallBoard makes ready what DrawSmallBoard draws: a board without its spots and what they are called, which are half of the
// work. Lists of matches have dozens of them.
func NewSmallBoard(in BoardInput) Board {
	plane := PlaneOf(in.Diagram, in.Turned)
	d := plane.diagram(in.Diagram)
	frame, court := frameOf(d), courtOf(d)
	b := Board{
		Label: boardLabel(d),
		Box:   plane.Length(frame.X) + " " + plane.Length(frame.Y) + " " + plane.Length(frame.W) + " " + plane.Length(frame.H),
		Fit:   "xMidYMid", Unit: Short(plane.unit), Turned: in.Turned,
		Class:   strings.TrimSpace("board " + Kit(in.Sides)),
		Street:  Rect{plane.Length(frame.X), plane.Length(frame.Y), plane.Length(frame.W), plane.Length(frame.H)},
		Court:   plane.box(court.X, court.Y, court.W, court.H),
		Mural:   plane.mural(court),
		Outline: plane.path(boxPath(court, 0.02)),
		Aim:     plane.Aim(in.Diagram),
		Notes:   plane.Notes(in.Diagram),
		Pieces:  BoardPieces(plane, in.Diagram, in.Sides),
		Walk:    plane.Lines(in.Walks),
		Flight:  plane.Lines(in.Flights),
	}
	if d.Points {
		b.Class += " points"
	} else {
		b.Grid = plane.grid(court)
	}
	if plane.unit == narrowCell {
		b.Class += " fine"
	}
	if d.Kicks {
		b.Class += " kicking"
	}
	deep := slices.ContainsFunc(d.Marks, func(m engine.Mark) bool { return m.Kind == "cells" })
	for _, m := range d.Marks {
		switch m.Kind {
		case aimKind:
		case "goal":
			b.Goals = append(b.Goals, BoardGoal{plane.path(m.Path), colourOf(in.Sides, m.Owner), deep})
		default:
			b.Marks = append(b.Marks, BoardMark{plane.path(m.Path), markClass(in.Sides, m)})
		}
	}
	for _, g := range in.Ghosts {
		b.Ghosts = append(b.Ghosts, boardPiece(plane, in.Sides, g, d.Points))
	}
	b.drawTraces(plane, in)
	return b
}

// drawTraces draws what the last move has left, and what a better one would have.
func (b *Board) drawTraces(plane Plane, in BoardInput) {
	for _, s := range in.Trace.Spots {
		b.Last = append(b.Last, plane.box(s.X, s.Y, s.W, s.H))
	}
	b.LastWalks, b.LastFlights = plane.Lines(in.Trace.Paths), plane.Lines(in.Trace.Flights)
	for i, from := range in.Trace.From {
		if i < len(in.Diagram.Pieces) && in.Diagram.Pieces[i].Kind != "ball" {
			ghost := in.Diagram.Pieces[i]
			ghost.X, ghost.Y = from.X, from.Y
			b.LastGhosts = append(b.LastGhosts, boardPiece(plane, in.Sides, ghost, in.Diagram.Points))
		}
	}
	slices.SortFunc(b.LastGhosts, func(a, b BoardPiece) int { return strings.Compare(a.At, b.At) })
	for _, s := range in.Better.Spots {
		b.BetterCells = append(b.BetterCells, plane.box(s.X, s.Y, s.W, s.H))
	}
	for _, path := range slices.Concat(in.Better.Paths, in.Better.Flights) {
		b.Better = append(b.Better, plane.arrow(path))
	}
}

// markClass names how a mark is drawn.
func markClass(sides [2]string, m engine.Mark) string {
	class := "mark " + m.Kind
	if m.Owner != engine.NoSide {
		class += " " + colourOf(sides, m.Owner)
	}
	return class
}

// boxPath is the path round a rectangle, so much inside it.
func boxPath(b engine.Box, in float64) string {
	return fmt.Sprintf("M%g %gH%gV%gH%gZ", b.X+in, b.Y+in, b.X+b.W-in, b.Y+b.H-in, b.X+in)
}

// mural is the second tone of the paint: two corners and a band across.
func (p Plane) mural(c engine.Box) string {
	at := func(x, y float64) string { return p.units(Point{c.X + x*c.W, c.Y + y*c.H}) }
	return "M" + at(0, 0) + "L" + at(0.25, 0) + "L" + at(0, 0.26) + "Z" +
		"M" + at(1, 0.12) + "L" + at(1, 0.52) + "L" + at(0.4, 1) + "L" + at(0, 1) + "L" + at(0, 0.9) + "Z" +
		"M" + at(1, 0.76) + "L" + at(1, 1) + "L" + at(0.717, 1) + "Z"
}

// grid is the lines between the cells of a court.
func (p Plane) grid(c engine.Box) string {
	var b strings.Builder
	for x := 1.0; x < c.W; x++ {
		b.WriteString("M" + p.units(Point{c.X + x, c.Y}) + "V" + p.Length(p.At(Point{c.X, c.Y + c.H}).Y))
	}
	for y := 1.0; y < c.H; y++ {
		b.WriteString("M" + p.units(Point{c.X, c.Y + y}) + "H" + p.Length(p.At(Point{c.X + c.W, c.Y}).X))
	}
	return b.String()
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

// KitOf is the colour that a side wears, as a class of the style sheet.
func KitOf(sides [2]string, side engine.Side) string { return colourOf(sides, side) }

// colourOf is the colour that a side wears; "" for nobody's.
func colourOf(sides [2]string, side engine.Side) string {
	if side == engine.NoSide {
		return ""
	}
	if colour := strings.ToLower(sides[side-1]); slices.Contains(colours, colour) {
		return colour
	}
	return map[engine.Side]string{engine.First: "yellow", engine.Second: "red"}[side]
}

// boardLabel names the picture for those who do not see it.
func boardLabel(d engine.Diagram) string {
	return "Board, " + ScoreText(d.Score)
}

func boardSpot(plane Plane, d engine.Diagram, s engine.Spot, in BoardInput) BoardSpot {
	touch := in.Touch[s.Step]
	v := BoardSpot{
		Rect: Rect{plane.Length(s.X), plane.Length(s.Y), plane.Length(s.W), plane.Length(s.H)},
		MidX: plane.Length(s.X + s.W/2), MidY: plane.Length(s.Y + s.H/2),
		Dot: plane.Length(0.14), Ring: plane.Length(0.51),
		Mouth: s.Zone == "goal" && s.Step.Cell == "",
		Step:  s.Step.String(),
		Name:  s.Name,
		Touch: touch,
		Class: "spot",
	}
	if d.Points {
		v.Ring = plane.Length(0.62)
	}
	what := Standing(d, s)
	if occupied := occupation(d, s); occupied != "" {
		v.Class += " " + occupied
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

// occupation is the class of a spot on which something stands: "taken" by a figure or marker, "ball" if
// that is all; "" if it is free.
func occupation(d engine.Diagram, s engine.Spot) string {
	class := ""
	for _, p := range d.Pieces {
		switch {
		case s.Step.Cell == "" || p.Cell != s.Step.Cell:
		case p.Kind != "ball":
			return "taken"
		default:
			class = "ball"
		}
	}
	return class
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

// BoardPieces draws the pieces of a diagram.
func BoardPieces(plane Plane, d engine.Diagram, sides [2]string) []BoardPiece {
	var list []BoardPiece
	for i, p := range d.Pieces {
		if plane.turned && p.Kind == "ball" && shared(d, i) { // beside its keeper's right hand however the board lies
			p.X, p.Y = besideMiddle(d, p)
		}
		list = append(list, boardPiece(plane, sides, p, d.Points))
	}
	return list
}

// besideMiddle is where a piece beside the middle of its cell stands on the other side of it.
func besideMiddle(d engine.Diagram, p engine.Piece) (x, y float64) {
	s, ok := d.SpotOf(engine.Step{Cell: p.Cell})
	if !ok {
		return p.X, p.Y
	}
	return 2*s.X + s.W - p.X, 2*s.Y + s.H - p.Y
}

// The sizes of pieces, by the cell: markers on points stand close to each other.
const (
	figureSize = 0.9
	manSize    = 0.87
	pointSize  = 1.03
	ballSize   = 0.84
)

func boardPiece(plane Plane, sides [2]string, p engine.Piece, points bool) BoardPiece {
	size := figureSize
	switch {
	case p.Kind == "ball" && plane.unit == narrowCell:
		size = 0.95
	case p.Kind == "ball":
		size = ballSize
	case points:
		size = pointSize
	case plane.unit == narrowCell:
		size = manSize
	}
	v := BoardPiece{
		Class: strings.TrimSpace("piece " + p.Kind + " " + colourOf(sides, p.Side)), Shape: shape(sides, p), Label: p.Label, Cell: string(p.Cell), Name: p.Name,
		At:   "translate(" + plane.units(Point{p.X, p.Y}) + ")",
		Size: "scale(" + strconv.FormatFloat(size*plane.unit/symbolSize, 'f', -1, 32) + ")",
	}
	if len(p.Label) > 1 {
		v.Class += " two"
	}
	return v
}

// symbolSize is how wide the symbols of pieces are.
const symbolSize = 100

// shape tells the sides apart by form: yellow, white and blue are round, red and black have four
// corners. Sides that would look alike differ all the same.
func shape(sides [2]string, p engine.Piece) string {
	if p.Side == engine.NoSide {
		return p.Kind
	}
	cornered := func(side engine.Side) bool { return slices.Contains([]string{"red", "black"}, colourOf(sides, side)) }
	corners := cornered(p.Side)
	if corners == cornered(p.Side.Other()) {
		corners = p.Side == engine.Second
	}
	switch {
	case p.Kind == "keeper" && corners:
		return "square"
	case p.Kind == "keeper":
		return "hexagon"
	case corners:
		return "diamond"
	}
	return "disc"
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
func coordinates(plane Plane, d engine.Diagram) []Coordinate {
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
	frame, court := frameOf(d), courtOf(d)
	foot := court.Y + court.H + 0.32
	if room := frame.Y + frame.H - court.Y - court.H; room < 1 { // below goals that are as flat
		foot = frame.Y + frame.H - 0.18
	}
	if plane.turned {
		court = turnedBox(plane, court)
	}
	var list []Coordinate
	for _, s := range d.Spots { // again in order, so that the same board gives the same page
		letter, number, ok := splitName(s)
		if ok && leftmost[number] == s {
			list = append(list, Coordinate{plane.Length(court.X - 0.14), plane.Length(s.Y + s.H/2), number})
		}
		if ok && lowest[letter] == s && !(d.Points && belowGoal(d, s.X+s.W/2)) {
			list = append(list, Coordinate{plane.Length(s.X + s.W/2), plane.Length(foot), letter})
		}
	}
	return list
}

// turnedBox is where a box of the board lies on a board that is turned.
func turnedBox(plane Plane, b engine.Box) engine.Box {
	at := plane.At(Point{b.X + b.W, b.Y + b.H})
	b.X, b.Y = at.X, at.Y
	return b
}

// belowGoal says that a column ends in a goal.
func belowGoal(d engine.Diagram, x float64) bool {
	for _, m := range d.Marks {
		var left, line, back, right float64
		if n, _ := fmt.Sscanf(m.Path, "M%g %gV%gH%g", &left, &line, &back, &right); m.Kind == "goal" && n == 4 && left <= x && x <= right {
			return true
		}
	}
	return false
}

// splitName parts the name of a cell into its letter and its number.
func splitName(s engine.Spot) (letter, number string, ok bool) {
	if s.Step.Cell == "" || len(s.Name) < 2 || s.Name[0] < 'a' || s.Name[0] > 'z' {
		return "", "", false
	}
	_, err := strconv.Atoi(s.Name[1:])
	return s.Name[:1], s.Name[1:], err == nil
}

// Cut is the box of a board of which only the part between two heights shows, in cells.
// Where the part reaches to the end of the board, what is drawn round it shows too.
func (b Board) Cut(d engine.Diagram, top, bottom float64) string {
	var x, y, w, h, unit float64
	if _, err := fmt.Sscan(b.Box+" "+b.Unit, &x, &y, &w, &h, &unit); err != nil {
		return b.Box
	}
	end := y + h
	if top > 0 {
		y = top * unit
	}
	if bottom < d.Height {
		end = bottom * unit
	}
	return Short(x) + " " + Short(y) + " " + Short(w) + " " + Short(end-y)
}

// Middle is the middle of a spot.
func Middle(s engine.Spot) Point { return Point{s.X + s.W/2, s.Y + s.H/2} }
