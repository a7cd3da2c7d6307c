package streetsoccer

import "kickabout/engine"

// rulebook returns the rules for players.
func rulebook() engine.Rulebook {
	return engine.Rulebook{
		Lead: "Two coaches, five figures each, one ball and a die. Who has more goals after 25 turns each wins.",
	}
}
