package onetwofun

import (
	"math"
	"math/rand/v2"
	"testing"

	"kickabout/engine/bot"
)

var _ bot.Evaluator = position{}

func TestValueRisesForWhite(t *testing.T) {
	for _, c := range []struct{ name, variant, worse, better string }{
		{"with a goal more", "basic", "play W e8,f8,g8 ? 1:1 9 - B -", "play W e8,f8,g8 ? 2:1 9 - W -"},
		{"with one of Black's goals less", "basic", "play W e8,f8,g8 ? 1:2 9 - B -", "play W e8,f8,g8 ? 1:1 9 - B -"},
		{"with the sixth goal, too", "basic", "play W e8,f8,g8 ? 5:0 19 - W -", "play W e8,f8,g8 ? 6:0 19 - W -"},
		{"with the possession", "basic", "play B e8,f8,g8 ? 0:0 2 - - -", "play W e8,f8,g8 ? 0:0 1 - - -"},
		{"with a throw that scores more often", "basic", "play W c13,e12,h13 ? 0:0 1 - - -", "play W c14,e13,h14 ? 0:0 1 - - -"},
		{"with a throw that is always playable", "basic", "play W c15,e15,h15 ? 0:0 1 - - -", "play W c11,e11,h11 ? 0:0 1 - - -"},
		{"with markers farther ahead", "basic", "play W e8,f8,g8 ? 0:0 1 - - -", "play W e9,f9,g9 ? 0:0 1 - - -"},
		{"with a shot that no keeper can stop", "blocking", "play W c14,e13,h14 1-3 0:0 1 f1,g15 - -", "play W c14,e13,h14 1-3 0:0 1 f1,e15 - -"},
		{"with a shot that is easier to make than to block", "blocking", "play W b10,b11,h11 3-3 0:0 1 f1,f14 - block:b10-*:6", "play W b10,b11,h11 6-6 0:0 1 f1,f14 - block:b10-*:12"},
		{"with a penalty before the keeper's throw", "professional", "penalty W c8,f8,f13 1-1 0:0 1 f1,f15 - pen", "penalty W c8,f8,f13 1-1 0:0 1 f1,f15 - pen:4"},
		{"with a penalty to be shot", "basic", "play W e8,f8,g8 ? 0:0 1 - - -", "penalty W c8,f8,f13 1-1 0:0 1 - - pen"},
		{"with a goal made, whatever was promised", "basic", "play W c14,e13,h14 ? 0:0 1 - - -", "kickoff B - - 1:0 2 - W -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			worse, better := parsed(t, c.variant, c.worse).Value(), parsed(t, c.variant, c.better).Value()
			if worse >= better {
				t.Errorf("%.4f, which is no more than %.4f", better, worse)
			}
		})
	}
}

func TestValueFavoursNoSide(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, variant := range everyVariant {
		rules, err := rulesOf(variant)
		if err != nil {
			t.Fatal(err)
		}
		for p := rules.start(); p.phase != over; {
			value := p.Value()
			if value <= 0 || value >= 5 {
				t.Errorf("%s is worth %.3f, which is not between 0 and 5", p, value)
			}
			if other := p.turnedRound().Value(); math.Abs(value+other-5) > 1e-9 {
				t.Errorf("%s is worth %.3f to White, and %.3f with the sides swapped", p, value, other)
			}
			p = anyStep(p, r)
		}
	}
}

// anyStep makes a throw that is due, or a legal move, at random.
func anyStep(p position, r *rand.Rand) position {
	if dice := p.Next().Dice; dice.Count > 0 {
		return p.thrown([]int{1 + r.IntN(faces), 1 + r.IntN(faces)}[:dice.Count])
	}
	d, _ := parseMove(p.Random(r))
	return p.after(d)
}

// The chances behind a value are those of the dice: as often as random throws have it.
func TestChancesAreThoseOfTheDice(t *testing.T) {
	p := parsed(t, "basic", "play W c13,e12,h13 ? 0:0 1 - - -")
	goals, plays := 0, 0
	for i := range 36 {
		after := p.thrown([]int{1 + i/6, 1 + i%6})
		if after.side != p.side {
			continue
		}
		plays++
		for d := range after.decisions {
			if d.scores() {
				goals++
				break
			}
		}
	}
	goal, kept := estimate{p}.diceChances()
	// A double 1 is a penalty with a marker in the area: two in three.
	if want := (float64(goals) + 2.0/3) / 36; math.Abs(goal-want) > 1e-9 || math.Abs(kept-float64(plays)/36) > 1e-9 {
		t.Errorf("a goal %.3f, a play %.3f, want %.3f and %.3f", goal, kept, want, float64(plays)/36)
	}
}

// Whoever can score in a way that cannot be stopped does (rules 2.5).
func TestGreedyScoresIfItCan(t *testing.T) {
	greedy, err := bot.ByID("greedy")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(4, 4))
	chances := 0
	for _, variant := range everyVariant {
		rules, err := rulesOf(variant)
		if err != nil {
			t.Fatal(err)
		}
		for p := rules.start(); p.phase != over; p = anyStep(p, r) {
			var sure bool
			for d := range p.decisions {
				after := p.after(d)
				sure = sure || after.score != p.score
			}
			if !sure {
				continue
			}
			chances++
			m := greedy.Move(p, r)
			if after, err := p.Play(m); err != nil || after.(position).score == p.score {
				t.Errorf("%s: greedy plays %s, %v", p, m, err)
			}
		}
	}
	if chances < 10 {
		t.Errorf("only %d chances were met", chances)
	}
}

func BenchmarkValue(b *testing.B) {
	p, err := Game{}.Parse("blocking", "keeper B c10,e11,h11 ? 0:0 1 f1,f15 - -")
	if err != nil {
		b.Fatal(err)
	}
	judge := p.(bot.Evaluator)
	for b.Loop() {
		judge.Value()
	}
}
