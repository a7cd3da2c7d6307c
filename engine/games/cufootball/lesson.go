package cufootball

import "kickabout/engine"

// The teams as most cards have them, and what a position says of the set-ups behind it.
const (
	lessonTeams = "a1b3c1c5e1e3e5g1g5h3 b4b6d2d6e4f2f6g4h2h6 22,22 "
	lessonSetUp = " - a1b3c1c5e1e3e5g1g5h3;R,b4b6d2d6e4f2f6g4h2h6"
)

// lesson is the game in a minute: move, crowds, kick, shoot, throw in, goal kick.
func lesson() []engine.Card {
	cards := []engine.Card{
		{
			Text: "*The peg says how far your men may go.* Yellow is 2 spaces, to share among them; a diagonal step costs 2.",
			Ask:  "Touch a slot that the chosen man can step to.", Position: "move R " + lessonTeams + "f3 free/R 2 1 0:0" + lessonSetUp, Done: entered("h3"), From: "a6", To: "a1",
			Right: entered("i3,g2,g3,h4,i2,i4"), Move: "Mh3>i3",
			Says: "One space to the side, or both on a diagonal step. What is left is for another man.",
			Else: "Only an empty slot next to the man counts, side by side or diagonally.",
		},
		{
			Text: "*No crowds.* Of the men of one team two may hang together side by side, but not three.",
			Ask:  "Blue may move 1 space. Touch a slot that the chosen man can step to.", Position: "move B a1b3c1c5e1e3e5g1g5h3 b6c4d2d4d6f4f6g2h2h6 22,22 f3 free/R 1 1 0:0" + lessonSetUp, Done: entered("f4"), From: "a6", To: "a1",
			Right: entered("g4,f5"), Move: "Mf4>g4",
			Says:  "That keeps clear of the two men in the middle.",
			Wrong: []engine.Remark{{Steps: entered("e4"), Says: "There three blue men would hang together: c4, d4 and e4."}},
			Else:  "1 space is one step to the side, up or down, to an empty slot.",
		},
		{
			Text: "*Aim first, then draw.* You choose man and direction; the peg says how far the ball rolls, 1 to 4 spaces.",
			Ask:  "Touch the slot to which the ball goes first.", Position: "kick R " + lessonTeams + "f3 free/R - 1 0:0" + lessonSetUp, Done: entered("e3"), From: "a6", To: "a1",
			Right: entered("g3,f4,g2,e2"), Move: "Ke3>E",
			Says: "The first slot is empty, so the kick may go that way.",
			Else: "Choose a slot next to the ball. It must be empty.",
		},
		{
			Text: "*Every column leads into the goal.* Once the ball rolls over the end line, it is a shot.",
			Ask:  "Touch a slot that sends the ball towards blue's goal.", Position: "kick R a1b3c1d4e1e3f4g1g5h3 a6b2b4c3d2f2f6g4h2h6 22,21 d5 free/R - 20 0:0" + lessonSetUp, Done: entered("d4"), To: "a3",
			Right: entered("d6,c6,e6"), Move: "Kd4>N",
			Says:  "With 2 spaces or more the ball is in the goal, unless the keeper draws well.",
			Legal: "That way the ball does not come to the end line.",
			Else:  "The ball goes to an empty slot next to it first.",
		},
		{
			Text: "*Over the touch line is a throw-in.* Up to 3 spaces, straight or slantwise; no peg is drawn.",
			Ask:  "Touch a slot that the throw-in can reach.", Position: "throw B " + lessonTeams + "i4 in/B - 3 0:0" + lessonSetUp, From: "a6", To: "a1",
			Right: entered("g6,i5,i6,h5,i3,i2,i1,h4,g4,f4"), Move: "TNW2",
			Says: "The ball lands there, unless a red man on the way wins it.",
			Else: "The ball goes 1 to 3 spaces in one line, and its first slot must be empty.",
		},
		{
			Text: "*A keeper kicks out by any column.* Straight ahead or slantwise, and one space further if you like.",
			Ask:  "Touch the slot of red's end rank by which the ball comes out.", Position: "goalkick R " + lessonTeams + "kR keeper/R - 8 0:0" + lessonSetUp, From: "a4",
			Right: entered("d1,b1,f1,h1,i1"), Move: "Q4,0",
			Says: "That counts as the first space. Then you aim, and a peg is drawn.",
			Else: "It must be a free slot of the lowest rank of the pitch.",
		},
	}
	for i := range cards {
		cards[i].Variant = Game{}.Info().Variants[0].ID
	}
	return cards
}

// entered reads the steps of a move as they stand in a link.
func entered(text string) []engine.Step { return engine.ParseSteps(text) }
