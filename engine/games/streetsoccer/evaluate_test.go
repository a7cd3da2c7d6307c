package streetsoccer

import (
	"math/rand/v2"
	"testing"

	"kickabout/engine/bot"
)

var _ bot.Evaluator = position{}

func valueOf(t *testing.T, text string) float64 {
	t.Helper()
	p, err := Game{}.Parse("lg", text)
	if err != nil {
		t.Fatal(err)
	}
	return p.(bot.Evaluator).Value()
}

func TestValueRisesForYellow(t *testing.T) {
	for _, c := range []struct{ name, worse, better string }{
		{"with a goal more", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 ? 9 1:1 R", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 ? 9 2:1 Y"},
		{"with one of Red's goals less", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 ? 9 1:2 R", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 ? 9 1:1 R"},
		{"with the ninth goal, too", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 ? 29 8:0 Y", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 ? 29 9:0 Y"},
		{"with the ball nearer to Red's goal", "turn Y c1a4a5a6a7 d0f4f5f6f7 c5 ? 9 0:0 -", "turn Y c1a4a5a6a7 d0f4f5f6f7 c7 ? 9 0:0 -"},
		{"with a yellow figure nearer to the ball", "turn Y c1b7c3d4e8 d0b3c6d8e4 f6 ? 9 0:0 -", "turn Y c1b7c3e5e8 d0b3c6d8e4 f6 ? 9 0:0 -"},
		{"with the red figures farther from the ball", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 ? 9 0:0 -", "turn Y c1b7c3d5e8 d0b3b4c6d8 f5 ? 9 0:0 -"},
		{"with more goals, whatever else", "turn Y c1a9b9e8f7 d0e3e4e5e6 f1 ? 31 1:0 Y", "turn Y c1a9b9e8f7 d0e3e4e5e6 f1 ? 31 2:0 Y"},
	} {
		t.Run(c.name, func(t *testing.T) {
			worse, better := valueOf(t, c.worse), valueOf(t, c.better)
			if worse >= better {
				t.Errorf("%.4f, which is no more than %.4f", better, worse)
			}
		})
	}
}

// turnedRound returns the position with the pitch turned by half and the sides swapped.
func (p position) turnedRound() position {
	var q position
	half := func(s square) square {
		if s >= nowhere {
			return s
		}
		return columns*rows - 1 - s
	}
	for c := yellow; c <= red; c++ {
		for s := range p.outfielders[c].all() {
			q.outfielders[c.other()] |= one(half(s))
		}
		q.keeper[c.other()] = half(p.keeper[c])
		q.score[c.other()] = p.score[c]
	}
	q.ball, q.phase, q.side = half(p.ball), p.phase, p.side.other()
	return q
}

func TestValueFavoursNoSide(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	start, err := Game{}.Start("lg")
	if err != nil {
		t.Fatal(err)
	}
	for p := start.(position); p.phase != over; {
		value := p.Value()
		if value <= 0 || value >= 5 {
			t.Errorf("%s is worth %.3f, which is not between 0 and 5", p, value)
		}
		if other := p.turnedRound().Value(); value+other < 4.999 || value+other > 5.001 {
			t.Errorf("%s is worth %.3f to Yellow, and %.3f with the sides swapped", p, value, other)
		}
		if dice := p.Next().Dice; dice.Count > 0 {
			p = p.thrown([]int{1 + r.IntN(6), 1 + r.IntN(6)}[:dice.Count])
			continue
		}
		after, err := p.Play(p.Random(r))
		if err != nil {
			t.Fatal(err)
		}
		p = after.(position)
	}
}

func TestWalkStepsKeepToTheRules(t *testing.T) {
	for _, c := range []struct {
		name, text  string
		yellow, red int
	}{
		{"a figure beside the ball needs one", "turn Y c1b7c3d5e8 d0b3c6d8e4 f4 ? 9 0:0 -", 3, 1},
		{"figures in the way are walked round", "turn Y c1a1a2a3b5 d0d4d5d6f0 c5 ? 9 0:0 -", 1, 1},
		{"a keeper square is closed to the others' figures", "turn Y d1a9b2b9e9 d0c2e8f8f9 b1 ? 9 0:0 -", 1, 6},
		{"but for the ball on it", "turn Y d1a9b2b9e9 d0c2e8f8f9 c1 ? 9 0:0 -", 1, 1},
		{"nobody is farther than counts", "turn Y c1a2b1f8f9 d0a9b9c8f0 a1 ? 9 0:0 -", 1, farthest},
	} {
		t.Run(c.name, func(t *testing.T) {
			parsed, err := Game{}.Parse("lg", c.text)
			if err != nil {
				t.Fatal(err)
			}
			p := parsed.(position)
			if y, r := p.walkSteps(yellow), p.walkSteps(red); y != c.yellow || r != c.red {
				t.Errorf("%d and %d steps, want %d and %d", y, r, c.yellow, c.red)
			}
		})
	}
}

func BenchmarkValue(b *testing.B) {
	p, err := Game{}.Parse("lg", "turn Y c1b7c3d5e8 d0b3c6d8e4 f5 ? 9 0:0 -")
	if err != nil {
		b.Fatal(err)
	}
	judge := p.(bot.Evaluator)
	for b.Loop() {
		judge.Value()
	}
}
