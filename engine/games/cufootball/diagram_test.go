package cufootball

import (
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
)

func TestDiagramShowsTheBoard(t *testing.T) {
	d := parsed(t, attack).Diagram()
	if d.Width != 9 || d.Height != 12 || len(d.Spots) != 72 || d.Points {
		t.Fatalf("%v by %v with %d spots, want 9 by 12 with 72", d.Width, d.Height, len(d.Spots))
	}
	for i, want := range map[int]engine.Spot{
		0:  {Step: engine.Step{Cell: "B13"}, Name: "blue goal 13", X: 3, Y: 0, W: 1, H: 1, Zone: "goal", Owner: engine.Second},
		8:  {Step: engine.Step{Cell: "B31"}, Name: "blue goal 31", X: 5, Y: 2, W: 1, H: 1, Zone: "goal", Owner: engine.Second},
		9:  {Step: engine.Step{Cell: "a6"}, Name: "a6", X: 0, Y: 3, W: 1, H: 1, Zone: "pitch"},
		62: {Step: engine.Step{Cell: "i1"}, Name: "i1", X: 8, Y: 8, W: 1, H: 1, Zone: "pitch"},
		63: {Step: engine.Step{Cell: "R11"}, Name: "red goal 11", X: 3, Y: 9, W: 1, H: 1, Zone: "goal", Owner: engine.First},
		71: {Step: engine.Step{Cell: "R33"}, Name: "red goal 33", X: 5, Y: 11, W: 1, H: 1, Zone: "goal", Owner: engine.First},
	} {
		if d.Spots[i] != want {
			t.Errorf("spot %d is\n%+v, want\n%+v", i, d.Spots[i], want)
		}
	}
	for i, want := range map[int]engine.Piece{
		0:  {Kind: "keeper", Side: engine.First, Label: "1", Name: "red keeper", Cell: "R22", X: 4.5, Y: 10.5},
		1:  {Kind: "figure", Side: engine.First, Label: "2", Name: "red man 2", Cell: "b1", X: 1.5, Y: 8.5},
		11: {Kind: "keeper", Side: engine.Second, Label: "1", Name: "blue keeper", Cell: "B22", X: 4.5, Y: 1.5},
		21: {Kind: "figure", Side: engine.Second, Label: "11", Name: "blue man 11", Cell: "i4", X: 8.5, Y: 5.5},
		22: {Kind: "ball", Name: "ball", Cell: "e5", X: 4.5, Y: 4.5},
	} {
		if len(d.Pieces) != 23 || d.Pieces[i] != want {
			t.Errorf("piece %d of %d is\n%+v, want\n%+v", i, len(d.Pieces), d.Pieces[i], want)
		}
	}
	if len(d.Throw) != 1 || d.Throw[0] != 2 || d.ThrowSides != 4 || d.Period != "Clock 10 of 90" {
		t.Errorf("throw %v of %d in %q", d.Throw, d.ThrowSides, d.Period)
	}
}

// The quarter circles lead from the middle of each wing column, on the end line, to
// the middle of the goal's side in the row that the column enters (rules 3.1).
func TestGuidesLeadFromEachWingColumnToItsRow(t *testing.T) {
	guides := map[string]bool{}
	for _, m := range parsed(t, attack).Diagram().Marks {
		if m.Kind == "guide" {
			guides[m.Path] = true
		}
	}
	want := []string{
		"M0.5 3A2.5 2.5 0 0 1 3 0.5", "M1.5 3A1.5 1.5 0 0 1 3 1.5", "M2.5 3A0.5 0.5 0 0 1 3 2.5",
		"M8.5 3A2.5 2.5 0 0 0 6 0.5", "M7.5 3A1.5 1.5 0 0 0 6 1.5", "M6.5 3A0.5 0.5 0 0 0 6 2.5",
		"M0.5 9A2.5 2.5 0 0 0 3 11.5", "M1.5 9A1.5 1.5 0 0 0 3 10.5", "M2.5 9A0.5 0.5 0 0 0 3 9.5",
		"M8.5 9A2.5 2.5 0 0 1 6 11.5", "M7.5 9A1.5 1.5 0 0 1 6 10.5", "M6.5 9A0.5 0.5 0 0 1 6 9.5",
	}
	for _, path := range want {
		if !guides[path] {
			t.Errorf("there is no guide %s", path)
		}
	}
	if len(guides) != len(want) {
		t.Errorf("%d guides, want %d", len(guides), len(want))
	}
	for column, g := range map[int]pitch.GoalSlot{1: pitch.GoalAt(1, 3), 2: pitch.GoalAt(1, 2), 3: pitch.GoalAt(1, 1), 7: pitch.GoalAt(3, 1), 8: pitch.GoalAt(3, 2), 9: pitch.GoalAt(3, 3)} {
		if pitch.Entries[column] != g {
			t.Errorf("column %d enters %s, which the guides do not show", column, pitch.Entries[column])
		}
	}
}

func TestDiagramSaysWhatToDo(t *testing.T) {
	const again = "setup B - - 22,22 - free/B - 12 1:0 R " + setUps
	for _, c := range []struct{ text, done, task, ball string }{
		{firstSetUp, "", "You kick off. Choose a formation, or touch slots for your men.", ""},
		{firstSetUp, "b1,b3", "Set up your men: 8 of 10 left.", ""},
		{firstSetUp, "b1,b2", "Set up your men: 9 of 10 left.", ""}, // b2 leads nowhere
		{firstSetUp, "=4-4-2", "Put the ball on the left or the right of the middle man.", ""},
		{firstSetUp, "=4-4-2,=left", "Your team is set up.", "d3"},
		{secondSetUp, "", "Choose a formation, or touch slots for your men.", "f3"},
		{secondSetUp, "=4-4-2", "Your team is set up.", "f3"},
		{again, "=as before,=right", "Your team is set up.", "f4"},
		{attack, "", "You have the ball. Move your men: 2 of 2 spaces left.", "e5"},
		{attack, "b1,a1", "Move your men: 1 of 2 spaces left.", "e5"},
		{attack, "b1,c1,=left", "Move your men: 1 of 2 spaces left.", "e5"},
		{attack, "=nobody moves", "Nobody moves.", "e5"},
		{"move R " + teams + " 22,22 e5 free/R 4 10 0:0 - " + setUps, "b1,c1,f1,e1", "Three men may not stay side by side: 2 of 4 spaces left.", "e5"},
		{defend, "", "Red has the ball. Move your men: 1 of 1 space left.", "e5"},
		{aKick, "", "Kick: touch one of your men next to the ball.", "e5"},
		{aKick, "d5", "Kick: touch the slot where the ball goes first, or the goal.", "e5"},
		{aKick, "d5,e6", "The peg will say how far.", "e5"},
		{aDribble, "", "Dribble: touch where the ball goes next, or leave it.", "e6"},
		{aDribble, "=leave the ball", "You keep the ball, and a new round begins.", "e6"},
		{aThrow, "", "Throw-in: touch the slot to aim at, up to 3 away, straight.", "a4"},
		{aThrow, "a1", "Throw-in: that is where it is aimed at.", "a4"},
		{aGoalKick, "", "Goal kick: touch the slot that the ball enters first.", "R22"},
		{aGoalKick, "e1", "Goal kick: touch the slot that it goes on to.", "R22"},
		{aGoalKick, "e1,d2", "Goal kick: as far as the peg says, or one more space.", "R22"},
		{aGoalKick, "e1,d2,=one more space", "The peg will say how far.", "R22"},
		{"move R " + teams + " 22,22 e5 free/R ? 10 0:0 - " + setUps, "", "", "e5"},
		{"over R " + teams + " 22,22 - free/R - 80 3:0 R -", "", "", ""},
	} {
		d := parsed(t, c.text).Diagram(engine.ParseSteps(c.done)...)
		ball := ""
		for _, piece := range d.Pieces {
			if piece.Kind == "ball" {
				ball = string(piece.Cell)
			}
		}
		if d.Task != c.task || ball != c.ball {
			t.Errorf("%s after %s: %q with the ball on %q, want %q, %q", c.text, c.done, d.Task, ball, c.task, c.ball)
		}
	}
}

func TestPiecesStandWhereTheStepsBringThem(t *testing.T) {
	for _, c := range []struct{ text, done, on, off string }{
		{attack, "b1,a1,R22,R21", "a1,R21", "b1,R22"},
		{firstSetUp, "b1,e3", "b1,e3", ""},
		{firstSetUp, "=4-4-2", strings.Join([]string{"b1", "d1", "f1", "h1", "b3", "e3", "g3", "i3", "d5", "f5"}, ","), ""},
	} {
		d := parsed(t, c.text).Diagram(engine.ParseSteps(c.done)...)
		stand := map[engine.Step]bool{}
		for _, piece := range d.Pieces {
			stand[engine.Step{Cell: piece.Cell}] = true
		}
		for _, step := range engine.ParseSteps(c.on) {
			if !stand[step] {
				t.Errorf("%s after %s: nobody stands on %v", c.text, c.done, step)
			}
		}
		for _, step := range engine.ParseSteps(c.off) {
			if stand[step] {
				t.Errorf("%s after %s: somebody stands on %v", c.text, c.done, step)
			}
		}
	}
}

func TestThePegOfAKickIsShownWhileItIsResolved(t *testing.T) {
	p, err := parsed(t, aKick).Play("Kd5>SW")
	if err != nil || p.Diagram().Throw != nil {
		t.Fatalf("%v, %v shows a peg before it is drawn", p, err)
	}
	if p, err = p.Roll(3); err != nil || p.Next().Dice.Label != interceptDice {
		t.Fatal(p, err)
	}
	if d := p.Diagram(); len(d.Throw) != 1 || d.Throw[0] != 3 || d.ThrowSides != pegs {
		t.Errorf("%s shows %v of %d", p, d.Throw, d.ThrowSides)
	}
}
