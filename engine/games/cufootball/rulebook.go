package cufootball

import "kickabout/engine"

// rulebook returns the rules for players.
func rulebook() engine.Rulebook {
	return engine.Rulebook{
		Lead: "Ten men and a keeper a side on the faces of two cubes. Pegs say how far men and ball go; the first to three goals wins.",
	}
}
