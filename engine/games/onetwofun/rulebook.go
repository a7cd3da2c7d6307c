package onetwofun

import (
	"fmt"

	"kickabout/engine"
)

// book is made once: pages ask for them to show a board.
var book = rulebook()

// rulebook returns the rules for players, in the order in which one learns them.
func rulebook() engine.Rulebook {
	return engine.Rulebook{
		Lead: fmt.Sprintf("Three markers that belong to both players: each is footballer and ball at once. Two dice say how far two of them go, and the second must slip through between the other two. The first side with %d goals wins.", targets[0]),
		Sections: []engine.Section{
			boardRules(), kickOffRules(), turnRules(), firstMarkerRules(), secondMarkerRules(), goalRules(),
			doubleRules(), penaltyRules(), cornerRules(), keeperRules(), blockRules(), endRules(),
		},
		Variants: differences(),
		Apart: []string{
			"Only the short rules are public. The size of the board, its goals, areas and points are ours, chosen so that every sentence works.",
			"Whoever can play must; the rules say \"can take another turn\".",
			fmt.Sprintf("A double %d with a marker in the area is always a penalty; the rules do not say whether one may choose a free kick instead.", penaltyFace),
			"A corner kick with both dice is one straight move of their sum.",
			fmt.Sprintf("A match ends after %d possessions at the latest; the rules know no end but %d goals.", possessionCap, targets[0]),
			"Before a throw only the keeper of the side without the ball steps, and it keeps to its area, so that play does not wait twice. Both can be chosen otherwise.",
			"For a penalty the keeper is put on the middle of its line, and whoever stops it has the ball.",
			"Against a direct free kick the better of one die and two is thrown unasked. \"The keeper's side chooses\" can be chosen.",
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

func points(list ...string) engine.Block { return engine.Block{List: list} }

// try returns an example in a variant, by its place in profiles; done are the steps
// of a move as they stand in a link.
func try(profile int, position, done, caption, ask string) engine.Block {
	return engine.Block{Example: &engine.Example{
		Variant: profiles[profile].variant.ID, Position: position, Done: engine.ParseSteps(done), Caption: caption, Ask: ask,
	}}
}

// The variants by their places in profiles.
const (
	basic = iota
	professional
	blocking
)

// columnName returns the letter of a column that lies so far from the middle one.
func columnName(aside int) string { return at('a'+middleColumn+byte(aside), 1).String()[:1] }

// the returns the points with a property as the rules name them: "e15, f15 and g15".
func the(has func(point) bool) string { return list(pointsWhere(has), "and") }

func boardRules() engine.Section {
	circle := pointsWhere(onCircle)
	return engine.Section{Title: "The board", Blocks: []engine.Block{
		say("The markers stand on the *points* of a lattice of %d columns, a to %s, and %d rows. They go along its lines: sideways, up and down, and slantwise through every cell. In the middle of a cell, where only two slanting lines meet, there is no point.", columns, columnName(middleColumn), rows),
		say("White owns the goal at row 1 and plays upwards, Black owns the goal at row %d and plays downwards. *Forward* is always towards the other side's goal. The %d markers are nobody's: the side in possession moves them.", rows, markersInPlay),
		points(
			fmt.Sprintf("*Goal mouth*: the %d points in the middle of a goal line. White shoots at %s, Black at %s.", 2*mouthSide+1, the(white.inMouth), the(black.inMouth)),
			fmt.Sprintf("*Penalty area*: columns %s to %s of the last %d rows before a goal, the goal line included.", columnName(-areaSide), columnName(areaSide), areaDepth),
			fmt.Sprintf("*Penalty point*: %s and %s, %d rows before the goal lines.", white.penaltyPoint(), black.penaltyPoint(), spotAhead),
			fmt.Sprintf("*Corners*: %s for White, %s for Black, on the goal line that the side attacks.", the(white.inCorner), the(black.inCorner)),
			fmt.Sprintf("*Kick-off points*: the %d points %s to %s in the middle of the board.", len(circle), circle[0], circle[len(circle)-1]),
		),
		try(basic, "play W e8,f8,g8 1-2 0:0 1 - - -", "",
			"The markers after a kick-off. White has thrown a 1 and a 2, and moves two of them.", "Show which marker may go first"),
	}}
}

func kickOffRules() engine.Section {
	return engine.Section{Title: "The kick-off", Blocks: []engine.Block{
		say("%s kicks off first. Whoever kicks off puts the markers on three different kick-off points, and then the first turn begins. After a goal the side that conceded it kicks off.", firstKickOff),
		try(basic, "kickoff W - - 0:0 1 - - -", "",
			"White chooses three kick-off points, in any order.", "Show where a marker may be put"),
	}}
}

func turnRules() engine.Section {
	return engine.Section{Title: "Turns and possession", Blocks: []engine.Block{
		say("A turn begins with a throw of two dice. If it allows a play you must make one, and then you throw again: *the ball is yours for as long as you find a play*. If it allows none, the markers stay where they are and the other side throws. That goes by itself; you need not pass."),
		say("All turns of a side until the other has the ball are one *possession*."),
		try(basic, "play W e15,f15,g15 ? 0:0 1 - - -", "",
			"No marker can go forward from the goal line, so only a double keeps the ball for White.", "Show what White may do"),
	}}
}

func firstMarkerRules() engine.Section {
	return engine.Section{Title: "The first marker", Blocks: []engine.Block{
		say("A play moves *two* markers. Choose the one that goes first, and which of the dice it uses."),
		points(
			"It goes exactly as far as its die says, in one straight line: left, right, or slantwise forward to either side. Never straight forward, never back.",
			"It may not land on a marker or jump over one, and it stays on the board.",
			"The first marker cannot score.",
		),
		try(basic, "play W e7,g7,g9 2-3 0:0 1 - - -", "g9",
			"The marker on g9 goes first, by 2 or by 3. A point is offered only if a second marker then has a way.", "Show where it may go"),
	}}
}

func secondMarkerRules() engine.Section {
	return engine.Section{Title: "The second marker", Blocks: []engine.Block{
		say("The other die moves *another* marker exactly so far, slantwise forward. On its way it must cross the line between the first marker, where that stands now, and the third, which has not moved. The board shows this line while you choose."),
		points(
			"It crosses if it starts on one side, ends on the other, and passes *between* the two markers.",
			"To start on the line, to end on it, or to go round one of its ends is not enough.",
			"Again there is no jumping, and only a goal leads off the board.",
		),
		try(basic, "play W e8,f8,g8 1-2 0:0 1 - - -", "e8,d9,f8",
			"The first marker went from e8 to d9. From f8 the second crosses the line either way; from g8 there would be no way across.", "Show where it may go"),
		try(basic, "play W b8,d8,h10 2-2 0:0 1 - - -", "h10,j10",
			"The line now runs from j10 to b8 or to d8, whichever stays. Only the marker on d8 can get across.", "Show which marker may go"),
	}}
}

func goalRules() engine.Section {
	return engine.Section{Title: "Goals", Blocks: []engine.Block{
		say("The second marker scores if it first crosses the line between the other two, as always, and then leaves the board through the goal mouth. It comes slantwise to a point of the mouth, and the next step takes it over the goal line. What is then left of the die does not matter: *only for a goal may the die be larger than needed*."),
		points(
			"The line must be crossed before the point in the mouth is reached.",
			"A marker that ends its way exactly on the goal line has not scored; that is a move like any other.",
			"Beside the mouth no marker may leave the board.",
		),
		try(basic, "play W c14,e13,h14 1-6 0:0 1 - - -", "c14,b14,e13",
			"Three steps would be enough: across the line, through g15 and out. With a 6 it is a goal too.", "Show where it may go"),
	}}
}

func doubleRules() engine.Section {
	return engine.Section{Title: "Doubles", Blocks: []engine.Block{
		say("With two equal dice you have a choice:"),
		points(
			"*Advantage*: play on with two markers, as with any other throw.",
			"*Direct free kick*: one marker alone goes as far as both dice together, slantwise forward and across the line between the other two. It may score.",
			"*Indirect free kick*: throw both dice again, as often as doubles come.",
		),
		say("So a double never costs you the ball. The double %d is a penalty when a marker is near the goal.", penaltyFace),
		try(basic, "play W b10,b11,h11 3-3 0:0 1 - - -", "=direct free kick,b10",
			"A double 3 takes the marker on b10 six points far: between the other two, through g15 and out.", "Show where it may go"),
	}}
}

func penaltyRules() engine.Section {
	ring := pointsWhere(white.inRing)
	return engine.Section{Title: "Penalties", Blocks: []engine.Block{
		say("A double %d while a marker stands in the penalty area that you attack is a penalty, and nothing else:", penaltyFace),
		points(
			fmt.Sprintf("Choose any marker, in the area or not. It is put on the penalty point, %s for White.", white.penaltyPoint()),
			fmt.Sprintf("Every other marker in the area must leave it: put it on a free point next to the area. There are %d of them: row %d from %s to %s, and beside the area columns %[3]s and %[4]s (for Black the same turned round).",
				len(ring), rows-areaDepth, columnName(-ringSide), columnName(ringSide)),
			fmt.Sprintf("One die is thrown. A %d or more is a goal. With less the shot falls short: the marker goes that many points straight forward and stays there, as the others stay, and the other side has the ball.", penaltyScores),
		),
		try(basic, "penalty W e14,f12,h9 1-1 0:0 1 - - -", "h9",
			"The marker from h9 shoots. Those on e14 and f12 must leave the area, e14 first.", "Show where it may be put"),
		try(basic, "penalty W b12,f13,h9 1-1 0:0 1 - - pen", "",
			fmt.Sprintf("All is ready for the shot: %d to %d is a goal.", penaltyScores, faces), "Show what comes next"),
	}}
}

func cornerRules() engine.Section {
	return engine.Section{Title: "Corner kicks", Blocks: []engine.Block{
		say("If a marker stands in a corner beside the goal you attack when your turn begins, you may take a corner kick instead of any other play. That marker alone moves: by one die, by the other, or by both together."),
		points(
			"It goes straight back, slantwise back, or along the goal line.",
			"It goes exactly so far, in one straight line, without jumping.",
			"Then the turn is complete, and you throw again.",
		),
		try(basic, "play W a15,f8,h8 2-3 0:0 1 - - -", "=corner kick,a15",
			"With a 2 and a 3 the marker goes 2, 3 or 5 points from the corner.", "Show where it may go"),
	}}
}

func keeperRules() engine.Section {
	return engine.Section{Title: "Goalkeepers", Blocks: []engine.Block{
		say("In *%s* and *%s* each side has a keeper. It starts in the middle of its goal line, White's on %s and Black's on %s, and never leaves its own penalty area. After a goal it stays where it is.",
			profiles[professional].variant.Name, profiles[blocking].variant.Name, goalCentre(white), goalCentre(black)),
		points(
			fmt.Sprintf("Before every throw of the side in possession, the keeper of the *other* side may go %s in any direction to a free point, or stay.", plural(keeperReach, "point", "points")),
			"No marker may end its way on a keeper's point, whichever keeper it is. Passing over one is free, for a goal too.",
			"For a penalty the keeper is put on the middle of its goal line. If the shot is good enough for a goal, its side throws a die as well: the same number stops it. Then the marker is put on the keeper, and the keeper's side has the ball.",
			fmt.Sprintf("A penalty with a %d ends on the middle of the goal line, so that marker is put on the keeper too.", spotAhead),
			"A marker on a keeper shares its point until one of them leaves it.",
		),
		try(professional, "keeper B e12,f10,h9 ? 0:0 1 f1,f15 - -", "",
			"White is about to throw. Black's keeper may take one step before.", "Show where it may go"),
		try(professional, "penalty W b12,f13,h9 1-1 0:0 1 f1,f15 - pen:4", "",
			"White shot the penalty with a 4. Only another 4 stops it.", "Show what comes next"),
		say("To keep the game going without you, the keeper has a *standing order*, which you may change at any time:"),
		{List: orderRules()},
		say("Two may agree on other keepers:"),
		points(
			"*Both step:* before a throw first the keeper of the side in possession may step, then the other. With the ball the standing order to follow means to stay.",
			"*Anywhere:* a keeper may go to any point that is free of markers and of the other keeper. A point with a keeper is not free for a kick-off, nor beside the area in a penalty. In a penalty the shooter's keeper gives way on the penalty point and on the middle of the goal line: it is put on the middle of its own.",
		),
		{Example: &engine.Example{
			Variant: profiles[professional].variant.ID + ",roam=1", Position: "keeper B e8,f8,h9 ? 0:0 1 f1,i12 - -",
			Caption: "Keepers that go anywhere: this one may leave its area.", Ask: "Show where it may go",
		}},
	}}
}

// orderRules says what each standing order does.
func orderRules() []string {
	does := map[string]string{
		orderTrack: "it goes one point along its row, towards the column of the mouth nearest to the marker that has come closest to its goal line. If it is there already, or the point is taken, it stays.",
		orderStay:  "it does not move.",
		orderAsk:   "the game waits for your decision before every throw of the other side.",
	}
	var texts []string
	for i, o := range orders {
		name := o.Name
		if i == 0 {
			name += " (unless you say otherwise)"
		}
		texts = append(texts, fmt.Sprintf("*%s*: %s", name, does[o.ID]))
	}
	return texts
}

func blockRules() engine.Section {
	return engine.Section{Title: "Blocking shots", Blocks: []engine.Block{
		say("In *%s* a keeper can stop other shots too. When a marker on its way into the goal passes over the point of the keeper there, in the mouth or before it, its side throws for a block:", profiles[blocking].variant.Name),
		points(
			"Against the second marker of a play one die is thrown. It blocks with the number of the die that was used for the shot.",
			fmt.Sprintf("Against a direct free kick the total of both dice must be matched: with one die up to a total of %d, with two dice beyond.", oneDieBlocks),
		),
		say("A shot that is blocked is put on the keeper, and the keeper's side has the ball. A shot that does not pass over the keeper is a goal without a throw; if a marker could leave on either side of it, it does."),
		try(blocking, "play W b14,e13,h14 1-3 0:0 1 f1,f14 - block:e13-*:3", "",
			"The marker on e13 shoots with the 3, over the keeper on f14. Only a 3 blocks it.", "Show what comes next"),
		say("Two may agree that against a direct free kick the keeper's side chooses itself whether it throws one die or two."),
		{Example: &engine.Example{
			Variant: profiles[blocking].variant.ID + ",dice=1", Position: "block B b10,b11,h11 3-3 0:0 1 f1,f14 - block:b10-*:6",
			Caption: "A free kick of 6 passes the keeper: one die blocks it with a 6, two with a sum of 6.", Ask: "Show what may be chosen",
		}},
	}}
}

func endRules() engine.Section {
	return engine.Section{Title: "The end", Blocks: []engine.Block{
		say("The first side with %d goals wins. A game can be made for %s goals instead.", targets[0], list(targets[1:], "or")),
		say("A game that is still going after %d possessions, counted for both sides together, ends there. There is no extra time.", possessionCap),
		{Table: &engine.Table{Head: []string{"How the game ends", "Who wins"}, Rows: [][]string{
			{"A side has the goals that are played for", "that side"},
			{fmt.Sprintf("After %d possessions, with a leader", possessionCap), "the leader"},
			{"Level after the last possession, with goals", "who scored last"},
			{"No goal at all", "nobody: the game is drawn"},
		}}},
	}}
}

// differences returns in what the variants differ (rules 2.11, 2.12).
func differences() engine.Table {
	t := engine.Table{Head: []string{"What differs"}, Rows: [][]string{
		{"Keepers"}, {"Before a throw"}, {"A penalty is stopped"}, {"Any other shot is blocked"},
	}}
	for _, p := range profiles {
		cells := []string{"none", "nothing", "never", "never"}
		if p.rules.keepers {
			cells = []string{"one for each side", "the keeper of the other side may step", "if the keeper's die shows the same", "never"}
		}
		if p.rules.blocks {
			cells[3] = "if it passes over the keeper and the keeper's throw matches it"
		}
		t.Head = append(t.Head, p.variant.Name)
		for i, cell := range cells {
			t.Rows[i] = append(t.Rows[i], cell)
		}
	}
	return t
}
