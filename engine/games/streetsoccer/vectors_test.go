package streetsoccer

import (
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
)

// The vectors of rules 1.16. They use positions that no match comes to, such as a
// lone kicker, so they are laid out square by square.

// layout says who stands where; "" for a keeper that is not there.
type layout struct {
	keeper, outfielders [2]string // blanks part the squares of outfielders
	ball                string
	side                colour
	die                 uint8
}

// squaresOf reads squares parted by blanks, c10 or c0.
func squaresOf(t *testing.T, text string) area {
	t.Helper()
	var a area
	for _, name := range strings.Fields(text) {
		s, ok := parseSquare(strings.Replace(name, "10", "0", 1))
		if !ok || a.has(s) {
			t.Fatalf("%q in %q", name, text)
		}
		a |= one(s)
	}
	return a
}

// lay returns the position of a turn.
func lay(t *testing.T, l layout) position {
	t.Helper()
	p := position{scene: scene{phase: turn, side: l.side, die: l.die, ball: nowhere, keeper: [2]square{nowhere, nowhere}}, scorer: nobody, move: 5}
	for c := yellow; c <= red; c++ {
		p.outfielders[c] = squaresOf(t, l.outfielders[c])
		if l.keeper[c] != "" {
			p.keeper[c] = squaresOf(t, l.keeper[c]).first()
		}
	}
	if l.ball != "" {
		p.ball = squaresOf(t, l.ball).first()
	}
	return p
}

// kickOf returns what Yellow's figure on a square can do with the ball there.
func kickOf(t *testing.T, from, own, opponents string, length int) (area, bool) {
	t.Helper()
	start := squaresOf(t, from)
	k := newKick(yellow, start|squaresOf(t, own), squaresOf(t, opponents))
	return k.from(start.first(), 1<<length)
}

// sameArea compares squares.
func sameArea(t *testing.T, what string, got area, want string) {
	t.Helper()
	if want := squaresOf(t, want); got != want {
		t.Errorf("%s: squares\n%v, want\n%v", what, slices.Collect(got.all()), slices.Collect(want.all()))
	}
}

func TestKickVectors(t *testing.T) {
	for _, v := range []struct {
		name, from, own, opponents string
		length                     int
		targets                    string
		goal                       bool
	}{
		{"SS-01 a lone kick ends on the ring of its length", "d5", "", "", 3, "a2 a3 a4 a5 a6 a7 a8 b2 b8 c2 c8 d2 d8 e2 e8 f2 f8", false},
		{"SS-03 a pass has a step left", "a1", "a3", "", 2, "a2 a4 b2 b3 b4 c1 c2 c3", false},
		{"SS-04 an opponent blocks the diagonal", "a1", "", "b2", 2, "a3 b3 c1 c2", false},
		{"SS-05 a neighbour plays on at once", "d5", "d6", "", 1, "c4 c5 c6 c7 d4 d7 e4 e5 e6 e7", false},
		{"SS-07 one step from c8", "c8", "", "c10", 1, "b7 b8 b9 c7 c9 d7 d8 d9", false},
		{"SS-08 round the keeper", "c8", "", "c10", 3, "a5 b5 c5 d5 e5 f5 f6 f7 f8 f9 f10", true},
		{"SS-09 a bend at the last step scores", "a10", "", "d10", 3, "a7 b7 c7 d7 d8 d9", true},
		{"SS-10 a goal without any count left over", "b9", "", "d10", 2, "a7 b7 c7 d7 d8 d9", true},
		{"SS-14 a restart by a lone keeper", "c1", "", "", 2, "a1 a2 a3 b3 c3 d3 e1 e2 e3", false},
	} {
		t.Run(v.name, func(t *testing.T) {
			targets, goal := kickOf(t, v.from, v.own, v.opponents, v.length)
			sameArea(t, "targets", targets, v.targets)
			if goal != v.goal {
				t.Errorf("goal is %v, want %v", goal, v.goal)
			}
		})
	}
}

func TestKickCountVectors(t *testing.T) {
	for _, v := range []struct {
		name, from, own, opponents string
		lengths                    []int
		squares                    []int
		goals                      []bool
	}{
		{"SS-02 longer kicks run out of pitch", "d5", "", "", []int{1, 2, 3, 4, 5, 6, 7}, []int{8, 16, 17, 12, 6, 0, 0}, []bool{false, false, false, false, false, true, true}},
		{"SS-06 a figure may be touched again", "d5", "d7", "", []int{3}, []int{35}, []bool{false}},
		{"SS-07 the keeper's other square alone does not score", "c8", "", "c10", []int{2}, []int{15}, []bool{false}},
		{"SS-12 a pass that leaves three steps", "d5", "d8", "c10", []int{4, 5}, nil, []bool{false, true}},
		{"SS-13 two passes", "d5", "d8 d9", "d10", []int{3, 4}, nil, []bool{false, true}},
		{"SS-11 both keeper squares taken", "c8", "", "c10 d10", []int{1, 2, 3, 4, 5, 6, 7}, nil, make([]bool, 7)},
	} {
		t.Run(v.name, func(t *testing.T) {
			for i, length := range v.lengths {
				targets, goal := kickOf(t, v.from, v.own, v.opponents, length)
				if v.squares != nil && targets.len() != v.squares[i] {
					t.Errorf("length %d: %d squares, want %d", length, targets.len(), v.squares[i])
				}
				if goal != v.goals[i] {
					t.Errorf("length %d: goal is %v, want %v", length, goal, v.goals[i])
				}
			}
		})
	}
}

func TestSS06RepeatsAddSixSquares(t *testing.T) {
	targets, _ := kickOf(t, "d5", "d7", "", 3)
	if repeats := squaresOf(t, "c4 c6 d4 d6 e4 e6"); !repeats.within(targets) {
		t.Errorf("%v lack some of the squares behind a second touch", slices.Collect(targets.all()))
	}
}

func TestSS15WalksFromD5(t *testing.T) {
	for i, want := range []int{4, 9, 15, 20} {
		p := lay(t, layout{keeper: [2]string{"c1"}, outfielders: [2]string{"d5"}, ball: "a10", die: uint8(i + 1)})
		o := p.does(at('d', 5))
		if o.ends.len() != want {
			t.Errorf("die %d: %d squares, want %d", i+1, o.ends.len(), want)
		}
		if i == 1 {
			sameArea(t, "die 2", o.ends, "b5 c4 c6 d3 d5 d7 e4 e6 f5")
		}
	}
}

func TestSS16DetoursToTheBall(t *testing.T) {
	for die, want := range map[uint8]lengths{1: 1 << 1, 2: 1 << 2, 3: 1<<3 | 1<<1, 4: 1<<4 | 1<<2, 6: 1<<6 | 1<<4 | 1<<2} {
		p := lay(t, layout{outfielders: [2]string{"e5"}, ball: "d5", die: die})
		o := p.does(at('e', 5))
		if o.kicks != want {
			t.Errorf("die %d: kicks of length %s, want %s", die, o.kicks, want)
		}
		if die == 2 {
			sameArea(t, "die 2", o.ends, "d4 d6 e3 e5 e7 f4 f6")
		}
	}
}

func TestWalkVectors(t *testing.T) {
	for _, v := range []struct {
		name   string
		layout layout
		from   string
		ends   string
		kicks  lengths
	}{
		{
			"SS-17 no second outfielder ends in the penalty area",
			layout{keeper: [2]string{"c1"}, outfielders: [2]string{"c2 d3"}, ball: "a10", die: 1},
			"d3", "c3 d4 e3", 0,
		},
		{
			"SS-18 keeper squares are closed to the opponent",
			layout{keeper: [2]string{"d1"}, outfielders: [2]string{"", "b1"}, ball: "f10", side: red, die: 1},
			"b1", "a1 b2", 0,
		},
		{
			"SS-18 and nobody walks through them",
			layout{keeper: [2]string{"d1"}, outfielders: [2]string{"", "b1"}, ball: "f10", side: red, die: 2},
			"b1", "a2 b1 b3 c2", 0,
		},
		{
			"SS-19 the ball opens its keeper square",
			layout{keeper: [2]string{"e3"}, outfielders: [2]string{"b1 c2", "a1"}, ball: "c1", die: 1},
			"b1", "b2", 1 << 1,
		},
		{
			"SS-20b a keeper square that was left is closed again",
			layout{keeper: [2]string{"d1"}, outfielders: [2]string{"c1"}, ball: "f10", die: 2},
			"c1", "a1 b2 c3 d2", 0,
		},
		{
			"SS-20 die 1, the keeper",
			layout{keeper: [2]string{"c1", "d10"}, outfielders: [2]string{"e5", "c9"}, ball: "d5", die: 1},
			"c1", "b1 c2 d1", 0,
		},
		{
			"SS-20 die 1, the outfielder",
			layout{keeper: [2]string{"c1", "d10"}, outfielders: [2]string{"e5", "c9"}, ball: "d5", die: 1},
			"e5", "e4 e6 f5", 1 << 1,
		},
		{
			"SS-20 die 2, the keeper",
			layout{keeper: [2]string{"c1", "d10"}, outfielders: [2]string{"e5", "c9"}, ball: "d5", die: 2},
			"c1", "a1 b2 c1 c3 d2 e1", 0,
		},
		{
			"SS-20 die 2, the outfielder",
			layout{keeper: [2]string{"c1", "d10"}, outfielders: [2]string{"e5", "c9"}, ball: "d5", die: 2},
			"e5", "d4 d6 e3 e5 e7 f4 f6", 1 << 2,
		},
	} {
		t.Run(v.name, func(t *testing.T) {
			p := lay(t, v.layout)
			from := squaresOf(t, v.from).first()
			o := p.does(from)
			sameArea(t, "ends", o.ends, v.ends)
			if o.kicks != v.kicks {
				t.Errorf("kicks of length %q, want %q", o.kicks, v.kicks)
			}
			if p.keeper[yellow] != nowhere && p.keeper[red] != nowhere {
				os := p.options()
				if legal := os.of(from); legal.ends != o.ends {
					t.Errorf("of the ends only %v are legal", slices.Collect(legal.ends.all()))
				}
			}
		})
	}
}

func TestSS20Kicks(t *testing.T) {
	for die, want := range map[uint8]string{
		1: "c4 c5 c6 d4 d6 e4 e5 e6",
		2: "b3 b4 b5 b6 b7 c3 c7 d3 d7 e3 e7 f3 f4 f5 f6 f7",
	} {
		p := lay(t, layout{keeper: [2]string{"c1", "d10"}, outfielders: [2]string{"e5", "c9"}, ball: "d5", die: die})
		os := p.options()
		sameArea(t, "targets", os.of(at('e', 5)).targets, want)
	}
}

func TestSS21TheBallMayNotBeSurrounded(t *testing.T) {
	// Yellow's figure comes from b2 (or c4 stays there): after its move the ball on
	// a1 is behind a2 and b1.
	enclosed := lay(t, layout{keeper: [2]string{"c1", "d10"}, outfielders: [2]string{"a2 b2", "d5"}, ball: "a1", die: 1})
	if err := enclosed.Check("Mb2b1"); engine.Reason(err) != "Your opponent could no longer reach the ball." {
		t.Errorf("closing the last way to the ball gives %v", err)
	}
	open := lay(t, layout{keeper: [2]string{"c1", "d10"}, outfielders: [2]string{"a3 c4", "d5"}, ball: "a1", die: 1})
	if err := open.Check("Ma3a2"); err != nil {
		t.Errorf("leaving a way to the ball is refused: %v", err)
	}
}

func TestSS22PlacingsAreCounted(t *testing.T) {
	for _, v := range []struct {
		text    string
		squares int
		sets    map[string]int
	}{
		{"place Y c1d5 d0c6 d5 2 1 0:0 -", 52, map[string]int{"lg": 19_474, "lg,back=1": 19_474, "board": 16_874}},
		{"place R c1b7c3d5e8 d0c6 d5 2 2 0:0 -", 49, map[string]int{"lg": 16_375, "lg,back=1": 16_375, "board": 14_075}},
	} {
		eachProfile(t, func(t *testing.T, rules uint8) {
			want, counted := v.sets[profiles[rules].ruleset()]
			if counted == profiles[rules].placesAll {
				t.Fatalf("%s are counted here: %v; where all figures are placed, SS-26 counts", profiles[rules].ruleset(), counted)
			}
			if !counted {
				return
			}
			p, err := parsePosition(rules, v.text)
			if err != nil {
				t.Fatal(err)
			}
			if n := p.coach().placeable().len(); n != v.squares {
				t.Errorf("%s: %d squares, want %d", v.text, n, v.squares)
			}
			listed := 0
			for range p.coach().all() {
				listed++
			}
			if n := p.Count(); n != want || listed != n {
				t.Errorf("%s: %d placings, %d listed, want %d", v.text, n, listed, want)
			}
		})
	}
}

func TestSS23KickOffFromQ(t *testing.T) {
	counts := map[uint8]int{1: 6, 2: 17, 3: 32, 4: 37, 5: 45}
	squares := map[uint8]string{
		1: "c4 c5 d4 d6 e5 e6",
		2: "b2 b4 b5 b6 c2 c4 c7 d2 d3 d4 d7 e3 e7 f4 f5 f6 f7",
	}
	for value, want := range counts {
		p, err := parsePosition(0, "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 ? 3 0:0 -")
		if err != nil {
			t.Fatal(err)
		}
		p = p.thrown([]int{1, 1 + int(value)})
		os := p.options()
		targets := os.of(p.ball).targets
		if targets.len() != want || p.Count() != want {
			t.Errorf("D=%d: %d targets, want %d", value, targets.len(), want)
		}
		if squares[value] != "" {
			sameArea(t, "targets", targets, squares[value])
		}
		if err := p.Check("B##"); engine.Reason(err) != "A kick-off cannot score." {
			t.Errorf("D=%d: a goal gives %v", value, err)
		}
	}
}

func TestTurnsFromQ(t *testing.T) {
	for _, v := range []struct {
		name, text string
		all        [6]int
		walks      [6]int
		goals      [6]string // the figures that score
	}{
		{
			"SS-24 Red to move, ball on f5", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -",
			[6]int{17, 37, 58, 88, 132, 174},
			[6]int{17, 32, 50, 58, 72, 79},
			[6]string{5: "one"},
		},
		{
			"SS-25 Yellow to move, ball on e7", "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 ? 5 0:0 -",
			[6]int{23, 43, 91, 127, 176, 209},
			[6]int{},
			[6]string{3: "e8", 4: "b7 d5 e8", 5: "b7 d5 e8"},
		},
	} {
		t.Run(v.name, func(t *testing.T) {
			before, err := parsePosition(0, v.text)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 6 {
				p := before.thrown([]int{i + 1})
				walks := 0
				var scorers area
				os := p.options()
				for _, o := range os.all() {
					walks += o.ends.len()
					if o.goal {
						scorers |= one(o.from)
					}
				}
				if p.Count() != v.all[i] {
					t.Errorf("die %d: %d moves, want %d", i+1, p.Count(), v.all[i])
				}
				if v.walks[0] != 0 && walks != v.walks[i] {
					t.Errorf("die %d: %d walks, want %d", i+1, walks, v.walks[i])
				}
				if v.goals[i] == "one" {
					if scorers.len() != 1 {
						t.Errorf("die %d: %d figures score, want 1", i+1, scorers.len())
					}
				} else {
					sameArea(t, "figures that score", scorers, v.goals[i])
				}
			}
		})
	}
}

// goalOrNot plays the last move of a position: with a goal or with a walk.
func goalOrNot(t *testing.T, text, move string) position {
	t.Helper()
	p, err := parsePosition(0, text)
	if err != nil {
		t.Fatal(err)
	}
	after, err := p.Play(engine.Move(move))
	if err != nil {
		t.Fatal(err)
	}
	return after.(position)
}

func TestEndings(t *testing.T) {
	const yellows, reds = "c1a3c9e3f3", "d0a5a7c3f7" // a yellow figure stands on c9, a red one on c3
	for _, v := range []struct {
		name, before, move string
		want               engine.Outcome
	}{
		{
			"SS-30 the leader after move 52 wins", "turn R " + yellows + " " + reds + " f1 1 52 2:1 R", "Ma5a4",
			engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 1}},
		},
		{
			"SS-30 a goal on move 52 counts", "turn R " + yellows + " " + reds + " c2 2 52 1:1 Y", "Mc3c2|B##",
			engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{1, 2}},
		},
		{
			"SS-31 a goal in sudden death wins at once", "turn Y " + yellows + " " + reds + " c8 3 57 1:1 R", "Mc9c8|B##",
			engine.Outcome{Ending: engine.SuddenDeath, Winner: engine.First, Score: [2]int{2, 1}},
		},
		{
			"SS-32 level to the end, the last scorer wins", "turn R " + yellows + " " + reds + " f1 1 72 1:1 R", "Ma5a4",
			engine.Outcome{Ending: engine.LastGoal, Winner: engine.Second, Score: [2]int{1, 1}},
		},
		{
			"SS-33 level to the end without a goal", "turn R " + yellows + " " + reds + " f1 1 72 0:0 -", "Ma5a4",
			engine.Outcome{Ending: engine.Goalless},
		},
		{
			"a goal on move 72 is one in sudden death", "turn R " + yellows + " " + reds + " c2 2 72 1:1 Y", "Mc3c2|B##",
			engine.Outcome{Ending: engine.SuddenDeath, Winner: engine.Second, Score: [2]int{1, 2}},
		},
		{
			"SS-35 a real match ends 2:3", "turn R " + yellows + " " + reds + " f1 1 52 2:3 R", "Ma5a4",
			engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{2, 3}},
		},
		{
			"SS-36 a real match ends 5:3", "turn R " + yellows + " " + reds + " f1 1 52 5:3 R", "Ma5a4",
			engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{5, 3}},
		},
		{"normal time goes on at a level score", "turn R " + yellows + " " + reds + " f1 1 52 1:1 R", "Ma5a4", engine.Outcome{}},
		{"move 51 does not end it", "turn Y " + yellows + " " + reds + " f1 1 51 2:1 R", "Ma3a2", engine.Outcome{}},
	} {
		t.Run(v.name, func(t *testing.T) {
			p := goalOrNot(t, v.before, v.move)
			if p.Outcome() != v.want {
				t.Errorf("%s: outcome %+v, want %+v", p, p.Outcome(), v.want)
			}
			if p.Next().Over() != v.want.Over() {
				t.Errorf("%s waits for %+v", p, p.Next())
			}
		})
	}
}

func TestSS34RedLevelsOnMove52(t *testing.T) {
	p := goalOrNot(t, "turn R c1a3c9e3f3 d0a5a7c3f7 c2 2 52 1:0 Y", "Mc3c2|B##")
	if want := "restart Y c1a3c9e3f3 d0a5a7c2f7 - ? 53 1:1 R"; p.String() != want {
		t.Fatalf("the position is %q, want %q", p, want)
	}
	if d := p.Diagram(); d.Period != "Sudden death" || d.Turn != 1 || d.Turns != 10 {
		t.Errorf("turn %d of %d in %q, want 1 of 10 in sudden death", d.Turn, d.Turns, d.Period)
	}
}

func TestSS35KickOffThrow(t *testing.T) {
	start, err := Game{}.Start("lg")
	if err != nil {
		t.Fatal(err)
	}
	p, err := start.Roll(6, 4)
	if err != nil {
		t.Fatal(err)
	}
	if want := "place Y c1d5 d0c6 d5 2 1 0:0 -"; p.String() != want {
		t.Errorf("6 and 4 give %q, want %q", p, want)
	}
	again, err := start.Roll(5, 5)
	if err != nil || again != start {
		t.Errorf("a tie gives %v, %v, not the same position", again, err)
	}
}
