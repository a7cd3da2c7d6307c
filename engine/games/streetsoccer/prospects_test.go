package streetsoccer

import (
	"math"
	"math/rand/v2"
	"testing"

	"kickabout/engine"
	"kickabout/engine/bot"
)

func TestProspectsArePricedByTheEnding(t *testing.T) {
	f := forecast()
	for _, c := range []struct {
		name       string
		move, lead int
		last       colour
		want       float64
	}{
		{"ahead when normal time is over", lastNormal + 1, 1, yellow, 5},
		{"behind when normal time is over", lastNormal + 1, -2, red, 0},
		{"a goal in sudden death", lastNormal + 2, 1, yellow, 4},
		{"a goal against in sudden death", lastNormal + 2, -1, red, 1},
		{"level to the end, having scored last", lastExtra + 1, 0, yellow, 3},
		{"level to the end without goals", lastExtra + 1, 0, nobody, 2.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := f[c.move][c.lead+farScore][c.last]; got != c.want {
				t.Errorf("%v points, want %v", got, c.want)
			}
		})
	}
}

func TestADecidedMatchHasEvenStakes(t *testing.T) {
	p := parsed(t, "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 4 51 6:0 Y")
	if st := stakesOf(&p); st != even {
		t.Errorf("%v", st)
	}
}

func TestThinkingPromisesTheSideThatMoves(t *testing.T) {
	for _, c := range []struct {
		text     string
		from, to float64
	}{
		{"turn Y c1b7c3d5e8 d0b3c6d8e4 f5 4 49 3:0 Y", 4.5, 5},
		{"turn R c1b7c3d5e8 d0b3c6d8e4 f5 4 50 3:0 Y", 0, 0.5},
		{"turn R c1b7c3d5e8 d0b3c6d8e4 f5 4 50 0:3 R", 4.5, 5},
	} {
		p := parsed(t, c.text)
		if _, v := p.Think(bot.Medium, rand.New(rand.NewPCG(1, 1))); v < c.from || v > c.to {
			t.Errorf("%s promises %.2f points, want %v to %v", c.text, v, c.from, c.to)
		}
	}
}

// A placing is worth the mean over the answers that leave its squares alone.
func TestAPlacingIsWorthTheMeanOfItsAnswers(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	start, err := Game{}.Start("lg")
	if err != nil {
		t.Fatal(err)
	}
	p := start.(position)
	for p.phase != placing || p.die == 0 {
		p = p.thrown([]int{1 + r.IntN(dieFaces), 1 + r.IntN(dieFaces)}[:p.Next().Dice.Count])
	}
	s := newSearch(embedded())
	q := p.after(decision{set: p.coach().random(r)})
	answers := []area{q.outfielders[p.side]} // all on squares that are taken
	var sum float64
	for range 4 {
		set := q.coach().random(r)
		answers = append(answers, set)
		after := q.after(decision{set: set})
		sum += float64(s.opening(&after, p.side))
	}
	if got := float64(s.promise(&q, p.side, answers)); math.Abs(got-sum/4) > 1e-5 {
		t.Errorf("%v, want %v", got, sum/4)
	}
}

func TestMediumBeatsEasy(t *testing.T) {
	const n = 60
	r := rand.New(rand.NewPCG(9, 9))
	sum := 0.0
	for i := range n {
		medium := colour(i % 2)
		sum += meet(t, r, func(p position) engine.Move {
			level := bot.Easy
			if p.side == medium {
				level = bot.Medium
			}
			m, _ := p.Think(level, r)
			return m
		})[medium]
	}
	if sum/n < 3.3 {
		t.Errorf("medium takes %.2f of 5 points", sum/n)
	}
	t.Logf("%.2f of 5 points in %d matches", sum/n, n)
}
