package ui

import (
	"strconv"
	"strings"

	"kickabout/engine"
)

// A Plane lays a board out for its reader: how many units of the drawing a cell has,
// and whether the board is turned by half, so that what the game draws below stands above.
type Plane struct {
	unit          float64
	turned        bool
	width, height float64 // of the board, in cells
}

// The lengths of a cell. Courts with many cells have smaller ones, so that lines, nets and
// letters are as broad on the screen as on the others.
const (
	wideCell   = 100
	narrowCell = 60
	// mostWide is how many columns a board has at most whose cells are wide.
	mostWide = 7
)

// PlaneOf returns the plane of a diagram.
func PlaneOf(d engine.Diagram, turned bool) Plane {
	p := Plane{unit: wideCell, turned: turned, width: d.Width, height: d.Height}
	if d.Width > mostWide {
		p.unit = narrowCell
	}
	return p
}

// Length writes a length in cells as one in units, to a tenth.
func (p Plane) Length(cells float64) string { return Short(cells * p.unit) }

// At returns where a place of the board lies for the reader, in cells.
func (p Plane) At(at Point) Point {
	if p.turned {
		return Point{p.width - at.X, p.height - at.Y}
	}
	return at
}

// units writes a place as two numbers in units.
func (p Plane) units(at Point) string {
	at = p.At(at)
	return p.Length(at.X) + " " + p.Length(at.Y)
}

// box returns a rectangle of the board as it lies for the reader.
func (p Plane) box(x, y, w, h float64) Rect {
	at := Point{x, y}
	if p.turned {
		at = p.At(Point{x + w, y + h})
	}
	return Rect{p.Length(at.X), p.Length(at.Y), p.Length(w), p.Length(h)}
}

// diagram returns the diagram as its reader sees it. Marks stay as they are: path lays them.
func (p Plane) diagram(d engine.Diagram) engine.Diagram {
	if !p.turned {
		return d
	}
	spots := make([]engine.Spot, len(d.Spots))
	for i, s := range d.Spots {
		at := p.At(Point{s.X + s.W, s.Y + s.H})
		s.X, s.Y = at.X, at.Y
		spots[len(spots)-1-i] = s // in reading order again
	}
	pieces := make([]engine.Piece, len(d.Pieces))
	for i, piece := range d.Pieces {
		at := p.At(Point{piece.X, piece.Y})
		piece.X, piece.Y = at.X, at.Y
		pieces[i] = piece
	}
	d.Spots, d.Pieces = spots, pieces
	return d
}

// path lays a path of a mark, which is in cells and knows the commands M, L, H, V, A and Z. A path
// with others is left out.
func (p Plane) path(d string) string {
	var room [256]byte
	var numbers [14]float64
	b := room[:0]
	for d != "" {
		command, size := d[0], 1
		for size < len(d) && coordinatesOf(d[size]) < 0 {
			size++
		}
		list, ok := numbersOf(numbers[:0], d[1:size])
		d = d[size:]
		each := coordinatesOf(command)
		if !ok || each < 0 || each == 0 && len(list) > 0 || each > 0 && (len(list) == 0 || len(list)%each != 0) {
			return ""
		}
		b = append(b, command)
		for i, n := range list {
			if i > 0 {
				b = append(b, ' ')
			}
			b = appendShort(b, p.number(command, i%max(1, each), n))
		}
	}
	return string(b)
}

// coordinatesOf says how many numbers a command of a path takes; -1: it is none.
func coordinatesOf(command byte) int {
	switch command {
	case 'M', 'L':
		return 2
	case 'H', 'V':
		return 1
	case 'A':
		return 7
	case 'Z':
		return 0
	}
	return -1
}

// number lays the i-th number of a command.
func (p Plane) number(command byte, i int, n float64) float64 {
	horizontal := command == 'H' || i == 0 && (command == 'M' || command == 'L') || command == 'A' && i == 5
	vertical := command == 'V' || i == 1 && (command == 'M' || command == 'L') || command == 'A' && i == 6
	switch {
	case horizontal && p.turned:
		n = p.width - n
	case vertical && p.turned:
		n = p.height - n
	case command == 'A' && i >= 2 && i <= 4: // an angle and two flags, which a half turn leaves alone
		return n
	}
	return n * p.unit
}

// numbersOf appends the numbers of a command, with spaces or commas between them; not ok if they are none.
func numbersOf(list []float64, text string) (numbers []float64, ok bool) {
	between := func(r byte) bool { return r == ' ' || r == ',' }
	for text != "" {
		size := 0
		for size < len(text) && !between(text[size]) {
			size++
		}
		if size > 0 {
			n, err := strconv.ParseFloat(text[:size], 64)
			if err != nil {
				return nil, false
			}
			list = append(list, n)
		}
		text = text[min(size+1, len(text)):]
	}
	return list, true
}

// Lines draws lines through places of the board as one path.
func (p Plane) Lines(lines [][]Point) string {
	var b strings.Builder
	for _, line := range lines {
		for i, at := range line {
			b.WriteString(map[bool]string{true: "M", false: "L"}[i == 0] + p.units(at))
		}
	}
	return b.String()
}

// Aim is all that is to be crossed, as one path.
func (p Plane) Aim(d engine.Diagram) string {
	path := ""
	for _, m := range d.Marks {
		if m.Kind == aimKind {
			path += p.path(m.Path)
		}
	}
	return path
}

// Notes are what is said on the board of the move being entered.
func (p Plane) Notes(d engine.Diagram) []BoardNote {
	var list []BoardNote
	for _, n := range d.Notes {
		at := p.At(Point{n.X, n.Y})
		half := noteHalf + noteLetter*float64(len([]rune(n.Text)))
		frame := frameOf(d)
		at.X = max(frame.X+half/p.unit, min(frame.X+frame.W-half/p.unit, at.X))
		list = append(list, BoardNote{
			At: "translate(" + p.Length(at.X) + " " + p.Length(at.Y) + ")", Text: n.Text,
			X: Short(-half), Width: Short(2 * half),
		})
	}
	return list
}

// The width of a note: half of its ends, and half of a letter.
const (
	noteHalf   = 16
	noteLetter = 7.2
)

// frameOf is all that a diagram shows.
func frameOf(d engine.Diagram) engine.Box {
	if d.Frame == (engine.Box{}) {
		return engine.Box{X: -0.04, Y: -0.04, W: d.Width + 0.08, H: d.Height + 0.08}
	}
	return d.Frame
}

// courtOf is the ground of a diagram that is painted.
func courtOf(d engine.Diagram) engine.Box {
	if d.Court == (engine.Box{}) {
		return engine.Box{W: d.Width, H: d.Height}
	}
	return d.Court
}
