package cufootball

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/games/cufootball/pitch"
)

// TestMediumBeatsGreedy plays some matches; what many give stands on the page of the bots.
func TestMediumBeatsGreedy(t *testing.T) {
	const matches, clearly = 6, 4
	medium, greedy := botOf(t, "medium"), botOf(t, "greedy")
	r := rand.New(rand.NewPCG(8, 8))
	sum := 0.0
	for n := range matches {
		players := map[engine.Side]bot.Bot{engine.First: medium, engine.Second: greedy}
		if n%2 == 1 {
			players = map[engine.Side]bot.Bot{engine.First: greedy, engine.Second: medium}
		}
		points := paid(playedBy(t, players, r))
		if n%2 == 1 {
			points = 5 - points
		}
		sum += points
	}
	if sum < clearly*matches {
		t.Errorf("medium takes %.2f of 5 points", sum/matches)
	}
}

func botOf(t *testing.T, id string) bot.Bot {
	t.Helper()
	b, err := bot.ByID(id)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// playedBy plays a match, every move of which must be legal.
func playedBy(t *testing.T, players map[engine.Side]bot.Bot, r *rand.Rand) position {
	t.Helper()
	start, err := Game{}.Start("classic")
	if err != nil {
		t.Fatal(err)
	}
	p := start.(position)
	for p.phase != over {
		if p.Next().Dice.Count > 0 {
			p = p.drawn(uint8(1 + r.IntN(pegs)))
			continue
		}
		m := players[p.Next().Side].Move(p, r)
		after, err := p.Play(m)
		if err != nil {
			t.Fatalf("%s: %q: %v", p, m, err)
		}
		p = after.(position)
	}
	return p
}

// TestALessonIsTheSameOfTheSameSeed is what makes the embedded file again possible.
func TestALessonIsTheSameOfTheSameSeed(t *testing.T) {
	one := Learn(4, 1)
	if !bytes.Equal(one, Learn(4, 1)) {
		t.Error("the same lesson teaches something else")
	}
	if bytes.Equal(one, Learn(4, 2)) {
		t.Error("another seed teaches the same")
	}
	if !bytes.Equal(one, readJudge(one).file()) {
		t.Error("a judge does not come out of its file again")
	}
}

// TestAShortLessonKnowsWhatIsGood asks a judge who scores next.
func TestAShortLessonKnowsWhatIsGood(t *testing.T) {
	j := learn(60, 3)
	for _, c := range []struct{ name, ball, possession string }{
		{"red before blue's goal", "e5", "R"},
	} {
		p := parsed(t, "move R "+teams+" 22,22 "+c.ball+" free/"+c.possession+" ? 10 0:0 - "+setUps)
		if got := j.chances(&p, opening); got[pitch.Red] < 1.2*got[pitch.Blue] {
			t.Errorf("%s: the chances are %v", c.name, got)
		}
	}
	p := parsed(t, "move B "+teams+" 22,22 e2 free/B ? 10 0:0 - "+setUps)
	if got := j.chances(&p, opening); got[pitch.Blue] < 1.2*got[pitch.Red] {
		t.Errorf("blue before red's goal: the chances are %v", got)
	}
}

// TestPointsOfAnEnding: the clock, the goals and who scored last decide (rules 3.10).
func TestPointsOfAnEnding(t *testing.T) {
	for _, c := range []struct {
		score  [2]uint8
		scorer pitch.Colour
		points float32
	}{
		{[2]uint8{1, 0}, pitch.Red, 5},
		{[2]uint8{0, 2}, pitch.Blue, 0},
		{[2]uint8{1, 1}, pitch.Red, 3},
		{[2]uint8{1, 1}, pitch.Blue, 2},
		{[2]uint8{}, pitch.Nobody, 2.5},
	} {
		p := scoreboard{score: c.score, scorer: c.scorer, rules: rules{goals: 3, clock: 90}, clock: 90}
		if got := p.prospect(); got != c.points {
			t.Errorf("%v, last %s: %.2f points, want %.2f", c.score, c.scorer, got, c.points)
		}
	}
	lead := scoreboard{score: [2]uint8{2, 1}, scorer: pitch.Red, rules: rules{goals: 3, clock: 90}}
	late := lead
	late.clock = 85
	won := lead
	won.score[pitch.Red] = 3
	if lead.prospect() <= 2.6 || late.prospect() <= lead.prospect() || won.prospect() != 5 {
		t.Errorf("a lead is worth %.2f, late %.2f, a match won %.2f", lead.prospect(), late.prospect(), won.prospect())
	}
}

// TestHardIsWary: what speaks for a side is by how much it is ahead, and not how many times as likely its goal is. Medium
// goes by that.
func TestHardIsWary(t *testing.T) {
	level := scoreboard{scorer: pitch.Nobody, rules: rules{goals: 3, clock: 90}}
	if a, b := level.points(chances{0.6, 0.3}), level.points(chances{0.2, 0.1}); math.Abs(float64(a-b)) > 1e-6 || a < 2.6 {
		t.Errorf("twice the chances are worth %.3f and %.3f points, want the same", a, b)
	}
	if a, b := level.leaning(0.3), level.leaning(0.1); a < b+0.1 || level.leaning(0) != level.prospect() {
		t.Errorf("to be ahead by 0.3 is worth %.3f points, by 0.1 %.3f, by nothing %.3f", a, b, level.leaning(0))
	}
	differ := 0
	for i, p := range benchDecisions(t) {
		if p.phase != kick || i%4 > 0 {
			continue
		}
		var want [2]float64
		for n := range want {
			m := newEvaluator(embedded(), &p)
			m.wary = n == 1
			_, c := m.bestAct(p, dribbles)
			want[n] = float64(c[p.side])
		}
		_, medium := p.Think(bot.Medium, nil)
		_, hard := p.Think(bot.Hard, nil)
		if medium != want[0] || hard != want[1] {
			t.Errorf("%s: medium expects %.4f and hard %.4f, want %.4f and %.4f", p, medium, hard, want[0], want[1])
		}
		if medium != hard {
			differ++
		}
	}
	if differ == 0 {
		t.Error("to be wary makes no difference")
	}
}

// bestAnswered returns the chances after the best answer of the side without the ball to the peg that is drawn.
func bestAnswered(m *evaluator, p position, w width) (best chances) {
	top := float32(lowest)
	plans := slices.Clone(m.plan(&p, 0))
	for _, pl := range plans[:min(w.answers, len(plans))] {
		if c := m.answered(p, &pl); worth(c, p.side) > top {
			best, top = c, worth(c, p.side)
		}
	}
	return best
}

// TestNoBetterMovementIsPassedOver looks at all answers to each movement, also where fewer show that it is no better.
func TestNoBetterMovementIsPassedOver(t *testing.T) {
	n := 0
	for i, p := range benchDecisions(t) {
		if p.phase != move || p.side != p.possession || i%40 > 0 {
			continue
		}
		m := newEvaluator(embedded(), &p)
		got, after := m.bestMovement(p, mediumWidth)
		var best movement
		var c chances
		top := float32(lowest)
		for _, pl := range slices.Clone(m.plan(&p, mediumWidth.follow))[:mediumWidth.plans] {
			mv := p.mover().to(pl.men, pl.keeper)
			if shown := m.shown(p.afterMovement(mv), mediumWidth, lowest); worth(shown, p.side) > top {
				best, c, top = mv, shown, worth(shown, p.side)
			}
		}
		if got.text() != best.text() || after != c {
			t.Errorf("%s: %s is worth %v, and the best of all is %s, worth %v", p, got.text(), after, best.text(), c)
		}
		n++
	}
	if n == 0 {
		t.Error("no movement was looked for")
	}
}

// TestEveryPegIsThoughtOf compares what a movement shows with the mean over all pegs that the
// other side may draw then.
func TestEveryPegIsThoughtOf(t *testing.T) {
	differ := 0
	for i, p := range benchDecisions(t) {
		if p.phase != move || p.side != p.possession || i%10 > 0 {
			continue
		}
		m := newEvaluator(embedded(), &p)
		mv, _ := m.bestMovement(p, mediumWidth)
		after := p.afterMovement(mv)
		if after.phase != move || after.side == p.side {
			continue
		}
		var mean chances
		var first float32
		for peg := range uint8(pegs) {
			after.draw = peg + 1
			c := bestAnswered(m, after, mediumWidth)
			if mean = mean.plus(c, 1.0/pegs); peg == 0 {
				first = worth(c, pitch.Red)
			} else if worth(c, pitch.Red) != first {
				differ++
			}
		}
		after.draw = 0
		if got, want := worth(m.shown(after, mediumWidth, lowest), pitch.Red), worth(mean, pitch.Red); math.Abs(float64(got-want)) > 1e-5 {
			t.Errorf("%s is worth %.5f after %s, and %.5f over all pegs", p, got, mv.text(), want)
		}
	}
	if differ == 0 {
		t.Error("no peg made a difference")
	}
}

// TestHardLooksAtNoMoreThanItMay: what a move takes is bounded where there are the most movements, and what is found elsewhere is what
// nothing bounds.
func TestHardLooksAtNoMoreThanItMay(t *testing.T) {
	without := hardWidth
	without.looks = math.MaxInt
	bounded, free := 0, 0
	for i, p := range benchDecisions(t) {
		if p.phase != move || i%40 > 0 {
			continue
		}
		m := newEvaluator(embedded(), &p)
		got, _ := m.bestMovement(p, hardWidth)
		if m.looks > 2*hardWidth.looks {
			t.Errorf("%s: it looks at %d positions", p, m.looks)
		}
		if m.looks > hardWidth.looks/2 {
			bounded++
			continue
		}
		free++
		if want, _ := m.bestMovement(p, without); got.text() != want.text() {
			t.Errorf("%s: %s is found, without a bound %s", p, got.text(), want.text())
		}
	}
	if bounded == 0 || free == 0 {
		t.Errorf("%d positions are bounded, %d are not", bounded, free)
	}
}
