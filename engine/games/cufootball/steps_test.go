package cufootball

import (
	"testing"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/team"
)

func TestContinue(t *testing.T) {
	const ready = "=2-2-6,=2-3-5,=2-4-4,=2-5-3,=2-6-2,=3-2-5,=3-3-4,=3-4-3,=3-5-2,=4-2-4,=4-3-3,=4-4-2,=5-2-3,=5-3-2,=6-2-2"
	const ranks135 = "a1,a3,a5,b1,b3,b5,c1,c3,c5,d1,d3,d5,e1,e3,e5,f1,f3,f5,g1,g3,g5,h1,h3,h5,i1,i3,i5"
	const again = "setup B - - 22,22 - free/B - 12 1:0 R " + setUps // both have been set up before
	for _, c := range []struct{ name, text, done, next, move string }{
		{"a formation is chosen at once, then the ball's side", firstSetUp, "=4-4-2", "=left,=right", ""},
		{"the ball's side completes it", firstSetUp, "=4-4-2,=left", "", "Sb1b3d1d5e3f1f5g3h1i3;L"},
		{"a formation in which the ball has one side only", firstSetUp, "=4-2-4", "", "Sb1b5d1d5e3f1f5h1h3h5;R"},
		{"the other side names no ball's side", secondSetUp, "=4-4-2", "", "Sb4b6d2d6e4f2f6g4h6i4"},
		{"nothing follows a formation", secondSetUp, "=4-4-2,a1", "", ""},
		{"a formation that is none", firstSetUp, "=4-4-3", "", ""},
		{"a formation behind a slot", firstSetUp, "b1,=4-4-2", "", ""},
		{"a slot of the other side", firstSetUp, "b2", "", ""},
		{"a slot twice", firstSetUp, "b1,b1", "", ""},
		{"the slots in any order, the last from what is left", firstSetUp, "e3,i3,b3,g3,h1,f1,d1,b1,f5", "a5,b5,c5,d5,e5,g5,h5,i5", ""},
		{"the tenth man, and the ball's side is open", firstSetUp, "e3,i3,b3,g3,h1,f1,d1,b1,f5,d5", "=left,=right", ""},
		{"an eleventh man", firstSetUp, "e3,i3,b3,g3,h1,f1,d1,b1,f5,d5,a1", "", ""},
		{"men on both slots where the ball might lie", firstSetUp, "d3,f3", "", ""},
		{"two strikers must remain", firstSetUp, "b1,d1,f1,h1,a3,b3,e3,h3", "a5,b5,c5,d5,e5,f5,g5,h5,i5", ""},
		{"the last set-up may be chosen again, the ball on either side", again, "=as before", "=left,=right", ""},

		{"a kick: the men next to the ball", aKick, "", "d5,f5", ""},
		{"a kick: the directions", aKick, "d5", "e6,f4,d4", ""},
		{"a kick: the move", aKick, "d5,d4", "", "Kd5>SW"},
		{"a kick: a direction that is none", aKick, "d5,e4", "", ""},
		{"a shot: two directions enter one slot of the goal", aShot, "d5", "B11,=shot to the right,B12,c5,b5", ""},
		{"a shot straight ahead", aShot, "d5,B11", "", "Kd5>N"},
		{"a shot through the corner", aShot, "d5,=shot to the right", "", "Kd5>NE"},
		{"a shot from the wing", aShot, "d5,B12", "", "Kd5>NW"},
		{"a dribble", aDribble, "", "=leave the ball,B21,B31,B11,e5", ""},
		{"a dribble that is left", aDribble, "=leave the ball", "", "D-"},
		{"a dribble on", aDribble, "e5", "", "D>S"},
		{"a throw-in is aimed at a slot", aThrow, "", "a5,a6,b5,c6,a3,a2,a1", ""},
		{"a throw-in", aThrow, "c6", "", "TNE2"},
		{"a goal kick: the first slots", aGoalKick, "", "a1,c1,e1,g1,i1", ""},
		{"a goal kick: then the direction", aGoalKick, "a1", "a2,=towards the touch line", ""},
		{"a goal kick: perhaps one more space", aGoalKick, "e1,d2", "=one more space", "Q6,-1,-"},
		{"a goal kick: one more space", aGoalKick, "e1,d2,=one more space", "", "Q6,-1,+"},
		{"a goal kick that goes out", aGoalKick, "i1,=towards the touch line", "=one more space", "Q8,1,-"},

		{"nobody moves", attack, "=nobody moves", "", "M"},
		{"nobody moves, then somebody", attack, "=nobody moves,b1", "", ""},
		{"a man: his steps, none onto men or ball", attack, "d5", "c4,c5,c6,d4,e6", ""},
		{"a man of the other side", attack, "d2", "", ""},
		{"the ball", attack, "e5", "", ""},
		{"a man, and another instead without a step", attack, "b1,b3", "", ""},
		{"a diagonal step takes two spaces", attack, "b1,a2", "", "Mb1>a2"},
		{"a step: the man goes on or another does", attack, "b1,a1", "a2,b1,b3,d1,d5,e3,f1,f5,g3,h1,i3,R22", "Mb1>a1"},
		{"the same man is not touched again", attack, "b1,a1,a1", "", ""},
		{"there and back is no movement", attack, "b1,a1,b1", "", "M"},
		{"two men", attack, "b1,a1,b3,a3", "", "Mb1b3>a1a3"},
		{"too many spaces", attack, "b1,a1,b3,a3,d1,c1", "", ""},
		{"the keeper", attack, "R22", "R11,R12,R13,R21,R23,R31,R32,R33", ""},
		{"the keeper's step", attack, "R22,R21", "R11,R22,R31,b1,b3,d1,d5,e3,f1,f5,g3,h1,i3", "M> G21"},
		{"the keeper's leap", attack, "R22,R21,R33", "", ""},
		{"the keeper steps from slot to slot", "move R " + teams + " 11,22 e5 free/R 4 10 0:0 - " + setUps, "R11,R33", "", ""},
		{"the other keeper", attack, "B22", "", ""},
		{"a man and the keeper", attack, "b1,a1,R22,R12", "", "Mb1>a1 G12"},
		{"a step that crowds is offered only if it can be mended", attack, "b1,c1,f1", "g1", "Mb1>c1"},
		{"nothing is offered while a draw is due", "move R " + teams + " 22,22 e5 free/R ? 10 0:0 - " + setUps, "", "", ""},
		{"all ready formations, then the slots", firstSetUp, "", ready + "," + ranks135, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			next, m := parsed(t, c.text).Continue(engine.ParseSteps(c.done))
			if got := engine.FormatSteps(next); got != c.next || string(m) != c.move {
				t.Errorf("Continue(%s) = %s, %q, want %s, %q", c.done, got, m, c.next, c.move)
			}
		})
	}
}

func TestEveryReadySetUpIsLegal(t *testing.T) {
	for _, text := range []string{firstSetUp, secondSetUp} {
		p := parsed(t, text)
		if len(p.lineUp().ready()) != len(team.Shapes) || len(team.Shapes) != 15 {
			t.Fatalf("%d ready set-ups of %d formations", len(p.lineUp().ready()), len(team.Shapes))
		}
		for i, ready := range p.lineUp().ready() {
			sides := p.lineUp().sidesOf(ready.men)
			if len(sides) == 0 {
				t.Errorf("%s: %s is not legal: %s", text, ready.name, ready.men)
			}
			d, m, s := p.ground(p.side).Lines(ready.men)
			if (team.Shape{d.Len(), m.Len(), s.Len()}) != team.Shapes[i] {
				t.Errorf("%s: %s stands as %s", text, ready.name, ready.men)
			}
		}
	}
}

func TestASetUpOffersWhatCanStillBecomeLegal(t *testing.T) {
	for _, c := range []struct{ name, text, done, missing string }{
		{"the slot between two men", firstSetUp, "a1,c1", "b1"},
		{"both sides of the middle man", firstSetUp, "d3,h3,e3", "f3"}, // d3 leaves the ball's slot on the right only
		{"a seventh defender", firstSetUp, "a1,b1,d1,e1,g1,h1", "c1,f1,i1"},
		{"a fifth striker when the other lines are full", firstSetUp, "a1,d1,g1,a3,e3,h3,a5,c5,e5,g5", "i5"},
		{"a man next to two", secondSetUp, "a6,b6", "c6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			next, _ := parsed(t, c.text).Continue(engine.ParseSteps(c.done))
			offered := map[engine.Step]bool{}
			for _, step := range next {
				offered[step] = true
			}
			for _, step := range engine.ParseSteps(c.missing) {
				if offered[step] {
					t.Errorf("%v is offered after %s", step, c.done)
				}
			}
		})
	}
}

func TestStepsEnterAMoveAsPeopleDo(t *testing.T) {
	const blue4 = "move R " + teams + " 22,22 e5 free/R 4 10 0:0 - " + setUps
	for _, c := range []struct{ name, text, move, steps string }{
		{"a set-up with a choice of the ball's side", firstSetUp, "S" + redMen + ";R", "b1,b3,d1,d5,e3,f1,f5,g3,h1,i3,=right"},
		{"a set-up without", secondSetUp, "S" + blueMen, "b4,b6,d2,d6,e4,f2,f6,g4,h6,i4"},
		{"nobody moves", attack, "M", "=nobody moves"},
		{"a man goes on", blue4, "Mi3>i1", "i3,i2,i1"},
		{"two men, then the keeper", blue4, "Mb1b3>a1a3 G12", "b1,a1,b3,a3,R22,R12"},
		{"the keeper as far as he gets", blue4, "M> G33", "R22,R32,R33"},
		{"a kick", aKick, "Kd5>N", "d5,e6"},
		{"a shot", aShot, "Kd5>NE", "d5,=shot to the right"},
		{"a dribble", aDribble, "D>N", "B21"},
		{"a throw-in", aThrow, "TS3", "a1"},
		{"a goal kick", aGoalKick, "Q2,1,+", "c1,d2,=one more space"},
	} {
		t.Run(c.name, func(t *testing.T) {
			steps, err := parsed(t, c.text).Steps(engine.Move(c.move))
			if err != nil || engine.FormatSteps(steps) != c.steps {
				t.Errorf("Steps(%s) = %s, %v, want %s", c.move, engine.FormatSteps(steps), err, c.steps)
			}
		})
	}
}

func TestCrowdedMenAreNoMoveUntilThatIsMended(t *testing.T) {
	p := parsed(t, "move R "+teams+" 22,22 e5 free/R 4 10 0:0 - "+setUps)
	next, m := p.Continue(engine.ParseSteps("b1,c1,f1,e1")) // c1, d1 and e1
	if len(next) == 0 || m != "" {
		t.Errorf("three men side by side spell %q and go on with %v", m, next)
	}
	if _, m := p.Continue(engine.ParseSteps("b1,c1,f1,e1,e2")); m != "Mb1f1>c1e2" {
		t.Errorf("mended they spell %q", m)
	}
}
