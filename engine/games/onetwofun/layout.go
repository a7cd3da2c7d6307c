package onetwofun

import (
	"fmt"

	"kickabout/engine"
)

// Layout returns the fields of a position (rules 2.13). Without keepers their field stays as it is.
func (Game) Layout(variant string) engine.Layout {
	keepers := engine.Field{}
	if rules, err := rulesOf(variant); err == nil && rules.keepers {
		keepers.Separator = ","
		for c := white; c <= black; c++ {
			keepers.Sets = append(keepers.Sets, engine.PieceSet{Kind: engine.KindKeeper, Name: c.String() + "'s keeper", Side: c.side(), Count: 1})
		}
	}
	throws := []string{"?"}
	for a := 1; a <= faces; a++ {
		for b := 1; b <= faces; b++ {
			throws = append(throws, fmt.Sprintf("%d-%d", a, b))
		}
	}
	return engine.Layout{
		{Name: "Phase", Values: phaseTexts[:]},
		{Name: "Side to move", Values: []string{"W", "B"}},
		{Sets: []engine.PieceSet{{Kind: engine.KindMarker, Name: "marker", Count: markersInPlay}}, Separator: ","},
		{Name: "Dice", Values: append(throws, "-")},
		{Name: "Score"},
		{Name: "Possession"},
		keepers,
		{Name: "Last goal by", Values: []string{"W", "B", "-"}},
		{},
	}
}
