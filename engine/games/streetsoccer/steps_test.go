package streetsoccer

import (
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
)

// allMoves stands for a list too long to write: the steps that the legal moves go on with.
const allMoves = "all"

func TestContinue(t *testing.T) {
	const (
		kickOff = "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 1 3 0:0 -"
		turn1   = "turn R c1b7c3d5e8 d0b3c6d8e4 f5 1 4 0:0 -"
		turn4   = "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"
		again   = "restart Y c1b7c3d5e8 d0b3c6d1e4 - 2 5 0:1 R"
	)
	for _, c := range []struct{ name, text, done, next, move string }{
		{"a kick-off offers the targets", kickOff, "", "c4,c5,d4,d6,e5,e6", ""},
		{"a target is the kick-off", kickOff, "c4", "", "Bc4"},
		{"a kick-off offers nothing further", kickOff, "c4,c5", "", ""},
		{"a kick-off knows no goal", kickOff, "=goal", "", ""},
		{"a turn offers the figures that can move", turn1, "", "b3,c6,d8,d0,e4", ""},
		{"a figure offers its ends", turn1, "e4", "d4,e3,e5,f4", ""},
		{"an end is the move", turn1, "e4,e3", "", "Me4e3"},
		{"an end that is none", turn1, "e4,e2", "", ""},
		{"a figure of the other side", turn1, "d5", "", ""},
		{"an empty square", turn1, "a1", "", ""},
		{"the goal before the ball", turn1, "e4,=goal", "", ""},
		{"too many touches", turn1, "e4,e3,e2", "", ""},
		{"the ball offers the targets and the goal", turn4, "e8,e7", allMoves, ""},
		{"the goal is the move", turn4, "e8,e7,=goal", "", "Me8e7|B##"},
		{"a target that is none", turn4, "e8,e7,d5", "", ""},
		{"a choice that is none", turn4, "e8,e7,=left", "", ""},
		{"nothing follows a whole move", turn4, "e8,e7,=goal,e8", "", ""},
		{"a restart touches the keeper's square though there is one only", again, "", "c1", ""},
		{"then the target", again, "c1", allMoves, ""},
		{"and no other square", again, "d1", "", ""},
		{"nothing is offered while a throw is due", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parsed(t, c.text)
			next, m := p.Continue(engine.ParseSteps(c.done))
			got := engine.FormatSteps(next)
			if c.next == allMoves {
				c.next = offeredByMoves(p, c.done)
			}
			if got != c.next || string(m) != c.move {
				t.Errorf("Continue(%s) = %s, %q, want %s, %q", c.done, got, m, c.next, c.move)
			}
		})
	}
}

// offeredByMoves returns the steps after done in the steps of all moves.
func offeredByMoves(p position, done string) string {
	var squares area
	goal := false
	for m := range p.Moves() {
		steps, _ := p.Steps(m)
		rest, ok := strings.CutPrefix(engine.FormatSteps(steps), done+",")
		if ok && rest == "=goal" {
			goal = true
		} else if s, ok2 := parseSquare(rest); ok && ok2 {
			squares |= one(s)
		}
	}
	next := cells(squares)
	if goal {
		next = append(next, cell(inGoal))
	}
	return engine.FormatSteps(next)
}

func TestAPlacingIsTouchedInAnyOrder(t *testing.T) {
	p := parsed(t, "place Y c1d5 d0c6 d5 2 1 0:0 -")
	for _, done := range []string{"b7,c3,e8", "b7,e8,c3", "c3,b7,e8", "c3,e8,b7", "e8,b7,c3", "e8,c3,b7"} {
		if next, m := p.Continue(engine.ParseSteps(done)); next != nil || m != "Pb7c3e8" {
			t.Errorf("%s spells %q and offers %v", done, m, next)
		}
	}
	steps, err := p.Steps("Pb7c3e8")
	if err != nil || engine.FormatSteps(steps) != "b7,c3,e8" {
		t.Errorf("Steps = %v, %v", steps, err)
	}
}

func TestAPlacingOffersWhatCanStillBecomeLegal(t *testing.T) {
	for _, text := range []string{"place Y c1d5 d0c6 d5 2 1 0:0 -", "place R c1b7c2d5e8 d0c6 d5 2 2 0:0 -"} {
		p := parsed(t, text)
		want := map[area]area{} // the squares that some placing adds to a set
		for m := range p.Moves() {
			d, ok := p.parseMove(m)
			if !ok {
				t.Fatal(m)
			}
			var sets []area
			for s := range d.set.all() {
				sets = append(sets, one(s), d.set&^one(s))
			}
			for _, set := range append(sets, 0) {
				want[set] |= d.set &^ set
			}
		}
		for set, next := range want {
			done := cells(set)
			slices.Reverse(done)
			got, m := p.Continue(done)
			if m != "" || engine.FormatSteps(got) != engine.FormatSteps(cells(next)) {
				t.Errorf("%s after %v: %v, %q, want %v", text, done, got, m, cells(next))
			}
		}
		for _, done := range []string{"b7,b7", "c5", "c1", "d5", "=goal", "g1", "a1,a2,a3,a4"} {
			if next, m := p.Continue(engine.ParseSteps(done)); next != nil || m != "" {
				t.Errorf("%s after %s: %v, %q, want nothing", text, done, next, m)
			}
		}
	}
}
