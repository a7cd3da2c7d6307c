package picture

import "kickabout/engine"

// A sheet is where things stand on a film: names and goals above the board, what
// happens below it.
type sheet struct {
	width, height float64
	unit          float64 // what writing is measured in
	left, top     float64 // of the board
	measure       measure // of writing
}

// margin lies round the board.
const margin = 24

func sheetOf(d engine.Diagram) sheet {
	s := sheet{width: d.Width*cell + 2*margin, left: margin, measure: newMeasure()}
	s.unit = s.width / 16
	s.top = 2*s.row() + margin
	s.height = s.top + d.Height*cell + 1.5*s.unit + margin/2
	return s
}

// row is the height of a line with a name.
func (s sheet) row() float64 { return 1.3 * s.unit }

// base is the line on which a side's name and goals are written.
func (s sheet) base(side int) float64 { return margin/2 + s.row()*float64(side) + 0.98*s.unit }

// below is the line on which it is written what happens.
func (s sheet) below() float64 { return s.height - 0.72*s.unit }

// wide is the room for a line below the board.
func (s sheet) wide() float64 { return s.width - 2*margin }

// The sizes of writing.
func (s sheet) nameSize() float64    { return 0.86 * s.unit }
func (s sheet) captionSize() float64 { return 0.58 * s.unit }

// name cuts a name so that it leaves room for the goals.
func (s sheet) name(text string) string {
	return s.measure.cut(clean(text), s.nameSize(), s.wide()-3*s.unit)
}

// caption cuts what happens.
func (s sheet) caption(text string) string {
	return s.measure.cut(clean(text), s.captionSize(), s.wide())
}

// badge is the sign of a side before its name.
func (s sheet) badge(side engine.Side) shape {
	size := 0.8 * s.unit
	return badge(side, margin, s.base(int(side)-1)-size*0.9, size)
}

// trace is what a move leaves to be seen on a board: the cells it touched, and its ways.
func (f Frame) trace() (cells, ways path) {
	for _, s := range f.Spots {
		if f.Diagram.Points {
			cells = append(cells, circle((s.X+s.W/2)*cell, (s.Y+s.H/2)*cell, cell/2)...)
		} else {
			cells = append(cells, box(s.X*cell, s.Y*cell, s.W*cell, s.H*cell)...)
		}
	}
	for _, p := range f.Paths {
		points := make([]point, len(p))
		for i, at := range p {
			points[i] = point{at.X * cell, at.Y * cell}
		}
		ways = append(ways, polyline(points...)...)
	}
	return cells, ways
}

// touched and went are how a trace is drawn.
func touched(cells path) shape { return shape{path: cells, fill: Chalk, alpha: 0.2} }

func went(ways path) shape {
	return shape{path: ways, stroke: Chalk, width: 7, alpha: 0.85, dash: [2]float64{1, 14}}
}
