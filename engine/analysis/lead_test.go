package analysis_test

import (
	"errors"
	"testing"

	"kickabout/engine"
	"kickabout/engine/analysis"
	"kickabout/engine/games/onetwofun"
	"kickabout/engine/games/streetsoccer"
)

func nothing() error { return nil }

// read reads a position.
func read(t *testing.T, g engine.Game, variant, text string) engine.Position {
	t.Helper()
	p, err := g.Parse(variant, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTheLeadIsOverEveryOtherMove: what Lead says is what Weigh says of each move by itself.
func TestTheLeadIsOverEveryOtherMove(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game              engine.Game
		variant, position string
		leads             bool
	}{
		{onetwofun.Game{}, "basic,goals=3", "play W b10,b11,h11 3-3 0:0 1 - - -", true}, // a free kick scores
		{onetwofun.Game{}, "basic", "play W e8,f8,g8 1-2 0:0 1 - - -", false},           // nothing is far better
		{streetsoccer.Game{}, "lg", "turn Y c1a3b0e5f7 d9b4c6e8f9 c8 1 5 0:0 -", false},
	} {
		p := read(t, c.game, c.variant, c.position)
		best, lead, err := analysis.Lead(p, 250, nothing)
		if err != nil || (lead > 0) != c.leads {
			t.Errorf("%s: %s leads by %d, %v", c.position, best, lead, err)
			continue
		}
		top, least := engine.Position(nil), analysis.Whole
		if lead > 0 {
			if top, err = p.Play(best); err != nil {
				t.Fatal(err)
			}
		}
		for m := range p.Moves() {
			g, err := analysis.Weigh(p, m)
			after, err2 := p.Play(m)
			if err := errors.Join(err, err2); err != nil {
				t.Fatal(err)
			}
			switch {
			case lead == 0:
			case after.String() != top.String():
				least = min(least, g.Cost)
			case g.Cost != 0:
				t.Errorf("%s: %s costs %d", c.position, m, g.Cost)
			}
		}
		if lead > 0 && least != lead {
			t.Errorf("%s: the next best costs %d, and %s leads by %d", c.position, least, best, lead)
		}
	}
}

func TestAPauseThatFailsEndsTheSearch(t *testing.T) {
	t.Parallel()
	stop := errors.New("stop")
	p := read(t, onetwofun.Game{}, "basic,goals=3", "play W b10,b11,h11 3-3 0:0 1 - - -")
	if _, _, err := analysis.Lead(p, 250, func() error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the error is %v", err)
	}
}
