package games_test

import (
	"math/rand/v2"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
)

// Whatever a match can come to can be set up by hand: its text is read piece by piece and written
// as it was, and the pieces are those that the game draws.
func TestEveryPositionIsASketch(t *testing.T) {
	for _, g := range games.All() {
		for _, v := range g.Info().Variants {
			t.Run(g.Info().ID+"/"+v.ID, func(t *testing.T) {
				t.Parallel()
				layout := g.(engine.Arranger).Layout(v.ID)
				r := rand.New(rand.NewPCG(5, 6))
				for range max(1, enginetest.Size(1000)/200) {
					for p := start(t, g, v.ID); !p.Next().Over(); _, p = change(t, p, r) {
						sketched(t, layout, p)
					}
				}
			})
		}
	}
}

func start(t *testing.T, g engine.Game, variant string) engine.Position {
	t.Helper()
	p, err := g.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sketched compares a sketch of a position with what the game draws.
func sketched(t *testing.T, layout engine.Layout, p engine.Position) {
	t.Helper()
	s, ok := layout.Sketch(p.String())
	if !ok || s.String() != p.String() {
		t.Fatalf("%s is written %s", p, s)
	}
	type seen struct {
		kind, name, label string
		side              engine.Side
	}
	drawn := map[engine.Cell][]seen{}
	for _, piece := range p.Diagram().Pieces {
		drawn[piece.Cell] = append(drawn[piece.Cell], seen{piece.Kind, piece.Name, piece.Label, piece.Side})
	}
	for _, piece := range s.Pieces {
		found := false
		for _, d := range drawn[piece.Cell] {
			found = found || d == seen{piece.Kind, piece.Name, piece.Label, piece.Side}
		}
		if !found {
			t.Fatalf("%s: %+v is not among %+v", p, piece, drawn[piece.Cell])
		}
	}
}

func TestPiecesOfASketchAreMoved(t *testing.T) {
	const (
		street = "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"
		otf    = "play W e8,f8,g8 1-2 0:0 1 f1,f15 - -"
		cu     = "move R a1b3c1d3e1e3e5g1g5h3 a6b4c2d4d6f4f6g2h2h6 22,21 f3 free/R 2 1 0:0 - -"
	)
	for _, c := range []struct {
		what, game, variant, was, from, to, is string
	}{
		{"a figure takes its place in the order of the text", "streetsoccer", "lg", street, "e8", "a0", "turn Y c1a0b7c3d5 d0b3c6d8e4 e7 4 5 0:0 -"},
		{"the tenth row is the last of its column", "streetsoccer", "lg", street, "b7", "c0", "turn Y c1c3c0d5e8 d0b3c6d8e4 e7 4 5 0:0 -"},
		{"two figures change places", "streetsoccer", "lg", street, "c1", "d0", "turn Y d0b7c3d5e8 c1b3c6d8e4 e7 4 5 0:0 -"},
		{"a ball is laid on a figure", "streetsoccer", "lg", street, "e7", "d5", "turn Y c1b7c3d5e8 d0b3c6d8e4 d5 4 5 0:0 -"},
		{"and is what is taken off first", "streetsoccer", "lg", "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 4 3 0:0 -", "d5", "", "kickoff Y c1b7c3d5e8 d0b3c6d8e4 - 4 3 0:0 -"},
		{"a missing keeper leaves its place in the text", "streetsoccer", "lg", street, "c1", "", "turn Y --b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"},
		{"a missing figure leaves none", "streetsoccer", "lg", street, "b7", "", "turn Y c1c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"},
		{"markers are in order", "onetwofun", "professional", otf, "e8", "k15", "play W f8,g8,k15 1-2 0:0 1 f1,f15 - -"},
		{"one that is missing is left out", "onetwofun", "professional", otf, "f8", "", "play W e8,g8 1-2 0:0 1 f1,f15 - -"},
		{"a marker may stand on a keeper", "onetwofun", "professional", otf, "e8", "f15", "play W f8,f15,g8 1-2 0:0 1 f1,f15 - -"},
		{"keepers are told apart", "onetwofun", "professional", otf, "f1", "", "play W e8,f8,g8 1-2 0:0 1 -,f15 - -"},
		{"a man steps", "cufootball", "classic", cu, "a1", "a2", "move R a2b3c1d3e1e3e5g1g5h3 a6b4c2d4d6f4f6g2h2h6 22,21 f3 free/R 2 1 0:0 - -"},
		{"a keeper steps in its goal", "cufootball", "classic", cu, "B21", "B33", "move R a1b3c1d3e1e3e5g1g5h3 a6b4c2d4d6f4f6g2h2h6 22,33 f3 free/R 2 1 0:0 - -"},
		{"a keeper takes the ball", "cufootball", "classic", cu, "f3", "R22", "move R a1b3c1d3e1e3e5g1g5h3 a6b4c2d4d6f4f6g2h2h6 22,21 kR free/R 2 1 0:0 - -"},
		{"nothing is moved from an empty cell", "cufootball", "classic", cu, "i6", "i5", cu},
	} {
		t.Run(c.what, func(t *testing.T) {
			g, ok := byID(c.game)
			if !ok {
				t.Fatal(c.game)
			}
			layout := g.(engine.Arranger).Layout(c.variant)
			s, ok := layout.Sketch(c.was)
			if !ok {
				t.Fatal("it cannot be read")
			}
			s = s.Moved(engine.Cell(c.from), engine.Cell(c.to))
			if s.String() != c.is {
				t.Errorf("%s, want %s", s, c.is)
			}
			if again, ok := layout.Sketch(s.String()); !ok || again.String() != c.is {
				t.Errorf("read again it is %s", again)
			}
		})
	}
}

func byID(id string) (engine.Game, bool) {
	for _, g := range games.All() {
		if g.Info().ID == id {
			return g, true
		}
	}
	return nil, false
}

func TestWhatNoLayoutHasIsNoSketch(t *testing.T) {
	for _, g := range games.All() {
		layout := g.(engine.Arranger).Layout(g.Info().Variants[0].ID)
		for _, text := range []string{"", "turn", "turn Y c1b", "a b c d e f g h i", "a b c d e f g h i j k l"} {
			if s, ok := layout.Sketch(text); ok && s.String() != text {
				t.Errorf("%s: %q is written %q", g.Info().ID, text, s)
			}
		}
	}
}
