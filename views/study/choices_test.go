package study

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games/streetsoccer"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// randomWalk calls f with the positions of random matches in which a side must move.
func randomWalk(t *testing.T, matches int, f func(p engine.Position)) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 11))
	for range matches {
		p, err := streetsoccer.Game{}.Start("lg")
		for err == nil && !p.Next().Over() {
			if dice := p.Next().Dice; dice.Count > 0 {
				faces := make([]int, dice.Count)
				for i := range faces {
					faces[i] = 1 + r.IntN(dice.Sides)
				}
				p, err = p.Roll(faces...)
				continue
			}
			f(p)
			p, err = p.Play(p.Random(r))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// choices is the tree that a page carries for p.
func choices(p engine.Position) []Choice { return newDecision(p, p.Diagram(), Look{}).choices() }

func TestTheTreeOfChoicesSpellsEachLegalMoveAndNoOther(t *testing.T) {
	trees := 0
	randomWalk(t, enginetest.Size(40), func(p engine.Position) {
		tree := choices(p)
		if p.Count() > MostChoices {
			if tree != nil {
				t.Errorf("%s: a tree of %d moves", p, p.Count())
			}
			return
		}
		trees++
		spelt := map[engine.Move]bool{}
		var walk func(list []Choice)
		walk = func(list []Choice) {
			for _, c := range list {
				if c.Move != "" {
					spelt[c.Move] = true
				}
				walk(c.Next)
			}
		}
		walk(tree)
		for m := range p.Moves() {
			if !spelt[m] {
				t.Errorf("%s: no way to %s", p, m)
			}
			delete(spelt, m)
		}
		for m := range spelt {
			t.Errorf("%s: a way to %s, which is not legal", p, m)
		}
	})
	if trees == 0 {
		t.Fatal("no position had a tree")
	}
}

func TestTheListOfMovesHoldsEachLegalMoveOnce(t *testing.T) {
	randomWalk(t, enginetest.Size(20), func(p engine.Position) {
		var listed []engine.Move
		for _, g := range MoveGroups(p.Diagram(), choices(p)) {
			for _, m := range g.Moves {
				if m.Words == "" || g.Label == "" {
					t.Errorf("%s: %s has no words", p, m.Move)
				}
				listed = append(listed, m.Move)
			}
		}
		slices.Sort(listed)
		if p.Count() > MostChoices {
			return
		}
		if want := slices.Collect(p.Moves()); !slices.Equal(listed, want) {
			t.Errorf("%s: listed %v, want %v", p, listed, want)
		}
	})
}

// Without a script a turn is a walk along links; each must lead on, and the last
// to a move that the rules allow.
func TestFollowingTheLinksOfTheBoardEntersALegalMove(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	randomWalk(t, enginetest.Size(20), func(p engine.Position) {
		var done []engine.Step
		for range 10 {
			touch, then := touches(p, done)
			var next []engine.Step
			for s, kind := range touch {
				if kind == ui.Legal {
					next = append(next, s)
				}
				if spelt := spelt(p, then[s]); len(spelt) != len(then[s]) {
					t.Fatalf("%s: after %v touching %s leads to %v, which leads nowhere", p, done, s, then[s])
				}
			}
			if len(next) == 0 {
				break
			}
			slices.SortFunc(next, func(a, b engine.Step) int { return strings.Compare(a.String(), b.String()) })
			done = then[next[r.IntN(len(next))]]
		}
		_, move := p.Continue(done)
		if err := p.Check(move); err != nil {
			t.Errorf("%s: %v spell %q: %v", p, done, move, err)
		}
	})
}

func TestTouchingAgainGoesBackAndAnotherFigureTakesThePlace(t *testing.T) {
	p := viewstest.Played(t, 11).Position // red has a 3
	done := engine.ParseSteps("e4,d4")
	touch, then := touches(p, done)
	for _, c := range []struct {
		name  string
		step  string
		touch ui.Touch
		then  string
	}{
		{"the last choice goes back", "d4", ui.Back, "e4"},
		{"the first choice goes back to itself", "e4", ui.Back, "e4"},
		{"another figure takes the place of all", "e6", ui.Instead, "e6"},
		{"another end takes the place of the last", "e5", ui.Instead, "e4,e5"},
		{"the opponent's figure does nothing", "d7", ui.Untouched, ""},
	} {
		step := engine.ParseStep(c.step)
		if touch[step] != c.touch || engine.FormatSteps(then[step]) != c.then {
			t.Errorf("%s: %q to %q, want %q to %q", c.name, touch[step], engine.FormatSteps(then[step]), c.touch, c.then)
		}
	}
}

func TestStepsFromTheAddressThatLeadNowhereAreLeftOut(t *testing.T) {
	p := viewstest.Played(t, 11).Position
	for text, want := range map[string]string{
		"":              "",
		"e4":            "e4",
		"e4,e5":         "e4,e5",
		"e4,a1":         "e4",
		"zz":            "",
		"=goal":         "",
		"e4,e5,e5,e5":   "e4,e5",
		`"><script>,e4`: "",
		",,,,":          "",
		"d7":            "",
	} {
		if got := engine.FormatSteps(spelt(p, engine.ParseSteps(text))); got != want {
			t.Errorf("%q leaves %q, want %q", text, got, want)
		}
	}
}

func TestStepsAreEscapedInAddresses(t *testing.T) {
	steps := []engine.Step{{Cell: "c2"}, {Choice: "one more & goal"}}
	if got, want := DoQuery(steps), "?do=c2,%3Done+more+%26+goal"; got != want {
		t.Errorf("doQuery = %q, want %q", got, want)
	}
}

func TestContinueAnswersAListEvenWhereNothingFollows(t *testing.T) {
	p := viewstest.Played(t, 0).Position
	got := Continue(p, engine.ParseSteps("b7,c3,e8"))
	if got.Next == nil || len(got.Next) != 0 || got.Move != "Pb7c3e8" {
		t.Errorf("after a whole placing: %+v", got)
	}
	if got := Continue(p, nil); len(got.Next) != 52 || got.Move != "" {
		t.Errorf("at the start: %d steps and %q", len(got.Next), got.Move)
	}
}

func TestAMoveThatCanBeEnteredInTwoWaysIsListedOnce(t *testing.T) {
	tree := []Choice{
		{Step: "a1", Next: []Choice{{Step: "b1", Move: "both"}}},
		{Step: "b1", Next: []Choice{{Step: "a1", Move: "both"}, {Step: "c1", Move: "other"}}},
	}
	groups := MoveGroups(viewstest.Strip(), tree)
	if len(groups) != 2 || len(groups[0].Moves) != 1 || len(groups[1].Moves) != 1 || groups[1].Moves[0].Move != "other" {
		t.Errorf("groups %+v", groups)
	}
}
