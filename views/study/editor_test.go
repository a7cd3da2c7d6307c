package study

import (
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/views/ui"
)

// sketchOf is a position that is set up, by the address of its rules.
func sketchOf(t testing.TB, rules, text string) Sketch {
	t.Helper()
	id, variant, _ := strings.Cut(rules, "/")
	for _, g := range games.All() {
		if g.Info().ID == id {
			s, ok := NewSketch(g, variant, text)
			if !ok {
				t.Fatalf("%s cannot be set up", text)
			}
			return s
		}
	}
	t.Fatal(rules)
	return Sketch{}
}

// editing is the page on which a position is set up.
func editing(t testing.TB, rules, text, pick string) TryInput {
	s := sketchOf(t, rules, text)
	return TryInput{Games: games.All(), Typed: rules, Text: text, Game: s.Game, Rules: rules, Sketch: &s, Picked: pick}
}

const street = "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"

func TestWhatIsWrongWithAPositionIsSaid(t *testing.T) {
	for _, c := range []struct{ rules, text, wrong string }{
		{"streetsoccer/lg", street, ""},
		{"streetsoccer/lg", "turn Y --b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "The yellow keeper is not on the board."},
		{"streetsoccer/lg", "turn Y c1c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "The yellow side has 4 outfielders here, not 3."},
		{"streetsoccer/lg", "turn Y c1b7c3d5e8 d0b3c6d8e4 - 4 5 0:0 -", "The ball lies on a square during a turn."},
		{"streetsoccer/lg", "turn Y c1b7c3d5e8 d0b3c6d8e4 d5 4 5 0:0 -", "The ball lies on a figure."},
		{"onetwofun/professional", "play W e8,f8,g8 1-2 0:0 1 -,f15 - -", "White's keeper is not on the board."},
		{"onetwofun/basic", "play W e8,g8 1-2 0:0 1 - - -", `The markers are three points such as e8,f8,g8, not "e8,g8".`},
	} {
		if got := sketchOf(t, c.rules, c.text).Wrong(); got != c.wrong {
			t.Errorf("%s: %q, want %q", c.text, got, c.wrong)
		}
	}
}

func TestPiecesArePickedUpAndPutDown(t *testing.T) {
	for _, c := range []struct{ what, pick, to, want string }{
		{"from square to square", "b7", "a1", "turn Y c1a1c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"},
		{"off the board", "b7", OffBoard, "turn Y c1c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"},
		{"not into a goal", "e7", "=goal", street},
		{"not onto a square that there is not", "b7", "z9", street},
		{"not what is on the board already, from beside it", "figure-first", "a1", street},
		{"not from an empty square", "a1", "a2", street},
	} {
		if got := sketchOf(t, "streetsoccer/lg", street).Put(c.pick, c.to).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	s := sketchOf(t, "streetsoccer/lg", "turn Y c1c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -")
	if got := s.Put("figure-first", "b7").String(); got != street {
		t.Errorf("from beside the board: %s", got)
	}
	if got := s.Put("figure-first", "b3").String(); got != "turn Y c1b3c3d5e8 d0c6d8e4 e7 4 5 0:0 -" {
		t.Errorf("in the place of another: %s", got)
	}
}

// fieldOf finds a setting by its name.
func fieldOf(t *testing.T, s Sketch, name string) int {
	t.Helper()
	for _, set := range s.Settings() {
		if set.Name == name {
			return set.N
		}
	}
	t.Fatalf("there is no %s", name)
	return 0
}

func TestWhatFollowsFromASettingIsSetToo(t *testing.T) {
	for _, c := range []struct{ what, rules, was, field, text, want string }{
		{"the die alone", "streetsoccer/lg", street, "Die", "6", "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 6 5 0:0 -"},
		{"the other side's move is the next", "streetsoccer/lg", street, "Side to move", "R", "turn R c1b7c3d5e8 d0b3c6d8e4 e7 4 6 0:0 -"},
		{"its possession too", "onetwofun/basic", "play W e8,f8,g8 1-2 0:0 1 - - -", "Side to move", "B", "play B e8,f8,g8 1-2 0:0 2 - - -"},
		{"what is wrong already is left alone", "streetsoccer/lg", "turn Y c1b7c3d5e8 d0b3c6d8e4 - 4 5 0:0 -", "Side to move", "R", "turn R c1b7c3d5e8 d0b3c6d8e4 - 4 5 0:0 -"},
		{"nothing is made of several words", "streetsoccer/lg", street, "Score", "1:0 -", street},
		{"nothing helps", "streetsoccer/lg", street, "Score", "9:9", "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 9:9 -"},
	} {
		s := sketchOf(t, c.rules, c.was)
		if got := s.Set(fieldOf(t, s, c.field), c.text).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func TestATouchPicksUpOrPutsDown(t *testing.T) {
	e := newEditor(sketchOf(t, "streetsoccer/lg", "turn Y c1c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"), "streetsoccer/lg", "")
	open := 0
	for _, s := range e.Board.Spots {
		if s.Href != "" {
			open++
			if s.Touch != ui.Open || !strings.Contains(s.Href, "&pick="+s.Step) {
				t.Errorf("%s leads to %s", s.Step, s.Href)
			}
		}
	}
	if open != 10 || len(e.Tray) != 1 || e.Tray[0].Pick != "figure-first" || e.Play != "" || e.Wrong == "" {
		t.Errorf("%d squares, beside the board %+v, play %q, wrong %q", open, e.Tray, e.Play, e.Wrong)
	}
	e = newEditor(sketchOf(t, "streetsoccer/lg", street), "streetsoccer/lg", "b7")
	touch := map[ui.Touch]int{}
	for _, s := range e.Board.Spots {
		touch[s.Touch]++
		if s.Step == "a1" && s.Href != ui.EditURL("streetsoccer/lg", "turn Y c1a1c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "")+"#shown" {
			t.Errorf("a1 leads to %s", s.Href)
		}
	}
	if touch[ui.Legal] != 59 || touch[ui.Back] != 1 || touch[ui.Untouched] != 1 || e.Off == "" {
		t.Errorf("with a figure picked up: %v, off to %q", touch, e.Off)
	}
}

// An example of the rules with everything on the board is there for all rules.
func TestEveryRulesHaveAnExampleTurn(t *testing.T) {
	for _, g := range games.All() {
		for _, v := range g.Info().Variants {
			p, err := g.Start(v.ID)
			if err != nil {
				t.Fatal(err)
			}
			s, ok := NewSketch(g, v.ID, p.String())
			if !ok {
				t.Fatalf("%s cannot be set up", p)
			}
			text := s.ordinary()
			if after, err := g.Parse(v.ID, text); err != nil || after.Next().Side == engine.NoSide {
				t.Errorf("%s/%s: %q, %v", g.Info().ID, v.ID, text, err)
			}
		}
	}
}
