package games_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/engine/record"
)

// TestGoalsAreThoseOfTheScore: of matches that were played whole every goal is found, with its scorer and its turn, and the
// one that decided them.
func TestGoalsAreThoseOfTheScore(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../testdata/matches/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no matches are kept", err)
	}
	deciders := map[string]int{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := record.Read(text, games.ByID)
		if err != nil {
			t.Fatal(path, err)
		}
		r := file.Record
		var score [2]int
		for _, g := range r.Goals() {
			score[g.Side-1]++
			if g.Score != score || g.When == "" || g.Number == "" && r.Game.Info().ID != "cufootball" {
				t.Errorf("%s: at %v there is %+v", path, score, g)
			}
		}
		o := r.Outcome()
		if score != r.Score() {
			t.Errorf("%s: goals come to %v, the score is %v", path, score, r.Score())
		}
		g, ok := r.Decider()
		if onBoard := o.Winner != engine.NoSide && !slices.Contains(engine.PlatformEndings(), o.Ending); ok != onBoard || ok && g.Side != o.Winner {
			t.Errorf("%s ends with %+v, decided by %+v, %t", path, o, g, ok)
		}
		if ok {
			deciders[r.Game.Info().ID]++
		}
	}
	if len(deciders) != len(games.All()) {
		t.Errorf("goals decided %v", deciders)
	}
}
