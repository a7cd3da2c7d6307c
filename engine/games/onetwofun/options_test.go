package onetwofun

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
)

// by reads a position of a ruleset.
func by(t *testing.T, rules, text string) engine.Position {
	t.Helper()
	p, err := Game{}.Parse(rules, text)
	if err != nil {
		t.Fatalf("%s of %s: %v", text, rules, err)
	}
	return p
}

// ends lists where the keeper's steps of a position end.
func ends(p engine.Position) []string {
	var list []string
	for m := range p.Moves() {
		_, to, _ := strings.Cut(strings.TrimPrefix(string(m), "G "), "-")
		list = append(list, to)
	}
	slices.Sort(list)
	return list
}

func TestOT21And22WhereKeepersStep(t *testing.T) {
	for _, c := range []struct{ name, rules, text, want string }{
		{"OT-21", "professional", "keeper B e12,f10,h9 ? 0:0 1 f1,f15 - -", "e14 e15 f14 f15 g14 g15"},
		{"OT-21 its own keeper first", "professional,step=1", "keeper W e12,f10,h9 ? 0:0 1 f1,f15 - -", "e1 e2 f1 f2 g1 g2"},
		{"OT-21 then the other", "professional,step=1", "keeper B e12,f10,h9 ? 0:0 1 f1,f15 - -", "e14 e15 f14 f15 g14 g15"},
		{"OT-22", "professional", "keeper B e8,f8,h9 ? 0:0 1 f1,i12 - -", "h12 h13 i12 i13"},
		{"OT-22 anywhere", "professional,roam=1", "keeper B e8,f8,h9 ? 0:0 1 f1,i12 - -", "h11 h12 h13 i11 i12 i13 j11 j12 j13"},
		{"not onto the other keeper", "professional,roam=1", "keeper B e8,f8,h9 ? 0:0 1 i11,i12 - -", "h11 h12 h13 i12 i13 j11 j12 j13"},
	} {
		if got := strings.Join(ends(by(t, c.rules, c.text)), " "); got != c.want {
			t.Errorf("%s: a keeper goes to %s, want %s", c.name, got, c.want)
		}
	}
}

func TestBothKeepersStepBeforeAThrow(t *testing.T) {
	p, err := Game{}.Start("professional,step=1")
	for _, c := range []struct {
		move engine.Move
		want string
	}{
		{"K e8,f8,g8", "keeper W e8,f8,g8 ? 0:0 1 f1,f15 - -"},
		{"G f1-f2", "keeper B e8,f8,g8 ? 0:0 1 f2,f15 - -"},
		{"G f15-f15", "play W e8,f8,g8 ? 0:0 1 f2,f15 - -"},
	} {
		if err == nil {
			p, err = p.Play(c.move)
		}
		if err != nil || p.String() != c.want {
			t.Fatalf("%s leads to %v, %v, want %s", c.move, p, err, c.want)
		}
	}
	own := by(t, "professional,step=1", "keeper W e12,f10,h9 ? 0:0 1 f1,e15 - -")
	if m, ok := (Game{}).Auto(own, orderTrack); !ok || m != "G f1-f1" {
		t.Errorf("the keeper of the side with the ball follows: %s, %t", m, ok)
	}
}

func TestOT23EveryPenalty(t *testing.T) {
	if n := by(t, "basic", "penalty W f12,f13,h9 1-1 0:0 1 - - -").Count(); n != 306 {
		t.Errorf("%d ways, want 306", n)
	}
	ring := by(t, "professional,roam=1", "penalty W f12,f13,h9 1-1 0:0 1 j12,f15 - -")
	if n := ring.Count(); n != 16+16+16*15 {
		t.Errorf("with a keeper on the ring %d ways", n)
	}
}

func TestOT24DiceAgainstADirectFreeKick(t *testing.T) {
	const before = "play W b10,b11,h11 3-3 0:0 1 f1,f14 - -"
	for _, c := range []struct {
		rules, after string
	}{
		{"blocking", "play W b10,b11,h11 3-3 0:0 1 f1,f14 - block:b10-*:6"},
		{"blocking,dice=1", "block B b10,b11,h11 3-3 0:0 1 f1,f14 - block:b10-*:6"},
	} {
		p := by(t, c.rules, before)
		after, err := p.Play("D b10-*")
		if err != nil || p.Count() != 5 || after.String() != c.after {
			t.Fatalf("%s: of %d plays the shot leads to %v, %v", c.rules, p.Count(), after, err)
		}
	}
	waits := by(t, "blocking,dice=1", "block B b10,b11,h11 3-3 0:0 1 f1,f14 - block:b10-*:6")
	if got := slices.Collect(waits.Moves()); !slices.Equal(got, []engine.Move{"B1", "B2"}) || waits.Next().Side != engine.Second {
		t.Errorf("%v wait for %v", waits.Next(), got)
	}
	for move, want := range map[engine.Move]struct {
		text   string
		dice   int
		blocks int
	}{
		"B1": {"play W b10,b11,h11 3-3 0:0 1 f1,f14 - block:b10-*:6", 1, 1},
		"B2": {"play W b10,b11,h11 3-3 0:0 1 f1,f14 - block:b10-*:6:2", 2, 5},
	} {
		p, err := waits.Play(move)
		if err != nil || p.String() != want.text || p.Next().Dice.Count != want.dice || p.Next().Dice.Label != blockDie {
			t.Fatalf("%s leads to %v, %v", move, p, err)
		}
		blocked := 0
		for i := range 36 {
			if want.dice == 1 && i >= 6 {
				break
			}
			after, err := p.Roll([]int{1 + i%6, 1 + i/6}[:want.dice]...)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(after.String(), "keeper W") { // Black is in possession
				blocked++
			}
		}
		if blocked != want.blocks {
			t.Errorf("after %s %d throws block, want %d", move, blocked, want.blocks)
		}
	}
	for order, want := range map[string]engine.Move{orderTrack: "B1", orderStay: "B1", orderAsk: ""} {
		if m, _ := (Game{}).Auto(waits, order); m != want {
			t.Errorf("the order %s throws %q", order, m)
		}
	}
	far := by(t, "blocking,dice=1", "block B b10,b11,h11 4-4 0:0 1 f1,f14 - block:b10-*:8")
	if m, _ := (Game{}).Auto(far, orderStay); m != "B2" {
		t.Errorf("against 8 the order to stay throws %q", m)
	}
	if err := waits.Check("B3"); engine.Reason(err) != "Against a direct free kick you throw one die, B1, or two, B2." {
		t.Errorf("three dice are refused with %v", err)
	}
}

func TestOT25AKickOffWithKeepersInTheCircle(t *testing.T) {
	p := by(t, "professional,roam=1", "kickoff W - - 0:0 1 e8,h8 - -")
	if got := slices.Collect(p.Moves()); !slices.Equal(got, []engine.Move{"K d8,f8,g8"}) {
		t.Errorf("the placings are %v", got)
	}
	if err := p.Check("K d8,e8,f8"); engine.Reason(err) != "A keeper stands on e8." {
		t.Errorf("a keeper's point is refused with %v", err)
	}
}

func TestAPenaltyMovesAKeeperOutOfItsWay(t *testing.T) {
	for _, c := range []struct{ keepers, want string }{
		{"f13,e12", "f1,f15"},
		{"f15,e12", "f1,f15"},
		{"e15,e12", "e15,f15"},
	} {
		p, err := by(t, "professional,roam=1", "play W d12,f8,h9 ? 0:0 1 "+c.keepers+" - -").Roll(1, 1)
		if want := "penalty W d12,f8,h9 1-1 0:0 1 " + c.want + " - -"; err != nil || p.String() != want {
			t.Errorf("%s: a penalty leads to %v, %v, want %s", c.keepers, p, err, want)
		}
	}
}

func TestOptionTextsThatAreNoPosition(t *testing.T) {
	for _, c := range []struct{ rules, text string }{
		{"professional", "keeper W e12,f10,h9 ? 0:0 1 f1,f15 - -"},
		{"professional", "keeper B e8,f8,h9 ? 0:0 1 f1,j11 - -"},
		{"professional,roam=1", "keeper B e8,f8,h9 ? 0:0 1 f5,f5 - -"},
		{"professional,roam=1", "penalty W d12,f8,h9 1-1 0:0 1 f13,f15 - -"},
		{"blocking", "block B b10,b11,h11 3-3 0:0 1 f1,f14 - block:b10-*:6"},
		{"blocking", "play W b10,b11,h11 3-3 0:0 1 f1,f14 - block:b10-*:6:2"},
		{"blocking,dice=1", "block B b10,b11,h11 3-3 0:0 1 f1,f14 - block:b10-*:3"},
		{"blocking,dice=1", "block B b10,b11,h11 3-3 0:0 1 f1,f14 - block:b10-*:6:2"},
		{"blocking,dice=1", "block B b10,b11,h11 3-3 0:0 1 f1,f14 - -"},
		{"blocking,dice=1", "block W b10,b11,h11 3-3 0:0 1 f1,f14 - block:b10-*:6"},
	} {
		if p, err := (Game{}).Parse(c.rules, c.text); !errors.Is(err, engine.ErrParse) {
			t.Errorf("%s of %s is read as %v, %v", c.text, c.rules, p, err)
		}
	}
	for _, rules := range []string{"basic,step=1", "basic,roam=1", "basic,dice=1", "professional,dice=1", "professional,roam=1,step=1"} {
		if _, err := (Game{}).Start(rules); !errors.Is(err, engine.ErrUnknown) {
			t.Errorf("%s is played: %v", rules, err)
		}
	}
}
