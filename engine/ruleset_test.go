package engine_test

import (
	"errors"
	"testing"

	"kickabout/engine"
)

var twoOptions = engine.Info{
	Name:     "Two options",
	Variants: []engine.Variant{{ID: "basic", Name: "Basic"}, {ID: "full", Name: "Full"}},
	Options: []engine.Option{
		{ID: "goals", Name: "Goals to win", Values: []int{7, 5, 3}},
		{ID: "clock", Name: "Clock", Values: []int{90, 60}},
		{ID: "keeper", Name: "The keeper", Values: []int{0, 1}, Words: map[int]string{0: "stays", 1: "runs"}, For: []string{"full"}, Friendly: true},
	},
}

func TestARulesetHasOneText(t *testing.T) {
	for _, c := range []struct {
		text, title  string
		goals, clock int
	}{
		{"basic", "Basic", 7, 90},
		{"full", "Full", 7, 90},
		{"basic,goals=3", "Basic, goals to win: 3", 3, 90},
		{"full,clock=60", "Full, clock: 60", 7, 60},
		{"basic,goals=5,clock=60", "Basic, goals to win: 5, clock: 60", 5, 60},
		{"full,clock=60,keeper=1", "Full, clock: 60, the keeper: runs", 7, 60},
	} {
		r, err := twoOptions.Ruleset(c.text)
		if err != nil || r.String() != c.text || r.Title() != c.title || r.Value("goals") != c.goals || r.Value("clock") != c.clock {
			t.Errorf("%q is %q with %d and %d, titled %q, %v", c.text, r, r.Value("goals"), r.Value("clock"), r.Title(), err)
		}
	}
	for _, text := range []string{
		"", "other", "basic,", "basic,goals=7", "basic,goals=4", "basic,goals=03", "basic,goals=", "basic,goals",
		"basic,clock=60,goals=3", "basic,goals=3,goals=5", "basic, goals=3", "basic,goals=3,", "goals=3", "basic,time=3",
		"basic,keeper=1", "full,keeper=0", "full,keeper=runs", "full,keeper=1,clock=60",
	} {
		if r, err := twoOptions.Ruleset(text); !errors.Is(err, engine.ErrUnknown) {
			t.Errorf("%q is read as %q, %v", text, r, err)
		}
	}
}

func TestChoicesAreWrittenForPeople(t *testing.T) {
	for want, values := range map[string][]int{"7, 5 or 3": {7, 5, 3}, "90 or 60": {90, 60}, "4": {4}} {
		if got := (engine.Option{Values: values}).Choices(); got != want {
			t.Errorf("%v are written %q, want %q", values, got, want)
		}
	}
	if got := twoOptions.Options[2].Choices(); got != "stays or runs" {
		t.Errorf("words are written %q", got)
	}
}

func TestAnOptionTakesOnlyItsValues(t *testing.T) {
	r, err := twoOptions.Ruleset("basic,goals=3")
	if err != nil {
		t.Fatal(err)
	}
	if other, ok := r.With("goals", 7); !ok || other.String() != "basic" || r.String() != "basic,goals=3" {
		t.Errorf("with 7 goals %q, before %q", other, r)
	}
	if _, ok := r.With("goals", 4); ok {
		t.Error("4 goals are taken")
	}
	if _, ok := r.With("time", 7); ok {
		t.Error("an unknown option is taken")
	}
	if r.Value("time") != 0 {
		t.Error("an unknown option has a value")
	}
	if _, ok := r.With("keeper", 0); ok {
		t.Error("an option of another variant is taken")
	}
	full, err := twoOptions.Ruleset("full")
	if with, ok := full.With("keeper", 1); err != nil || !ok || with.String() != "full,keeper=1" || with.Value("keeper") != 1 {
		t.Errorf("with a keeper that runs %q, %v", with, err)
	}
	with, _ := full.With("keeper", 1)
	if _, friendly := full.Friendly(); friendly {
		t.Error("the default is for friends only")
	}
	if o, friendly := with.Friendly(); !friendly || o.ID != "keeper" {
		t.Errorf("a keeper that runs is for friends only: %v, %t", o.ID, friendly)
	}
	if basic, all := len(r.Options()), len(full.Options()); basic != 2 || all != 3 {
		t.Errorf("the variants have %d and %d options", basic, all)
	}
}
