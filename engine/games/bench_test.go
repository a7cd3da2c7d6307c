package games_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/games"
)

// A thrower throws whatever comes.
type thrower struct{ *rand.Rand }

func (t thrower) Draw(_ uint32, _ string, _, sides int) (int, error) { return 1 + t.IntN(sides), nil }

// randomMatch returns the log of a match of random moves without standing orders, and
// the positions in which a side moved.
func randomMatch(b *testing.B, g engine.Game, variant string, seed uint64) (log []engine.Event, decisions []engine.Position) {
	b.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	at := time.UnixMilli(0).UTC()
	record, err := engine.Begin(g, variant, at, 0, nil)
	for err == nil {
		if record, _, err = record.Drive(at, thrower{r}); err != nil {
			break
		}
		side := record.Next().Side
		if side == engine.NoSide {
			return record.Log, decisions
		}
		decisions = append(decisions, record.Position)
		record, err = record.Add(engine.Event{
			Seq: len(record.Log) + 1, At: at, By: side, Act: engine.ActMove, Text: string(record.Position.Random(r)),
		})
	}
	b.Fatal(err)
	return nil, nil
}

// eachVariant runs a benchmark for every game and variant, side by side, on what some
// random matches came to.
func eachVariant(b *testing.B, bench func(b *testing.B, decisions []engine.Position)) {
	for _, g := range games.All() {
		for _, v := range g.Info().Variants {
			b.Run(g.Info().ID+"/"+v.ID, func(b *testing.B) {
				var decisions []engine.Position
				for seed := range uint64(5) {
					_, some := randomMatch(b, g, v.ID, seed)
					decisions = append(decisions, some...)
				}
				bench(b, decisions)
			})
		}
	}
}

// perSecond reports how many of something there were.
func perSecond(b *testing.B, n int, unit string) {
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), unit+"/s")
}

// BenchmarkMoves lists the legal moves of a decision, the first thousand of them where
// there are more.
func BenchmarkMoves(b *testing.B) {
	const most = 1000
	eachVariant(b, func(b *testing.B, decisions []engine.Position) {
		moves := 0
		for n := 0; b.Loop(); n++ {
			listed := 0
			for range decisions[n%len(decisions)].Moves() {
				if listed++; listed == most {
					break
				}
			}
			moves += listed
		}
		perSecond(b, moves, "moves")
	})
}

// BenchmarkCount counts the legal moves of a decision.
func BenchmarkCount(b *testing.B) {
	eachVariant(b, func(b *testing.B, decisions []engine.Position) {
		for n := 0; b.Loop(); n++ {
			decisions[n%len(decisions)].Count()
		}
	})
}

// BenchmarkRandom finds a legal move of a decision at random and plays it.
func BenchmarkRandom(b *testing.B) {
	eachVariant(b, func(b *testing.B, decisions []engine.Position) {
		r := rand.New(rand.NewPCG(1, 1))
		n := 0
		for ; b.Loop(); n++ {
			p := decisions[n%len(decisions)]
			if _, err := p.Play(p.Random(r)); err != nil {
				b.Fatal(err)
			}
		}
		perSecond(b, n, "plays")
	})
}

// BenchmarkReplay replays the log of a whole match.
func BenchmarkReplay(b *testing.B) {
	for _, g := range games.All() {
		for _, v := range g.Info().Variants {
			b.Run(g.Info().ID+"/"+v.ID, func(b *testing.B) {
				log, _ := randomMatch(b, g, v.ID, 1)
				for b.Loop() {
					if _, err := engine.Replay(g, v.ID, log); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(log)), "events")
			})
		}
	}
}
