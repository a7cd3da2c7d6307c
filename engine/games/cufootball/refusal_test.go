package cufootball

import (
	"errors"
	"strings"
	"testing"

	"kickabout/engine"
)

// Who stands where in the positions of these tests: both teams as they were set up.
const (
	redMen  = "b1b3d1d5e3f1f5g3h1i3"
	blueMen = "b4b6d2d6e4f2f6g4h6i4"
	setUps  = redMen + ";R," + blueMen
	teams   = redMen + " " + blueMen
)

// parsed reads a position that a test is about.
func parsed(t testing.TB, text string) position {
	t.Helper()
	p, err := Game{}.Parse("classic", text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p.(position)
}

// Positions with a decision in each phase.
const (
	firstSetUp  = "setup R - - 22,22 - free/R - 0 0:0 - -"
	secondSetUp = "setup B " + redMen + " - 22,22 f3 free/R - 0 0:0 - " + redMen + ";R,-"
	attack      = "move R " + teams + " 22,22 e5 free/R 2 10 0:0 - " + setUps
	defend      = "move B " + teams + " 22,22 e5 free/R 2 10 0:0 - " + setUps
	aKick       = "kick R " + teams + " 22,22 e5 free/R - 10 0:0 - " + setUps
	aShot       = "kick R b1b3d1d5e3f1f5g3h1i3 b4b6d2d6e4f2f6g4h6i4 22,22 c6 free/R - 10 0:0 - " + setUps
	aDribble    = "dribble R " + teams + " 22,22 e6 free/R - 10 0:0 - " + setUps + "|Dd5>N"
	aThrow      = "throw R " + teams + " 22,22 a4 in/R - 10 0:0 - " + setUps
	aGoalKick   = "goalkick R " + teams + " 22,22 kR keeper/R - 10 0:0 - " + setUps
)

func TestIllegalMovesSayWhichRuleForbidsThem(t *testing.T) {
	for _, c := range []struct{ name, text, move, reason string }{
		{"a resignation", aKick, "R", "A resignation is not a move."},
		{"a move before the draw", "move R " + teams + " 22,22 e5 free/R ? 10 0:0 - " + setUps, "M", "The draw comes before the move."},
		{"a move once it is over", "over R " + teams + " 22,22 e5 free/R - 90 0:0 - -", "M", "This match is over."},

		{"no text of a set-up (rules 3.11)", firstSetUp, "Sb1a1", "A set-up names the slots of ten men in ascending order"},
		{"nine men (DECISION C2)", firstSetUp, "Sb1b3d1d5e3f1f5g3h1;R", "A team has 10 men, not 9."},
		{"a man on a rank of the other side (rules 3.2)", firstSetUp, "Sb1b3d1d5e3f1f5g3h1i4;R", "Nobody of yours is set up on i4: defenders stand on rank 1, midfielders on rank 3, strikers on rank 5."},
		{"Blue's ranks go the other way (rules 3.2)", secondSetUp, "S" + redMen, "Nobody of yours is set up on b1: defenders stand on rank 6, midfielders on rank 4, strikers on rank 2."},
		{"one striker (rules 3.2)", firstSetUp, "Sb1b3d1d5e3f1g3h1h3i1;R", "There are at least 2 strikers."},
		{"three in a row (DECISION C3)", firstSetUp, "Sb1c1d1d5e3f5g3h1h3i1;R", "No three men of a team may stand side by side, as your defenders do."},
		{"no side named (rules 3.3)", firstSetUp, "S" + redMen, "The side that kicks off names the ball's side: ;L for left or ;R for right."},
		{"a side named by the other (rules 3.3)", secondSetUp, "S" + blueMen + ";L", "Only the side that kicks off names the ball's side."},
		{"nobody in the middle (rules 3.3)", firstSetUp, "Sb1b3d1d3d5f1f5g3h1i3;R", "A midfielder of the side that kicks off stands in the middle, on e3."},
		{"a man where the ball lies (DECISION C7)", firstSetUp, "Sb1b3d1d5e3f1f3f5h1i3;R", "The ball lies on f3, so nobody may stand there."},
		{"nobody to pass to (DECISION C7)", firstSetUp, "Sb1d1d5e3f1f5g3h1h5i3;L", "The kick-off is a pass: another midfielder must stand farther out on the left."},

		{"no text of a movement (rules 3.11)", attack, "Mb1a1", "A movement names the slots left and the slots taken"},
		{"more slots taken than left", attack, "Mb1>a1b2", "As many slots are taken as are left."},
		{"nobody there", attack, "Ma1>a2", "There is no man of yours on a1."},
		{"a man of the other side moved", attack, "Md2>d3", "There is no man of yours on d2."},
		{"an own man in the way", attack, "Mb1>b3", "There is a man of yours on b3 already."},
		{"an opponent in the way (rules 3.4)", attack, "Md1>d2", "There is a man on d2 already."},
		{"onto the ball (rules 3.4)", attack, "Md5>e5", "The ball lies on e5: nobody may step there."},
		{"the keeper where he stands (rules 3.11)", attack, "M> G22", "The keeper stands on 22 already: leave it out if it stays."},
		{"too far (rules 3.4)", attack, "Mb1>c3", "That takes more than the 2 spaces of this movement"},
		{"too far in all (rules 3.4)", attack, "Mb1f1>a1g1 G21", "That takes more than the 2 spaces of this movement"},
		{"a step more than the other side has (rules 3.4)", defend, "Mb4f2>a4g2", "That takes more than the 1 space of this movement"},
		{"three side by side in the end (DECISION C3)", attack, "Mb1f1>c1e1", "No three men of a team may stand side by side when the movement ends."},

		{"no text of a kick (rules 3.11)", aKick, "Kd5", "A kick names the man and the direction of the ball, such as Kd3>NE."},
		{"a throw instead of a kick", aKick, "TN1", "A kick names the man and the direction of the ball"},
		{"nobody to kick", aKick, "Ke6>N", "There is no man of yours on e6."},
		{"a man who is not next to the ball (rules 3.5)", aKick, "Ke3>N", "The ball is not next to e3: only a man beside it or diagonally next to it may kick."},
		{"a man in the way (rules 3.5)", aKick, "Kd5>S", "The first slot of a kick must be empty: there is a man on e4."},
		{"over a touch line (DECISION C11)", "kick R " + "b1b3d1d5e3f1f5g3h1i3 b4b6d2d6e4f2f6g4h6i4 22,22 i2 free/R - 10 0:0 - " + setUps, "Kh1>E", "The ball may not be kicked straight over a touch line."},
		{"over the own end line (DECISION C11)", "kick R " + "b1b3d1d5e3f1f5g3h1i3 b4b6d2d6e4f2f6g4h6i4 22,22 g1 free/R - 10 0:0 - " + setUps, "Kh1>S", "The ball may not be kicked over your own end line."},

		{"no text of a dribble (rules 3.11)", aDribble, "Kd5>N", "A dribble names the direction of the ball, such as D>N; D- leaves it."},
		{"a dribble into a man (rules 3.5)", aDribble, "D>E", "The first slot of a kick must be empty: there is a man on f6."},

		{"no text of a throw-in (rules 3.8)", aThrow, "TSW4", "A throw-in names direction and length, 1 to 3, such as TSW2."},
		{"a throw-in into a man (rules 3.8)", aThrow, "TE1", "The first slot of a throw-in must be empty: there is a man on b4."},
		{"a throw-in off the pitch (DECISION C20)", aThrow, "TN3", "A throw-in must stay on the pitch on its whole way."},

		{"no text of a goal kick (rules 3.9)", aGoalKick, "Q10,0,+", "A goal kick names the column by which the ball leaves the goal"},
		{"a goal kick into a man (rules 3.9)", aGoalKick, "Q2,0,-", "The first slot of a goal kick must be empty: there is a man on b1."},
		{"a goal kick past the edge (rules 3.9)", aGoalKick, "Q1,-1,-", "From column 1 the ball cannot slant that way: there is no column 0."},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := parsed(t, c.text).Check(engine.Move(c.move))
			if !errors.Is(err, engine.ErrIllegal) || !strings.HasPrefix(engine.Reason(err), c.reason) {
				t.Errorf("%s: %v, want %q", c.move, err, c.reason)
			}
		})
	}
}

func TestPositionsThatCannotOccurAreRefused(t *testing.T) {
	const chain = "kick R " + teams + " 22,22 e5 free/R ? 10 0:0 - " + setUps
	for _, c := range []struct{ name, text, reason string }{
		{"too few fields", "move R", "A position has 12 fields parted by one space, not 2."},
		{"a phase that is none", "corner" + attack[4:], "There is no phase \"corner\""},
		{"a side that is none", "move Y" + attack[6:], "The side that acts is R or B, not \"Y\"."},
		{"a slot that is none", strings.Replace(attack, "b1b3", "b0b3", 1), "Red's men in"},
		{"men in disorder", strings.Replace(attack, "b1b3", "b3b1", 1), "Red's men in"},
		{"nine men", strings.Replace(attack, "R b1", "R ", 1), "Red has 10 men on the pitch here, not 9."},
		{"two men on a slot", strings.Replace(attack, " b4b6d2", " b3b6d2", 1), "Two men stand on b3."},
		{"three men side by side", strings.Replace(attack, "R b1b3d1", "R b1c1d1", 1), "Three of Red's men stand side by side."},
		{"three men round a corner", strings.Replace(attack, "R b1b3d1", "R c1d1d2", 1), "Three of Red's men stand side by side."},
		{"a keeper outside his goal", strings.Replace(attack, "22,22", "22,24", 1), "The keepers stand inside their goals on 11 to 33"},
		{"the ball under a man", strings.Replace(attack, "22 e5", "22 d5", 1), "The ball lies under a man on d5."},
		{"no ball", strings.Replace(attack, "22 e5", "22 -", 1), "The ball lies on a slot of the pitch here."},
		{"a ball that is none", strings.Replace(attack, "22 e5", "22 kY", 1), "The ball is on a slot, with a keeper"},
		{"a ball in the wrong hands", strings.Replace(aGoalKick, "kR", "kB", 1), "This position is written"},
		{"a keeper's ball on the pitch", strings.Replace(attack, "free", "keeper", 1), "The ball is with the keeper until the goal kick."},
		{"a throw-in from the middle", strings.Replace(attack, "free", "in", 1), "A throw-in is made beside a touch line, not from e5."},
		{"a kick in the mode of a throw-in", strings.Replace(aKick, "free", "in", 1), "In the phase kick the mode is free, not in."},
		{"a kick of the other side", strings.Replace(aKick, "free/R", "free/B", 1), "In the phase kick the side in possession acts."},
		{"a mode that is none", strings.Replace(attack, "free/R", "free/Y", 1), "The mode is free, in, keeper or foul"},
		{"a peg that is none", strings.Replace(attack, " 2 10 ", " 5 10 ", 1), "A draw is 1 to 4, ? or -, not \"5\"."},
		{"a draw that is not due", strings.Replace(aKick, " - 10 ", " 2 10 ", 1), "This position is written"},
		{"a clock beyond the end", strings.Replace(attack, " 10 0", " 91 0", 1), "The clock goes from 0 to 90"},
		{"a clock that has run down", strings.Replace(attack, " 10 0", " 90 0", 1), "The match ends when the clock reaches 90."},
		{"a clock before the kick-off", strings.Replace(firstSetUp, " 0 0:0", " 1 0:0", 1), "The clock stands at 0 before the first kick-off, not at 1."},
		{"goals without the time for them", strings.Replace(attack, "10 0:0 -", "4 2:0 R", 1), "The clock stands at 5 or more here, not at 4."},
		{"goals beyond the end", strings.Replace(attack, "0:0 -", "3:0 R", 1), "The match ends with the goal that makes 3."},
		{"goals that nobody scored", strings.Replace(attack, "0:0 -", "1:0 -", 1), "The side that scored last does not fit the score."},
		{"goals that the other side scored", strings.Replace(attack, "0:0 -", "1:0 B", 1), "The side that scored last does not fit the score."},
		{"two winners", "over R " + teams + " 22,22 - free/R - 80 3:3 R -", "The match ends with the goal that makes 3."},
		{"over without an ending", "over R " + teams + " 22,22 e5 free/R - 80 1:0 R -", "The match is not over by 80 on the clock with this score."},
		{"over by a goal with the ball on the pitch", "over R " + teams + " 22,22 e5 free/R - 80 3:0 R -", "The last goal ended the match, so there is no ball on the pitch."},
		{"over without a ball or a goal", "over R " + teams + " 22,22 - free/R - 90 0:0 - -", "Without a ball on the pitch the side that scored last acted last."},
		{"the wrong side kicks off", strings.Replace(firstSetUp, "free/R", "free/B", 1), "Red kicks off: no goal was scored yet."},
		{"no set-ups", attack[:strings.LastIndex(attack, " ")] + " -", "Red's set-up is missing, or named though there is none yet."},
		{"a set-up that is none", strings.Replace(attack, ";R,b4", ";R,b3", 1), "Blue cannot be set up"},
		{"a ball side in both set-ups", attack + ";L", "Only red's set-up names the ball's side, as it kicks off."},
		{"men who left their set-up before the kick-off", strings.Replace(secondSetUp, "B b1", "B a1", 1), "Red's men have not left the slots of their set-up."},
		{"a keeper who moved before the kick-off", strings.Replace(secondSetUp, "22,22", "21,22", 1), "Both keepers stand on 22 before the kick-off."},
		{"the ball elsewhere before the kick-off", strings.Replace(secondSetUp, " f3 ", " d3 ", 1), "The ball lies on f3 until the kick-off."},
		{"nobody near the ball to kick", strings.Replace(aKick, "22 e5", "22 i6", 1), "Nothing can be done with the ball here, so the round would be over."},
		{"a dribble after no kick", strings.Replace(aDribble, "Dd5>N", "Dd5>S", 1), "No dribble can follow here."},
		{"a dribble of nobody", strings.Replace(aDribble, "Dd5>N", "De5>N", 1), "No dribble can follow here."},
		{"a movement with something to resolve", attack + "|Kd5>N/?/?/kick/-/-", "Nothing is being resolved in the phase move."},
		{"a kick with a length but no draw due", chain + "|Kd5>N/2/2/kick/-/-", "The ball cannot have come to e5"},
		{"a kick of five spaces", strings.Replace(chain, "22 e5", "22 e6", 1) + "|Kd5>N/5/4/pass/-/-", "The ball cannot have come to e6"},
		{"a man who does not draw", strings.Replace(chain, "22 e5", "22 e6", 1) + "|Kd5>N/2/1/pass/b6/-", "The ball cannot have come to e6"},
		{"too many parts", chain + "|Kd5>N/2/2", "What is being resolved has 6 parts parted by strokes"},
		{"a draw that is none", chain + "|Kd5>N/2/2/corner/-/-", "\"Kd5>N/2/2/corner/-/-\" is no act that waits for a draw"},
		{"spaces that are none", chain + "|Kd5>N/two/2/pass/-/-", "The length and the spaces left"},
		{"somebody who cannot draw", chain + "|Kd5>N/2/2/pass/z9/-", "Those who drew are slots or k parted by commas"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Game{}.Parse("classic", c.text)
			if !errors.Is(err, engine.ErrParse) || !strings.HasPrefix(engine.Reason(err), c.reason) {
				t.Errorf("%s: %v, %v, want %q", c.text, p, err, c.reason)
			}
		})
	}
}
