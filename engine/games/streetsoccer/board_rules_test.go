package streetsoccer

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
)

// onBoard reads a position of the profile "board" (rules 1.2).
func onBoard(t testing.TB, text string) position {
	t.Helper()
	p, err := Game{}.Parse("board", text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p.(position)
}

func TestTheHigherThrowKicksOff(t *testing.T) {
	const start = "place Y c1d5 d0c6 - ? 1 0:0 -"
	for _, c := range []struct {
		name, before string
		throw        []int
		after        string
	}{
		{"yellow's is higher", start, []int{6, 4}, "place Y c1d5 d0c6 d5 2 1 0:0 -"},
		{"red's is higher", start, []int{1, 6}, "place Y c1d5 d0c6 c6 5 1 0:0 -"},
		{"a tie is thrown again", start, []int{4, 4}, start},
		{"a throw made again leaves the kick-off with red", "kickoff R c1b7c3d5e8 d0b3c6d8e4 c6 ? 3 0:0 -", []int{6, 1}, "kickoff R c1b7c3d5e8 d0b3c6d8e4 c6 5 3 0:0 -"},
		{"and with yellow", "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 ? 3 0:0 -", []int{1, 6}, "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 5 3 0:0 -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			after, err := onBoard(t, c.before).Roll(c.throw...)
			if err != nil || after.String() != c.after {
				t.Errorf("%v, %v, want %s", after, err, c.after)
			}
		})
	}
	if p, err := (Game{}).Start("board"); err != nil || p.String() != start {
		t.Errorf("a match starts with %v, %v", p, err)
	}
}

func TestARedKickOffTakesTheOddMoves(t *testing.T) {
	var p engine.Position = onBoard(t, "place Y c1d5 d0c6 c6 2 1 0:0 -")
	for _, m := range []engine.Move{"Pb7c3e8", "Pb3d8e4", "Be6"} {
		after, err := p.Play(m)
		if err != nil {
			t.Fatal(m, err)
		}
		p = after
	}
	if want := "turn Y c1b7c3d5e8 d0b3c6d8e4 e6 ? 4 0:0 -"; p.String() != want {
		t.Errorf("the match comes to %q, want %q", p, want)
	}
}

func TestTheTurnIsCountedFromEitherKickOff(t *testing.T) {
	for _, c := range []struct {
		text        string
		turn, turns int
	}{
		{"place Y c1d5 d0c6 - ? 1 0:0 -", 0, 0},
		{"kickoff R c1b7c3d5e8 d0b3c6d8e4 c6 2 3 0:0 -", 1, 25},
		{"turn Y c1b7c3d5e8 d0b3c6d8e4 f6 2 4 0:0 -", 1, 25},
		{"turn R c1b7c3d5e8 d0b3c6d8e4 f6 2 5 0:0 -", 2, 25},
		{"turn R c1b7c3d5e8 d0b3c6d8e4 f6 2 51 0:0 -", 25, 25},
		{"turn Y c1b7c3d5e8 d0b3c6d8e4 f6 2 52 0:0 -", 25, 25},
		{"turn R c1b7c3d5e8 d0b3c6d8e4 f6 2 53 0:0 -", 1, 10},
		{"turn Y c1b7c3d5e8 d0b3c6d8e4 f6 2 72 0:0 -", 10, 10},
	} {
		if d := onBoard(t, c.text).Diagram(); d.Turn != c.turn || d.Turns != c.turns {
			t.Errorf("%s: turn %d of %d, want %d of %d", c.text, d.Turn, d.Turns, c.turn, c.turns)
		}
	}
}

func TestTheScorersKeeperGoesBackBeforeTheRestart(t *testing.T) {
	for _, c := range []struct{ name, before, move, after string }{
		{"to the nearer square", "turn Y e6b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "Me8e7|B##", "restart R d1b7c3d5e7 d0b3c6d8e4 - ? 6 1:0 Y"},
		{"which is c from the left half", "turn Y a6b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "Me8e7|B##", "restart R c1b7c3d5e7 d0b3c6d8e4 - ? 6 1:0 Y"},
		{"by columns only", "turn Y d4b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "Me8e7|B##", "restart R d1b7c3d5e7 d0b3c6d8e4 - ? 6 1:0 Y"},
		{"to the other one, if that is taken", "turn Y e6b7c3d1e8 d0b3c6d8e4 e7 4 5 0:0 -", "Me8e7|B##", "restart R c1b7c3d1e7 d0b3c6d8e4 - ? 6 1:0 Y"},
		{"nowhere, if both are", "turn Y e6b7c1d1e8 d0b3c6d8e4 e7 4 5 0:0 -", "Me8e7|B##", "restart R e6b7c1d1e7 d0b3c6d8e4 - ? 6 1:0 Y"},
		{"nowhere, if he is there", "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "Me8e7|B##", "restart R c1b7c3d5e7 d0b3c6d8e4 - ? 6 1:0 Y"},
		{"also when he scored himself", "turn Y e8b7c3d5f2 d0b3c6d8e4 e7 4 5 0:0 -", "Me8e7|B##", "restart R d1b7c3d5f2 d0b3c6d8e4 - ? 6 1:0 Y"},
		{"red's to row 10", "turn R c1b7c3d5e8 f4b3c6d2e3 e2 2 5 0:0 -", "Me3e2|B##", "restart Y c1b7c3d5e8 d0b3c6d2e2 - ? 6 0:1 R"},
		{"not the other side's", "turn R e6b7c3d5e8 d0b3c6d2e3 e2 2 5 0:0 -", "Me3e2|B##", "restart Y e6b7c3d5e8 d0b3c6d2e2 - ? 6 0:1 R"},
		{"not after the last goal", "turn Y e6b7c3d5e8 d0b3c6d8e4 e7 4 53 0:0 -", "Me8e7|B##", "over Y e6b7c3d5e7 d0b3c6d8e4 - - 53 1:0 Y"},
		{"not without a goal", "turn Y e6b7c3d5e8 d0b3c6d8e4 e7 1 5 0:0 -", "Me8e7|Bf8", "turn R e6b7c3d5e7 d0b3c6d8e4 f8 ? 6 0:0 -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			after, err := onBoard(t, c.before).Play(engine.Move(c.move))
			if err != nil || after.String() != c.after {
				t.Errorf("%v, %v, want %s", after, err, c.after)
			}
		})
	}
	after, err := parsed(t, "turn Y e6b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -").Play("Me8e7|B##")
	if want := "restart R e6b7c3d5e7 d0b3c6d8e4 - ? 6 1:0 Y"; err != nil || after.String() != want {
		t.Errorf("by the rules of lg he goes back to %v, %v", after, err)
	}
}

func TestAKeeperWhoWentBackNeverStopsTheRestart(t *testing.T) {
	r := sampler{rand.New(rand.NewPCG(18, 18))}
	for range enginetest.Size(100_000) {
		p := r.sample(rulesOf(boardID))
		if p.phase != restart {
			continue
		}
		if !slices.ContainsFunc([]int{2, 3, 4, 5, 6}, func(face int) bool { return p.thrown([]int{face}) != p }) {
			t.Fatalf("%s: no throw leads on", p)
		}
	}
}

func TestBoardRefusalsSayWhy(t *testing.T) {
	for _, c := range []struct{ text, move, want string }{
		{"place Y c1d5 d0c6 c6 2 1 0:0 -", "Pb7e8f9", "At least one figure must be placed in your own half."},
		{"place Y c1d5 d0c6 c6 2 1 0:0 -", "Pa1a2a3", "At least one figure must be placed in the other half."},
		{"place R c1b7c3d5e8 d0c6 c6 2 2 0:0 -", "Pa1a2a3", "At least one figure must be placed in your own half."},
		{"kickoff R c1b7c3d5e8 d0b3c6d8e4 c6 2 3 0:0 -", "B##", "A kick-off cannot score."},
	} {
		err := onBoard(t, c.text).Check(engine.Move(c.move))
		if !errors.Is(err, engine.ErrIllegal) || engine.Reason(err) != c.want {
			t.Errorf("%s: %q is refused with\n%v, want\n%s", c.text, c.move, err, c.want)
		}
	}
}

func TestTextsThatAreNoPositionOnTheBoard(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"a ball before the throw", "place Y c1d5 d0c6 d5 ? 1 0:0 -"},
		{"no ball after it", "place Y c1d5 d0c6 - 2 1 0:0 -"},
		{"a ball with no circle figure", "place Y c1d5 d0c6 d6 2 1 0:0 -"},
		{"red's kick-off with yellow's ball", "kickoff R c1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -"},
		{"yellow's kick-off with red's ball", "kickoff Y c1b7c3d5e8 d0b3c6d8e4 c6 2 3 0:0 -"},
		{"a kick-off without a ball", "kickoff Y c1b7c3d5e8 d0b3c6d8e4 - ? 3 0:0 -"},
		{"red's placing on move 1", "place R c1b7c3d5e8 d0c6 d5 2 1 0:0 -"},
		{"yellow's placing on move 2", "place Y c1d5 d0c6 d5 2 2 0:0 -"},
		{"three figures in the other half", "kickoff Y c1b7c8d5e8 d0b3c6d8e4 d5 2 3 0:0 -"},
		{"a scorer's keeper who has not gone back", "restart R e6b7c3d5e7 d0b3c6d8e4 - ? 6 1:0 Y"},
		{"not even to the other keeper square", "restart R e6b7c3d1e7 d0b3c6d8e4 - ? 6 1:0 Y"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Game{}.Parse("board", c.text)
			if !errors.Is(err, engine.ErrParse) || !strings.HasSuffix(engine.Reason(err), ".") {
				t.Errorf("%q gives %v, %v, want a sentence that wraps ErrParse", c.text, p, err)
			}
		})
	}
	for _, text := range []string{
		"restart R e6b7c1d1e7 d0b3c6d8e4 - ? 6 1:0 Y", // both keeper squares are taken
		"turn Y c1b7c3d5e8 d0b3c6d8e4 f6 2 4 0:0 -",
		"turn R c1b7c3d5e8 d0b3c6d8e4 f6 2 4 0:0 -",
	} {
		if p := onBoard(t, text); p.String() != text {
			t.Errorf("%q is read as %q", text, p)
		}
	}
}
