package ui

import (
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/views/viewstest"
)

// numbered is a game whose goals may be chosen.
type numbered struct{ viewstest.Explained }

func (numbered) Info() engine.Info {
	return engine.Info{
		ID: "numbered", Name: "Numbered", Summary: "A game with numbers.",
		Variants: []engine.Variant{{ID: "one", Name: "One", Summary: "The first."}, {ID: "two", Name: "Two", Summary: "The second."}},
		Options:  []engine.Option{{ID: "goals", Name: "Goals to win", Values: []int{7, 5, 3}}},
	}
}

// chosen lists what a choice has chosen: the rules, then the numbers.
func chosen(c RulesChoice) string {
	var list []string
	for _, g := range c.Games {
		for _, v := range g.Variants {
			if v.Chosen {
				list = append(list, v.ID)
			}
		}
		for _, n := range g.Numbers {
			for _, v := range n.Values {
				if v.Chosen {
					list = append(list, n.Field+"="+v.ID)
				}
			}
		}
	}
	return strings.Join(list, " ")
}

func TestOneSetOfRulesIsChosenWithItsNumbers(t *testing.T) {
	catalogue := []engine.Game{viewstest.Explained{}, numbered{}}
	for typed, want := range map[string]string{
		"": "streetsoccer/lg", "chess/lg": "streetsoccer/lg", "numbered/two": "numbered/two", "numbered/one,goals=3": "numbered/one numbered.goals=3",
		"numbered/one,goals=4": "numbered/one", "streetsoccer/lg,goals=3": "streetsoccer/lg",
	} {
		if got := chosen(NewRulesChoice(catalogue, typed, nil)); got != want {
			t.Errorf("%q chooses %q, want %q", typed, got, want)
		}
	}
	c := NewRulesChoice(catalogue, "", map[string]string{"numbered.goals": "Goals to win: choose 7, 5 or 3."})
	html := viewstest.Rendered(t, ChooseRules(c))
	for _, want := range []string{`<select id="numbered-goals" name="numbered.goals"`, "Goals to win: choose 7, 5 or 3.", "7 (usual)"} {
		if !strings.Contains(html, want) {
			t.Errorf("the numbers lack %q", want)
		}
	}
}
