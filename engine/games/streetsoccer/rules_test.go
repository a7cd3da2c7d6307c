package streetsoccer

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
)

// parsed reads a position that a test is about.
func parsed(t testing.TB, text string) position {
	t.Helper()
	p, err := parsePosition(0, text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

func TestAThrowLeadsOn(t *testing.T) {
	for _, c := range []struct {
		name, before string
		throw        []int
		after        string
	}{
		{"the kick-off value is the difference", "place Y c1d5 d0c6 d5 ? 1 0:0 -", []int{2, 6}, "place Y c1d5 d0c6 d5 4 1 0:0 -"},
		{"a tie is thrown again", "place Y c1d5 d0c6 d5 ? 1 0:0 -", []int{3, 3}, "place Y c1d5 d0c6 d5 ? 1 0:0 -"},
		{"a kick-off value may be thrown after the placings", "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 ? 3 0:0 -", []int{6, 1}, "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 5 3 0:0 -"},
		{"a turn has one die", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -", []int{6}, "turn R c1b7c3d5e8 d0b3c6d8e4 f5 6 4 0:0 -"},
		{"a 1 in a restart is thrown again", "restart Y c1b7c3d5e8 d0b3c6d8e4 - ? 5 0:1 R", []int{1}, "restart Y c1b7c3d5e8 d0b3c6d8e4 - ? 5 0:1 R"},
		{"a restart has a 2 to 6", "restart Y c1b7c3d5e8 d0b3c6d8e4 - ? 5 0:1 R", []int{2}, "restart Y c1b7c3d5e8 d0b3c6d8e4 - 2 5 0:1 R"},
		{"a restart throw without a target is thrown again", blockedRestart, []int{3}, blockedRestart},
		{"a turn without a move is passed", "turn Y a1a2a0b1b2 b0a3a9b3c2 f5 ? 5 0:0 -", []int{1}, "turn R a1a2a0b1b2 b0a3a9b3c2 f5 ? 6 0:0 -"},
		{"the last turn passed ends the match", "turn R e1d9e8f2f8 f0e9e0f1f9 a6 ? 52 1:0 Y", []int{4}, "over R e1d9e8f2f8 f0e9e0f1f9 a6 - 52 1:0 Y"},
		{"a turn passed at a level score leads into sudden death", "turn R e1d9e8f2f8 f0e9e0f1f9 a6 ? 52 1:1 Y", []int{4}, "turn Y e1d9e8f2f8 f0e9e0f1f9 a6 ? 53 1:1 Y"},
	} {
		t.Run(c.name, func(t *testing.T) {
			after, err := parsed(t, c.before).Roll(c.throw...)
			if err != nil || after.String() != c.after {
				t.Errorf("%v, %v, want %s", after, err, c.after)
			}
		})
	}
}

func TestMovesLeadOn(t *testing.T) {
	for _, c := range []struct{ name, before, move, after string }{
		{"Yellow places", "place Y c1d5 d0c6 d5 4 1 0:0 -", "Pb7c3e8", "place R c1b7c3d5e8 d0c6 d5 4 2 0:0 -"},
		{"Red places", "place R c1b7c3d5e8 d0c6 d5 4 2 0:0 -", "Pb3d8e4", "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 4 3 0:0 -"},
		{"Yellow kicks off", "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -", "Bf5", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"a walk leaves the ball", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 1 4 0:0 -", "Me4f4", "turn Y c1b7c3d5e8 d0b3c6d8f4 f5 ? 5 0:0 -"},
		{"a keeper walks", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 1 4 0:0 -", "Md0c0", "turn Y c1b7c3d5e8 c0b3c6d8e4 f5 ? 5 0:0 -"},
		{"a null move changes nothing but the turn", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 2 4 0:0 -", "Me4e4", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 ? 5 0:0 -"},
		{"a kick", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 2 4 0:0 -", "Me4f5|Be4", "turn Y c1b7c3d5e8 d0b3c6d8f5 e4 ? 5 0:0 -"},
		{"a goal leads to a restart", "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -", "Me8e7|B##", "restart R c1b7c3d5e7 d0b3c6d8e4 - ? 6 1:0 Y"},
		{"a restart", "restart R c1b7c3d5e8 d0b3c6d8e4 - 2 6 1:0 Y", "Pc0|Bb8", "turn Y c1b7c3d5e8 c0b3c6d8e4 b8 ? 7 1:0 Y"},
		{"a restart that scores", "restart R c1a8b8f8f9 d0c2c6c7c8 - 6 6 1:0 Y", "Pc0|B##", "restart Y c1a8b8f8f9 c0c2c6c7c8 - ? 7 1:1 R"},
	} {
		t.Run(c.name, func(t *testing.T) {
			after, err := parsed(t, c.before).Play(engine.Move(c.move))
			if err != nil || after.String() != c.after {
				t.Errorf("%v, %v, want %s", after, err, c.after)
			}
		})
	}
}

// blockedRestart is a restart in which only c1 is left to the keeper, and only b1
// to the ball: no more than two steps lead anywhere.
const blockedRestart = "restart Y e1b4d3d0e2 b2c2c8d1d2 - ? 5 0:1 R"

func TestRestartSquares(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"both keeper squares", "restart Y c1b7c3d5e8 d0b3c6d8e4 - ? 5 0:1 R", "c1 d1"},
		{"the keeper comes from anywhere", "restart Y f9b7c3d5e8 d0b3c6d8e4 - ? 5 0:1 R", "c1 d1"},
		{"one is taken by an opponent", "restart Y c1b7c3d5e8 d0b3c6d1e4 - ? 5 0:1 R", "c1"},
		{"one is taken by an own figure that kicked from there", "restart Y d1b7c1d5e8 d0b3c6d8e4 - ? 5 0:1 R", "d1"},
		{"the second tier", "restart Y f9b7c3d5e8 d0b3c1d1e4 - ? 5 0:1 R", "c2 d2"},
		{"the third tier", "restart Y f9b7c2d5e8 d0c1d1d2e4 - ? 5 0:1 R", "b1 e1"},
		{"the fourth tier", "restart Y f9b1c2d5e8 e1c1d1d2e4 - ? 5 0:1 R", "b2 e2"},
		{"the fifth tier", "restart Y f9b1b2c2e8 e1c1d1d2e2 - ? 5 0:1 R", "c3 d3"},
		{"Red's tiers are mirrored", "restart R c1c9c0d0e8 f2b9d9f1f3 - ? 6 1:0 Y", "b10 e10"},
		{"and a tier beyond, when the last square of these is shut in: SS-29", "restart Y d1b1b2c3d3 c1c2d2e1e2 - ? 37 0:1 R", "c4 d4"},
		{"a square that no ball can leave counts as taken", "restart Y f5a5a6a7a8 b1b2c2d1d2 - ? 5 0:1 R", "e1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parsed(t, c.text)
			sameArea(t, "squares", p.restartSquares(), c.want)
		})
	}
}

func TestEveryRestartHasATarget(t *testing.T) {
	r := sampler{rand.New(rand.NewPCG(17, 17))}
	for range enginetest.Size(100_000) {
		p := r.sample(0)
		if p.phase != restart {
			continue
		}
		if !slices.ContainsFunc([]int{2, 3, 4, 5, 6}, func(face int) bool { return p.thrown([]int{face}) != p }) {
			t.Fatalf("%s: no throw leads on", p)
		}
	}
}

func TestAKickOffWithoutATargetIsThrownAgain(t *testing.T) {
	// No placing can do this; eight red figures can.
	p := lay(t, layout{keeper: [2]string{"c1", "d10"}, outfielders: [2]string{"d5", "c4 d4 e4 c5 e5 c6 d6"}, ball: "d5"})
	p.move, p.phase, p.side, p.die = 2, placing, red, 1
	p = p.after(decision{set: one(at('e', 6))})
	if p.phase != kickoff || p.die != 0 {
		t.Fatalf("%s: a value without a target is not taken back", p)
	}
	if again := p.thrown([]int{1, 3}); again != p {
		t.Errorf("%s: a value without a target is not thrown again", again)
	}
}

func TestAKickOffCannotScore(t *testing.T) {
	p := parsed(t, "kickoff Y c1b7d5d8d9 d0b3c6e4e8 d5 5 3 0:0 -")
	k := newKick(yellow, p.figures(yellow), p.figures(red))
	if _, scores := k.from(p.ball, 1<<5); !scores {
		t.Fatal("no other kick could score from there either")
	}
	next, _ := p.Continue(nil)
	for _, step := range next {
		if step.Choice != "" {
			t.Errorf("%v is offered", step)
		}
	}
	if p.Count() != len(next) {
		t.Errorf("Count is %d, %d squares are offered", p.Count(), len(next))
	}
	if err := p.Check("B##"); engine.Reason(err) != "A kick-off cannot score." {
		t.Errorf("the goal gives %v", err)
	}
}

func TestTheRuleIsWaivedWhenAllMovesFail(t *testing.T) {
	p := parsed(t, "turn Y b2a3a4b3c2 d0c6d5e4f3 a1 1 31 1:1 R")
	if p.Count() == 0 {
		t.Fatal("no move is left")
	}
	for m := range p.Moves() {
		after, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if modelOf("lg", after.String()).reachable(1) {
			t.Errorf("after %s Red reaches the ball, so nothing was to be waived", m)
		}
	}
}

func TestRefusalsSayWhy(t *testing.T) {
	const (
		place   = "place Y c1d5 d0c6 d5 2 1 0:0 -"
		placeR  = "place R c1b7c3d5e8 d0c6 d5 2 2 0:0 -"
		kickOff = "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -"
		red2    = "turn R c1b7c3d5e8 d0b3c6d8e4 f5 2 4 0:0 -"
		yellow4 = "turn Y c1b7c3d5e8 d0b3c6d8e4 e7 4 5 0:0 -"
		again   = "restart Y c1b7c3d5e8 d0b3c6d8e4 - 2 5 0:1 R"
	)
	for _, c := range []struct{ text, move, want string }{
		{"place Y c1d5 d0c6 d5 ? 1 0:0 -", "Pb7c3e8", "The throw comes before the move."},
		{"over R c1b7c3d5e8 d0b3c6d8e4 f5 - 72 1:1 R", "Me4f4", "This match is over."},
		{place, "", "A placing names three different squares in ascending order, such as Pb7c3e8."},
		{place, "Pc3b7e8", "A placing names three different squares in ascending order, such as Pb7c3e8."},
		{place, "Pb7b7e8", "A placing names three different squares in ascending order, such as Pb7c3e8."},
		{place, "Pb0b7e8", "A placing names three different squares in ascending order, such as Pb7c3e8."},
		{place, "Pb7c3", "A placing names three different squares in ascending order, such as Pb7c3e8."},
		{place, "Pb7c3e8f1", "A placing names three different squares in ascending order, such as Pb7c3e8."},
		{place, "Pb7c3g8", "A placing names three different squares in ascending order, such as Pb7c3e8."},
		{place, "Bf5", "A placing names three different squares in ascending order, such as Pb7c3e8."},
		{place, "Pa1a2a3", "At least one figure must be placed in the other half."},
		{place, "Pb7c2d2", "At most one figure may be placed on your two penalty squares."},
		{place, "Pb7c5e8", "No figure may be placed in the centre circle, on c5."},
		{place, "Pb7d6e8", "No figure may be placed in the centre circle, on d6."},
		{place, "Pb7d1e8", "No figure may be placed on a keeper square, on d1."},
		{place, "Pb7c0e8", "No figure may be placed on a keeper square, on c10."},
		{place, "Pb7d5e8", "There is a figure on d5 already."},
		{placeR, "Pb7d8e4", "There is a figure on b7 already."},
		{placeR, "Pa6b8e9", "At least one figure must be placed in the other half."},
		{placeR, "Pa1c9d9", "At most one figure may be placed on your two penalty squares."},
		{kickOff, "Md5f5", "A kick-off names the square where the ball ends, such as Bf5."},
		{kickOff, "Bf5|Bf5", "A kick-off names the square where the ball ends, such as Bf5."},
		{kickOff, "B##", "A kick-off cannot score."},
		{kickOff, "Bd6", "The ball cannot end on d6 with a kick of length 2."},
		{red2, "R", "A resignation is not a move."},
		{red2, "-", "A turn cannot be passed: it passes by itself when no move is possible."},
		{red2, "Me4", "A turn names a figure and where it ends, and the ball's target if it kicks, such as Mc2c5 or Mc2c5|Be7."},
		{red2, "Me4f5|Ce4", "A turn names a figure and where it ends, and the ball's target if it kicks, such as Mc2c5 or Mc2c5|Be7."},
		{red2, "Pd0|Be4", "A turn names a figure and where it ends, and the ball's target if it kicks, such as Mc2c5 or Mc2c5|Be7."},
		{red2, "Ma1a3", "There is no figure on a1."},
		{red2, "Mb7b9", "The figure on b7 is not yours."},
		{red2, "Mb7f5|Be4", "The figure on b7 is not yours."},
		{red2, "Me4f5", "A figure that steps on the ball must kick it."},
		{red2, "Mc6d5", "There is a figure on d5 already."},
		{red2, "Me4e8", "There is a figure on e8 already."},
		{red2, "Me4e7", "This figure cannot end on e7 with exactly 2 steps."},
		{red2, "Me4e3", "This figure cannot end on e3 with exactly 2 steps."},
		{"turn R c1b7c3d5e8 d0b3c6d8e4 f5 1 4 0:0 -", "Me4e4", "This figure cannot end on e4 with exactly 1 step."},
		{"turn R c1b7c3d5e8 d0b3c6d9e4 f5 3 4 0:0 -", "Md9c0", "Only the red keeper may step on c10 while the ball is elsewhere."},
		{"turn R f1b7c3d5e8 d0b3c2d8e4 f5 1 4 0:0 -", "Mc2c1", "Only the yellow keeper may step on c1 while the ball is elsewhere."},
		{"turn R c1b7c3d5e8 d0b3c9d8e4 f5 1 4 0:0 -", "Md8d9", "Another figure of yours stands in your penalty area already."},
		{"turn R c1b7c3d5e8 d0b3c9d8e4 d9 1 4 0:0 -", "Md8d9|Be9", "Another figure of yours stands in your penalty area already."},
		{red2, "Md8f5|Be4", "This figure cannot reach the ball with 2 steps."},
		{red2, "Me4f4|Be4", "The ball is on f5, not on f4."},
		{red2, "Me4f5|Bf1", "The ball cannot end on f1 with a kick of length 1."},
		{red2, "Me4f5|B##", "The ball cannot get into the goal with a kick of length 1."},
		{yellow4, "Me8e7|Bc6", "The ball cannot end on c6 with a kick of length 2 or 4."},
		{"turn Y c1a2b2d5e8 d0c6d8e4e9 a1 1 5 0:0 -", "Mb2b1", "Your opponent could no longer reach the ball."},
		{"turn Y c1a3b2d5e8 d0c6d8e4e9 a4 2 5 0:0 -", "Mb2a2", "This figure cannot end on a2 with exactly 2 steps."},
		{again, "Pc1", "A restart names the keeper's square and the ball's target, such as Pc1|Bd3."},
		{again, "Pc2|Bd3", "The keeper restarts from c1 or d1."},
		{again, "Pc1|Bf9", "The ball cannot end on f9 with a kick of length 2."},
		{again, "Pc1|B##", "The ball cannot get into the goal with a kick of length 2."},
	} {
		p := parsed(t, c.text)
		err := p.Check(engine.Move(c.move))
		if !errors.Is(err, engine.ErrIllegal) || engine.Reason(err) != c.want {
			t.Errorf("%s: %q is refused with\n%v, want\n%s", c.text, c.move, err, c.want)
		}
		if _, err := p.Play(engine.Move(c.move)); engine.Reason(err) != c.want {
			t.Errorf("%s: Play says %v", c.text, err)
		}
		if _, err := p.Steps(engine.Move(c.move)); engine.Reason(err) != c.want {
			t.Errorf("%s: Steps says %v", c.text, err)
		}
	}
}

func TestTextsThatAreNoPosition(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"nothing", ""},
		{"a field is missing", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0"},
		{"a field too many", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 - -"},
		{"two blanks", "turn  R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"an unknown phase", "Turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"an unknown side", "turn B c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"nobody acts", "turn - c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"a square off the pitch", "turn R g1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"half a square", "turn R c1b7c3d5e d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"no squares", "turn R  d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"outfielders not in ascending order", "turn R c1c3b7d5e8 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"row 10 before row 9", "turn R c1b0b9d5e8 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"three outfielders", "turn R c1b7c3d5 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"five outfielders", "turn R c1b7c3d5e8f8 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"two own figures on a square", "turn R c1b7c1d5e8 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"two sides on a square", "turn R c1b7c3d5e8 d0b3c6d5e4 f5 ? 4 0:0 -"},
		{"two outfielders on their own penalty squares", "turn R c1b7c2d2e8 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"the ball on a figure", "turn R c1b7c3d5e8 d0b3c6d8e4 d5 ? 4 0:0 -"},
		{"no ball in a turn", "turn R c1b7c3d5e8 d0b3c6d8e4 - ? 4 0:0 -"},
		{"a ball in a restart", "restart Y c1b7c3d5e8 d0b3c6d8e4 f5 ? 5 0:1 R"},
		{"a ball in the goal", "turn R c1b7c3d5e8 d0b3c6d8e4 ## ? 4 0:0 -"},
		{"the ball away before the kick-off", "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d4 2 3 0:0 -"},
		{"a keeper away before the kick-off", "kickoff Y d1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -"},
		{"no circle figure before the kick-off", "kickoff Y c1b7c3d4e8 d0b3c6d8e4 d5 2 3 0:0 -"},
		{"a placing that is not allowed", "kickoff Y c1b1c3d5e3 d0b3c6d8e4 d5 2 3 0:0 -"},
		{"a figure placed in the circle", "place R c1b7c5d5e8 d0c6 d5 2 2 0:0 -"},
		{"figures placed before their side's turn", "place Y c1b7c3d5e8 d0c6 d5 2 1 0:0 -"},
		{"a die of 7", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 7 4 0:0 -"},
		{"a die of 0", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 0 4 0:0 -"},
		{"no die while the match goes on", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 - 4 0:0 -"},
		{"a kick-off value of 6", "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 6 3 0:0 -"},
		{"a restart with a 1", "restart Y c1b7c3d5e8 d0b3c6d8e4 - 1 5 0:1 R"},
		{"a restart throw without a target", strings.Replace(blockedRestart, "?", "5", 1)},
		{"a die without a move", "turn Y a1a2a0b1b2 b0a3a9b3c2 f5 1 5 0:0 -"},
		{"a die after the end", "over R c1b7c3d5e8 d0b3c6d8e4 f5 3 72 1:1 R"},
		{"a throw due after the end", "over R c1b7c3d5e8 d0b3c6d8e4 f5 ? 72 1:1 R"},
		{"move 0", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 0 0:0 -"},
		{"move 74", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 74 0:0 -"},
		{"a number with a nought before it", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 04 0:0 -"},
		{"a signed number", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? +4 0:0 -"},
		{"the other side's move", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 ? 4 0:0 -"},
		{"a turn on move 2", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 2 0:0 -"},
		{"a kick-off on move 5", "kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 2 5 0:0 -"},
		{"a placing on move 3", "place Y c1d5 d0c6 d5 2 3 0:0 -"},
		{"a restart on move 4", "restart R c1b7c3d5e8 d0b3c6d8e4 - ? 4 1:0 Y"},
		{"a score without a colon", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 8 11 Y"},
		{"a negative score", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 8 -1:0 -"},
		{"a score with a nought before it", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 8 01:0 Y"},
		{"more goals than moves", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 8 3:3 Y"},
		{"a last scorer without a goal", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 8 0:0 Y"},
		{"goals without a last scorer", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 8 1:0 -"},
		{"a last scorer who has not scored", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 8 1:0 R"},
		{"a restart of the side that scored", "restart Y c1b7c3d5e8 d0b3c6d8e4 - ? 7 1:0 Y"},
		{"sudden death with a leader", "turn R c1b7c3d5e8 d0b3c6d8e4 f5 ? 54 1:0 Y"},
		{"an end in the middle", "over R c1b7c3d5e8 d0b3c6d8e4 f5 - 40 1:0 Y"},
		{"an end at a level score on move 52", "over R c1b7c3d5e8 d0b3c6d8e4 f5 - 52 1:1 Y"},
		{"an end in sudden death without a goal", "over R c1b7c3d5e8 d0b3c6d8e4 f5 - 60 1:1 Y"},
		{"a sudden death by two goals", "over R c1b7c3d5e8 d0b3c6d8e4 - - 60 1:3 R"},
		{"a last goal by the side that did not act", "over R c1b7c3d5e8 d0b3c6d8e4 - - 60 2:1 Y"},
		{"a level end with the ball gone", "over R c1b7c3d5e8 d0b3c6d8e4 - - 72 1:1 R"},
		{"a sudden death with the ball on a square", "over R c1b7c3d5e8 d0b3c6d8e4 f5 - 60 1:2 R"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Game{}.Parse("lg", c.text)
			if !errors.Is(err, engine.ErrParse) || !strings.HasSuffix(engine.Reason(err), ".") {
				t.Errorf("%q gives %v, %v, want a sentence that wraps ErrParse", c.text, p, err)
			}
		})
	}
}

func TestPositionsThatNeverComeUpAreReadAllTheSame(t *testing.T) {
	for _, text := range []string{
		"turn R c0c1d1d0e8 d9b3c6c9e4 f5 ? 8 0:0 -",    // keepers far away, figures on every keeper square
		"turn Y c1a3b2d5e8 d0c6d8e4e9 a1 ? 9 0:0 -",    // a ball behind figures
		"turn Y d1a2b1b2c1 d0e7e8e9f7 a1 ? 9 0:0 -",    // one that the opponent cannot reach
		"place R c1b7c3d5e8 d0c6 d5 ? 2 0:0 -",         // a placing before the throw
		"over Y c1b7c3d5e8 d0b3c6d8e4 - - 61 2:1 Y",    // a golden goal
		"over R c1b7c3d5e8 d0b3c6d8e4 - - 52 1:4 R",    // a goal on the last move
		"restart Y c1b7c3d5e8 d0b3c6d8e4 - 6 53 3:3 R", // a restart in sudden death
	} {
		if p := parsed(t, text); p.String() != text {
			t.Errorf("%q is read as %q", text, p)
		}
	}
}

func TestRandomGivesEveryMoveTheSameChance(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, text := range []string{
		"kickoff Y c1b7c3d5e8 d0b3c6d8e4 d5 2 3 0:0 -",
		"turn Y c1b7c3d5e8 d0b3c6d8e4 e7 5 5 0:0 -",
		"restart Y c1b7c3d5e8 d0b3c6d8e4 - 4 5 0:1 R",
	} {
		p := parsed(t, text)
		seen := map[engine.Move]int{}
		const each = 400
		for range each * p.Count() {
			seen[p.Random(r)]++
		}
		for m := range p.Moves() {
			if math.Abs(float64(seen[m]-each)) > 6*math.Sqrt(each) {
				t.Errorf("%s: %s came %d times, want about %d", text, m, seen[m], each)
			}
		}
	}
}

func TestRandomPlacingsCoverThePitch(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	p := parsed(t, "place R c1b7c3d5e8 d0c6 d5 2 2 0:0 -")
	var seen area
	for range 2000 {
		set := p.coach().random(r)
		if !p.coach().mayPlace(set) || set.len() != placed {
			t.Fatalf("%v is no placing", slices.Collect(set.all()))
		}
		seen |= set
	}
	if seen != p.coach().placeable() {
		t.Errorf("never placed on %v", slices.Collect((p.coach().placeable() &^ seen).all()))
	}
}

func TestNullMovesAreTextsOfTheirOwn(t *testing.T) {
	p := parsed(t, "turn R c1b7c3d5e8 d0b3c6d8e4 f5 2 4 0:0 -")
	for _, m := range []engine.Move{"Mb3b3", "Mc6c6", "Md8d8", "Me4e4", "Md0d0"} {
		if err := p.Check(m); err != nil {
			t.Errorf("%s: %v", m, err)
		}
	}
}
