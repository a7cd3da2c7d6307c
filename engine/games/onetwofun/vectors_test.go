package onetwofun

import (
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
)

// The vectors of rules 2.14, each asked of the slow rules and of the game.

// readings return the moves that a throw allows; none if the turn has passed.
var readings = map[string]func(t *testing.T, text string, a, b int) []string{
	"slow": func(_ *testing.T, text string, a, b int) []string {
		before := modelOf("basic", text)
		after := before.roll(a, b)
		if after.side != before.side {
			return nil
		}
		return after.moves()
	},
	"game": func(t *testing.T, text string, a, b int) []string {
		t.Helper()
		before, err := Game{}.Parse("basic", text)
		if err != nil {
			t.Fatal(err)
		}
		after, err := before.Roll(a, b)
		if err != nil {
			t.Fatal(err)
		}
		if after.Next().Side != engine.First {
			return nil
		}
		var moves []string
		for m := range after.Moves() {
			moves = append(moves, string(m))
		}
		return moves
	},
}

// turnOf is a position of White's whose throw is due.
func turnOf(markers string) string { return "play W " + markers + " ? 0:0 1 - - -" }

// onEach asks a vector of every reading.
func onEach(t *testing.T, name, markers string, a, b int, check func(t *testing.T, moves []string)) {
	t.Helper()
	for reading, moves := range readings {
		t.Run(name+", "+reading, func(t *testing.T) { check(t, moves(t, turnOf(markers), a, b)) })
	}
}

// only returns the moves of a kind: "C " corner kicks, "D " direct free kicks,
// "I" indirect ones, "" plays of two markers.
func only(kind string, moves []string) []string {
	var found []string
	for _, m := range moves {
		of := ""
		for _, k := range []string{"C ", "D ", "I"} {
			if strings.HasPrefix(m, k) {
				of = k
			}
		}
		if of == kind {
			found = append(found, m)
		}
	}
	return found
}

// same compares moves with those that a text lists, parted by semicolons; what is
// in round brackets there is for the reader.
func same(t *testing.T, what string, got []string, want string) {
	t.Helper()
	var list []string
	for m := range strings.SplitSeq(want, ";") {
		if m = strings.TrimSpace(m); m != "" {
			list = append(list, withoutBrackets(m))
		}
	}
	slices.Sort(list)
	if !slices.Equal(got, list) {
		t.Errorf("%s:\n%v, want\n%v", what, got, list)
	}
}

func withoutBrackets(text string) string {
	for {
		from, to := strings.Index(text, "("), strings.Index(text, ")")
		if from < 0 {
			return text
		}
		text = text[:from] + text[to+1:]
	}
}

func TestOT01To07CrossingTheLine(t *testing.T) {
	for _, v := range []struct {
		name, markers string // before a throw that takes them where the vector has them
		a, b          int
		move          string
		crosses       bool
	}{
		{"OT-01 half-way", "e8,f7,i8", 1, 1, "D f7-h9", true},
		{"OT-02 starts on it", "e8,f8,i8", 1, 1, "D f8-h10", false},
		{"OT-03 ends on it", "c8,f7,i8", 2, 1, "c8-e8 f7-g8", false},
		{"OT-04 through an end point", "f7,g9,k9", 1, 3, "g9-h9 f7-i10", false},
		{"OT-05 across an upright line", "e7,f6,f10", 1, 1, "D e7-g9", true},
		{"OT-06 through the upper end point", "e7,f6,f8", 1, 1, "D e7-g9", false},
		{"OT-07 across a slanting line", "b8,d8,h10", 1, 1, "D d8-f10", true},
	} {
		onEach(t, v.name, v.markers, v.a, v.b, func(t *testing.T, moves []string) {
			if got := slices.Contains(moves, v.move); got != v.crosses {
				t.Errorf("%s with %d-%d: %s is a move: %v, want %v", v.markers, v.a, v.b, v.move, got, v.crosses)
			}
		})
	}
}

// A way through an end point leads over a marker, so that no play tells whether it
// would cross. The tests of crossing themselves are asked here.
func TestOT01To07AskedOfTheTestsOfCrossing(t *testing.T) {
	for _, v := range []struct {
		name, from, to, a, c string
		crosses              bool
	}{
		{"OT-01", "f7", "h9", "e8", "i8", true},
		{"OT-02", "f8", "h10", "e8", "i8", false},
		{"OT-03", "f7", "g8", "e8", "i8", false},
		{"OT-04", "f7", "i10", "h9", "k9", false},
		{"OT-05", "e7", "g9", "f6", "f10", true},
		{"OT-06", "e7", "g9", "f6", "f8", false},
		{"OT-07", "d8", "f10", "b8", "h10", true},
	} {
		var points [4]point
		for i, text := range []string{v.from, v.to, v.a, v.c} {
			points[i], _ = parsePoint(text)
		}
		from, to, a, c := placeOf(v.from), placeOf(v.to), placeOf(v.a), placeOf(v.c)
		for reading, got := range map[string]bool{
			"game": crosses(points[0], points[1], points[2], points[3]),
			"slow": passesBetween(from, place{1, 1}, to.x-from.x, a, c),
		} {
			if got != v.crosses {
				t.Errorf("%s, %s: %v, want %v", v.name, reading, got, v.crosses)
			}
		}
	}
}

func TestOT10To12PlaysAfterTheKickOff(t *testing.T) {
	onEach(t, "OT-10", "e8,f8,g8", 1, 2, func(t *testing.T, moves []string) {
		same(t, "e8 f8 g8 with 1-2", moves, `
			e8-c10(2) f8-g9(1); e8-d9(1) f8-d10(2); e8-d9(1) f8-h10(2); e8-f9(1) f8-h10(2); e8-g10(2) g8-f9(1);
			f8-d10(2) e8-f9(1); f8-e9(1) e8-g10(2); f8-g9(1) g8-e10(2); f8-h10(2) g8-f9(1); g8-e10(2) e8-f9(1);
			g8-f9(1) f8-d10(2); g8-h9(1) f8-d10(2); g8-h9(1) f8-h10(2); g8-i10(2) f8-e9(1)`)
	})
	for _, v := range []struct{ a, b, want int }{{1, 1, 8}, {2, 2, 10}, {2, 3, 20}, {3, 5, 16}, {1, 6, 4}, {5, 6, 8}, {6, 6, 2}} {
		onEach(t, "OT-11", "e8,f8,g8", v.a, v.b, func(t *testing.T, moves []string) {
			plays := only("", moves)
			if len(plays) != v.want {
				t.Errorf("%d-%d: %d plays, want %d: %v", v.a, v.b, len(plays), v.want, plays)
			}
			if v.a == 6 && v.b == 6 {
				same(t, "6-6", plays, "e8-k14 g8-a14; g8-a14 e8-k14")
			}
		})
	}
	onEach(t, "OT-12", "d8,f8,h8", 1, 2, func(t *testing.T, moves []string) {
		same(t, "d8 f8 h8 with 1-2", moves, `
			d8-b10(2) f8-g9(1); d8-c9(1) f8-d10(2); d8-c9(1) f8-h10(2); d8-e9(1) f8-h10(2);
			h8-j10(2) f8-e9(1); h8-i9(1) f8-h10(2); h8-i9(1) f8-d10(2); h8-g9(1) f8-d10(2)`)
	})
}

func TestOT13To15Goals(t *testing.T) {
	const goals = "c14-b14 e13-*; c14-b15 e13-*; c14-d14 e13-*; c14-d15 e13-*; h14-g14 e13-*; h14-i14 e13-*; h14-i15 e13-*"
	for name, die := range map[string]int{"OT-13": 3, "OT-14": 6} {
		onEach(t, name, "c14,e13,h14", 1, die, func(t *testing.T, moves []string) { same(t, "c14 e13 h14", moves, goals) })
	}
	onEach(t, "OT-15", "c14,e13,h14", 1, 2, func(t *testing.T, moves []string) {
		if len(moves) != 14 || strings.Contains(strings.Join(moves, ";"), "*") {
			t.Errorf("%d moves, want 14 without a goal: %v", len(moves), moves)
		}
	})
}

func TestOT16And17And20CornerKicksAndTurnovers(t *testing.T) {
	onEach(t, "OT-16", "a15,f15,k15", 2, 5, func(t *testing.T, moves []string) {
		same(t, "a15 f15 k15 with 2-5", moves, `
			C a15-a13; C a15-a10; C a15-a8; C a15-c13; C a15-f10; C a15-h8; C a15-c15;
			C k15-k13; C k15-k10; C k15-k8; C k15-i13; C k15-f10; C k15-d8; C k15-i15`)
	})
	onEach(t, "OT-17", "e15,f15,g15", 3, 4, func(t *testing.T, moves []string) { same(t, "e15 f15 g15 with 3-4", moves, "") })
	onEach(t, "OT-20", "a15,f8,h8", 2, 3, func(t *testing.T, moves []string) {
		same(t, "a15 f8 h8 with 2-3", only("C ", moves), `
			C a15-a13; C a15-c13; C a15-c15; C a15-a12; C a15-d12; C a15-d15; C a15-a10; C a15-f10; C a15-f15`)
	})
}

func TestOT18And19DirectFreeKicks(t *testing.T) {
	for _, v := range []struct {
		name, markers string
		from          string
		wants         [7]string // for each double; "-": not looked at, as a 1-1 may be a penalty
	}{
		{"OT-18", "b10,b11,h11", "b10", [7]string{1: "D b10-d12", 2: "D b10-f14", 3: "D b10-*", 4: "D b10-*", 5: "D b10-*", 6: "D b10-*"}},
		{"OT-19", "d12,f11,h12", "f11", [7]string{1: "-", 2: "D f11-b15; D f11-j15", 3: ""}},
	} {
		for die := 1; die <= 6; die++ {
			if v.wants[die] == "-" {
				continue
			}
			onEach(t, v.name, v.markers, die, die, func(t *testing.T, moves []string) {
				kicks := slices.DeleteFunc(only("D ", moves), func(m string) bool { return !strings.HasPrefix(m, "D "+v.from) })
				same(t, v.name, kicks, v.wants[die])
			})
		}
	}
}

// Rules 2.10.
func TestNineOfTenKickOffPlacingsAlwaysHaveAPlay(t *testing.T) {
	for reading, moves := range readings {
		t.Run(reading, func(t *testing.T) {
			for _, m := range modelStart("basic").moves() {
				markers := m[2:]
				stuck := 0
				for i := range 36 {
					if len(moves(t, turnOf(markers), 1+i%6, 1+i/6)) == 0 {
						stuck++
					}
				}
				want := 0
				if markers == "d8,f8,h8" {
					want = 2
				}
				if stuck != want {
					t.Errorf("%s has no play with %d of 36 throws, want %d", markers, stuck, want)
				}
			}
		})
	}
}
