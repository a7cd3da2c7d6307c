package games_test

import (
	"errors"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
)

// TestEveryGameConforms plays a thousand matches of each variant when it is to be
// proved. In short it plays a few: their own packages hold the games to their rules.
func TestEveryGameConforms(t *testing.T) {
	matches := 1000
	if enginetest.Size(matches) < matches {
		matches = 30
	}
	for _, g := range games.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			enginetest.Conform(t, g, matches)
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

func TestEveryGameHasALesson(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Info().ID, func(t *testing.T) { enginetest.Lesson(t, g) })
	}
}
