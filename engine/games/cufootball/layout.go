package cufootball

import (
	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// Layout returns the fields of a position (rules 3.11).
func (Game) Layout(string) engine.Layout {
	var men, keepers [2]engine.PieceSet
	for c := pitch.Red; c <= pitch.Blue; c++ {
		men[c] = engine.PieceSet{Kind: engine.KindFigure, Name: c.String() + " man", Side: c.Side(), Count: team.Size}
		keepers[c] = engine.PieceSet{Kind: engine.KindKeeper, Name: c.String() + " keeper", Side: c.Side(), Count: 1, Ground: colourTexts[c]}
	}
	return engine.Layout{
		{Name: "Phase", Values: phaseTexts[:]},
		{Name: "Side to move", Values: colourTexts[:pitch.Nobody]},
		{Sets: men[:1]},
		{Sets: men[1:]},
		{Sets: keepers[:], Separator: ","},
		{Sets: []engine.PieceSet{{Kind: engine.KindBall, Name: "ball", Count: 1, Held: "k"}}},
		{Name: "Ball", Values: []string{"free/R", "free/B", "in/R", "in/B", "keeper/R", "keeper/B"}},
		{Name: "Peg", Values: []string{"1", "2", "3", "4", "?", "-"}},
		{Name: "Clock"},
		{Name: "Score"},
		{Name: "Last goal by", Values: colourTexts[:]},
		{},
	}
}
