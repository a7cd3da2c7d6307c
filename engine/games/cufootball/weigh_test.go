package cufootball

import (
	"math"
	"math/rand/v2"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/engine/games/cufootball/pitch"
)

// foretold plays a match of medium against itself and calls back with each position before a
// round begins, and what it promises Red.
func foretold(t *testing.T, seed uint64, look func(p position, points float64)) position {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 99)) // no match that the judge has learnt from
	start, err := Game{}.Start("classic")
	if err != nil {
		t.Fatal(err)
	}
	p := start.(position)
	for p.phase != over {
		if p.phase == move && p.side == p.possession && p.draw == 0 {
			look(p, p.Worth())
		}
		if p.Next().Dice.Count > 0 {
			p = p.drawn(uint8(1 + r.IntN(pegs)))
			continue
		}
		d, _ := newEvaluator(embedded(), &p).decide(p, width{follow: 3, plans: 2, answers: 2, shield: 6, setUps: 2, replies: 1}, r)
		p = p.after(d)
	}
	return p
}

// paid returns what an ending pays Red.
func paid(p position) float64 {
	return float64(ending(int(p.score[pitch.Red]), int(p.score[pitch.Blue]), p.scorer))
}

// TestThePointsComeAsForetold puts the points that the judge foretells before each round into
// bands, and compares each with what those matches paid: the judge has seen none of them.
// Rounds of a match are no chances by themselves, so errors are counted by the match.
func TestThePointsComeAsForetold(t *testing.T) {
	const bands = 10
	var foresaw, came, rounds, squares [bands]float64
	for seed := range uint64(enginetest.Size(600)) {
		var n, sum [bands][2]float64 // by the side in possession, whose points they are
		end := foretold(t, seed, func(p position, points float64) {
			if p.possession == pitch.Blue {
				points = 5 - points
			}
			b := min(bands-1, int(points/5*bands))
			n[b][p.possession]++
			sum[b][p.possession] += points
		})
		for b := range bands {
			got := n[b][pitch.Red]*paid(end) + n[b][pitch.Blue]*(5-paid(end))
			off := got - sum[b][pitch.Red] - sum[b][pitch.Blue]
			foresaw[b] += sum[b][pitch.Red] + sum[b][pitch.Blue]
			came[b] += got
			rounds[b] += n[b][pitch.Red] + n[b][pitch.Blue]
			squares[b] += off * off
		}
	}
	for b := range bands {
		if rounds[b] == 0 {
			continue
		}
		mean, actual, deviation := foresaw[b]/rounds[b], came[b]/rounds[b], math.Sqrt(squares[b])/rounds[b]
		t.Logf("%.1f to %.1f: %5.0f rounds, foretold %.2f, came %.2f +- %.2f", float64(b)/2, float64(b+1)/2, rounds[b], mean, actual, deviation)
		if off := math.Abs(mean - actual); off > 3*deviation+0.05 {
			t.Errorf("%.2f points were foretold, and %.2f came, with a standard error of %.2f", mean, actual, deviation)
		}
	}
}

// TestTheJudgeFavoursNoSide looks at positions with pitch and sides turned round.
func TestTheJudgeFavoursNoSide(t *testing.T) {
	foretold(t, 5, func(p position, points float64) {
		if other := p.turnedRound().Worth(); math.Abs(points+other-5) > 1e-4 {
			t.Errorf("%s is worth %.4f to Red, and %.4f with the sides swapped", p, points, other)
		}
	})
}

// TestNoMoveIsWeighedAboveTheBest weighs moves of every kind.
func TestNoMoveIsWeighedAboveTheBest(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for i, p := range benchDecisions(t) {
		if i%40 > 0 && p.phase != dribble {
			continue
		}
		m := p.Random(r)
		w := p.Weigh(m)
		if above := (w.Played - w.Top) * signOf(p.side); above > 0 || (w.Best == m) != (above == 0) && above == 0 {
			t.Errorf("%s: %s is weighed as %+v", p, m, w)
		}
		if again := p.Weigh(m); again != w {
			t.Errorf("%s: %s is weighed as %+v, and again as %+v", p, m, w, again)
		}
		if best := p.Weigh(w.Best); best.Best != w.Best || best.Played != best.Top {
			t.Errorf("%s: the best move %s is weighed as %+v", p, w.Best, best)
		}
		if best := p.Weigh(engine.Move("")); math.Abs(best.Top-p.Worth()) > 1e-6 {
			t.Errorf("%s is worth %.4f, its best move %.4f", p, p.Worth(), best.Top)
		}
	}
}

// TestTheJudgeKnowsNoLeftAndRight looks at positions and their mirror images.
func TestTheJudgeKnowsNoLeftAndRight(t *testing.T) {
	mirror := func(s pitch.Slot) pitch.Slot { return pitch.At(pitch.Columns+1-s.Column(), s.Rank()) }
	foretold(t, 6, func(p position, points float64) {
		if p.ball >= pitch.Nowhere || p.ball.Column() == pitch.Centre {
			return
		}
		q := p
		q.ball = mirror(p.ball)
		for c := range p.men {
			q.men[c] = 0
			for s := range p.men[c].All() {
				q.men[c] |= pitch.One(mirror(s))
			}
			q.keeper[c] = pitch.GoalAt(pitch.GoalWidth+1-p.keeper[c].Gx(), p.keeper[c].Gy())
		}
		if other := q.Worth(); math.Abs(points-other) > 1e-4 {
			t.Errorf("%s is worth %.4f, and its mirror image %.4f", p, points, other)
		}
	})
}
