// Package games is the catalogue of the games that can be played.
package games

import (
	"fmt"

	"kickabout/engine"
	"kickabout/engine/games/cufootball"
	"kickabout/engine/games/onetwofun"
	"kickabout/engine/games/streetsoccer"
)

// All lists the games in the order in which pages offer them.
func All() []engine.Game {
	return []engine.Game{
		streetsoccer.Game{},
		onetwofun.Game{},
		cufootball.Game{},
	}
}

// ByID returns the game with that id; an unknown one wraps engine.ErrUnknown.
func ByID(id string) (engine.Game, error) {
	for _, g := range All() {
		if g.Info().ID == id {
			return g, nil
		}
	}
	return nil, fmt.Errorf("%w: game %q", engine.ErrUnknown, id)
}
