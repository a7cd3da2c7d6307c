package streetsoccer

import (
	"fmt"
	"strconv"

	"kickabout/engine"
)

// The goals lie above and below the pitch, one cell high over columns c and d.
const (
	goalHeight = 1
	goalLeft   = 2
	goalWidth  = 2
	// A ball that shares a square with a figure is drawn in the square's corner.
	ballOffset = 0.3
)

// lines are the marks of the pitch; y grows downwards from the red goal.
var lines = [...]engine.Mark{
	{Kind: "goal", Path: "M2 1V0H4V1"},
	{Kind: "goal", Path: "M2 11V12H4V11"},
	{Kind: "line", Path: "M0 1H6V11H0Z"},
	{Kind: "line", Path: "M0 6H6"},
	{Kind: "line", Path: "M2 6A1 1 0 0 1 4 6A1 1 0 0 1 2 6Z"},
	{Kind: "line", Path: "M2 1V3H4V1"},
	{Kind: "line", Path: "M2 11V9H4V11"},
}

// Diagram returns the board: 6 by 10 squares between two goals. The one spot for
// the choice of the goal is the goal that the side to move attacks.
func (p position) Diagram(...engine.Step) engine.Diagram {
	d := engine.Diagram{
		Width:  columns,
		Height: rows + 2*goalHeight,
		Spots:  p.spots(),
		Marks:  append([]engine.Mark(nil), lines[:]...),
		Pieces: p.pieces(),
		Score:  p.goals(),
		Period: "Normal time",
		Task:   p.task(),
	}
	if p.die != 0 {
		d.Throw, d.ThrowSides = []int{int(p.die)}, dieFaces
	}
	switch move := int(p.move); {
	case move > lastNormal:
		d.Period = "Sudden death"
		d.Turn, d.Turns = (move-lastNormal+1)/2, extraTurns
	case move >= kickoffMove:
		d.Turn, d.Turns = (move-kickoffMove)/2+1, turns
	}
	return d
}

// corner returns the upper left corner of a square in the diagram.
func (s square) corner() (x, y float64) {
	return float64(s.column()), float64(goalHeight + rows - s.row())
}

// spots lists the squares from the top row down, and the goal in its place.
func (p position) spots() []engine.Spot {
	var spots []engine.Spot
	if p.side == yellow {
		spots = append(spots, goalSpot(red, 0))
	}
	for row := rows; row >= 1; row-- {
		for column := byte('a'); column < 'a'+columns; column++ {
			spots = append(spots, squareSpot(at(column, row)))
		}
	}
	if p.side == red {
		spots = append(spots, goalSpot(yellow, goalHeight+rows))
	}
	return spots
}

// goalSpot returns the spot of a side's goal.
func goalSpot(owner colour, y float64) engine.Spot {
	return engine.Spot{
		Step: cell(inGoal), Name: fmt.Sprintf("the %s goal", owner),
		X: goalLeft, Y: y, W: goalWidth, H: goalHeight,
		Zone: "goal", Owner: owner.side(),
	}
}

// squareSpot returns the spot of a square.
func squareSpot(s square) engine.Spot {
	x, y := s.corner()
	spot := engine.Spot{Step: cell(s), Name: s.name(), X: x, Y: y, W: 1, H: 1, Zone: "pitch"}
	if circle.has(s) {
		spot.Zone = "circle"
	}
	for c := yellow; c <= red; c++ {
		switch {
		case keeperSquares[c].has(s):
			spot.Zone, spot.Owner = "keeper", c.side()
		case penaltySquares[c].has(s):
			spot.Zone, spot.Owner = "penalty", c.side()
		}
	}
	return spot
}

// pieces lists the figures of both sides, and the ball on top of them.
func (p position) pieces() []engine.Piece {
	var pieces []engine.Piece
	for c := yellow; c <= red; c++ {
		pieces = append(pieces, piece("keeper", c, "", p.keeper[c]))
		n := 0
		for s := range p.outfielders[c].all() {
			n++ // figures are alike: the number only tells them apart on this diagram
			pieces = append(pieces, piece("figure", c, strconv.Itoa(n), s))
		}
	}
	if s := p.ballSquare(); s != nowhere {
		ball := piece("ball", nobody, "", s)
		if p.occupied().has(s) {
			ball.X += ballOffset
			ball.Y += ballOffset
		}
		pieces = append(pieces, ball)
	}
	return pieces
}

// piece returns a piece in the middle of a square.
func piece(kind string, c colour, label string, s square) engine.Piece {
	x, y := s.corner()
	p := engine.Piece{Kind: kind, Label: label, Name: kind, Cell: engine.Cell(s.String()), X: x + 0.5, Y: y + 0.5}
	if c != nobody {
		p.Side = c.side()
		p.Name = c.String() + " " + kind
	}
	if label != "" {
		p.Name += " " + label
	}
	return p
}

// ballSquare returns where the ball is drawn: in a restart with the keeper, if he
// stands on a keeper square of his.
func (p position) ballSquare() square {
	if keeper := p.keeper[p.side]; p.phase == restart && keeperSquares[p.side].has(keeper) {
		return keeper
	}
	return p.ball
}

// task says what the side to move has to do.
func (p position) task() string {
	if p.Next().Side == engine.NoSide {
		return ""
	}
	switch p.phase {
	case placing:
		return "Place three figures: not in the centre circle, not on keeper squares, at least one in the other half, at most one on your two penalty squares."
	case kickoff:
		return "Kick off: touch a square for the ball."
	case restart:
		if p.restartSquares().within(keeperSquares[p.side]) {
			return "Restart: put your keeper on a keeper square, then kick."
		}
		return "Restart: put your keeper on a free square before your goal, then kick."
	}
	return fmt.Sprintf("Move a figure exactly %s, or reach the ball and kick it.", plural(int(p.die), "step", "steps"))
}
