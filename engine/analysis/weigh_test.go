package analysis_test

import (
	"errors"
	"testing"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/engine/games/streetsoccer"
)

func TestAGuessCostsWhatItWouldHaveCostInTheMatch(t *testing.T) {
	p, err := streetsoccer.Game{}.Parse("lg", "turn R c1a9b7d5f2 d0a2b3c6e4 a3 5 10 0:0 -") // one of its moves scores
	if err != nil {
		t.Fatal(err)
	}
	n, blunders := 0, 0
	for m := range p.Moves() {
		if n++; n%7 > 0 {
			continue
		}
		g, err := analysis.Weigh(p, m)
		if err != nil {
			t.Fatal(err)
		}
		best, err := analysis.Weigh(p, g.Best)
		if err != nil || best.Cost != 0 || best.Best != g.Best {
			t.Errorf("the best after %s, %s, costs %d: %v", m, g.Best, best.Cost, err)
		}
		if g.Mark == analysis.Blunder {
			blunders++
		}
		if g.Cost < 0 || (g.Cost == 0) != (g.Best == m) {
			t.Errorf("%s costs %d, the best is %s", m, g.Cost, g.Best)
		}
	}
	if blunders == 0 {
		t.Error("no move that misses the goal is a blunder")
	}
	if _, err := analysis.Weigh(p, "Ma1a2"); !errors.Is(err, engine.ErrIllegal) {
		t.Errorf("a move against the rules: %v", err)
	}
}
