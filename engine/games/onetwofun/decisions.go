package onetwofun

import (
	"fmt"

	"kickabout/engine"
)

// decisions returns what is played here where the sources are silent or disagree,
// under their ids in RULES.md.
func decisions() []engine.Decision {
	return []engine.Decision{
		{ID: "G1", Text: "Markers go from point to point also slantwise; the crossing in the middle of a cell is no point."},
		{ID: "G2", Text: fmt.Sprintf("The board is %d rows long, so that row %d is a centre line.", rows, middleRow+1)},
		{ID: "G3", Text: fmt.Sprintf("It is %d columns wide, so that a 6 sideways is often possible.", columns)},
		{ID: "G4", Text: fmt.Sprintf("A goal mouth has %d points, which makes about one goal in three possessions when moves are made at random.", 2*mouthSide+1)},
		{ID: "G5", Text: fmt.Sprintf("The penalty point lies %d rows before the goal line, so that a 1 and a 2 fall short and a %d goes over it.", spotAhead, penaltyScores)},
		{ID: "G6", Text: fmt.Sprintf("A penalty area is %d columns wide and %d rows deep.", 2*areaSide+1, areaDepth)},
		{ID: "G7", Text: fmt.Sprintf("There are %d kick-off points.", len(kickOffRow))},
		{ID: "G8", Text: "Corner kicks are taken from the four corners of the board."},
		{ID: "O1", Text: fmt.Sprintf("%s kicks off first.", firstKickOff)},
		{ID: "O2", Text: "If a throw allows a play, one must be made: nobody may pass."},
		{ID: "O3", Text: "The line is crossed only from one side to the other and between its ends. Landing on it, starting on it or passing through an end is not enough."},
		{ID: "O4", Text: "For a goal the line must be crossed before the point in the mouth is reached."},
		{ID: "O5", Text: fmt.Sprintf("A double %d with a marker in the area is a penalty in any case; it is not one more choice.", penaltyFace)},
		{ID: "O6", Text: "Any marker may shoot a penalty, also one from outside the area."},
		{ID: "O7", Text: fmt.Sprintf("Markers that must leave the area go to one of the %d points right beside it or before it.", len(ringPoints[white]))},
		{ID: "O8", Text: "With a double a corner kick is one more choice, but not instead of a penalty."},
		{ID: "O9", Text: fmt.Sprintf("A game ends after %d possessions at the latest.", possessionCap)},
		{ID: "O10", Text: "A keeper may stand on any free point of its own penalty area, and nowhere else, unless two have agreed that keepers go anywhere."},
		{ID: "O11", Text: "Before a throw only the keeper of the side without the ball may move, unless two have agreed that both do."},
		{ID: "O12", Text: "For a penalty the keeper is put on the middle of its goal line."},
		{ID: "O13", Text: "A penalty that the keeper stops gives the ball to its side, with the marker on its point."},
		{ID: "O14", Text: "A keeper follows the play by itself unless its side has given it another standing order."},
		{ID: "O15", Text: fmt.Sprintf("The throw against a direct free kick is the one with the better odds: one die up to a total of %d, two dice beyond. Two may agree that the keeper's side chooses.", oneDieBlocks)},
	}
}

func moveNotation() engine.Section {
	return engine.Section{Title: "Moves", Blocks: []engine.Block{
		say("A point is its column letter and its row. A move is written in exactly one way, with single blanks. The dice are not part of it: the points tell which die was used for what. A marker that scores ends on an asterisk."),
		{Table: &engine.Table{Head: []string{"Move", "Example", "What it says"}, Rows: [][]string{
			{"Kick-off", "K d8,f8,g8", "the three points, by column letter, then row"},
			{"Play", "e8-d9 f8-h10", "the first marker, then the second"},
			{"Goal", "c14-b14 e13-*" + goalText, "the second marker scores"},
			{"Direct free kick", "D b10-d12", "one marker; D b10-*" + goalText + " if it scores"},
			{"Indirect free kick", "I", "both dice are thrown again"},
			{"Corner kick", "C a15-c13", "the marker from the corner"},
			{"Penalty", "P f12>f13 g14>j12", "the marker that shoots, then those that leave the area, in ascending order"},
			{"Keeper", "G f15-e15", "from where to where; the same point twice if it stays"},
		}}},
	}}
}

// positionExample shows the notation of positions.
const positionExample = "play W e8,f8,g8 2-3 1:0 3 f1,f15 W -"

func positionNotation() engine.Section {
	return engine.Section{Title: "Positions", Blocks: []engine.Block{
		say("A position is one line of nine fields with a blank between them, such as: %s", positionExample),
		{Table: &engine.Table{Head: []string{"Field", "What it holds"}, Rows: [][]string{
			{"Phase", list(phaseTexts[:], "or")},
			{"Side", "W or B: who acts; whose turn it is while dice are due; who acted last once the game is over"},
			{"Markers", "the three points in ascending order, by column letter, then row; - before a kick-off and after a goal that ends the game"},
			{"Throw", "the two dice of the turn; ? while they are due; - before a kick-off and once the game is over"},
			{"Score", "White's goals, a colon, Black's goals"},
			{"Possession", fmt.Sprintf("its number, from 1 to %d", possessionCap)},
			{"Keepers", "White's point and Black's; - without keepers"},
			{"Last", "W or B, who scored last, or -"},
			{"Pending", "a throw that is due besides the two dice, or -"},
		}}},
	}}
}

func pendingNotation() engine.Section {
	return engine.Section{Title: "The last field of a position", Blocks: []engine.Block{
		{Table: &engine.Table{Head: []string{"Pending", "What it says"}, Rows: [][]string{
			{"-", "no other throw is due"},
			{penaltyText, "the die of a penalty is due; the markers stand ready"},
			{penaltyText + ":4", "it showed a 4, and the keeper's die is due"},
			{blockText + ":e13-*" + goalText + ":3", "the marker on e13 shoots with a die, or a total, of 3, and the throw for a block is due"},
		}}},
	}}
}
