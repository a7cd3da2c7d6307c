package streetsoccer

import (
	"testing"

	"kickabout/engine"
)

func TestDiagramShowsTheBoard(t *testing.T) {
	d := parsed(t, "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 4 5 0:0 -").Diagram()
	if d.Width != 6 || d.Height != 12 || len(d.Spots) != 61 {
		t.Fatalf("%v by %v with %d spots, want 6 by 12 with 61", d.Width, d.Height, len(d.Spots))
	}
	for i, want := range map[int]engine.Spot{
		0:  {Step: engine.Step{Choice: "goal"}, Name: "the red goal", X: 2, Y: 0, W: 2, H: 1, Zone: "goal", Owner: engine.Second},
		1:  {Step: engine.Step{Cell: "a0"}, Name: "a10", X: 0, Y: 1, W: 1, H: 1, Zone: "pitch"},
		3:  {Step: engine.Step{Cell: "c0"}, Name: "c10", X: 2, Y: 1, W: 1, H: 1, Zone: "keeper", Owner: engine.Second},
		10: {Step: engine.Step{Cell: "d9"}, Name: "d9", X: 3, Y: 2, W: 1, H: 1, Zone: "penalty", Owner: engine.Second},
		27: {Step: engine.Step{Cell: "c6"}, Name: "c6", X: 2, Y: 5, W: 1, H: 1, Zone: "circle"},
		60: {Step: engine.Step{Cell: "f1"}, Name: "f1", X: 5, Y: 10, W: 1, H: 1, Zone: "pitch"},
	} {
		if d.Spots[i] != want {
			t.Errorf("spot %d is\n%+v, want\n%+v", i, d.Spots[i], want)
		}
	}
	if len(d.Throw) != 1 || d.Throw[0] != 4 || d.ThrowSides != 6 || d.Turn != 2 || d.Turns != 25 || d.Period != "Normal time" {
		t.Errorf("throw %v of %d, turn %d of %d in %q", d.Throw, d.ThrowSides, d.Turn, d.Turns, d.Period)
	}
	for i, want := range map[int]engine.Piece{
		0:  {Kind: "keeper", Side: engine.First, Name: "yellow keeper", Cell: "c1", X: 2.5, Y: 10.5},
		3:  {Kind: "figure", Side: engine.First, Label: "3", Name: "yellow figure 3", Cell: "d5", X: 3.5, Y: 6.5},
		5:  {Kind: "keeper", Side: engine.Second, Name: "red keeper", Cell: "d0", X: 3.5, Y: 1.5},
		10: {Kind: "ball", Name: "ball", Cell: "f5", X: 5.5, Y: 6.5},
	} {
		if d.Pieces[i] != want {
			t.Errorf("piece %d is\n%+v, want\n%+v", i, d.Pieces[i], want)
		}
	}
}

func TestRedAttacksTheLowerGoal(t *testing.T) {
	d := parsed(t, "turn R c1b7c3d5e8 d0b3c6d8e4 f5 4 4 0:0 -").Diagram()
	want := engine.Spot{Step: engine.Step{Choice: "goal"}, Name: "the yellow goal", X: 2, Y: 11, W: 2, H: 1, Zone: "goal", Owner: engine.First}
	if got := d.Spots[len(d.Spots)-1]; len(d.Spots) != 61 || got != want {
		t.Errorf("the last of %d spots is %+v, want %+v", len(d.Spots), got, want)
	}
}

func TestDiagramSaysWhatToDo(t *testing.T) {
	for _, c := range []struct {
		text, task, period string
		turn, turns        int
		ball               engine.Piece // zero: none is drawn
	}{
		{"place Y c1d5 d0c6 d5 ? 1 0:0 -", "", "Normal time", 0, 0,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "d5", X: 3.8, Y: 6.8}},
		{"place R c1b7c3d5e8 d0c6 d5 2 2 0:0 -",
			"Place three figures: not in the centre circle, not on keeper squares, at least one in the other half, at most one on your two penalty squares.",
			"Normal time", 0, 0, engine.Piece{Kind: "ball", Name: "ball", Cell: "d5", X: 3.8, Y: 6.8}},
		{"kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -", "Kick off: touch a square for the ball.", "Normal time", 1, 25,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "d5", X: 3.8, Y: 6.8}},
		{"turn R c1b7c3d5e8 d0b3c6d8e4 f5 1 4 0:0 -", "Move a figure exactly 1 step, or reach the ball and kick it.", "Normal time", 1, 25,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "f5", X: 5.5, Y: 6.5}},
		{"turn R c1b7c3d5e8 d0b3c6d8e4 f5 6 52 0:0 -", "Move a figure exactly 6 steps, or reach the ball and kick it.", "Normal time", 25, 25,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "f5", X: 5.5, Y: 6.5}},
		{"turn Y c1b7c3d5e8 d0b3c6d8e4 f5 6 53 0:0 -", "Move a figure exactly 6 steps, or reach the ball and kick it.", "Sudden death", 1, 10,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "f5", X: 5.5, Y: 6.5}},
		{"over R c1b7c3d5e8 d0b3c6d8e4 f5 - 72 1:1 R", "", "Sudden death", 10, 10,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "f5", X: 5.5, Y: 6.5}},
		{"over R c1b7c3d5e8 d0b3c6d8e4 - - 72 1:2 R", "", "Sudden death", 10, 10, engine.Piece{}},
		{"restart Y c1b7c3d5e8 d0b3c6d8e4 - 2 5 0:1 R", "Restart: put your keeper on a keeper square, then kick.", "Normal time", 2, 25,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "c1", X: 2.8, Y: 10.8}},
		{"restart Y f9b7c3d5e8 d0b3c1d1e4 - 2 5 0:1 R", "Restart: put your keeper on a free square before your goal, then kick.", "Normal time", 2, 25, engine.Piece{}},
	} {
		d := parsed(t, c.text).Diagram()
		if d.Task != c.task || d.Period != c.period || d.Turn != c.turn || d.Turns != c.turns {
			t.Errorf("%s: %q, turn %d of %d in %q", c.text, d.Task, d.Turn, d.Turns, d.Period)
		}
		var ball engine.Piece
		for _, piece := range d.Pieces {
			if piece.Kind == "ball" {
				ball = piece
			}
		}
		if ball != c.ball {
			t.Errorf("%s: the ball is %+v, want %+v", c.text, ball, c.ball)
		}
	}
}
