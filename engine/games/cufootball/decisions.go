package cufootball

import (
	"fmt"
	"strings"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// decisions returns what is played here where the sources are silent or disagree,
// under their ids in RULES.md.
func decisions() []engine.Decision {
	return []engine.Decision{
		{ID: "C1", Text: fmt.Sprintf("A ball that crosses the end line slantwise right at a corner of the cubes, between columns %s and %s or %s and %s, enters the front row of the goal on that side: slot %s or %s.",
			columnName(pitch.FaceWidth), columnName(pitch.FaceWidth+1), columnName(2*pitch.FaceWidth), columnName(2*pitch.FaceWidth+1), pitch.Entries[pitch.FaceWidth], pitch.Entries[2*pitch.FaceWidth])},
		{ID: "C2", Text: fmt.Sprintf("A team has %d men besides its keeper. The source says ten three times, but one of its formations adds up to eleven.", team.Size)},
		{ID: "C3", Text: fmt.Sprintf("No crowds means: no more than %d men of a team connected side by side, round a bend as well as in a row. The keeper does not count.", crowdLimit)},
		{ID: "C4", Text: "Red kicks off first."},
		{ID: "C5", Text: "After a goal the side that conceded it kicks off."},
		{ID: "C6", Text: "The side that kicks off sets up first, so the other sees its formation."},
		{ID: "C7", Text: "For the kick-off a second midfielder must stand further out on the side of the ball, so that there is somebody to pass to."},
		{ID: "C8", Text: "The side in possession moves first, and the other side sees what it did."},
		{ID: "C9", Text: "The keeper may be moved in its goal with the same spaces as the men. Fixed in the middle it could never reach the corners."},
		{ID: "C10", Text: "Man and direction of a kick are chosen before the peg is drawn."},
		{ID: "C11", Text: "The first space of a kick must stay on the pitch or be a shot. Only later spaces may run out."},
		{ID: "C12", Text: "If no man of the side in possession can kick, the other side gets possession and a new round begins with the ball where it is."},
		{ID: "C13", Text: "A keeper counts as a man next to those slots of its end rank whose column leads to the slot of the goal where it stands."},
		{ID: "C14", Text: "There are no own goals: before the own end line the ball stops dead."},
		{ID: "C15", Text: "A ball stopped by a man of its own side is next to that man, even if it came diagonally."},
		{ID: "C16", Text: "Who won the ball kicks it next. Men are told by their slots: if the man leaves the slot, any man next to the ball may kick. By the first reading any may at once."},
		{ID: "C17", Text: "A dribbling man who has lost touch with the ball steps onto the slot that it just left."},
		{ID: "C18", Text: "There is no dribble after a kick-off."},
		{ID: "C19", Text: "A throw-in needs no man at the ball."},
		{ID: "C20", Text: "The way of a throw-in must stay on the pitch: not out again, and not into a goal."},
		{ID: "C21", Text: "Whether a goal kick goes one space more is said after the peg. By the first reading it is said together with the kick."},
		{ID: "C22", Text: fmt.Sprintf("A game is for %d goals, and ends when the clock has counted to %d. Who is level then has not won by goals; what that pays is in the table of points.", goalOption.Values[0], clockOption.Values[0])},
	}
}

func moveNotation() engine.Section {
	return engine.Section{Title: "Moves", Blocks: []engine.Block{
		say("A slot is its column letter and its rank, a slot of a goal two digits: from left to right, then away from the pitch. Directions are %s, with N towards rank %d and W towards column a. A move is written in exactly one way.", strings.Join(pitch.DirectionTexts[:], ", "), pitch.Ranks),
		say("A set-up is S and the slots of the men in ascending order. The side that kicks off adds the ball's side, ;L or ;R, such as: Sa1b3c1c5e1e3e5g1g5h3;R"),
		grid([]string{"Move", "Example", "What it says"},
			[]string{"Movement", "Mc5h3>c4h4", "the slots that men have left, then those where they are now, both in ascending order: the effect, not the way"},
			[]string{"Movement with the keeper", "Mc5>c4 G21", "the same, and where the keeper ends"},
			[]string{"Keeper alone", "M> G32", "no man has moved"},
			[]string{"No movement", "M", "nobody moves"},
			[]string{"Kick", "Ke3>SE", "the man and the direction of the ball"},
			[]string{"Dribble", "D>N", "the same man kicks again, in that direction"},
			[]string{"No dribble", "D-", "the dribble is declined"},
			[]string{"Throw-in", "TSW2", "direction and length"},
			[]string{"Goal kick", "Q5,-1", fmt.Sprintf("the column from 1 to %d; -1, 0 or 1 for left, straight ahead or right; by the first reading then ,+ for one space more, else ,-", pitch.Columns)},
			[]string{"One space more", "Q+", "the goal kick goes one space farther; Q- that it does not"},
		),
	}}
}

func positionNotation() engine.Section {
	return engine.Section{Title: "Positions", Blocks: []engine.Block{
		say("A position is one line of twelve fields with a blank between them, such as: %s", positionExample),
		grid([]string{"Field", "What it holds"},
			[]string{"Phase", either(phaseTexts[:])},
			[]string{"Side", "R or B: who acts; while the ball is on its way, who played it; once the game is over, who acted last"},
			[]string{"Red", "the slots of the men in ascending order; - before the set-up"},
			[]string{"Blue", "the same for blue"},
			[]string{"Keepers", "where red's and blue's keeper stand, with a comma between"},
			[]string{"Ball", "its slot; kR or kB while a keeper has it; - before the set-up and after the last goal"},
			[]string{"Mode", strings.Join(modeTexts[:], ", ") + ": a free ball, a throw-in, a keeper's or a free kick; then the side in possession, and behind a colon who won the ball"},
			[]string{"Peg", fmt.Sprintf("? while one is due; 1 to %d, the peg drawn, while a side moves its men; else -", pegs)},
			[]string{"Clock", "what has been counted so far"},
			[]string{"Score", "red's goals, a colon, blue's goals"},
			[]string{"Last", "R or B, who scored last, or -"},
			[]string{"Pending", "what else the game needs to go on, see below; - before the first set-up and once the game is over"},
		),
	}}
}

// positionExample is a position that shows most of the notation.
const positionExample = "kick R a1b3c1c5e1e2g1g5h3i5 a6b4b6d2d4f5g3h2h6i4 22,22 e4 free/R ? 12 0:0 - " +
	"a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6|Ke2>N/3/2/pass/-/-"

func pendingNotation() engine.Section {
	return engine.Section{Title: "The field pending", Blocks: []engine.Block{
		say("First stand red's and blue's last set-ups, written as in the move without its S, with a comma between; - for one that was not made yet. In the phase %s a bar follows, the letter D, and the kick that was drawn %s: De2>N. In the phase %s it is the goal kick and the peg: Q5,-1/3.", phaseTexts[dribble], pegNames[redPeg], phaseTexts[extra]),
		say("While the ball is on its way a bar follows, and six parts with slashes between, such as: Ke2>N/3/2/pass/-/-"),
		grid([]string{"Part", "What it holds"},
			[]string{"Act", "the move being played; O for a kick-off; a dribble is written as a kick from where the man stands now"},
			[]string{"Drawn", "the length drawn, or named with a throw-in; ? while it is due"},
			[]string{"Left", "the spaces that the ball has still to go; ? while the length is due, 0 once it rests"},
			[]string{"Due", fmt.Sprintf("which peg is waited for: %s the length, %s the chance of somebody whom the ball passes, %s the chance of somebody next to where it rests, %s the keeper's save; where that is agreed on, %s and %s whether and which way a kick goes astray, and %s a foul", dueTexts[lengthDue], dueTexts[passDue], dueTexts[restDue], dueTexts[saveDue], dueTexts[missDue], dueTexts[turnDue], dueTexts[foulDue])},
			[]string{"Tried", "who had a chance already, in that order, with commas between; k for the keeper; - for nobody"},
			[]string{"Hit", "the slot of the team-mate before whom the ball has stopped, else -"},
		),
	}}
}
