package streetsoccer

import (
	"math"
	"slices"
	"testing"

	"kickabout/engine"
)

func TestDiagramShowsTheBoard(t *testing.T) {
	d := parsed(t, "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 4 5 0:0 -").Diagram()
	if d.Width != 6 || d.Height != 10.8 || len(d.Spots) != 61 {
		t.Fatalf("%v by %v with %d spots, want 6 by 10.8 with 61", d.Width, d.Height, len(d.Spots))
	}
	for i, want := range map[int]engine.Spot{
		0:  {Step: engine.Step{Choice: "goal"}, Name: "the red goal", X: 2, Y: 0, W: 2, H: 0.4, Zone: "goal", Owner: engine.Second},
		1:  {Step: engine.Step{Cell: "a0"}, Name: "a10", X: 0, Y: 0.4, W: 1, H: 1, Zone: "pitch"},
		3:  {Step: engine.Step{Cell: "c0"}, Name: "c10", X: 2, Y: 0.4, W: 1, H: 1, Zone: "keeper", Owner: engine.Second},
		10: {Step: engine.Step{Cell: "d9"}, Name: "d9", X: 3, Y: 1.4, W: 1, H: 1, Zone: "penalty", Owner: engine.Second},
		27: {Step: engine.Step{Cell: "c6"}, Name: "c6", X: 2, Y: 4.4, W: 1, H: 1, Zone: "circle"},
		60: {Step: engine.Step{Cell: "f1"}, Name: "f1", X: 5, Y: 9.4, W: 1, H: 1, Zone: "pitch"},
	} {
		if d.Spots[i] != want {
			t.Errorf("spot %d is\n%+v, want\n%+v", i, d.Spots[i], want)
		}
	}
	if len(d.Throw) != 1 || d.Throw[0] != 4 || d.ThrowSides != 6 || d.Turn != 2 || d.Turns != 25 || d.Period != "Normal time" {
		t.Errorf("throw %v of %d, turn %d of %d in %q", d.Throw, d.ThrowSides, d.Turn, d.Turns, d.Period)
	}
	for i, want := range map[int]engine.Piece{
		0:  {Kind: "keeper", Side: engine.First, Label: "1", Name: "yellow keeper", Cell: "c1", X: 2.5, Y: 9.9},
		3:  {Kind: "figure", Side: engine.First, Label: "4", Name: "yellow figure 4", Cell: "d5", X: 3.5, Y: 5.9},
		5:  {Kind: "keeper", Side: engine.Second, Label: "1", Name: "red keeper", Cell: "d0", X: 3.5, Y: 0.9},
		10: {Kind: "ball", Name: "ball", Cell: "f5", X: 5.5, Y: 5.9},
	} {
		if d.Pieces[i] != want {
			t.Errorf("piece %d is\n%+v, want\n%+v", i, d.Pieces[i], want)
		}
	}
}

func TestRedAttacksTheLowerGoal(t *testing.T) {
	d := parsed(t, "turn R c1b7c3d5e8 d0b3c6d8e4 f5 4 4 0:0 -").Diagram()
	want := engine.Spot{Step: engine.Step{Choice: "goal"}, Name: "the yellow goal", X: 2, Y: 10.4, W: 2, H: 0.4, Zone: "goal", Owner: engine.First}
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
		{
			"place Y c1d5 d0c6 d5 ? 1 0:0 -", "", "Normal time", 0, 0,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "d5", X: 3.8, Y: 6.2},
		},
		{
			"place R c1b7c3d5e8 d0c6 d5 2 2 0:0 -",
			"Place your figures. 1 of 3: touch a square.",
			"Normal time", 0, 0,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "d5", X: 3.8, Y: 6.2},
		},
		{
			"kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -", "Kick off: touch a square for the ball.", "Normal time", 1, 25,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "d5", X: 3.8, Y: 6.2},
		},
		{
			"turn R c1b7c3d5e8 d0b3c6d8e4 f5 1 4 0:0 -", "Move a figure exactly 1 step, or reach the ball and kick it.", "Normal time", 1, 25,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "f5", X: 5.5, Y: 5.9},
		},
		{
			"turn R c1b7c3d5e8 d0b3c6d8e4 f5 6 52 0:0 -", "Move a figure exactly 6 steps, or reach the ball and kick it.", "Normal time", 25, 25,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "f5", X: 5.5, Y: 5.9},
		},
		{
			"turn Y c1b7c3d5e8 d0b3c6d8e4 f5 6 53 0:0 -", "Move a figure exactly 6 steps, or reach the ball and kick it.", "Sudden death", 1, 10,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "f5", X: 5.5, Y: 5.9},
		},
		{
			"over R c1b7c3d5e8 d0b3c6d8e4 f5 - 72 1:1 R", "", "Sudden death", 10, 10,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "f5", X: 5.5, Y: 5.9},
		},
		{"over R c1b7c3d5e8 d0b3c6d8e4 - - 72 1:2 R", "", "Sudden death", 10, 10, engine.Piece{}},
		{
			"restart Y c1b7c3d5e8 d0b3c6d8e4 - 2 5 0:1 R", "Restart: put your keeper on a keeper square, then kick.", "Normal time", 2, 25,
			engine.Piece{Kind: "ball", Name: "ball", Cell: "c1", X: 2.8, Y: 10.2},
		},
		{"restart Y f9b7c3d5e8 d0b3c1d1e4 - 2 5 0:1 R", "Restart: put your keeper before your goal, then kick.", "Normal time", 2, 25, engine.Piece{}},
	} {
		d := parsed(t, c.text).Diagram()
		if d.Task != c.task || d.Period != c.period || d.Turn != c.turn || d.Turns != c.turns {
			t.Errorf("%s: %q, turn %d of %d in %q", c.text, d.Task, d.Turn, d.Turns, d.Period)
		}
		var ball engine.Piece
		for _, piece := range d.Pieces {
			if piece.Kind == "ball" {
				ball = piece
				ball.Y = math.Round(ball.Y*10) / 10
			}
		}
		if ball != c.ball {
			t.Errorf("%s: the ball is %+v, want %+v", c.text, ball, c.ball)
		}
	}
}

// where returns the cells of the pieces, as names: "yellow figure 2 b7".
func where(d engine.Diagram) []string {
	var pieces []string
	for _, p := range d.Pieces {
		pieces = append(pieces, p.Name+" "+string(p.Cell))
	}
	return pieces
}

func TestDiagramShowsTheMoveBeingEntered(t *testing.T) {
	const (
		place    = "place R c1b7c3d5e8 d0c6 d5 2 2 0:0 -"
		kickOff  = "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -"
		turn4    = "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"
		turn1    = "turn R c1b7c3d5e8 d0b3c6d8e4 f5 1 4 0:0 -"
		again    = "restart Y f4b7c3d5e8 d0b3c6d8e4 - 3 5 0:1 R"
		complete = "Confirm."
	)
	for _, c := range []struct{ text, done, has, lacks, task string }{
		{place, "", "red figure 2 c6", "red figure 3 e4", "Place your figures. 1 of 3: touch a square."},
		{place, "e4", "red figure 3 e4", "", "Place your figures. 2 of 3: touch a square."},
		{place, "e4,b3", "red figure 3 b3", "", "Place your figures. 3 of 3: touch a square."},
		{place, "e4,b3,d8", "red figure 4 d8", "", complete},
		{place, "e4,e4", "red figure 3 e4", "red figure 4 e4", "Place your figures. 2 of 3: touch a square."},
		{kickOff, "f5", "ball f5", "ball d5", complete},
		{turn1, "e4", "red figure 5 e4", "", "Walk exactly 1 step."},
		{turn1, "e4,e3", "red figure 5 e3", "red figure 5 e4", complete},
		{turn1, "e4,e2", "red figure 5 e4", "", "Walk exactly 1 step."},
		{turn4, "e8", "yellow figure 5 e8", "", "Walk exactly 4 steps, or step on the ball."},
		{turn4, "e8,e7", "yellow figure 5 e7", "yellow figure 5 e8", "Kick the ball exactly 2 or 4 squares."},
		{turn4, "e8,e7,f9", "ball f9", "ball e7", complete},
		{turn4, "e8,e7,=goal", "yellow figure 5 e7", "ball e7", complete},
		{turn4, "e8,e7,=left", "ball e7", "", "Kick the ball exactly 2 or 4 squares."},
		{again, "", "yellow keeper f4", "ball c1", "Restart: put your keeper on a keeper square, then kick."},
		{again, "d1", "ball d1", "yellow keeper f4", "Kick the ball exactly 3 squares."},
		{again, "d1,d4", "ball d4", "ball d1", complete},
		{"turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -", "e4,e3", "red figure 5 e4", "", ""},
	} {
		d := parsed(t, c.text).Diagram(engine.ParseSteps(c.done)...)
		pieces := where(d)
		if !slices.Contains(pieces, c.has) || c.lacks != "" && slices.Contains(pieces, c.lacks) || d.Task != c.task {
			t.Errorf("%s after %s: %q\n%v, want %q and not %q, %q", c.text, c.done, d.Task, pieces, c.has, c.lacks, c.task)
		}
	}
}
