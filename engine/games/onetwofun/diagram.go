package onetwofun

import (
	"fmt"
	"slices"
	"strings"

	"kickabout/engine"
)

// The goals lie above and below the lattice, a cell high over the mouth. A point
// lies in the middle of its cell.
const (
	goalHeight = 1
	mouthLeft  = middleColumn - mouthSide
	mouthWidth = 2*mouthSide + 1
	half       = 0.5
	postIn     = 0.03
	netDepth   = 1.23
	apron      = 0.13 // of paint round the outermost points
	cornerArc  = 0.6
	spotRadius = 0.12
	// A marker that shares a point with another piece is drawn beside its middle.
	sharedOffset = 0.22
)

// marks are the lines of the board, the lowest first; spots what can be touched
// while a side is in possession. All diagrams share them: who draws only reads.
var (
	marks = boardMarks()
	spots = [2][]engine.Spot{spotsFor(white), spotsFor(black)}
)

// Diagram returns the board after the steps done: 11 by 15 points between two
// goals. The one spot for the choice of the goal is the goal that the side in
// possession attacks.
func (p position) Diagram(done ...engine.Step) engine.Diagram {
	e := p.enter(done)
	d := engine.Diagram{
		Width:  columns,
		Height: rows + 2*goalHeight,
		Frame:  engine.Box{X: 0, Y: 0, W: columns, H: rows + 2*goalHeight},
		Court:  engine.Box{X: half - apron, Y: goalHeight + half - apron, W: columns - 1 + 2*apron, H: rows - 1 + 2*apron},
		Points: true,
		Spots:  spots[p.side],
		Marks:  append(marks[:len(marks):len(marks)], e.aims()...),
		Pieces: e.board.pieces(),
		Score:  p.goals(),
		Period: fmt.Sprintf("Possession %d of %d", p.possession, possessionCap),
		Task:   e.task(),
		Hint:   e.hint(),
		Kicks:  slices.Contains(e.next, touch(beyond)),
		Notes:  e.notes(),
	}
	if p.dice[0] != 0 {
		d.Throw, d.ThrowSides, d.Used = []int{int(p.dice[0]), int(p.dice[1])}, faces, e.used()
	}
	return d
}

// middle returns where a point lies in the diagram.
func (q point) middle() (x, y float64) {
	return float64(q.x) + half, goalHeight + float64(rows-1-q.y) + half
}

// spotsFor lists the points from the top row down, and the goal that a side
// attacks in its place.
func spotsFor(c colour) []engine.Spot {
	spots := make([]engine.Spot, 0, columns*rows+1)
	if c == white {
		spots = append(spots, goalSpot(black, 0))
	}
	for row := rows; row >= 1; row-- {
		for column := byte('a'); column < 'a'+columns; column++ {
			spots = append(spots, pointSpot(at(column, row)))
		}
	}
	if c == black {
		spots = append(spots, goalSpot(white, goalHeight+rows))
	}
	return spots
}

// goalSpot returns the spot of a side's goal.
func goalSpot(owner colour, y float64) engine.Spot {
	return engine.Spot{
		Step: touch(beyond), Name: owner.String() + "'s goal",
		X: mouthLeft, Y: y, W: mouthWidth, H: goalHeight,
		Zone: "goal", Owner: owner.side(),
	}
}

// pointSpot returns the spot of a point.
func pointSpot(q point) engine.Spot {
	x, y := q.middle()
	spot := engine.Spot{Step: touch(q), Name: q.String(), X: x - half, Y: y - half, W: 1, H: 1, Zone: "pitch"}
	if onCircle(q) {
		spot.Zone = "circle"
	}
	for c := white; c <= black; c++ {
		switch owner := c.other().side(); {
		case c.inArea(q):
			spot.Zone, spot.Owner = "penalty", owner
		case c.inCorner(q):
			spot.Zone, spot.Owner = "corner", owner
		}
	}
	return spot
}

// pieces lists the keepers and, on top of them, the markers, which stand in the order of
// their letters.
func (b *board) pieces() []engine.Piece {
	var pieces []engine.Piece
	taken := map[point]bool{}
	add := func(piece engine.Piece, q point) {
		if !q.onBoard() {
			return
		}
		piece.Cell = engine.Cell(q.String())
		piece.X, piece.Y = q.middle()
		if taken[q] {
			piece.X += sharedOffset
			piece.Y += sharedOffset
		}
		taken[q] = true
		pieces = append(pieces, piece)
	}
	for c, q := range b.keepers {
		add(engine.Piece{Kind: engine.KindKeeper, Label: engine.KeeperNumber, Side: colour(c).side(), Name: colour(c).String() + "'s keeper"}, q)
	}
	for i, q := range b.markers {
		add(engine.Piece{Kind: engine.KindMarker, Label: letter(i), Name: "marker " + letter(i)}, q)
	}
	return pieces
}

// A sheet gathers marks, the lowest first.
type sheet []engine.Mark

func (s *sheet) add(kind, format string, args ...any) {
	*s = append(*s, engine.Mark{Kind: kind, Path: fmt.Sprintf(format, args...)})
}

// boardMarks draws what never changes.
func boardMarks() []engine.Mark {
	left, top := at('a', rows).middle()
	right, bottom := at('k', 1).middle()
	_, centre := at('f', middleRow+1).middle()
	var s sheet
	s.area(top, 1)
	s.area(bottom, -1)
	s.add("lattice", "%s", latticePath())
	s.add("line", "M%g %gH%gV%gH%gZM%g %gH%g", left, top, right, bottom, left, left, centre, right)
	s.add("line", "%s", circlePath(middleColumn+half, centre, circleSide+half))
	for _, goal := range [...]struct {
		owner    engine.Side
		line, in float64
	}{{black.side(), top, 1}, {white.side(), bottom, -1}} {
		s.add("dot", "%s", circlePath(middleColumn+half, goal.line+goal.in*spotAhead, spotRadius))
		s.corner(left, goal.line, 1, goal.in)
		s.corner(right, goal.line, -1, goal.in)
		s.add("goal", "M%g %gV%gH%gV%g", mouthLeft+postIn, goal.line, goal.line-goal.in*netDepth, mouthLeft+mouthWidth-postIn, goal.line)
		s[len(s)-1].Owner = goal.owner
	}
	return s
}

// area draws a penalty area from a goal line inwards, half a cell round its points.
func (s *sheet) area(line, in float64) {
	path := fmt.Sprintf("M%d %gV%gH%dV%g", middleColumn-areaSide, line, line+in*(areaDepth-half), middleColumn+areaSide+1, line)
	s.add("area", "%sZ", path)
	s.add("line", "%s", path)
}

// corner draws the arc of a corner, which opens to the right and downwards by sign.
func (s *sheet) corner(x, y, right, down float64) {
	sweep := 0
	if right*down < 0 {
		sweep = 1
	}
	s.add("line", "M%g %gA%g %g 0 0 %d %g %g", x, y+down*cornerArc, cornerArc, cornerArc, sweep, x+right*cornerArc, y)
}

// circlePath draws a circle.
func circlePath(x, y, radius float64) string {
	return fmt.Sprintf("M%g %gA%g %g 0 0 1 %g %gA%g %g 0 0 1 %g %gZ", x-radius, y, radius, radius, x+radius, y, radius, radius, x-radius, y)
}

// latticePath draws the ways: along rows and columns, and both diagonals of every cell.
func latticePath() string {
	var path strings.Builder
	draw := func(from point, w way) {
		n := int8(0)
		for from.plus(w, n+1).onBoard() {
			n++
		}
		if n > 0 && !from.plus(w, -1).onBoard() {
			x, y := from.middle()
			x2, y2 := from.plus(w, n).middle()
			fmt.Fprintf(&path, "M%g %gL%g %g", x, y, x2, y2)
		}
	}
	for _, q := range everyPoint {
		for _, w := range [...]way{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			draw(q, w)
		}
	}
	return path.String()
}
