package onetwofun

import "kickabout/engine"

// rulebook returns the rules for players.
func rulebook() engine.Rulebook {
	return engine.Rulebook{
		Lead: "Three markers belong to both players. Each pass goes across the line between the other two markers, towards the goal.",
	}
}
