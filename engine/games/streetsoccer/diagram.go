package streetsoccer

import (
	"fmt"
	"slices"
	"strconv"

	"kickabout/engine"
)

// The goals lie above and below the pitch, flat over columns c and d. Round the board
// there is room for letters and numbers, below more than above.
const (
	goalHeight = 0.4
	endLine    = goalHeight + rows
	marginSide = 0.26
	marginTop  = 0.04
	marginFoot = 0.38
	goalLeft   = 2
	goalWidth  = 2
	// A ball that shares a square with a figure is drawn in the square's corner.
	ballOffset = 0.3
)

// lines are the marks of the pitch; y grows downwards from the red goal.
var lines = func() []engine.Mark {
	const middle = goalHeight + rows/2
	circle := fmt.Sprintf("M2 %gA1 1 0 0 1 4 %gA1 1 0 0 1 2 %gZ", middle, middle, middle)
	var areas, zones, chalk, goals []engine.Mark
	for _, end := range []struct {
		owner engine.Side
		line  float64 // the goal line
		in    float64 // which way the pitch lies
	}{{engine.Second, goalHeight, 1}, {engine.First, endLine, -1}} {
		areas = append(areas, engine.Mark{Kind: "area", Path: fmt.Sprintf("M2 %gH4V%gH2Z", end.line, end.line+2*end.in)})
		zones = append(zones, engine.Mark{Kind: "zone", Path: fmt.Sprintf("M2 %gH4V%gH2Z", end.line, end.line+end.in), Owner: end.owner})
		chalk = append(chalk, engine.Mark{Kind: "line", Path: fmt.Sprintf("M2 %gV%gH4V%gM2 %gH4", end.line, end.line+2*end.in, end.line, end.line+end.in)})
		goals = append(goals, engine.Mark{Kind: "goal", Path: fmt.Sprintf("M2 %gV%gH4V%g", end.line, end.line-goalHeight*end.in, end.line), Owner: end.owner})
	}
	chalk = append(chalk,
		engine.Mark{Kind: "line", Path: fmt.Sprintf("M0 %gH6V%gH0ZM0 %gH6", goalHeight, endLine, middle)},
		engine.Mark{Kind: "line", Path: circle})
	areas = append(areas, engine.Mark{Kind: "area", Path: circle})
	return slices.Concat(areas, zones, chalk, goals)
}()

// Diagram returns the board: 6 by 10 squares between two goals. The one spot for
// the choice of the goal is the goal that the side to move attacks; a ball that is
// kicked there is gone from the board.
func (p position) Diagram(done ...engine.Step) engine.Diagram {
	e := p.enter(done)
	d := engine.Diagram{
		Width:  columns,
		Height: endLine + goalHeight,
		Frame:  engine.Box{X: -marginSide, Y: -marginTop, W: columns + 2*marginSide, H: endLine + goalHeight + marginTop + marginFoot},
		Court:  engine.Box{X: 0, Y: goalHeight, W: columns, H: rows},
		Spots:  spots[p.side],
		Marks:  lines,
		Pieces: e.pieces(),
		Score:  p.result(),
		Period: "Normal time",
		Task:   e.task(),
		Hint:   e.hint(),
		Kicks:  e.kicks(),
		Notes:  e.notes(),
	}
	if p.die != 0 && p.die != undue {
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
	return float64(s.column()), goalHeight + float64(rows-s.row())
}

// spots are those of a turn of each side.
var spots = [2][]engine.Spot{spotsOf(yellow), spotsOf(red)}

// spotsOf lists the squares from the top row down, and the goal in its place.
func spotsOf(side colour) []engine.Spot {
	var spots []engine.Spot
	if side == yellow {
		spots = append(spots, goalSpot(red, 0))
	}
	for row := rows; row >= 1; row-- {
		for column := byte('a'); column < 'a'+columns; column++ {
			spots = append(spots, squareSpot(at(column, row)))
		}
	}
	if side == red {
		spots = append(spots, goalSpot(yellow, endLine))
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
func (e entry) pieces() []engine.Piece {
	var pieces []engine.Piece
	var taken area
	for c := yellow; c <= red; c++ {
		number := firstNumber
		for _, s := range e.standing(c) {
			taken |= one(s)
			if s == e.keeperOf(c) {
				pieces = append(pieces, keeper(c, s))
				continue
			}
			pieces = append(pieces, outfielder(c, number, s))
			number++
		}
	}
	if s := e.ballAt(); s < nowhere {
		ball := piece(engine.KindBall, nobody, s)
		if taken.has(s) {
			ball.X += ballOffset
			ball.Y += ballOffset
		}
		pieces = append(pieces, ball)
	}
	return pieces
}

// keeper returns a side's keeper.
func keeper(c colour, s square) engine.Piece {
	p := piece(engine.KindKeeper, c, s)
	p.Label = engine.KeeperNumber
	return p
}

// outfielder returns an outfielder of a side with its number.
func outfielder(c colour, number int, s square) engine.Piece {
	p := piece(engine.KindFigure, c, s)
	p.Label = strconv.Itoa(number)
	p.Name += " " + p.Label
	return p
}

// piece returns a piece in the middle of a square.
func piece(kind string, c colour, s square) engine.Piece {
	x, y := s.corner()
	p := engine.Piece{Kind: kind, Name: kind, Cell: engine.Cell(s.String()), X: x + 0.5, Y: y + 0.5}
	if c != nobody {
		p.Side = c.side()
		p.Name = c.String() + " " + kind
	}
	return p
}
