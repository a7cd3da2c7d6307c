package streetsoccer

import (
	"fmt"

	"kickabout/engine"
)

// decisions returns what is played here where the sources are silent or disagree,
// under their ids in RULES.md, which has none with the number 22.
func decisions() []engine.Decision {
	return []engine.Decision{
		{ID: "D1", Text: "The penalty squares are c2 and d2, and c9 and d9: right before the keeper squares, where a wall would stop straight shots."},
		{ID: "D2", Text: fmt.Sprintf("Yellow's keeper starts on %s and the circle figure on %s; red's on %s and %s, the same turned round.",
			presetKeeper[yellow].name(), circleFigure[yellow].name(), presetKeeper[red].name(), circleFigure[red].name())},
		{ID: "D3", Text: "The kick-off goes exactly as far as the dice differ, not one square more."},
		{ID: "D4", Text: "A turn without any move passes by itself and counts."},
		{ID: "D5", Text: "A walk that does not reach the ball uses all the pips, never fewer."},
		{ID: "D6", Text: "The square where a walk started is empty once it is left, so the figure may come back to it."},
		{ID: "D7", Text: "Keeper squares are closed to all others for walking through as well."},
		{ID: "D8", Text: "The limit on the penalty squares is looked at where a walk ends. A ball that lies there is no exception from it."},
		{ID: "D9", Text: "Every length that some way to the ball leaves over may be kicked, not only that of the shortest way."},
		{ID: "D10", Text: "The ball may slip slantwise through between two opponents."},
		{ID: "D11", Text: "The ball does not bounce off the side lines or the end lines."},
		{ID: "D12", Text: "The same figure may play the ball on more than once in a kick."},
		{ID: "D13", Text: "A goal needs no exact throw: what is left of the kick is ignored."},
		{ID: "D14", Text: "The ball cannot cross its own side's end line, so there are no own goals."},
		{ID: "D15", Text: "A restart goes exactly as far as the die says, not one square more."},
		{ID: "D16", Text: "A restart may score; only a kick-off may not."},
		{ID: "D17", Text: fmt.Sprintf("If both keeper squares are taken, the keeper restarts from a free square of the first of these pairs that has one (for red turned round): %s. "+
			"The last pair is ours: nine figures can take or shut in all the others. A square that the ball cannot leave with any throw counts as taken.", tiers())},
		{ID: "D18", Text: "The ball is shut in if no figure of the other side has a way of single steps over empty squares to it. The limit on penalty squares is not looked at for that, and the rule falls away in a turn in which no move keeps it."},
		{ID: "D19", Text: "Who resigns or runs out of time loses like the loser at full time, also in sudden death."},
		{ID: "D20", Text: "A draw cannot be offered."},
		{ID: "D21", Text: "Ratings take a game by the share of its points that a side won."},
		{ID: "D23", Text: "A square is written as its column letter and the last digit of its row, so c10 is c0, and a goal as " + goalText + "."},
		{ID: "D24", Text: "There is no lane of squares round the pitch as on the boxed game's board."},
	}
}

// tiers names the pairs of squares of D17 after the keeper squares, Yellow's.
func tiers() string {
	text := ""
	for i, tier := range restartTiers[yellow][1:] {
		if i > 0 {
			text += ", then "
		}
		text += tier.first().name() + " and " + tier.withoutFirst().first().name()
	}
	return text
}

func moveNotation() engine.Section {
	return engine.Section{Title: "Moves", Blocks: []engine.Block{
		say("A square is its column letter and its row, with 0 for row %d. A move is written without blanks, in exactly one way.", rows),
		{Table: &engine.Table{Head: []string{"Move", "Example", "What it says"}, Rows: [][]string{
			{"Placing", "Pb7c3e8", "three squares, by column letter, then row from 1 to 10"},
			{"Placing of all", "Pd1c5b7c3e8", "by the mastermove rules: the keeper, the figure in the circle, then the three"},
			{"Kick-off", "Bf5", "where the ball ends"},
			{"Walk", "Mc3c5", "from c3 to c5; the two may be the same square"},
			{"Walk and kick", "Me4f5|Be4", "from e4 to the ball on f5, which ends on e4"},
			{"Goal", "Me8e7|B" + goalText, "the ball ends in the goal"},
			{"Goal, keeper", "Me8e7|B" + goalText + "|Pc1", "the same, and the coach puts the keeper back on c1"},
			{"Restart", "Pc1|Bd3", "the keeper goes to c1 and kicks to d3"},
		}}},
	}}
}

func positionNotation() engine.Section {
	return engine.Section{Title: "Positions", Blocks: []engine.Block{
		say("A position is one line of nine fields with a blank between them, such as: turn Y c1b7c3d5e8 d0b3c6d8e4 f5 4 5 0:0 -"),
		{Table: &engine.Table{Head: []string{"Field", "What it holds"}, Rows: [][]string{
			{"Phase", "place, kickoff, turn, restart or over"},
			{"Side", "Y or R: who acts, or acted last once the game is over"},
			{"Yellow", "the keeper's square, then the outfielders' in ascending order; - before all are placed"},
			{"Red", "the same for red"},
			{"Ball", "its square, or - while it is with a keeper or in a goal, and while a throw is still to say who kicks off"},
			{"Die", "the throw; ? while it is still to be thrown; how far the ball goes until the kick-off; - once the game is over, and while all figures are placed"},
			{"Move", fmt.Sprintf("the number of the next move: 1 and 2 are the placings, %d the kick-off, %d the last of normal time, %d the last of all", kickoffMove, lastNormal, lastExtra)},
			{"Score", "yellow's goals, a colon, red's goals"},
			{"Last", "Y or R, who scored last, or -"},
		}}},
	}}
}
