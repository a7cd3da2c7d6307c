package onetwofun

import (
	"math"
	"math/rand/v2"
	"testing"

	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
)

// The chances agree with each other: each is the mean over the throws of the best
// that a play makes of it, by the file's steps.
func TestChancesAgreeWithEachOther(t *testing.T) {
	cs := solved()
	r := rand.New(rand.NewPCG(5, 5))
	worst := 0.0
	for range enginetest.Size(20_000) {
		p := before(anyPlace(r))
		off := math.Abs(float64(cs.of(&p) - cs.backedUp(&p)))
		if worst = max(worst, off); off > 2.0/chanceScale {
			t.Fatalf("%s has the chance %.4f, and by those after it %.4f", p, cs.of(&p), cs.backedUp(&p))
		}
	}
	t.Logf("at most %.4f apart", worst)
}

// anyPlace returns three points.
func anyPlace(r *rand.Rand) [markersInPlay]point {
	n := r.Perm(places)
	p := board{markers: [markersInPlay]point{everyPoint[n[0]], everyPoint[n[1]], everyPoint[n[2]]}}
	p.order()
	return p.markers
}

func TestEveryPlaceHasANumber(t *testing.T) {
	next := 0
	eachPlace(func(n int, markers [markersInPlay]point) {
		if n != next || tripleOf(white, &markers) != n {
			t.Fatalf("%v has the number %d behind %d, and is found at %d", markers, n, next-1, tripleOf(white, &markers))
		}
		next++
	})
	if next != triples {
		t.Errorf("%d places, want %d", next, triples)
	}
}

func TestChancesAreTheSameForBothSidesAndMirrored(t *testing.T) {
	cs := solved()
	r := rand.New(rand.NewPCG(6, 6))
	for range 1000 {
		p := before(anyPlace(r))
		turned := p.turnedRound()
		if cs.of(&p) != cs.of(&turned) || cs.of(&p) != cs[tripleOf(white, mirrored(&p.markers))] {
			t.Fatalf("%s: %v, turned round %v, mirrored %v", p, cs.of(&p), cs.of(&turned), cs[tripleOf(white, mirrored(&p.markers))])
		}
	}
}

func TestChancesComeOutOfTheirFileAgain(t *testing.T) {
	cs := solved()
	again := readChances(cs.file())
	for n := range cs {
		if cs[n] != again[n] {
			t.Fatalf("place %d: %v, and read again %v", n, cs[n], again[n])
		}
	}
}

// What the chances promise is what comes of the possessions that are played by them.
func TestPossessionsScoreAsOftenAsPromised(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	start := rules{goals: 7}.start()
	_, promised := solved().bestPlay(&start, 0)
	n, goals := enginetest.Size(10_000), 0
	for range n {
		p := start
		for p.side == white {
			p = thinkingStep(t, p, r)
		}
		goals += int(p.score[white])
	}
	scored := float64(goals) / float64(n)
	t.Logf("%.3f of %d possessions score, %.3f promised", scored, n, promised)
	if off := math.Abs(scored - float64(promised)); off > 5*math.Sqrt(scored*(1-scored)/float64(n)) {
		t.Errorf("%.3f of the possessions score, %.3f were promised", scored, promised)
	}
}

// thinkingStep makes a throw that is due, or the move of medium.
func thinkingStep(t *testing.T, p position, r *rand.Rand) position {
	t.Helper()
	if p.Next().Dice.Count > 0 {
		return anyStep(p, r)
	}
	m, _ := p.Think(bot.Medium, r)
	after, err := p.Play(m)
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	return after.(position)
}

func TestThinking(t *testing.T) {
	for _, c := range []struct{ name, variant, position, move string }{
		{"it scores if it can", "basic", "play W c14,e13,h14 1-3 0:0 1 - - -", "c14-b14 e13-*"},
		{"the keeper steps to where most shots pass", "blocking", "keeper B c10,e13,h13 ? 0:0 1 f1,e15 - -", "G e15-f15"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parsed(t, c.variant, c.position)
			if m, v := p.Think(bot.Medium, nil); string(m) != c.move {
				t.Errorf("%s, for %.3f points", m, v)
			}
		})
	}
}

func TestNobodyThinksForEasyOrWhereNoSideMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	p := parsed(t, "basic", "play W e8,f8,g8 ? 0:0 1 - - -")
	if m, _ := p.Think(bot.Hard, r); m != "" {
		t.Errorf("%s while a throw is due", m)
	}
	start := rules{goals: 7}.start()
	if m, _ := start.Think(bot.Easy, r); m != "" {
		t.Errorf("easy plays %s", m)
	}
}

// TestMediumBeatsGreedy lets them meet with the first move changing hands.
func TestMediumBeatsGreedy(t *testing.T) {
	const clearly = 2.9 // of 5 points
	greedy, err := bot.ByID("greedy")
	if err != nil {
		t.Fatal(err)
	}
	for _, variant := range everyVariant[:3] {
		rules, err := rulesOf(variant)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(8, 8))
		n, won := enginetest.Size(400), 0
		for i := range n {
			p := rules.start()
			medium := colour(i % 2)
			for p.phase != over {
				if p.Next().Dice.Count > 0 || p.actor() == medium {
					p = thinkingStep(t, p, r)
					continue
				}
				after, err := p.Play(greedy.Move(p, r))
				if err != nil {
					t.Fatal(err)
				}
				p = after.(position)
			}
			if p.Outcome().Winner == medium.side() {
				won++
			}
		}
		points := 5 * float64(won) / float64(n)
		t.Logf("%s: medium wins %d of %d matches", variant, won, n)
		if points < clearly {
			t.Errorf("%s: medium takes %.2f points of 5 against greedy", variant, points)
		}
	}
}
