package match

import (
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/views/ui"
)

// A Picture is one of those that tell a goal after which both sides set up again.
type Picture struct {
	Board *ui.Board // nil: a bag and the throw tell it
	Throw []ui.Face
	Text  string
	URL   string // of the board; "" if the picture is no link
}

// goalStory tells in pictures a goal after which nothing but the set-ups and the kick-off has happened: how it fell, how both
// sides stood then, and the kick-off. Those to come are missing. What ended a game stays on its board instead.
func (b matchBuilder) goalStory() []Picture {
	if b.Info.Pegs == nil || b.Record.Next().Over() {
		return nil
	}
	goal, ok := b.LastGoal()
	if !ok {
		return nil
	}
	who := strings.TrimSpace(b.Info.Sides[goal.Side-1] + " " + goal.Number)
	scored := goal.Board
	scored.Pieces = goal.Pieces
	list := []Picture{b.picture(scored, ui.MoveTrace{Flights: [][]ui.Point{goal.Way}}, who+" scores", goal.Seq)}
	setUps := 0
	for _, e := range goal.Since {
		setsUp := slices.ContainsFunc(e.Beats, func(b engine.Beat) bool { return b.Kind == engine.BeatSetUp })
		switch {
		case setsUp:
			setUps++
		case e.By != engine.NoSide:
			return nil
		case setUps == 2 && len(list) == 1:
			board, _ := b.Record.Tell(e.Seq - 1)
			list = append(list,
				b.picture(board, ui.MoveTrace{}, "Both set up", e.Seq-1),
				Picture{Throw: ui.FacesOfThrow(b.Info, e.Beats[0].Faces, len(b.Info.Pegs)), Text: "Kick-off, " + strings.ToLower(b.Info.Sides[goal.Side.Other()-1])})
		}
	}
	return list
}

// picture draws a board small, as it was once an event had happened.
func (b matchBuilder) picture(d engine.Diagram, t ui.MoveTrace, text string, seq int) Picture {
	board := ui.NewSmallBoard(ui.BoardInput{Diagram: d, Sides: b.Info.Sides, Turned: b.Turned, Trace: t})
	board.Label = text
	return Picture{Board: &board, Text: text, URL: b.URL(b.ShowAfter(seq).At) + b.flipped("&")}
}

// finished puts what a goal ended with onto the last board: the ball in the net, and the way that it took.
func (b matchBuilder) finished(d engine.Diagram, t ui.MoveTrace) (engine.Diagram, ui.MoveTrace) {
	if !b.Present || !b.Record.Next().Over() {
		return d, t
	}
	goal, ok := b.LastGoal()
	if !ok || !goal.Last {
		return d, t
	}
	if len(t.Flights) == 0 {
		t.Flights = [][]ui.Point{goal.Way}
	}
	d.Pieces = slices.Clip(d.Pieces) // the trace counts them: what has left the board comes behind
	for _, lies := range goal.Pieces {
		if !slices.ContainsFunc(d.Pieces, func(p engine.Piece) bool { return p.Kind == lies.Kind && p.Side == lies.Side && p.Label == lies.Label }) {
			d.Pieces = append(d.Pieces, lies)
		}
	}
	return d, t
}
