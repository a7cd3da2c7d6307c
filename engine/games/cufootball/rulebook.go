package cufootball

import (
	"fmt"
	"slices"
	"strings"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// book is made once: pages ask for them to show a board.
var book = rulebook()

// rulebook returns the rules for players, in the order in which one learns them.
func rulebook() engine.Rulebook {
	return engine.Rulebook{
		Lead: fmt.Sprintf("Two coaches, %d men and a keeper each, on a pitch that is wrapped round two cubes. Pegs drawn at random say how far men and ball go. The first side with %d goals wins.", team.Size, goalOption.Values[0]),
		Sections: []engine.Section{
			boardRules(), teamRules(), kickoffRules(), roundRules(), movementRules(), kickRules(), wayRules(),
			restRules(), dribbleRules(), throwRules(), shotRules(), goalKickRules(), endRules(), friendlyRules(), exampleGame(),
		},
		Variants: differences(),
		Apart: []string{
			fmt.Sprintf("A team has %d men: the example of 4, 4 and 3 has eleven. \"The time allowed\" is counted in actions, not minutes.", team.Size),
			"The keeper moves within its goal with the spaces of its side. There are no own goals, and no goal comes from a throw-in.",
			"If the man who won the ball leaves the slot, any man may kick: pegs bear no names.",
			"Not offered: corners (the whole end line is goal), penalties (a free kick near the goal, with nobody moving up, is one), and the fourth face (there are no rules for it).",
		},
		Decisions: decisions(),
		Notation:  []engine.Section{moveNotation(), positionNotation(), pendingNotation()},
		Text:      rulesText,
		Lesson:    lesson(),
	}
}

func say(format string, args ...any) engine.Block {
	return engine.Block{Text: fmt.Sprintf(format, args...)}
}

func list(points ...string) engine.Block { return engine.Block{List: points} }

func grid(head []string, rows ...[]string) engine.Block {
	return engine.Block{Table: &engine.Table{Head: head, Rows: rows}}
}

// try returns an example; done are the steps of a move as they stand in a link.
func try(position, done, caption, ask string) engine.Block {
	return engine.Block{Example: &engine.Example{
		Variant: Game{}.Info().Variants[0].ID, Position: position, Done: engine.ParseSteps(done), Caption: caption, Ask: ask,
	}}
}

// pegNames are the colours of the pegs, by their number of spaces.
var pegNames = [pegs + 1]string{"", "red", "yellow", "green", "blue"}

// pegsFrom names the pegs from one upwards: "green or blue".
func pegsFrom(peg uint8) string { return either(pegNames[peg:]) }

// pegsBelow names the pegs below one.
func pegsBelow(peg uint8) string { return either(pegNames[redPeg:peg]) }

// crowdLimit is how many men of a team may hang together, as Set.Crowded has it.
const crowdLimit = 2

// columnName returns the letter of a column.
func columnName(column int) string { return pitch.At(column, 1).String()[:1] }

// differences returns in what the variants differ.
func differences() engine.Table {
	info := Game{}.Info()
	t := engine.Table{Head: []string{"What differs"}, Rows: [][]string{
		{"Who kicks a ball that was won"}, {"One more space for a goal kick"}, {"The first standing order"},
	}}
	for _, v := range info.Variants {
		r, _ := rulesOf(v.ID)
		kicks, more := "any man next to it", "said before the peg"
		if r.winners {
			kicks = "the man who won it; of several, one of them; any man once they have all left their slots"
		}
		if r.late {
			more = "said after the peg"
		}
		t.Head = append(t.Head, v.Name)
		for i, cell := range []string{kicks, more, v.Orders[0].Name} {
			t.Rows[i] = append(t.Rows[i], cell)
		}
	}
	return t
}

func boardRules() engine.Section {
	goals := engine.Table{Head: []string{"Column", "Slot of the goal", "Written"}}
	for column := 1; column <= pitch.Columns; column++ {
		g := pitch.Entries[column]
		across := [...]string{"left", "middle", "right"}[g.Gx()-1]
		deep := [...]string{"front row", "second row", "back row"}[g.Gy()-1]
		goals.Rows = append(goals.Rows, []string{columnName(column), deep + ", " + across, g.String()})
	}
	return engine.Section{Title: "The pitch", Blocks: []engine.Block{
		say("Two cubes are joined to a block. Three of its four long faces are the pitch; the fourth is not used. Laid flat they make %d columns, a to %s, and %d ranks of *slots*: the left wing, the centre and the right wing, %d columns each. Where two faces meet nothing changes: men and ball go over the edge as if the board were flat.", pitch.Columns, columnName(pitch.Columns), pitch.Ranks, pitch.FaceWidth),
		say("Red's goal lies below rank 1, and red plays upwards. Blue's goal lies above rank %d, and blue plays downwards. The outer edges of columns a and %s are the touch lines.", pitch.Ranks, columnName(pitch.Columns)),
		say("Each goal is an end of the block, %d by %[1]d slots. All three faces touch it, so *every column leads into the goal*: those of the centre into the front row, those of the wings round the corner into its sides. The arcs on the board show where.", pitch.GoalWidth),
		{Table: &goals},
		say("A ball that crosses the end line slantwise comes in where the column that it is heading for leads. \"Next to\" always means side by side, unless it says diagonally."),
	}}
}

func teamRules() engine.Section {
	rows := [][]string{}
	for line, name := range []string{"Defenders", "Midfielders", "Strikers"} {
		rows = append(rows, []string{name, fmt.Sprint(team.Ground{Side: pitch.Red}.Rank(line)), fmt.Sprint(team.Ground{Side: pitch.Blue}.Rank(line))})
	}
	return engine.Section{Title: "The teams", Blocks: []engine.Block{
		say("A side has a keeper, which never leaves its goal, and %d men: defenders, midfielders and strikers, at least %d of each. That gives %d formations, such as 4-3-3. Before every kick-off each coach chooses a formation and the slots; the keepers stand in the middle of their goals. Later a man is a man, wherever it began.", team.Size, team.Fewest, len(team.Shapes)),
		grid([]string{"Line", "Red's rank", "Blue's rank"}, rows...),
		say("*No crowds:* of the men of one team at most %d may hang together side by side; diagonally they may touch as they like. So a rank takes %d of them at most. This is looked at when you have set up, at the end of your movement, and after a dribble; on the way it does not matter.", crowdLimit, team.Most),
		try("setup R - - 22,22 - free/R - 0 0:0 - -", "b1,c1",
			"Red has put two defenders side by side, so there is no room next to them.", "Show where a man may stand"),
	}}
}

func kickoffRules() engine.Section {
	return engine.Section{Title: "The kick-off", Blocks: []engine.Block{
		say("Red kicks off first, later the side that conceded. That side sets up first, and then the other."),
		list(
			fmt.Sprintf("The side that kicks off needs a midfielder in the very middle, on column %s of its third rank.", columnName(pitch.Centre)),
			fmt.Sprintf("The ball lies beside that man, left or right as the coach says: on column %s or %s.", columnName(team.BallLeft.Column()), columnName(team.BallRight.Column())),
			"That slot must be free, and another midfielder must stand further out on that side.",
		),
		say("Nobody moves before a kick-off. A peg is drawn, and the ball goes that far along the rank, away from the man in the middle. From then on it is a ball on its way like any other."),
		try("kickoff R a1b3c1c5e1e3e5g1g5h3 b4b6d2d6e4f2f6g4h2h6 22,22 f3 free/R ? 0 0:0 - a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6|O/?/?/kick/-/-", "",
			"Red kicks off to the right, towards its midfielder on that wing. A blue man stands close to the way.", "Show who may move then"),
	}}
}

func roundRules() engine.Section {
	rows := [][]string{}
	for peg := redPeg; peg <= bluePeg; peg++ {
		attack, defence := turn{draw: peg}, turn{draw: peg, side: pitch.Blue}
		rows = append(rows, []string{pegNames[peg], fmt.Sprint(attack.allowance()), fmt.Sprint(defence.allowance()), fmt.Sprint(peg)})
	}
	return engine.Section{Title: "A round", Blocks: []engine.Block{
		say("One side is *in possession*. After the kick-off the game goes in rounds:"),
		list(
			"The side in possession draws a peg and moves its men.",
			"The other side draws a peg and moves its men, with less to spend.",
			"The side in possession plays the ball: a kick, a throw-in or a goal kick.",
		),
		say("There are %d pegs. A peg goes back at once, so each colour always has one chance in %[1]d.", pegs),
		grid([]string{"Peg", "Spaces to move, in possession", "Spaces to move, the others", "Spaces for the ball"}, rows...),
		say("A *standing order* decides for you, so that the game does not wait. There are %d; without one the first counts:", len(orders)),
		list(orderNames()...),
	}}
}

// orderNames lists what the standing orders say, as sentences.
func orderNames() []string {
	var names []string
	for _, o := range orders {
		names = append(names, o.Name+".")
	}
	return names
}

func movementRules() engine.Section {
	return engine.Section{Title: "Moving the men", Blocks: []engine.Block{
		list(
			fmt.Sprintf("A step side by side costs %d space, a diagonal step %d.", pitch.StraightCost, pitch.DiagonalCost),
			"Share the spaces among your men as you like. You need not use them all; you may also move nobody.",
			"A man steps on empty slots of the pitch only: not on a man, not on the ball, not into a goal.",
			"The keeper may step about in its own goal, at the same price.",
			"At the end there must be no crowd.",
		),
		try("move R a1b3c1c5e1e3e5g1g5h3 b4b6d2d6e4f2f6g4h2h6 22,22 f3 free/R 2 1 0:0 - a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6", "h3",
			"Red drew yellow: this man may go two steps, or one and leave the other to a team-mate.", "Show where it may go"),
		try("move B a1b3c1c5e1e3e5g1g5h3 b6c4d2d4d6f4f6g2h2h6 22,22 f3 free/R 1 1 0:0 - a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6", "f4",
			"Blue defends with one space. The man above the ball may not step to the left: three blue men would hang together.", "Show where it may go"),
	}}
}

func kickRules() engine.Section {
	return engine.Section{Title: "Kicking", Blocks: []engine.Block{
		say("One of your men who touches the ball, side by side or diagonally, may kick it: straight or slantwise, in one of %d directions. You choose man and direction *before* the peg is drawn, and the ball goes 1 to %d spaces.", pitch.Directions, pegs),
		list(
			"The first slot must be empty, or lie over the other side's end line: then it is a shot.",
			"The first space may not lead over a touch line or over your own end line. Further on the ball may well run out.",
			"If none of your men can kick, the ball stays where it is and the other side is in possession. A keeper plays the ball only by a goal kick.",
		),
		try("kick R a1b3c1c5e1e3e5g1g5h3 b4b6d2d6e4f2f6g4h2h6 22,22 f3 free/R - 1 0:0 - a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6", "e3",
			"The man beside the ball may kick it wherever the first slot is empty.", "Show where the ball may go"),
	}}
}

func wayRules() engine.Section {
	return engine.Section{Title: "On its way", Blocks: []engine.Block{
		say("The ball goes space by space. Your own men never take a passing ball; the others may:"),
		list(
			"*A hit:* if the next slot holds a man of the other side, that man has the ball at once. If it holds a man of yours, the ball stops before that man.",
			fmt.Sprintf("*A chance:* on every slot that the ball comes to, each man of the other side next to it draws a peg. With %s that man wins the ball, and it stops there. They draw in the order above, right, below, left, and then the keeper.", pegsFrom(manWins)),
			fmt.Sprintf("*The keeper* has a chance too when the ball is on the end rank, in a column that leads to where it stands. It wins the ball with %s. When the ball is about to go into its goal it waits: its chance is the save.", pegsFrom(keeperWins)),
			"Every man has one chance for each kick, however long it stays close to the ball. Those next to the slot where the ball started have none for that.",
			"A man that the ball is about to hit needs no chance, and nobody else draws then.",
		),
		try(positionExample, "",
			"Red has kicked upwards with green. The blue man beside the ball draws now; if that fails, another waits one rank further up.", "Show who may move then"),
	}}
}

func restRules() engine.Section {
	return engine.Section{Title: "Whose ball it is", Blocks: []engine.Block{
		say("When the ball has come to rest, those next to it count, the keepers as before:"),
		grid([]string{"Next to the ball", "Who is in possession"},
			[]string{"only men of the other side", "the other side"},
			[]string{"men of both sides", fmt.Sprintf("the other side if one of its men draws %s, or its keeper %s; each draws who had no chance yet", pegsFrom(manWins), pegsFrom(keeperWins))},
			[]string{"only your own men, or nobody", "you keep it"},
		),
		say("If the ball has stopped before a man of yours, that man counts as next to it, even diagonally. If the keeper wins the ball, or stands next to it alone, the ball is in its hands and a goal kick follows. Otherwise it lies free."),
		say("*Who won the ball has the next kick:* the man whom it hit, or who drew for it, or, if only men of the other side stood next to where it came to rest, any of those. When the side in possession moves and such a man leaves the slot, the claim is gone; once it has nobody with a claim, any man next to the ball may kick."),
		try("kick B a1b3c1c5e1e3e5g1g5h3 b4b6d2d6e4f2f6g4h2h6 22,22 f3 free/B:f2 - 1 0:0 - a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6", "",
			"Three blue men touch the ball, and the one below it has won it.", "Show who may kick"),
		say("A ball that would roll over your own end line stops on the last slot: there are no own goals."),
	}}
}

func dribbleRules() engine.Section {
	return engine.Section{Title: "Dribbling", Blocks: []engine.Block{
		say("If a kick was drawn %s and you are still in possession, the same man may kick again at once, before anybody moves: a new direction, a new peg. If the ball is no longer beside or diagonally next to this man, the man first steps to the slot it came from. That step must not make a crowd. As long as %[1]s comes up the man may go on, and you may stop at any time.", pegNames[redPeg]),
		try("dribble R a1b3c1c5e1e2g1g5h3i5 b4b6c2d6f6g3h2h4h6i4 22,22 e4 free/R - 12 0:0 - a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6|De2>N", "",
			"A kick upwards was drawn red, and the ball is two slots away from the man in the middle. That man may follow it by one slot and kick again.", "Show where the ball may go"),
		say("There is no dribble after a kick-off, a throw-in or a goal kick."),
	}}
}

func throwRules() engine.Section {
	return engine.Section{Title: "Throw-ins", Blocks: []engine.Block{
		say("A ball that rolls over a touch line stays on its last slot, and the other side has a throw-in there. The same goes for a ball that crosses touch line and end line at once, at a corner. Both sides move their men as in every round; then the ball is thrown 1 to %d spaces, straight or slantwise. No peg is drawn: you name direction and length. No man need stand by.", longestThrow),
		list(
			"The first slot must be empty, and the whole way must be on the pitch: a throw-in cannot score.",
			"On its way it is treated like a kick: hits, chances and rest.",
			"If no throw is possible, the other side is in possession and the ball is free.",
		),
		try("throw B a1b3c1c5e1e3e5g1g5h3 b4b6d2d6e4f2f6g4h2h6 22,22 i4 in/B - 3 0:0 - a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6", "",
			"Blue throws in at the right touch line. A red man close by bars one direction.", "Show where the ball may go"),
	}}
}

func shotRules() engine.Section {
	return engine.Section{Title: "Shots and saves", Blocks: []engine.Block{
		say("A ball that crosses the other side's end line is a shot. One space over the line is enough; what is left of the kick does not matter. Count side-by-side steps in the goal, from the keeper to the slot where the ball comes in:"),
		grid([]string{"The keeper is", "A goal with", "A save with"},
			[]string{"in that slot", pegsBelow(straightAtHim), pegsFrom(straightAtHim)},
			[]string{fmt.Sprintf("%d step away", saveReach), pegsBelow(keeperWins), pegsFrom(keeperWins)},
			[]string{fmt.Sprintf("%d steps away or more", saveReach+1), "every peg", "none: it is a goal at once"},
		),
		try("kick R a1b3c1d4e1e3f4g1g5h3 a6b2b4c3d2f2f6g4h2h6 22,21 d5 free/R ? 20 0:0 - a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6|Kd4>N/?/?/kick/-/-", "",
			"Red has kicked straight up, and this column leads to the slot beside the keeper. With yellow or more the ball gets there.", "Show what comes next"),
		say("After a save the keeper has the ball, and a goal kick follows. After a goal both sides set up anew; your standing order says whether your last formation comes again by itself."),
	}}
}

func goalKickRules() engine.Section {
	return engine.Section{Title: "Goal kicks", Blocks: []engine.Block{
		say("While a keeper has the ball it is nowhere on the pitch. Both sides move their men, then the keeper kicks it out. Name the column by which it comes out, and whether it goes straight ahead or slants to one side. It may be any column, wherever the keeper stands. Once the peg is drawn, say whether it goes *one space more* than that."),
		list(
			"The first slot is on your own end rank: in that column, or in the one that the slant leads to. It must be empty, and it counts as the first space.",
			"After that it is a ball on its way like any other.",
			"If no goal kick is possible, your keeper keeps the ball for another round.",
		),
		try("goalkick R a1b3c1c5e1e3e5g1g5h3 b4b6d2d6e4f2f6g4h2h6 22,22 kR keeper/R - 8 0:0 - a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6", "",
			"Red's keeper has the ball. Five slots of its end rank are free.", "Show where the ball may go"),
		try("plus R a1b3c1c5e1e3e5g1g5h3 b4b6d2d6e4f2f6g4h2h6 22,22 kR keeper/R - 8 0:0 - a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6|Q4,0/3", "",
			"The peg was green: three spaces, or four.", "Show what may be chosen"),
	}}
}

func endRules() engine.Section {
	return engine.Section{Title: "The end", Blocks: []engine.Block{
		say("The first side with %d goals wins. There is a clock as well, so that no game goes on for ever: every kick-off, kick, throw-in and goal kick counts 1, each kick of a dribble as well, and so does a round in which nobody could play the ball. At %d the game ends after that action.", goalOption.Values[0], clockOption.Values[0]),
		grid([]string{"How the game ends", "Who wins"},
			[]string{"A side has the goals", "that side"},
			[]string{"The clock, one side ahead", "the side with more goals"},
			[]string{"The clock, level with goals", "who scored last"},
			[]string{"The clock, no goal at all", "nobody: the game is drawn"},
		),
		say("Other goals (%s) and other clocks (%s) can be chosen when a game is made; with no number of goals the clock alone ends it.", numbers(goalOption.Values[1:len(goalOption.Values)-1]), numbers(clockOption.Values[1:])),
	}}
}

func friendlyRules() engine.Section {
	return engine.Section{Title: "More rules to agree on", Blocks: []engine.Block{
		say("Two may agree on more:"),
		list(
			fmt.Sprintf("*All in their own half:* strikers begin on rank %d or %d, and the rule against crowds binds across the ranks.", team.Ground{Side: pitch.Red, Half: true}.Rank(team.Strikers), team.Ground{Side: pitch.Blue, Half: true}.Rank(team.Strikers)),
			"*Kicks that go astray:* before the length of a kick a peg is drawn. After red another one follows: red turns the kick by half a right angle to the left, blue to the right. So one kick in eight goes where it was not meant to, whatever is there.",
			"*Longer dribbles:* a kick may be dribbled on that was drawn red or yellow, or red to green. The man follows to the slot that the ball has just left.",
			"*Fouls:* a man who draws red draws again, and red once more is a foul: the ball stays, and the side that played it has a free kick. It moves its men, the other side does not, and it kicks.",
		),
		{Example: &engine.Example{
			Variant: culicaID + ",dribble=2", Position: "dribble R a1b3c1c5e1e2g1g5h3i5 b4b6c2d6f6g3h2h4h6i4 22,22 e5 free/R - 12 0:0 - a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6|De2>N",
			Caption: "A kick upwards was drawn yellow, and the man in the middle may follow the ball to the slot below it.", Ask: "Show where the ball may go",
		}},
	}}
}

// exampleGame is the game that the source plays through (rules 3.13).
func exampleGame() engine.Section {
	return engine.Section{Title: "An example game", Blocks: []engine.Block{
		say("Culica's own rules play a game through up to its first goal. Here it is on the board, peg by peg: red kicks off, blue's keeper saves a shot, and blue scores."),
		{Walkthrough: &engine.Walkthrough{
			Variant: culicaID, Caption: "From the set-ups to the first goal: 0:1.",
			Plays: plays("Sa1b3c1c5e1e3e5g1h3h5;R Sa4b2b6c6d4f2h2h4h6i6 g " +
				"r Mb3>b4 g M>_G21 Kh3>N y r y M r M Kh5>W r D- r M y M Ke5>N y g " +
				"b Mb2d4>b3d3 g Mc5e3>c4f3 Q7,0 y Q+ r y Mi6>i5 r M Kh4>S y y g r r Mh2>h1 y Mf3>f4 Kh1>SW g y r y"),
		}},
		say("It could have gone otherwise. Had the man on e5 kicked to the upper left, yellow for the kick and yellow for the keeper would have been a goal. And had blue drawn green for its movement before, a man from h6 to f6 would have barred the straight shot."),
	}}
}

// plays reads moves, with _ for a blank, and pegs by their first letters.
func plays(text string) []engine.Play {
	var list []engine.Play
	for word := range strings.FieldsSeq(text) {
		peg := slices.IndexFunc(pegNames[:], func(name string) bool { return name != "" && name[:1] == word })
		if peg > 0 {
			list = append(list, engine.Play{Throw: []int{peg}})
			continue
		}
		list = append(list, engine.Play{Move: engine.Move(strings.ReplaceAll(word, "_", " "))})
	}
	return list
}

// numbers lists numbers: "1, 2, 4 or 5".
func numbers(values []int) string {
	var words []string
	for _, v := range values {
		words = append(words, fmt.Sprint(v))
	}
	return either(words)
}

// either lists words of which one holds: "red, yellow or green".
func either(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
