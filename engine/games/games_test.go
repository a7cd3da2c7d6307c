package games_test

import (
	"errors"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
)

func TestEveryGameConforms(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			enginetest.Conform(t, g, enginetest.Size(1000))
		})
	}
}

func TestByID(t *testing.T) {
	for _, g := range games.All() {
		if got, err := games.ByID(g.Info().ID); err != nil || got != g {
			t.Errorf("ByID(%q) = %v, %v", g.Info().ID, got, err)
		}
	}
	if _, err := games.ByID("no such game"); !errors.Is(err, engine.ErrUnknown) {
		t.Errorf("an unknown id gives %v, want ErrUnknown", err)
	}
}
