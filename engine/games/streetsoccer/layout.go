package streetsoccer

import "kickabout/engine"

// Layout returns the fields of a position (rules 1.14).
func (Game) Layout(string) engine.Layout {
	figures := func(c colour) engine.Field {
		return engine.Field{Sets: []engine.PieceSet{
			{Kind: engine.KindKeeper, Name: c.String() + " keeper", Side: c.side(), Count: 1},
			{Kind: engine.KindFigure, Name: c.String() + " figure", Side: c.side(), Count: team - 1},
		}}
	}
	return engine.Layout{
		{Name: "Phase", Values: phaseTexts[:]},
		{Name: "Side to move", Values: []string{"Y", "R"}},
		figures(yellow), figures(red),
		{Sets: []engine.PieceSet{{Kind: engine.KindBall, Name: "ball", Count: 1}}},
		{Name: "Die", Values: []string{"1", "2", "3", "4", "5", "6", "?"}},
		{Name: "Move"},
		{Name: "Score"},
		{Name: "Last goal by", Values: []string{"Y", "R", "-"}},
	}
}
