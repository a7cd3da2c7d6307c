package streetsoccer

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
)

const backRules = "lg,back=1"

// by reads a position of a ruleset.
func by(t testing.TB, rules, text string) position {
	t.Helper()
	p, err := Game{}.Parse(rules, text)
	if err != nil {
		t.Fatalf("%s of %s: %v", text, rules, err)
	}
	return p.(position)
}

// scoring lists the moves of a position that score.
func scoring(p position) []string {
	var list []string
	for m := range p.Moves() {
		if strings.Contains(string(m), goalText) {
			list = append(list, string(m))
		}
	}
	return list
}

func TestSS28GoalsAndTheScorersKeeper(t *testing.T) {
	const before = "turn Y e6b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"
	plain := []string{"Me6e7|B##", "Me8e7|B##"}
	for _, c := range []struct {
		name, rules, text string
		moves             int
		goals             []string
	}{
		{"it stays", "lg", before, 196, plain},
		{"its coach chooses", backRules, before, 198, []string{"Me6e7|B##|Pc1", "Me6e7|B##|Pd1", "Me8e7|B##|Pc1", "Me8e7|B##|Pd1"}},
		{"it goes to the nearer square", "board", before, 196, plain},
		{"a goal that ends the match leaves nothing to choose", backRules, strings.Replace(before, " 5 0:0", " 53 0:0", 1), 196, plain},
		{"nor does a goal on the last move that decides", backRules, "turn R c1b7c3d5e8 f4b3c6d2e3 e2 2 52 1:1 R", 0, []string{"Md2e2|B##", "Me3e2|B##"}},
		{"one that levels does", backRules, "turn R c1b7c3d5e8 f4b3c6d2e3 e2 2 52 1:0 Y", 0, []string{"Md2e2|B##|Pc0", "Md2e2|B##|Pd0", "Me3e2|B##|Pc0", "Me3e2|B##|Pd0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := by(t, c.rules, c.text)
			if goals := scoring(p); !slices.Equal(goals, c.goals) || c.moves != 0 && p.Count() != c.moves {
				t.Errorf("%d moves and the goals %v, want %d and %v", p.Count(), goals, c.moves, c.goals)
			}
		})
	}
	taken := by(t, backRules, "turn Y e6b7c3d5e8 d0b3c1c6d8 e7 4 5 0:0 -")
	after, err := taken.Play("Me8e7|B##")
	if want := "restart R d1b7c3d5e7 d0b3c1c6d8 - ? 6 1:0 Y"; err != nil || after.String() != want {
		t.Errorf("with c1 taken the goal leads to %v, %v, want %s", after, err, want)
	}
}

func TestTheCoachPutsTheKeeperBack(t *testing.T) {
	p := by(t, backRules, "turn Y e6b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -")
	for move, want := range map[engine.Move]string{
		"Me8e7|B##|Pc1": "restart R c1b7c3d5e7 d0b3c6d8e4 - ? 6 1:0 Y",
		"Me6e7|B##|Pd1": "restart R d1b7c3d5e8 d0b3c6d8e4 - ? 6 1:0 Y",
	} {
		if after, err := p.Play(move); err != nil || after.String() != want {
			t.Errorf("%s leads to %v, %v, want %s", move, after, err, want)
		}
	}
	for move, want := range map[engine.Move]string{
		"Me8e7|B##":     "Your keeper goes back to one of its keeper squares: name it behind the goal, as in Me8e7|B##|Pc1.",
		"Me8e7|B##|Pa1": "Your keeper goes back to c1 or d1.",
		"Me8e7|Bf8|Pc1": "A turn names a figure and where it ends, and the ball's target if it kicks, such as Mc2c5 or Mc2c5|Be7.",
	} {
		if err := p.Check(move); !errors.Is(err, engine.ErrIllegal) || engine.Reason(err) != want {
			t.Errorf("%s is refused with %v, want %s", move, err, want)
		}
	}
	without := parsed(t, p.String())
	if err := without.Check("Me8e7|B##|Pc1"); engine.Reason(err) != "There is no choice of where your keeper goes after this move." {
		t.Errorf("without the option the choice is refused with %v", err)
	}
	next, m := p.Continue(engine.ParseSteps("e8,e7,=goal"))
	if engine.FormatSteps(next) != "c1,d1" || m != "" {
		t.Errorf("after the goal %v may be touched, and %q is spelt", next, m)
	}
	d := p.Diagram(engine.ParseSteps("e8,e7,=goal,d1")...)
	if d.Task != "Confirm." || !slices.ContainsFunc(d.Pieces, func(p engine.Piece) bool { return p.Kind == engine.KindKeeper && p.Cell == "d1" }) {
		t.Errorf("with the keeper put back: %q, %v", d.Task, d.Pieces)
	}
}

func TestAKeeperThatHasNotGoneBackIsNoPosition(t *testing.T) {
	for text, want := range map[string]bool{
		"restart R e6b7c3d5e7 d0b3c6d8e4 - ? 6 1:0 Y": false,
		"restart R c1b7c3d5e7 d0b3c6d8e4 - ? 6 1:0 Y": true,
		"restart R e6b7c1d1e7 d0b3c6d8e4 - ? 6 1:0 Y": true, // both keeper squares are taken
	} {
		if _, err := (Game{}).Parse(backRules, text); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
