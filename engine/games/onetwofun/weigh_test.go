package onetwofun

import (
	"math"
	"math/rand/v2"
	"testing"

	"kickabout/engine/enginetest"
)

// TestAThrowIsWorthWhatItBringsOnAverage: without keepers the chance before a throw is the
// mean of those after it, up to the steps of the file.
func TestAThrowIsWorthWhatItBringsOnAverage(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range enginetest.Size(200) {
		p := before(anyPlace(r))
		p.rules.goals, p.possession = 7, uint8(1+2*r.IntN(20))
		sum := 0.0
		for a := 1; a <= faces; a++ {
			for b := 1; b <= faces; b++ {
				q := p.thrown([]int{a, b})
				if q.possession == p.possession { // else it was handed over
					sum += q.goalChance()
				}
			}
		}
		if mean := sum / (faces * faces); math.Abs(mean-p.goalChance()) > 0.01 {
			t.Errorf("%s has the chance %.4f, and after its throw %.4f", p, p.goalChance(), mean)
		}
	}
}

// TestPossessionsScoreAsOftenAsForetold plays possessions of each variant by medium.
func TestPossessionsScoreAsOftenAsForetold(t *testing.T) {
	for _, variant := range []string{"basic", "professional", "blocking"} {
		start, err := Game{}.Start(variant)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(11, 11))
		n, goals := enginetest.Size(4000), 0.0
		for range n {
			p := start.(position)
			for p.side == white {
				p = thinkingStep(t, p, r)
			}
			goals += float64(p.score[white])
		}
		p := start.(position)
		foretold, scored := forecastOf(p.rules).kickOff, goals/float64(n)
		t.Logf("%s: %.3f of %d possessions score, %.3f foretold", variant, scored, n, foretold)
		if math.Abs(scored-foretold) > 3*math.Sqrt(foretold*(1-foretold)/float64(n)) {
			t.Errorf("%s: %.3f of %d possessions score, %.3f were foretold", variant, scored, n, foretold)
		}
	}
}

// TestPointsAreThoseOfTheLastPossessions: what is paid at the end, and one possession before.
func TestPointsAreThoseOfTheLastPossessions(t *testing.T) {
	p := before([markersInPlay]point{everyPoint[0], everyPoint[1], everyPoint[2]})
	p.rules.goals, p.score, p.last = 7, [2]uint8{3, 3}, black
	p.possession = possessionCap - 1 // white's; black's last one follows
	f := forecastOf(p.rules)
	for _, c := range []struct{ chance, points float64 }{
		{1, f.kickOff*2 + (1-f.kickOff)*5}, // black levels, and has scored last, or white has won
		{0, f.kickOff*0 + (1-f.kickOff)*2},
	} {
		if got := p.promised(c.chance); math.Abs(got-c.points) > 1e-9 {
			t.Errorf("with a chance of %.0f %.4f points, want %.4f", c.chance, got, c.points)
		}
	}
	p.score[white] = 6
	if got := p.promised(1); got != 5 {
		t.Errorf("the goal that wins promises %.3f", got)
	}
}

// TestNoMoveIsWeighedAboveTheBest weighs moves of every kind.
func TestNoMoveIsWeighedAboveTheBest(t *testing.T) {
	for _, variant := range []string{"basic", "blocking"} {
		start, err := Game{}.Start(variant)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(3, 3))
		p, costly := start.(position), 0
		for range 60 {
			if p.phase == over {
				break
			}
			if p.Next().Dice.Count > 0 {
				p = anyStep(p, r)
				continue
			}
			m := p.Random(r)
			w := p.Weigh(m)
			sign := 1.0
			if p.actor() == black {
				sign = -1
			}
			if cost := sign * (w.Top - w.Played); cost < 0 || w.Best == m && cost != 0 {
				t.Errorf("%s: %s is weighed as %+v", p, m, w)
			} else if cost > 0.1 {
				costly++
			}
			if best := p.Weigh(w.Best); best.Best != w.Best || best.Played != w.Top {
				t.Errorf("%s: the best move %s is weighed as %+v", p, w.Best, best)
			}
			after, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			p = after.(position)
		}
		if costly == 0 {
			t.Errorf("%s: no random move costs anything", variant)
		}
	}
}
