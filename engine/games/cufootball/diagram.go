package cufootball

import (
	"fmt"
	"strconv"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// The drawing is a strip of 9 by 6 slots, Red's goal at the bottom, with the goals,
// 3 by 3 slots, above and below the centre face.
const (
	stripTop   = pitch.GoalWidth
	stripEnd   = stripTop + pitch.Ranks
	goalLeft   = pitch.FaceWidth
	goalBottom = stripEnd
	// A ball in a keeper's hands is drawn in the corner of its slot.
	ballOffset = 0.3
	margin     = 0.3 // on both sides, for the numbers of the ranks
)

// drawing holds the marks of the board: lines, goals and their slots, the edges
// between the faces, and quarter circles that show by which row of the goal each wing column enters.
var drawing = func() []engine.Mark {
	marks := []engine.Mark{
		{Kind: "area", Path: "M3 0H6V3H3ZM3 9H6V12H3Z"},
		{Kind: "zone", Path: "M3 0H6V3H3Z", Owner: pitch.Blue.Side()},
		{Kind: "zone", Path: "M3 9H6V12H3Z", Owner: pitch.Red.Side()},
		{Kind: "cells", Path: "M4 0V3M5 0V3M3 1H6M3 2H6M4 9V12M5 9V12M3 10H6M3 11H6"},
		{Kind: "edge", Path: "M3 3V9M6 3V9"},
		{Kind: "line", Path: "M0 3H9V9H0Z"},
	}
	for i := range pitch.GoalWidth {
		r := float64(pitch.GoalWidth-i) - 0.5 // of the arc of columns 1 and 9, 2 and 8, 3 and 7
		for _, end := range []struct {
			y, to       float64
			left, right int
		}{{stripTop, stripTop - r, 1, 0}, {stripEnd, stripEnd + r, 0, 1}} {
			marks = append(marks,
				engine.Mark{Kind: "guide", Path: fmt.Sprintf("M%g %gA%g %g 0 0 %d %d %g", goalLeft-r, end.y, r, r, end.left, goalLeft, end.to)},
				engine.Mark{Kind: "guide", Path: fmt.Sprintf("M%g %gA%g %g 0 0 %d %d %g", goalLeft+pitch.GoalWidth+r, end.y, r, r, end.right, goalLeft+pitch.GoalWidth, end.to)})
		}
	}
	return append(marks,
		engine.Mark{Kind: "goal", Path: "M3 3V0.09H6V3", Owner: pitch.Blue.Side()},
		engine.Mark{Kind: "goal", Path: "M3 9V11.91H6V9", Owner: pitch.Red.Side()})
}()

// Diagram returns the board, with the men where the steps done bring them.
func (p position) Diagram(done ...engine.Step) engine.Diagram {
	shown, task := p.entered(done)
	d := engine.Diagram{
		Width:  pitch.Columns,
		Height: stripEnd + pitch.GoalWidth,
		Frame:  engine.Box{X: -margin, Y: 0, W: pitch.Columns + 2*margin, H: stripEnd + pitch.GoalWidth},
		Court:  engine.Box{X: 0, Y: stripTop, W: pitch.Columns, H: pitch.Ranks},
		Spots:  spots,
		Marks:  drawing,
		Pieces: shown.pieces(p.possession),
		Score:  p.goals(),
		Period: fmt.Sprintf("Clock %d of %d", p.clock, p.rules.clock),
		Task:   task,
		Hint:   hintOf(p, done),
		Kicks:  aims(p, done),
	}
	if peg := p.shownPeg(); peg != 0 {
		d.Throw, d.ThrowSides = []int{int(peg)}, pegs
	}
	if p.phase == move && len(done) > 0 {
		return d.Numbered(p.carried(Game{}.Numbers(p), shown.men[p.side]))
	}
	return d
}

// spots lists all that can be touched, from the top row down.
var spots = func() []engine.Spot {
	var all []engine.Spot
	for gy := pitch.GoalWidth; gy >= 1; gy-- {
		all = append(all, goalRow(pitch.Blue, gy)...)
	}
	for rank := pitch.Ranks; rank >= 1; rank-- {
		for column := 1; column <= pitch.Columns; column++ {
			s := pitch.At(column, rank)
			x, y := cornerOf(s)
			all = append(all, engine.Spot{Step: cell(s), Name: s.String(), X: x, Y: y, W: 1, H: 1, Zone: "pitch"})
		}
	}
	for gy := 1; gy <= pitch.GoalWidth; gy++ {
		all = append(all, goalRow(pitch.Red, gy)...)
	}
	return all
}()

// goalRow lists the spots of a row of a side's goal.
func goalRow(c pitch.Colour, gy int) []engine.Spot {
	var row []engine.Spot
	for gx := 1; gx <= pitch.GoalWidth; gx++ {
		g := pitch.GoalAt(gx, gy)
		x, y := goalCorner(c, g)
		row = append(row, engine.Spot{
			Step: goalCell(c, g), Name: c.String() + " goal " + g.String(),
			X: x, Y: y, W: 1, H: 1, Zone: "goal", Owner: c.Side(),
		})
	}
	return row
}

// cornerOf returns the upper left corner of a slot in the diagram.
func cornerOf(s pitch.Slot) (x, y float64) {
	return float64(s.Column() - 1), float64(stripEnd - s.Rank())
}

// goalCorner returns the upper left corner of a slot of a side's goal in the diagram.
func goalCorner(c pitch.Colour, g pitch.GoalSlot) (x, y float64) {
	x = float64(goalLeft + g.Gx() - 1)
	if c == pitch.Red {
		return x, float64(goalBottom + g.Gy() - 1)
	}
	return x, float64(stripTop - g.Gy())
}

// pieces lists the men and keepers of both sides, and the ball, in the
// hands of the keeper of the side in possession if a keeper has it.
func (b *board) pieces(possession pitch.Colour) []engine.Piece {
	var pieces []engine.Piece
	for c := pitch.Red; c <= pitch.Blue; c++ {
		x, y := goalCorner(c, b.keeper[c])
		pieces = append(pieces, piece(engine.KindKeeper, c, goalCell(c, b.keeper[c]), x, y))
		pieces[len(pieces)-1].Label = engine.KeeperNumber
		number := firstNumber
		for s := range b.men[c].All() {
			x, y := cornerOf(s)
			p := piece(engine.KindFigure, c, cell(s), x, y)
			p.Label, p.Name = strconv.Itoa(number), menNames[c][number]
			pieces = append(pieces, p)
			number++
		}
	}
	switch {
	case b.ball == pitch.WithKeeper:
		x, y := goalCorner(possession, b.keeper[possession])
		pieces = append(pieces, piece(engine.KindBall, pitch.Nobody, goalCell(possession, b.keeper[possession]), x+ballOffset, y+ballOffset))
	case b.ball < pitch.Nowhere:
		x, y := cornerOf(b.ball)
		pieces = append(pieces, piece(engine.KindBall, pitch.Nobody, cell(b.ball), x, y))
	}
	return pieces
}

// pieceNames are what the kinds of pieces are called in this game.
var pieceNames = map[string]string{engine.KindKeeper: "keeper", engine.KindFigure: "man", engine.KindBall: "ball"}

// menNames are those of the men of each side, by number.
var menNames = func() (names [2][firstNumber + team.Size]string) {
	for c := pitch.Red; c <= pitch.Blue; c++ {
		for number := range names[c] {
			names[c][number] = fmt.Sprintf("%s %s %d", c, pieceNames[engine.KindFigure], number)
		}
	}
	return names
}()

// piece returns a piece in the middle of a cell with that corner.
func piece(kind string, c pitch.Colour, at engine.Step, x, y float64) engine.Piece {
	p := engine.Piece{Kind: kind, Name: pieceNames[kind], Cell: at.Cell, X: x + 0.5, Y: y + 0.5}
	if c != pitch.Nobody {
		p.Side = c.Side()
		p.Name = c.String() + " " + p.Name
	}
	return p
}
