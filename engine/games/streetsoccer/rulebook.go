package streetsoccer

import (
	"fmt"

	"kickabout/engine"
)

// book is made once: pages ask for them to show a board.
var book = rulebook()

// rulebook returns the rules for players, in the order in which one learns them.
func rulebook() engine.Rulebook {
	return engine.Rulebook{
		Lead: fmt.Sprintf("Two coaches, %d figures each, one ball and a die. Walk a figure to the ball, pass it on from figure to figure, and shoot: who has more goals after %d turns each wins.", team, turns),
		Sections: []engine.Section{
			pitchRules(), setupRules(), kickoffRules(), turnRules(), walkRules(), kickRules(),
			surroundRules(), goalRules(), restartRules(), endRules(),
		},
		Variants: differences(),
		Apart: []string{
			"Little Golem's page calls its rule against surrounding the ball \"not implemented\". Here the program keeps it, in every variant.",
			"Nobody walks outside the lines. The boxed board has a lane round the pitch, but neither page says how it is used.",
			"A bend is half a right angle, and a walk that does not reach the ball uses all its pips. The pages leave both open; other sources say so.",
			fmt.Sprintf("By Little Golem's rules keeper and circle figure start on %s and %s, %s and %s: its page names no squares.", presetKeeper[yellow].name(), circleFigure[yellow].name(), presetKeeper[red].name(), circleFigure[red].name()),
		},
		Decisions: decisions(),
		Notation:  []engine.Section{moveNotation(), positionNotation()},
		Text:      rulesText,
		Lesson:    lesson(),
	}
}

func say(format string, args ...any) engine.Block {
	return engine.Block{Text: fmt.Sprintf(format, args...)}
}

func list(points ...string) engine.Block { return engine.Block{List: points} }

// try returns an example; done are the steps of a move as they stand in a link.
func try(position, done, caption, ask string) engine.Block {
	return engine.Block{Example: &engine.Example{
		Variant: profiles[0].variant.ID, Position: position, Done: engine.ParseSteps(done), Caption: caption, Ask: ask,
	}}
}

// differences returns in what the profiles differ (rules 1.2), flag by flag.
func differences() engine.Table {
	t := engine.Table{Head: []string{"What differs"}, Rows: [][]string{
		{"Who kicks off"}, {"When the kick-off dice are thrown"}, {"Figures that you place"}, {"Where the outfielders go"}, {"The keeper of the side that scored"},
	}}
	for _, p := range variants {
		t.Head = append(t.Head, p.variant.Name)
		kicksOff, thrown, figures := "yellow", "before the placings", fmt.Sprintf("%d outfielders", placed)
		placing, keeper := "at least one in the other half", "stays where it is"
		if p.higherFirst {
			kicksOff = "whose kick-off die is higher: the first is yellow's, the second red's"
		}
		if p.placesAll {
			thrown, figures = "after the placings", fmt.Sprintf("all %d", team)
		}
		if len(p.wants[yellow]) > 1 {
			placing = "at least one in each half"
		}
		if p.back == nearer {
			keeper = "goes back to the nearer of its free keeper squares before the restart, unless it stands on one"
		}
		for i, cell := range []string{kicksOff, thrown, figures, placing, keeper} {
			t.Rows[i] = append(t.Rows[i], cell)
		}
	}
	return t
}

func pitchRules() engine.Section {
	return engine.Section{Title: "The pitch", Blocks: []engine.Block{
		say("The pitch has %d columns, a to f, and %d rows. Yellow owns the goal below row 1 and plays upwards, red owns the goal above row %[2]d and plays downwards. Rows 1 to %[3]d are yellow's half, the others red's.", columns, rows, rows/2),
		list(
			"Each goal is two squares wide: columns c and d. The two squares that touch it are its *keeper squares*.",
			"The two squares before those are the *penalty squares*.",
			fmt.Sprintf("The %d squares in the middle are the *circle*.", circle.len()),
		),
		say("A side has a keeper and %d outfielders. A square holds one figure at most, and the ball never rests on a figure.", team-1),
	}}
}

func setupRules() engine.Section {
	return engine.Section{Title: "Before the kick-off", Blocks: []engine.Block{
		say("The keepers and one figure of each side in the circle stand already. The two kick-off dice are thrown first, so that both coaches know the throw while they place their other %d outfielders: yellow first, then red.", placed),
		list(
			"Not in the circle, not on a keeper square, not on another figure.",
			"At least one of them in the other side's half; by all rules but Little Golem's at least one in your own half too.",
			"At most one outfielder on your own two penalty squares.",
		),
		try("place R c1b7c3d5e8 d0c6 d5 2 2 0:0 -", "",
			"Red places three figures. Yellow's stand, and the ball will be kicked off by two squares.", "Show where a figure may be placed"),
		say("By the mastermove rules the pitch is empty before: a coach places all %d figures, the keeper on one of the keeper squares and one figure on either of the two squares of the circle in the own half among them. Nothing is thrown before both have placed.", team),
		{Example: &engine.Example{
			Variant: mastermoveID, Position: "place R d1b7c3c5e8 - - - 2 0:0 -", Done: engine.ParseSteps("c0"),
			Caption: "Red has put the keeper on c10; four figures are left to place.", Ask: "Show where a figure may be placed",
		}},
	}}
}

func kickoffRules() engine.Section {
	return engine.Section{Title: "The kick-off", Blocks: []engine.Block{
		say("Yellow kicks off with the figure in the circle; by the other rules that side does whose die is higher. The ball goes exactly as far as the two dice differ, 1 to %d squares; equal dice are thrown again. It is a kick like any other, but nobody walks, and it cannot score.", dieFaces-1),
		try("kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -", "",
			"The dice differ by two. Red's figure on c6 is in the way of some targets.", "Show where the ball may go"),
	}}
}

func turnRules() engine.Section {
	return engine.Section{Title: "A turn", Blocks: []engine.Block{
		say("The die is thrown first, for both to see. Then you walk *one* of your figures, the keeper too if you like. If it steps on the ball, it stops there and must kick. You may not pass; only if there is no move at all, the turn passes by itself, and it counts."),
	}}
}

func walkRules() engine.Section {
	return engine.Section{Title: "Walking", Blocks: []engine.Block{
		list(
			"A figure steps up, down, left or right, and may turn at every step.",
			"It uses *all* the pips, unless it reaches the ball before.",
			"It steps on empty squares or on the ball. Nobody is jumped over, not even your own figures.",
			"It may go to and fro. With an even throw it can even end where it started.",
		),
		try("turn Y c1b7c3d5e8 c0b3c6d8f4 f9 3 5 0:0 -", "d5",
			"With a 3 the figure on d5 must end exactly three steps away, by any way round.", "Show where it may walk"),
		say("*Keeper squares* are for their own keeper alone: no other figure may step on them or walk through. There is one exception: if the ball lies on a keeper square, any figure may step on that very square and kick. It may stay there afterwards; once it has left, the square is closed to it again."),
		try("turn Y e3b1c2f7f9 d0a1a4b7c9 c1 1 9 0:0 -", "b1",
			"The ball lies on a keeper square, so this outfielder may step there too.", "Show where it may walk"),
		say("*Penalty squares:* when your walk ends, at most one of your outfielders may stand on your own two penalty squares. The keeper does not count, and passing through is free."),
		try("turn Y c1a7c2d3e8 d0b3c6d8f4 f9 1 9 0:0 -", "d3",
			"c2 is taken by an outfielder, so no second one may end on d2.", "Show where it may walk"),
	}}
}

func kickRules() engine.Section {
	return engine.Section{Title: "Kicking", Blocks: []engine.Block{
		say("The step onto the ball counts too. What is left of the die, plus one, is how far the ball goes: with a 4, and the ball reached on the third step, it goes 2. Whoever takes a longer way to the ball kicks it shorter."),
		try("turn Y c1a0b0e5f0 d0a4a6c0e0 d5 4 5 0:0 -", "e5,d5",
			"One step to the ball leaves a kick of 4, three steps leave a kick of 2.", "Show where the ball may go"),
		list(
			"The ball goes straight or slantwise, and exactly that far.",
			"On its way it may bend *once*, by half a right angle: from straight to slantwise or back.",
			"It may not leave the pitch, except into the goal, and it may not cross an opponent. It may slip through between two opponents that touch at their corners.",
		),
		try("turn Y c1a3b0e5f9 d0a9b9c0e2 d5 2 5 0:0 -", "e5,d5",
			"A kick of 2 with nobody near: with the bend, every square of the ring two steps away.", "Show where the ball may go"),
		say("When the ball meets a figure of its own side, that figure *plays it on* at once: its square does not count, and direction and bend are free again. So one kick can be a chain of passes, and the ball never stops on a figure."),
		try("turn Y c1a3c6e5f9 d0a9b9c0e2 d5 2 5 0:0 -", "e5,d5",
			"The same kick with a team-mate on c6, who takes the ball two squares further.", "Show where the ball may go"),
	}}
}

func surroundRules() engine.Section {
	return engine.Section{Title: "No surrounding", Blocks: []engine.Block{
		say("After your turn one of the other side's figures must still be able to walk to the ball over empty squares, however many turns that takes. A move that shuts the ball in is not allowed, unless you have no other."),
		try("turn Y c1a2b2d5e8 d0c6d8e4e9 a1 1 5 0:0 -", "b2",
			"The ball is in the corner behind a2. A step to b1 would shut it in.", "Show where it may walk"),
	}}
}

func goalRules() engine.Section {
	return engine.Section{Title: "Goals", Blocks: []engine.Block{
		say("The ball scores when it steps over the other side's end line from one of the two keeper squares there, straight or slantwise. That step needs one more of the kick; what is then left does not matter. A keeper stops the ball only by standing in its way. There are no own goals."),
		try("turn Y c1a3a9e5f7 d0b3c6d8f9 a0 3 5 0:0 -", "a9,a0",
			"A goal from the corner: along the end line to c10, and with a bend into the goal.", "Show where the ball may go"),
	}}
}

func restartRules() engine.Section {
	return engine.Section{Title: "After a goal", Blocks: []engine.Block{
		say("The side that conceded restarts, and that is its turn. The die is thrown, a 1 again. The coach puts the keeper on one of its keeper squares, wherever it was, and the keeper kicks exactly as far as the die says. All others stay where they are. A restart may score."),
		try("restart Y c1b7c3d5e8 d0b3c6d8e4 - 2 5 0:1 R", "",
			"Red has scored. Yellow puts the keeper back, then kicks by two.", "Show where the keeper may stand"),
		say("If other figures stand on both keeper squares, the keeper goes to a free square close by: on the penalty squares, else beside the goal, else further up the middle."),
		try("restart Y f9b7c3d5e8 d0b3c1d1e4 - 2 5 0:1 R", "",
			"Red figures stand on both keeper squares, so the keeper restarts from a penalty square.", "Show where the keeper may stand"),
		say("Where two have agreed that the keeper of the side that *scored* is put back by its coach, it goes onto its keeper square before the restart; of two free ones its coach chooses, with the goal itself. If it stands on one already or both are taken, it stays."),
		{Example: &engine.Example{
			Variant: profiles[rulesOf(lgID+",back=1")].ruleset(), Position: "turn Y e6b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", Done: engine.ParseSteps("e8,e7,=goal"),
			Caption: "The goal is scored; yellow's keeper goes back to c1 or d1.", Ask: "Show where the keeper may go",
		}},
	}}
}

func endRules() engine.Section {
	return engine.Section{Title: "The end", Blocks: []engine.Block{
		say("Normal time is %d turns for each side; the kick-off and restarts count. A goal in the very last turn counts. If the score is level then, *sudden death* follows: up to %d turns each, and the first goal wins.", turns, extraTurns),
		{Table: &engine.Table{Head: []string{"How the game ends", "Who wins"}, Rows: [][]string{
			{"A leader after normal time", "the leader"},
			{"A goal in sudden death", "who scored it"},
			{"Level to the end, with goals", "who scored last"},
			{"No goal at all", "nobody: the game is drawn"},
		}}},
	}}
}
