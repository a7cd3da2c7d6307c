package cufootball_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games/cufootball"
)

// The vectors of rules 3.12, played by the real rules and by the slow ones.

// A vector is a kick of Red's, and what comes of it.
type vector struct {
	name      string
	red, blue string // who matters; the other men stand where they do not
	keepers   string // "22,22" if empty
	ball, act string
	draws     []int  // the length first
	want      string // phase, side, keepers, ball, mode and score
}

var kickVectors = []vector{
	{"CF-02 one fails, the next wins", "e2", "d4f5", "", "e3", "Ke2>N", []int{3, 2, 4}, "move B 22,22 e5 free/B 0:0"},
	{"CF-03 both fail", "e2", "d4f5", "", "e3", "Ke2>N", []int{3, 2, 3}, "move R 22,22 e6 free/R 0:0"},
	{"CF-04 a direct hit", "e2", "e6", "", "e3", "Ke2>N", []int{4}, "move B 22,22 e5 free/B 0:0"},
	{"CF-05 rest beside an opponent only", "e2", "e6", "", "e3", "Ke2>N", []int{2}, "move B 22,22 e5 free/B 0:0"},
	{"CF-06 rest beside both, the chance fails", "e2d5", "e6", "", "e3", "Ke2>N", []int{2, 3}, "move R 22,22 e5 free/R 0:0"},
	{"CF-06 rest beside both, the chance is taken", "e2d5", "e6", "", "e3", "Ke2>N", []int{2, 4}, "move B 22,22 e5 free/B 0:0"},
	{"CF-07 the keeper is two away", "d3", "", "", "d4", "Kd3>N", []int{3}, "setup B 22,22 - free/B 1:0"},
	{"CF-08 the keeper is one away, a goal", "d3", "", "22,21", "d4", "Kd3>N", []int{3, 2}, "setup B 22,22 - free/B 1:0"},
	{"CF-08 the keeper is one away, a save", "d3", "", "22,21", "d4", "Kd3>N", []int{3, 3}, "move B 22,21 kB keeper/B 0:0"},
	{"CF-09 straight at the keeper, a goal", "e3", "", "22,21", "e4", "Ke3>N", []int{3, 1}, "setup B 22,22 - free/B 1:0"},
	{"CF-09 straight at the keeper, a save", "e3", "", "22,21", "e4", "Ke3>N", []int{3, 2}, "move B 22,21 kB keeper/B 0:0"},
	{"CF-10 rest beside the keeper only", "e3", "", "22,21", "e4", "Ke3>N", []int{2}, "move B 22,21 kB keeper/B 0:0"},
	{"CF-11 across an edge of the cube", "d4", "", "", "d5", "Kd4>NE", []int{2}, "setup B 22,22 - free/B 1:0"},
	{"CF-12 out at the side", "h4", "", "", "h5", "Kh4>NE", []int{3}, "move B 22,22 i6 in/B 0:0"},
	{"CF-13 an own man stops it, an opponent wins", "c3f6", "e6", "", "d4", "Kc3>NE", []int{4, 4}, "move B 22,22 e5 free/B 0:0"},
	{"CF-14 the keeper draws once and fails", "c6", "", "22,21", "d6", "Kc6>E", []int{3, 2}, "move R 22,21 g6 free/R 0:0"},
	{"CF-14 the keeper wins", "c6", "", "22,21", "d6", "Kc6>E", []int{3, 3}, "move B 22,21 kB keeper/B 0:0"},
	{"CF-16 one space is enough, a goal", "e5", "", "", "e6", "Ke5>N", []int{1, 2}, "setup B 22,22 - free/B 1:0"},
	{"CF-16 one space is enough, a save", "e5", "", "", "e6", "Ke5>N", []int{1, 3}, "move B 22,22 kB keeper/B 0:0"},
	{"CF-17 a red peg lets the man dribble", "e2", "", "", "e3", "Ke2>N", []int{1}, "dribble R 22,22 e4 free/R 0:0"},
}

// bystanders adds men to ten a side: none of them on the line of the ball, nor
// next to it, nor next to a man of the vector.
func (v vector) bystanders() [2][]spot {
	men := [2][]spot{spotsOf(v.red), spotsOf(v.blue)}
	_, name, _ := strings.Cut(v.act, ">")
	kept := slices.Concat(men[0], men[1])
	for s := spotOf(v.ball); s.on(); s = s.plus(wayOf(name)) {
		kept = append(kept, s)
	}
	for i := range 54 {
		s := spot{1 + i%9, 1 + i/9}
		if slices.ContainsFunc(kept, func(k spot) bool { return k == s || k.beside(s) }) {
			continue
		}
		for _, side := range []int{i % 2, 1 - i%2} {
			if more := append(slices.Clone(men[side]), s); len(more) <= 10 && !crowded(more) {
				men[side] = more
				break
			}
		}
	}
	return men
}

// formations are set-ups that any match may have begun with.
const formations = "a1b1c3d1d5e1e3e5g3g5;R,a6b6c4d2d6e2e4e6g2g4"

// text is the position before the kick.
func (v vector) text(t *testing.T) string {
	t.Helper()
	if v.keepers == "" {
		v.keepers = "22,22"
	}
	men := v.bystanders()
	if len(men[0]) != 10 || len(men[1]) != 10 {
		t.Fatalf("there is room for %d and %d men only", len(men[0]), len(men[1]))
	}
	return fmt.Sprintf("kick R %s %s %s %s free/R - 12 0:0 - %s", textOf(men[0]), textOf(men[1]), v.keepers, v.ball, formations)
}

// gist is what a vector says of a position.
func gist(text string) string {
	f := strings.Fields(text)
	return strings.Join([]string{f[0], f[1], f[4], f[5], f[6], f[9]}, " ")
}

// played returns the position after a move and draws, none of which may be missing;
// both rules must agree all the way.
func played(t *testing.T, text, act string, draws []int) string {
	t.Helper()
	return playedBy(t, "classic", text, act, draws)
}

// playedBy is played by the rules of a variant.
func playedBy(t *testing.T, variant, text, act string, draws []int) string {
	t.Helper()
	o := newOracle(t, 1)
	o.variant = variant
	m := modelBy(variant, text)
	p := o.parsed(m)
	if act != "" {
		after, err := p.Play(engine.Move(act))
		if err != nil {
			t.Fatalf("%s: %s: %v", text, act, err)
		}
		if !m.legal(act) {
			t.Fatalf("%s: %s is illegal by the slow rules", text, act)
		}
		p, m = after, m.play(act)
		o.same(text+" with "+act+" becomes", p, m)
	}
	for _, face := range draws {
		after, err := p.Roll(face)
		if err != nil {
			t.Fatalf("%s with one of %v: %v", p, draws, err)
		}
		p, m = after, m.roll(face)
		o.same(fmt.Sprintf("%s with %d becomes", text, face), p, m)
	}
	return p.String()
}

func TestKickVectors(t *testing.T) {
	for _, v := range kickVectors {
		t.Run(v.name, func(t *testing.T) {
			after := played(t, v.text(t), v.act, v.draws)
			if gist(after) != v.want {
				t.Errorf("the kick leads to\n%s, want %s", after, v.want)
			}
			if strings.Contains(after, "|") != strings.HasPrefix(v.want, "dribble") {
				t.Errorf("%s is not the end of it", after)
			}
		})
	}
}

func TestCF01Formations(t *testing.T) {
	sets := columnSets()
	for men, want := range map[int]int{2: 36, 3: 77, 4: 90, 5: 51, 6: 10, 7: 0} {
		if len(sets[men]) != want {
			t.Errorf("%d column sets of %d men, want %d", len(sets[men]), men, want)
		}
	}
	start, err := cufootball.Game{}.Start("classic")
	if err != nil {
		t.Fatal(err)
	}
	shapes := 0
	for defenders := 2; defenders <= 8; defenders++ {
		for midfielders := 2; midfielders <= 8; midfielders++ {
			for strikers := 2; strikers <= 8; strikers++ {
				if defenders+midfielders+strikers == 10 {
					shapes++
					checkSetUp(t, start, true, defenders, midfielders, strikers)
				}
			}
		}
	}
	if shapes != 15 {
		t.Errorf("%d formations, want 15", shapes)
	}
	checkSetUp(t, start, false, 4, 5, 1)
	checkSetUp(t, start, false, 4, 4, 3)
}

// spread are columns in the order in which men may be added to a rank, the middle first.
var spread = []int{5, 7, 1, 2, 4, 8}

// checkSetUp sees whether Red may be set up with so many men in the lines.
func checkSetUp(t *testing.T, start engine.Position, legal bool, lines ...int) {
	t.Helper()
	var men []spot
	for i, n := range lines {
		for _, x := range spread[:n] {
			men = append(men, spot{x, 1 + 2*i})
		}
	}
	text := "S" + textOf(men) + ";R"
	if err := start.Check(engine.Move(text)); (err == nil) != legal {
		t.Errorf("%v: %s: %v", lines, text, err)
	}
}

func TestCF01Crowds(t *testing.T) {
	start, err := cufootball.Game{}.Start("classic")
	if err != nil {
		t.Fatal(err)
	}
	if err := start.Check("Sa1b1d1d3e1e3e5g1g5h1;L"); err == nil { // no man further out on the left
		t.Error("a kick-off without a target is allowed")
	}
	if err := start.Check("Sa1b1d1e1e3e5g1g3g5h1;R"); err != nil { // columns 1 2 4 5 7 8
		t.Error(err)
	}
	if err := start.Check("Sa1b1c1e1e3e5g1g3g5h1;R"); engine.Reason(err) == "" { // columns 1 2 3
		t.Error("three men side by side are allowed")
	}
}

func TestCF15TheKickOffStopsBeforeAnOwnMan(t *testing.T) {
	const red, blue = "a1a5b1d1d5e1e3f5g1h3;R", "a2a6b2b4b6d6e2e6g4h6"
	before := "kickoff R a1a5b1d1d5e1e3f5g1h3 a2a6b2b4b6d6e2e6g4h6 22,22 f3 free/R ? 0 0:0 - " + red + "," + blue + "|O/?/?/kick/-/-"
	after := played(t, before, "", []int{3})
	if want := "|O/3/0/rest/-/h3"; !strings.HasSuffix(after, want) || !strings.Contains(after, " g3 ") {
		t.Errorf("the ball meets the own man: %s, want %s", after, want)
	}
	after = played(t, before, "", []int{3, 2})
	if want := "move R 22,22 g3 free/R 0:0"; gist(after) != want {
		t.Errorf("%s, want %s", after, want)
	}
	after = played(t, before, "", []int{3, 4})
	if want := "move B 22,22 g3 free/B 0:0"; gist(after) != want {
		t.Errorf("%s, want %s", after, want)
	}
}

func TestCF17TheManFollowsTheBall(t *testing.T) {
	v := kickVectors[slices.IndexFunc(kickVectors, func(v vector) bool { return strings.HasPrefix(v.name, "CF-17") })]
	dribble := played(t, v.text(t), v.act, v.draws)
	after := played(t, dribble, "D>N", nil)
	if men := strings.Fields(after)[2]; !strings.Contains(men, "e3") || strings.Contains(men, "e2") || !strings.HasSuffix(after, "|Ke3>N/?/?/kick/-/-") {
		t.Errorf("%s becomes %s: the man has not followed", dribble, after)
	}
	if after := played(t, dribble, "D-", nil); gist(after) != "move R 22,22 e4 free/R 0:0" {
		t.Errorf("declined, the dribble leads to %s", after)
	}
}

func TestCF18TwoSpaces(t *testing.T) {
	const text = "move R a1b3c1c5e1e3e5g1g5h3 b4b6d2d6e4f2f6g4h2h6 22,22 f3 free/R %d 1 0:0 - " + formations
	for _, v := range []struct {
		name, move string
		spaces     int // that it takes
	}{
		{"one man two straight steps", "Mb3>d3", 2},
		{"two men one step each", "Ma1h3>a2i3", 2},
		{"one diagonal step", "Mh3>i2", 2},
		{"one step", "Mh3>i3", 1},
		{"a keeper's step", "M> G21", 1},
		{"a step of the keeper and one of a man", "Mh3>i3 G21", 2},
		{"nobody", "M", 0},
		{"three steps", "Ma1>a4", 3},
		{"a diagonal and a straight step", "Mh3>i1", 3},
	} {
		t.Run(v.name, func(t *testing.T) {
			for peg := 1; peg <= 4; peg++ {
				m := modelOf(3, 90, fmt.Sprintf(text, peg))
				p, err := cufootball.Game{}.Parse("classic", m.text())
				if err != nil {
					t.Fatal(err)
				}
				if err, legal := p.Check(engine.Move(v.move)), v.spaces <= peg; (err == nil) != legal || m.legal(v.move) != legal {
					t.Errorf("with %d spaces: %v, by the slow rules %v, want %v", peg, err, m.legal(v.move), legal)
				}
			}
		})
	}
}
