package streetsoccer

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
)

func TestSS26AllFiveArePlaced(t *testing.T) {
	start, err := Game{}.Start(mastermoveID)
	if err != nil || start.String() != "place Y - - - - 1 0:0 -" || start.Count() != 67_496 {
		t.Fatalf("a match starts with %v and %d placings, %v", start, start.Count(), err)
	}
	second, err := start.Play("Pd1c5b7c3e8")
	if err != nil || second.String() != "place R d1b7c3c5e8 - - - 2 0:0 -" || second.Count() != 56_300 {
		t.Fatalf("after it %v and %d placings, %v", second, second.Count(), err)
	}
	for move, want := range map[engine.Move]string{
		"Pb7c3e8":     "A placing names the squares of the keeper, of the figure in the circle, and of the three others in ascending order, such as Pd1c5b7c3e8.",
		"Pc5d1b7c3e8": "A placing names the squares of the keeper, of the figure in the circle, and of the three others in ascending order, such as Pd1c5b7c3e8.",
		"Pc0c5b7c3e8": "Your keeper is placed on c1 or d1.",
		"Pd1c6b7c3e8": "One of your figures is placed on c5 or d5.",
		"Pd1c5b7c8e8": "At least one figure must be placed in your own half.",
	} {
		if err := start.Check(move); !errors.Is(err, engine.ErrIllegal) || engine.Reason(err) != want {
			t.Errorf("%s is refused with %v, want %s", move, err, want)
		}
	}
}

func TestSS27TheThrowComesAfterThePlacings(t *testing.T) {
	second := by(t, mastermoveID, "place R d1b7c3c5e8 - - - 2 0:0 -")
	p, err := second.Play("Pc0d6b3d8e4")
	const before = "kickoff Y d1b7c3c5e8 c0b3d6d8e4 - ? 3 0:0 -"
	if err != nil || p.String() != before {
		t.Fatalf("the placings lead to %v, %v", p, err)
	}
	for value, want := range []int{1: 7, 2: 22, 3: 37, 4: 47, 5: 50} {
		if value == 0 {
			continue
		}
		for _, c := range []struct {
			throw []int
			after string
		}{
			{[]int{1, 1 + value}, "kickoff R d1b7c3c5e8 c0b3d6d8e4 d6"},
			{[]int{1 + value, 1}, "kickoff Y d1b7c3c5e8 c0b3d6d8e4 c5"},
		} {
			q, err := p.Roll(c.throw...)
			if err != nil || !strings.HasPrefix(q.String(), c.after) || q.Count() != want {
				t.Errorf("%v leads to %v with %d targets, %v; want %d", c.throw, q, q.Count(), err, want)
			}
		}
	}
	q, _ := p.Roll(1, 2)
	if got := slices.Collect(q.Moves()); !slices.Equal(got, []engine.Move{"Bc6", "Bc7", "Bd5", "Bd7", "Be5", "Be6", "Be7"}) {
		t.Errorf("with a 1 red may kick to %v", got)
	}
	if again, err := p.Roll(4, 4); err != nil || again != p {
		t.Errorf("a tie leads to %v, %v", again, err)
	}
}

func TestMastermoveTextsThatAreNoPosition(t *testing.T) {
	for _, text := range []string{
		"place Y - - - ? 1 0:0 -",
		"place Y - - d5 - 1 0:0 -",
		"place Y c1d5 - - - 1 0:0 -",
		"place R - - - - 2 0:0 -",
		"place R a1b7c3c5e8 - - - 2 0:0 -",
		"place R d1b7c3c5d5 - - - 2 0:0 -",
		"place R d1b7c8c5e8 - - - 2 0:0 -",
		"kickoff R d1b7c3c5e8 c0b3d6d8e4 - ? 3 0:0 -",
		"kickoff R d1b7c3c5e8 c0b3d6d8e4 c6 3 3 0:0 -",
		"kickoff Y d1b7c3c5e8 c0b3d6d8e4 d6 3 3 0:0 -",
		"kickoff Y d1b7c3c5e8 c0b3d6d8e4 c5 - 3 0:0 -",
		"turn Y - d0b3c6d8e4 f5 4 5 0:0 -",
	} {
		if p, err := (Game{}).Parse(mastermoveID, text); !errors.Is(err, engine.ErrParse) {
			t.Errorf("%s is read as %v, %v", text, p, err)
		}
	}
	for _, text := range []string{
		"place Y - - - - 1 0:0 -",
		"place R d1b7c3c5e8 - - - 2 0:0 -",
		"kickoff Y d1b7c3c5e8 c0b3d6d8e4 - ? 3 0:0 -",
		"turn R c1b7c3d5e8 d0b3c6d8e4 f6 2 4 0:0 -",
		"turn Y c1b7c3d5e8 d0b3c6d8e4 f6 2 4 0:0 -",
	} {
		if p := by(t, mastermoveID, text); p.String() != text {
			t.Errorf("%s is read as %s", text, p)
		}
	}
	if _, err := (Game{}).Parse(lgID, "place Y - - - - 1 0:0 -"); !errors.Is(err, engine.ErrParse) {
		t.Errorf("by other rules an empty pitch is read: %v", err)
	}
}
