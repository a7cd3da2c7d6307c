package study

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// trying is a page on which a position of the explained game is tried.
func trying(t testing.TB, g engine.Game, position, done string) TryInput {
	t.Helper()
	variant := g.Info().Variants[0].ID
	p, err := g.Parse(variant, position)
	if err != nil {
		t.Fatal(err)
	}
	rules := ui.RulesID(g.Info().ID, variant)
	return TryInput{Games: []engine.Game{g}, Typed: rules, Text: position, Game: g, Rules: rules, Position: p, Done: engine.ParseSteps(done)}
}

// unreadable is the same page with something wrong.
func unreadable(field, sentence string) TryInput {
	return TryInput{Games: []engine.Game{viewstest.Explained{}}, Typed: "streetsoccer/lg", Text: `turn </textarea><b>`, Errors: map[string]string{field: sentence}}
}

func TestEveryThrowSaysHowManyMovesItAllows(t *testing.T) {
	kickoff := newTryView(trying(t, viewstest.Explained{}, "place Y c1d5 d0c6 d5 ? 1 0:0 -", "")).Throws
	if kickoff == nil || len(kickoff.Rows) != 6 {
		t.Fatalf("two dice: %+v", kickoff)
	}
	for i, row := range kickoff.Rows {
		for j, cell := range row.Cells {
			want := "19474"
			if i == j {
				want = "again"
			}
			if cell.Text != want || row.Head != i+1 || cell.Face != j+1 || !strings.Contains(cell.Label, strconv.Itoa(i+1)+" and "+strconv.Itoa(j+1)) {
				t.Errorf("%d %d: %+v, want %s", i+1, j+1, cell, want)
			}
		}
	}
	jump := newTryView(trying(t, enginetest.Runners{}, "first 3 5 2 jump", "")).Throws
	if len(jump.Rows) != 1 || len(jump.Rows[0].Cells) != 3 || jump.Rows[0].Cells[2].Text != "again" || jump.Rows[0].Cells[0].Text != "–" {
		t.Errorf("one die of three faces: %+v", jump)
	}
	last := newTryView(trying(t, enginetest.Runners{}, "first 8 5 2 jump", "")).Throws
	if got := last.Rows[0].Cells[1]; got.Text != "end" || !strings.HasSuffix(got.Label, "the game ends") {
		t.Errorf("a throw that ends the game: %+v", got)
	}
}

func TestThrowsTooManyToListAreNot(t *testing.T) {
	var b tryBuilder
	for _, dice := range []engine.Dice{{Count: 1, Sides: 37}, {Count: 2, Sides: 7}, {Count: 3, Sides: 2}} {
		if b.throws(dice) != nil {
			t.Errorf("%+v are listed", dice)
		}
	}
}

func TestAnAddressIsTriedAsFarAsItIsLegal(t *testing.T) {
	v := newTryView(trying(t, viewstest.Explained{}, "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "e8,e7,d5"))
	if v.Words != "e8 – e7" || v.Play != "" || v.Undo == "" {
		t.Errorf("entered: %q, %q", v.Words, v.Play)
	}
	over := newTryView(trying(t, viewstest.Explained{}, "over R c1b7c3d5e8 d0b3c6d8e4 f5 - 72 1:1 R", ""))
	if !strings.HasPrefix(over.Headline, "Level at 1–1") || over.Task != "3–2 points" || over.Count != 0 {
		t.Errorf("over: %q, %q", over.Headline, over.Task)
	}
}

// Whatever a match can come to can be tried: its throws are counted, its moves can be entered.
func TestEveryPositionOfAMatchCanBeTried(t *testing.T) {
	for _, g := range games.All() {
		for _, variant := range g.Info().Variants {
			t.Run(g.Info().ID+"/"+variant.ID, func(t *testing.T) { tryMatch(t, g, variant.ID) })
		}
	}
}

func tryMatch(t *testing.T, g engine.Game, variant string) {
	r := rand.New(rand.NewPCG(3, 4))
	p, err := g.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	in := TryInput{Games: []engine.Game{g}, Typed: ui.RulesID(g.Info().ID, variant), Game: g, Rules: ui.RulesID(g.Info().ID, variant)}
	for range enginetest.Size(400) {
		in.Position, in.Done = p, nil
		next := p.Next()
		var move engine.Move
		if next.Side != engine.NoSide {
			move = p.Random(r)
			if in.Done, err = p.Steps(move); err != nil {
				t.Fatal(err)
			}
		}
		v := newTryView(in)
		switch {
		case next.Over():
			return
		case next.Side != engine.NoSide:
			if p, err = p.Play(move); err != nil {
				t.Fatal(err)
			}
			if want := ui.TryURL(in.Rules, p.String(), nil) + "#shown"; v.Play != want || v.Count == 0 {
				t.Fatalf("%s after %s leads to %q", in.Position, move, v.Play)
			}
		default:
			row := v.Throws.Rows[r.IntN(len(v.Throws.Rows))]
			cell := row.Cells[r.IntN(len(row.Cells))]
			throw := []int{row.Head, cell.Face}
			if p, err = p.Roll(throw[2-next.Dice.Count:]...); err != nil {
				t.Fatal(err)
			}
			if want := ui.TryURL(in.Rules, p.String(), nil) + "#shown"; cell.Href != want || cell.Text == "0" {
				t.Fatalf("%s, thrown %v: %+v", in.Position, throw, cell)
			}
		}
	}
}
