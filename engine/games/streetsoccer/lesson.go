package streetsoccer

import "kickabout/engine"

// lesson is the game in a minute: walk, reach the ball, kick, bend, pass, score.
func lesson() []engine.Card {
	cards := []engine.Card{
		{
			Text: "*A figure runs exactly as far as the die says.* Up, down or sideways, and it may turn at every step.",
			Ask:  "Touch a square where the chosen figure can stop with a 2.", Position: "turn Y c1a3b2d7e5 d0b9c5e9f6 f2 2 5 0:0 -", Done: entered("d7"), To: "a5",
			Right: entered("e8,b7,c6,c8,d5,d7,d9,e6,f7"), Move: "Md7e8",
			Says: "Two steps. It may turn on the way, and even step back.",
			Else: "That square is not 2 steps away: no slanting steps, and not through other figures.",
		},
		{
			Text: "*To kick, a figure steps on the ball.* There it stops, even if the die says more.",
			Ask:  "Touch the square where the chosen figure must stop to kick.", Position: "turn Y c1a3b7e4f3 d0b4c9e6f8 d8 4 5 0:0 -", Done: entered("b7"), To: "a5",
			Right: entered("d8"), Move: "Mb7d8|Bb8",
			Says:  "The ball is 3 steps away, and the die says 4: the figure gets there and kicks.",
			Legal: "It may stop there, but only a figure that steps on the ball kicks.",
			Else:  "It cannot stop there with a 4. Look for the ball.",
		},
		{
			Text: "*What is left becomes the kick.* Die 3, and the ball was 2 steps away: 1 is left, plus 1 for the touch. You kick 2.",
			Ask:  "Touch a square where the ball can end.", Position: "turn Y c1a2b6d7f3 c0b3b8e4e9 c8 3 5 0:0 -", Done: entered("d7,c8"), To: "a5",
			Right: entered("d6,a5,a6,a7,a9,a0,b5,b7,b0,c5,c6,c7,d0,e6,e7,e8,e0"), Move: "Md7c8|Bd6",
			Says: "Exactly 2. The shorter the run, the longer the kick.",
			Else: "The ball goes exactly 2, by a free way, and never ends on a figure.",
		},
		{
			Text: "*The ball may bend once.* From straight to slantwise, or back.",
			Ask:  "The kick is 2. Touch a square that takes a bend.", Position: "turn Y c1a2a8d5f3 d0a9b5e9f6 d6 2 5 0:0 -", Done: entered("d5,d6"), To: "a4",
			Right: entered("c8,e8,b7,f7,f5,c4,e4"), Move: "Md5d6|Bc8",
			Says:  "One step straight and one slantwise: so the ball gets round opponents.",
			Legal: "The ball goes there in one line. Look for a square that is in no line with it.",
			Else:  "The ball ends exactly 2 away, and never on a figure.",
		},
		{
			Text: "*A team-mate plays the ball on.* Their square does not count, and the ball may turn there as it likes.",
			Ask:  "The kick is 2. Touch a square that only a pass over the team-mate on c8 can reach.", Position: "turn Y c1a2c8d5f3 d0a9b5e9f6 d6 2 5 0:0 -", Done: entered("d5,d6"), To: "a4",
			Right: entered("c9,d9,b9,c7,d7"), Move: "Md5d6|Bc9",
			Says:  "A pass. A kick may go over as many team-mates as stand in its way.",
			Legal: "The ball gets there without the team-mate.",
			Else:  "The ball cannot end there, not even with a pass.",
		},
		{
			Text: "*Over the end line is a goal.* The ball leaves from a square in front of the goal, and that step takes one more of the kick.",
			Ask:  "The kick is 3. Touch where you want the ball.", Position: "turn Y c1a3b8e5f7 d0b4c6e9f9 c8 3 5 0:0 -", Done: entered("b8,c8"), To: "a6",
			Right: []engine.Step{{Choice: goalChoice}}, Move: "Mb8c8|B##",
			Says:  "Goal. Two squares to the end line, and one over it.",
			Legal: "The ball may go there, but there is a goal to score.",
			Else:  "The ball cannot end there with this kick.",
		},
	}
	for i := range cards {
		cards[i].Variant = profiles[0].variant.ID
	}
	return cards
}

// entered reads the steps of a move as they stand in a link.
func entered(text string) []engine.Step { return engine.ParseSteps(text) }
