package bot_test

import (
	"hash/fnv"
	"math/rand/v2"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/bot"
	"kickabout/engine/enginetest"
	"kickabout/engine/games"
)

// eachRuleset runs a test for every game and variant of the catalogue, and for the last
// value of each option.
func eachRuleset(t *testing.T, test func(t *testing.T, g engine.Game, variant string)) {
	for _, g := range games.All() {
		info := g.Info()
		for _, v := range info.Variants {
			rules, err := info.Ruleset(v.ID)
			if err != nil {
				t.Fatal(err)
			}
			texts := []string{rules.String()}
			for _, o := range rules.Options() {
				if other, ok := rules.With(o.ID, o.Values[len(o.Values)-1]); ok {
					texts = append(texts, other.String())
				}
			}
			for _, text := range texts {
				t.Run(info.ID+"/"+text, func(t *testing.T) { test(t, g, text) })
			}
		}
	}
}

// seeded returns randomness that is a ruleset's own.
func seeded(t *testing.T) *rand.Rand {
	h := fnv.New64()
	h.Write([]byte(t.Name()))
	return rand.New(rand.NewPCG(2026, h.Sum64()))
}

func begin(t testing.TB, g engine.Game, variant string) engine.Position {
	t.Helper()
	p, err := g.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// patience is how long a bot may think, on a machine that does much else: it would
// fail a search without an end.
const patience = 20 * time.Second

// asked returns a bot's move in a position and how long it took; a machine that is
// busy with something else gets two more chances.
func asked(b bot.Bot, p engine.Position, r *rand.Rand) (engine.Move, time.Duration) {
	var m engine.Move
	var took time.Duration
	for range 3 {
		start := time.Now()
		m = b.Move(p, r)
		if took = time.Since(start); took <= patience {
			break
		}
	}
	return m, took
}

// TestEveryBotPlaysEveryPosition looks at positions of matches in which now this bot
// moves and now that one, so that they are of every kind: every bot answers each of
// them with a legal move within its patience. In a check that is so every twelfth turn, and
// chance plays the others.
func TestEveryBotPlaysEveryPosition(t *testing.T) {
	const among = 4 // of so many positions one is looked at
	eachRuleset(t, func(t *testing.T, g engine.Game, variant string) {
		r := seeded(t)
		slowest, looked, every := map[string]time.Duration{}, 0, 12
		if enginetest.Proving() {
			every = 1
		}
		for range enginetest.Size(20) {
			turn := 0
			p := begin(t, g, variant)
			for next := p.Next(); !next.Over(); next = p.Next() {
				var err error
				if next.Dice.Count > 0 {
					p, err = p.Roll(thrown(next.Dice, r)...)
				} else if turn++; turn%every > 0 {
					p, err = p.Play(byID(t, "random").Move(p, r))
				} else {
					moves := map[string]engine.Move{}
					mover := bot.All()[r.IntN(len(bot.All()))]
					for _, b := range bot.All() {
						if b.ID() != mover.ID() && r.IntN(among) > 0 {
							continue
						}
						m, took := asked(b, p, r)
						if err := p.Check(m); err != nil || took > patience {
							t.Fatalf("%s answers %s with %q after %v: %v", b.ID(), p, m, took, err)
						}
						moves[b.ID()], slowest[b.ID()] = m, max(slowest[b.ID()], took)
						looked++
					}
					p, err = p.Play(moves[mover.ID()])
				}
				if err != nil {
					t.Fatalf("in %s: %v", p, err)
				}
			}
		}
		t.Logf("%d answers; the slowest %v", looked, slowest)
	})
}

// thrown throws dice.
func thrown(dice engine.Dice, r *rand.Rand) []int {
	throw := make([]int, dice.Count)
	for i := range throw {
		throw[i] = 1 + r.IntN(dice.Sides)
	}
	return throw
}

// TestGreedyBeatsRandomInEveryGame lets them meet with the first move changing hands.
func TestGreedyBeatsRandomInEveryGame(t *testing.T) {
	const clearly = 4 // of 5 points
	eachRuleset(t, func(t *testing.T, g engine.Game, variant string) {
		r := seeded(t)
		greedy, random := byID(t, "greedy"), byID(t, "random")
		n, sum := 2, 0.0
		if enginetest.Size(100) == 100 {
			n = 100
		}
		endings := map[engine.Ending]int{}
		for i := range n {
			var p engine.Position
			if i%2 == 0 {
				p, _ = play(t, begin(t, g, variant), greedy, random, r)
			} else {
				p, _ = play(t, begin(t, g, variant), random, greedy, r)
			}
			sum += points(t, p.Outcome())[i%2]
			endings[p.Outcome().Ending]++
		}
		t.Logf("greedy takes %.2f of 5 points against random in %d matches, which ended by %v", sum/float64(n), n, endings)
		if sum/float64(n) < clearly {
			t.Errorf("greedy takes %.2f of 5 points against random, want %d at least", sum/float64(n), clearly)
		}
	})
}

// TestEveryBotMovesWhereNothingHelps: Blue may move their men once more before the clock ends a
// match that they have lost, whatever they do.
func TestEveryBotMovesWhereNothingHelps(t *testing.T) {
	g, err := games.ByID("cufootball")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse("classic", "move B a1a3b3c1c2c4d6f3h3i6 a4b1b2b4c3d5e5f6h4i5 21,21 a2 free/R 4 89 1:0 R a1a3b3c5d1d3d5f3f5i3,a4b2b6c2c4e4e6f4g2h2;L")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bot.All() {
		if _, err := p.Play(b.Move(p, seeded(t))); err != nil {
			t.Errorf("%s: %v", b.ID(), err)
		}
	}
}
