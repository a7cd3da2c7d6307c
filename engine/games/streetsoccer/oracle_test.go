package streetsoccer

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
)

// A sampler makes positions at random, each kind of them where generators go
// wrong: those hardly ever come up in play.
type sampler struct {
	*rand.Rand
}

// sample returns a turn or a restart of a profile whose throw is due.
func (r sampler) sample(rules uint8) position {
	for {
		p := position{scene: scene{phase: turn, side: colour(r.IntN(2)), ball: nowhere}, scorer: nobody, rules: rules}
		p.move = uint8(5 + int(p.side) + 2*r.IntN(34))
		if profiles[rules].higherFirst && r.IntN(2) == 0 {
			p.move ^= 1 // Red kicked off
		}
		if r.IntN(4) == 0 {
			p.phase, p.scorer = restart, p.side.other()
			p.score[p.scorer] = 1
		}
		if p.phase == turn && r.IntN(20) == 0 {
			r.wall(&p)
		} else {
			r.lay(&p)
		}
		if p.phase == restart {
			p.keeper[p.scorer] = p.home(p.scorer, profiles[p.rules].back, one(keeperSquares[p.scorer].nth(r.IntN(2))))
		}
		if _, err := parsePosition(rules, p.String()); err == nil {
			return p
		}
	}
}

// lay puts figures and ball on squares: anywhere, close together in a corner, on
// keeper squares, round the ball, or before the goal of the side to move.
func (r sampler) lay(p *position) {
	likely := []area{
		pitch,
		r.box(3, 4),
		r.box(2, 5) | anyKeeperSquare,
		anyKeeperSquare | penaltySquares[yellow] | penaltySquares[red],
		one(at('a', 1)) | one(at('a', 2)) | one(at('b', 1)) | one(at('b', 2)) | one(at('c', 1)),
		r.tiers(p.side),
	}[r.IntN(6)]
	share := r.Float64()
	var taken area
	draw := func() square {
		for {
			from := pitch
			if !likely.within(taken) && r.Float64() < share {
				from = likely
			}
			if s := (from &^ taken).nth(r.IntN((from &^ taken).len())); !taken.has(s) {
				taken |= one(s)
				return s
			}
		}
	}
	if p.phase == turn {
		p.ball = draw()
	}
	if p.phase == turn && r.IntN(3) == 0 {
		likely = pitch & (beside(one(p.ball)) | beside(beside(one(p.ball))))
	}
	for _, i := range r.Perm(10) {
		c := colour(i % 2)
		if i < 2 {
			p.keeper[c] = draw()
		} else {
			p.outfielders[c] |= one(draw())
		}
	}
}

// wall encloses the ball in a corner of the side to move behind two rows of its
// figures, so that with a 1, and often a 2, no move can open a way to it.
func (r sampler) wall(p *position) {
	squares := []square{at('a', 3), at('a', 4), at('b', 2), at('b', 3), at('c', 2)}
	p.ball = at('a', 1)
	if r.IntN(2) == 0 {
		for i, s := range squares {
			squares[i] = at('f'-byte(s.column()), s.row())
		}
		p.ball = at('f'-byte(p.ball.column()), p.ball.row())
	}
	if p.side == red {
		for i, s := range squares {
			squares[i] = at('a'+byte(s.column()), rows+1-s.row())
		}
		p.ball = at('a'+byte(p.ball.column()), rows+1-p.ball.row())
	}
	keeper := r.IntN(len(squares))
	p.keeper[p.side] = squares[keeper]
	for i, s := range squares {
		if i != keeper {
			p.outfielders[p.side] |= one(s)
		}
	}
	others := p.side.other()
	outside := pitch &^ p.figures(p.side) &^ one(p.ball)
	p.keeper[others] = outside.nth(r.IntN(outside.len()))
	for range 1 + placed {
		outside &^= p.outfielders[others] | one(p.keeper[others])
		p.outfielders[others] |= one(outside.nth(r.IntN(outside.len())))
	}
}

// box returns a block of squares in one of the corners.
func (r sampler) box(width, height int) area {
	var a area
	x, y := byte('a'), 1
	if r.IntN(2) == 0 {
		x = 'a' + columns - byte(width)
	}
	if r.IntN(2) == 0 {
		y = rows - height + 1
	}
	for i := range width {
		for j := range height {
			a |= one(at(x+byte(i), y+j))
		}
	}
	return a
}

// tiers returns the squares of some of a side's restart tiers, the first ones.
func (r sampler) tiers(c colour) area {
	var a area
	for _, tier := range restartTiers[c][:1+r.IntN(len(restartTiers[c]))] {
		a |= tier
	}
	return a
}

// slowOf returns a position by the slow rules.
func slowOf(p position) model { return modelOf(profiles[p.rules].ruleset(), p.String()) }

// eachProfile runs a test for every profile.
func eachProfile(t *testing.T, test func(t *testing.T, rules uint8)) {
	for rules, p := range profiles {
		t.Run(p.ruleset(), func(t *testing.T) { test(t, uint8(rules)) })
	}
}

// samplesOf returns how many positions of a profile both rules are asked about: of those
// that differ from others in one thing fewer.
func samplesOf(rules uint8) int {
	if p := profiles[rules].ruleset(); p == lgID || p == boardID {
		return enginetest.Sized(600, 50_000)
	}
	return enginetest.Sized(600, 20_000)
}

func TestFastAgreesWithSlow(t *testing.T) {
	eachProfile(t, func(t *testing.T, rules uint8) {
		r := sampler{rand.New(rand.NewPCG(7, 7))}
		met := map[string]int{}
		for range samplesOf(rules) {
			compare(t, r, r.sample(rules), met)
		}
		t.Log(met)
		for _, kind := range []string{
			"an outfielder on a keeper square", "passed or thrown again", "rules 1.10 waived",
			"some moves surround the ball", "restart", "restart from another tier",
		} {
			if met[kind] == 0 {
				t.Errorf("no position was of the kind %q", kind)
			}
		}
	})
}

// compare throws for a position and sees that both rules say the same of it. What
// kinds of positions were met is counted.
func compare(t *testing.T, r sampler, before position, met map[string]int) {
	t.Helper()
	face := 1 + r.IntN(6)
	p := before.thrown([]int{face})
	slow := slowOf(before).roll(face)
	if p.String() != slow.text() {
		t.Fatalf("%s with %d becomes\n%s, but by the slow rules\n%s", before, face, p, slow.text())
	}
	met["all"]++
	if foreign := (p.figures(yellow)&^one(p.keeper[yellow]) | p.figures(red)&^one(p.keeper[red])) & anyKeeperSquare; foreign != 0 {
		met["an outfielder on a keeper square"]++
	}
	if p.die == 0 {
		met["passed or thrown again"]++
		return
	}
	want, all := slow.choices()
	agree(t, p, want)
	if !slow.play(want[0]).reachable(1-slow.side) && slow.play(want[0]).ball != (spot{}) {
		met["rules 1.10 waived"]++
	} else if len(want) < len(all) {
		met["some moves surround the ball"]++
	}
	if p.phase == restart {
		met["restart"]++
		if !p.restartSquares().within(keeperSquares[p.side]) {
			met["restart from another tier"]++
		}
	}
}

// agree sees that a position has exactly the moves wanted, and that some of them
// lead where the slow rules say.
func agree(t *testing.T, p position, want []string) {
	t.Helper()
	got := make([]string, 0, len(want))
	for m := range p.Moves() {
		got = append(got, string(m))
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: moves\n%v, but by the slow rules\n%v", p, got, want)
	}
	if p.Count() != len(want) {
		t.Fatalf("%s: Count is %d, but there are %d moves", p, p.Count(), len(want))
	}
	slow := slowOf(p)
	for i := 0; i < len(want); i += 1 + len(want)/4 {
		after, err := p.Play(engine.Move(want[i]))
		if err != nil {
			t.Fatalf("%s: %s: %v", p, want[i], err)
		}
		if text := slow.play(want[i]).text(); after.String() != text {
			t.Fatalf("%s: %s leads to\n%s, but by the slow rules\n%s", p, want[i], after, text)
		}
	}
}

func TestWholeMatchesAgreeWithSlow(t *testing.T) {
	eachProfile(t, func(t *testing.T, rules uint8) {
		r := rand.New(rand.NewPCG(8, 8))
		for range enginetest.Sized(3, 200) {
			wholeMatch(t, r, rules)
		}
	})
}

// wholeMatch plays a match at random and sees that every position follows from
// the one before by the slow rules too.
func wholeMatch(t *testing.T, r *rand.Rand, rules uint8) {
	t.Helper()
	start, err := Game{}.Start(profiles[rules].ruleset())
	if err != nil {
		t.Fatal(err)
	}
	for p := start.(position); p.phase != over; {
		slow := slowOf(p)
		if dice := p.Next().Dice; dice.Count > 0 {
			faces := []int{1 + r.IntN(6), 1 + r.IntN(6)}[:dice.Count]
			p = p.thrown(faces)
			if text := slow.roll(faces...).text(); p.String() != text {
				t.Fatalf("%s with %v becomes\n%s, but by the slow rules\n%s", slow.text(), faces, p, text)
			}
			continue
		}
		if p.phase != placing {
			want, _ := slow.choices()
			agree(t, p, want)
		}
		m := p.Random(r)
		after, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if text := slow.play(string(m)).text(); after.String() != text {
			t.Fatalf("%s: %s leads to\n%s, but by the slow rules\n%s", p, m, after, text)
		}
		p = after.(position)
	}
}

func TestPlacingsAgreeWithSlow(t *testing.T) {
	eachProfile(t, func(t *testing.T, rules uint8) {
		if profiles[rules].placesAll {
			for _, text := range []string{"place Y - - - - 1 0:0 -", "place R d1b7c3c5e8 - - - 2 0:0 -", "place R c1c2c9d5d9 - - - 2 0:0 -"} {
				p, err := parsePosition(rules, text)
				if err != nil {
					t.Fatal(err)
				}
				agree(t, p, slowOf(p).placings())
			}
			return
		}
		for _, text := range []string{
			"place Y c1d5 d0c6 d5 3 1 0:0 -",
			"place R c1b7c3d5e8 d0c6 d5 3 2 0:0 -",
			"place R c1c2c9d5d9 d0c6 d5 3 2 0:0 -",
			"place R c1a2a9b0d5 d0c6 d5 3 2 0:0 -",
		} {
			p, err := parsePosition(rules, text)
			if err != nil {
				t.Fatal(err)
			}
			agree(t, p, slowOf(p).placings())
		}
	})
}
