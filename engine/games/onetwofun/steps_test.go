package onetwofun

import (
	"slices"
	"testing"

	"kickabout/engine"
)

func TestContinue(t *testing.T) {
	const (
		kickOff = "kickoff W - - 0:0 1 - - -"
		start   = "play W e8,f8,g8 1-2 0:0 1 - - -"
		double  = "play W b10,b11,h11 3-3 0:0 1 - - -"
		near    = "play W c14,e13,h14 1-3 0:0 1 - - -"
		corner  = "play W a15,f15,k15 2-5 0:0 1 - - -"
		both    = "play W a15,f8,h8 2-3 0:0 1 - - -"
		foul    = "penalty W c12,f13,j11 1-1 0:0 1 - - -"
		keeper  = "keeper B e13,f8,g8 ? 0:0 1 f1,f14 - -"
	)
	for _, c := range []struct{ name, variant, text, done, next, move string }{
		{"a kick-off offers its five points", "basic", kickOff, "", "d8,e8,f8,g8,h8", ""},
		{"then those that are left", "basic", kickOff, "f8", "d8,e8,g8,h8", ""},
		{"in any order", "basic", kickOff, "h8,d8,f8", "", "K d8,f8,h8"},
		{"none twice", "basic", kickOff, "h8,h8", "", ""},
		{"nor a fourth", "basic", kickOff, "h8,d8,f8,e8", "", ""},
		{"a turn offers the markers that can begin", "basic", start, "", "e8,f8,g8", ""},
		{"a marker offers where it goes with either die", "basic", start, "e8", "c10,d9,f9,g10", ""},
		{"then the second markers", "basic", start, "e8,c10", "f8", ""},
		{"then where those go", "basic", start, "e8,c10,f8", "g9", ""},
		{"which is the move", "basic", start, "e8,c10,f8,g9", "", "e8-c10 f8-g9"},
		{"a second marker that cannot cross", "basic", start, "e8,c10,g8", "", ""},
		{"nothing follows a whole move", "basic", start, "e8,c10,f8,g9,g8", "", ""},
		{"an empty point", "basic", start, "a1", "", ""},
		{"a goal is a choice", "basic", near, "c14,b14,e13", "=goal", ""},
		{"and the move", "basic", near, "c14,b14,e13,=goal", "", "c14-b14 e13-*"},
		{"a double offers the free kicks", "basic", double, "", "h11,=direct free kick,=indirect free kick", ""},
		{"an indirect one is the move", "basic", double, "=indirect free kick", "", "I"},
		{"a direct one offers its markers", "basic", double, "=direct free kick", "b10", ""},
		{"and the goal", "basic", double, "=direct free kick,b10", "=goal", ""},
		{"a direct goal is the move", "basic", double, "=direct free kick,b10,=goal", "", "D b10-*"},
		{"no direct one across no line", "basic", double, "=direct free kick,h11", "", ""},
		{"a corner kick alone", "basic", corner, "", "=corner kick", ""},
		{"offers the corners", "basic", corner, "=corner kick", "a15,k15", ""},
		{"and where its marker goes", "basic", corner, "=corner kick,a15", "a8,a10,a13,c13,c15,f10,h8", ""},
		{"which is the move, though a play may begin so", "basic", both, "=corner kick,a15,c15", "", "C a15-c15"},
		{"a corner kick that is none", "basic", corner, "=corner kick,f15", "", ""},
		{"a penalty offers all markers", "basic", foul, "", "c12,f13,j11", ""},
		{"then the points for the others in the area", "basic", foul, "f13", "b11,b12,b13,b14,b15,c11,d11,e11,f11,g11,h11,i11,j12,j13,j14,j15", ""},
		{"the last of which is the move", "basic", foul, "f13,b11", "", "P f13>f13 c12>b11"},
		{"one after the other", "basic", foul, "j11,b11,j11", "", "P j11>f13 c12>b11 f13>j11"},
		{"not both to one", "basic", foul, "j11,b11,b11", "", ""},
		{"a keeper's step is one touch", "professional", keeper, "", "e14,e15,f13,f14,f15,g13,g14,g15", ""},
		{"which is the move", "professional", keeper, "f14", "", "G f14-f14"},
		{"nothing is offered while a throw is due", "basic", "play W e8,f8,g8 ? 0:0 1 - - -", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			next, m := parsed(t, c.variant, c.text).Continue(engine.ParseSteps(c.done))
			if got := engine.FormatSteps(next); got != c.next || string(m) != c.move {
				t.Errorf("Continue(%s) = %s, %q, want %s, %q", c.done, got, m, c.next, c.move)
			}
		})
	}
}

func TestStepsOfEachKindOfMove(t *testing.T) {
	for _, c := range []struct{ variant, text, move, want string }{
		{"basic", "kickoff W - - 0:0 1 - - -", "K d8,f8,h8", "d8,f8,h8"},
		{"basic", "play W e8,f8,g8 1-2 0:0 1 - - -", "e8-c10 f8-g9", "e8,c10,f8,g9"},
		{"basic", "play W b10,b11,h11 3-3 0:0 1 - - -", "D b10-*", "=direct free kick,b10,=goal"},
		{"basic", "play W b10,b11,h11 3-3 0:0 1 - - -", "I", "=indirect free kick"},
		{"basic", "play W a15,f8,h8 2-3 0:0 1 - - -", "C a15-c15", "=corner kick,a15,c15"},
		{"basic", "penalty W c12,f13,j11 1-1 0:0 1 - - -", "P j11>f13 c12>b11 f13>j11", "j11,b11,j11"},
		{"professional", "keeper B e13,f8,g8 ? 0:0 1 f1,f14 - -", "G f14-e15", "e15"},
	} {
		steps, err := parsed(t, c.variant, c.text).Steps(engine.Move(c.move))
		if got := engine.FormatSteps(steps); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.move, got, err, c.want)
		}
	}
}

func TestStepsAreInTheOrderOfTexts(t *testing.T) {
	want := []engine.Step{{Cell: "a2"}, {Cell: "a10"}, {Cell: "b1"}, {Cell: "b9"}, {Cell: "b15"}, {Choice: "corner kick"}, {Choice: "goal"}}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, compareSteps)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
