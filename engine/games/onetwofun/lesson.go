package onetwofun

import "kickabout/engine"

// lesson is the game in a minute: the first marker, the second, the line between, a goal, a penalty, a corner.
func lesson() []engine.Card {
	cards := []engine.Card{
		{
			Text: "*The first marker goes as far as one die says.* Sideways or slantwise forward, in one straight line.",
			Ask:  "Touch a point that the chosen marker can reach with a 2 or a 3.", Position: "play W e7,g7,g9 2-3 0:0 1 - - -", Done: entered("g9"), To: "a6",
			Right: entered("e11,d9,d12,e9,i9,i11,j9,j12"), Move: "g9-e11 g7-d10",
			Says: "Exactly as far as one die. The other die is for a second marker.",
			Else: "That is not 2 or 3 points away in one line, sideways or slantwise forward.",
		},
		{
			Text: "*The second marker slips through.* It goes slantwise forward, and on its way it crosses the line between the other two.",
			Ask:  "The other die is a 2. Touch a point beyond the line.", Position: "play W e8,f8,g8 1-2 0:0 1 - - -", Done: entered("e8,d9,f8"), To: "a6",
			Right: entered("h10,d10"), Move: "e8-d9 f8-h10",
			Says: "Across the line: the ball is still White's, and White throws again.",
			Else: "With a 2 it goes two points slantwise forward, and it must cross the line.",
		},
		{
			Text: "*To go round the line is not enough.* The way must lead between the other two markers.",
			Ask:  "Touch the marker that can get through with a 2.", Position: "play W b8,d8,h10 2-2 0:0 1 - - -", Done: entered("h10,j10"), To: "a6",
			Right: entered("d8"), Move: "h10-j10 d8-f10",
			Says:  "From d8 it crosses the line from b8 to j10.",
			Wrong: []engine.Remark{{Steps: entered("b8"), Says: "From b8 it would pass beside the end of the line, or leave the board."}},
			Else:  "Touch one of the two markers that have not moved yet.",
		},
		{
			Text: "*A goal goes across the line and out of the board.* Only for a goal may the die be larger than needed.",
			Ask:  "The chosen marker has a 6. Touch where it goes.", Position: "play W c14,e13,h14 1-6 0:0 1 - - -", Done: entered("c14,b14,e13"), To: "a8",
			Right: []engine.Step{{Choice: goalChoice}}, Move: "c14-b14 e13-*",
			Says: "Goal. Three steps were enough: across the line, to the mouth, and out.",
			Else: "A 6 does not end there. On the board it must go exactly 6; over the goal line less will do.",
		},
		{
			Text: "*A double 1 close to the goal is a penalty.* One marker shoots; any other in the area must leave it.",
			Ask:  "Touch a point where the marker from e14 can wait.", Position: "penalty W e14,f12,h9 1-1 0:0 1 - - -", Done: entered("h9"), To: "a8",
			Right: entered("d11,b11,b12,b13,b14,b15,c11,e11,f11,g11,h11,i11,j11,j12,j13,j14,j15"), Move: "P h9>f13 e14>d11 f12>h11",
			Says: "Outside, and next to the area. The penalty is a goal with a 3 or more.",
			Else: "It must wait on a free point right beside the penalty area.",
		},
		{
			Text: "*A marker in the corner may take a corner kick.* It goes back or along the goal line, by one die, the other, or both.",
			Ask:  "Touch a point that the corner kick can reach with a 2 and a 3.", Position: "play W a15,f8,h8 2-3 0:0 1 - - -", Done: entered("=corner kick,a15"), To: "a7",
			Right: entered("d15,a10,a12,a13,c13,c15,d12,f10,f15"), Move: "C a15-d15",
			Says: "2, 3 or 5 points. Then White throws again.",
			Else: "That is not 2, 3 or 5 points away: straight back, slantwise back, or along the goal line.",
		},
	}
	for i := range cards {
		cards[i].Variant = profiles[basic].variant.ID
	}
	return cards
}

// entered reads the steps of a move as they stand in a link.
func entered(text string) []engine.Step { return engine.ParseSteps(text) }
