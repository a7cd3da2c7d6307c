package onetwofun

import (
	"math/rand/v2"
	"testing"

	"kickabout/engine"
)

// benchPlays returns turns from random matches of a variant, each with a throw.
func benchPlays(b testing.TB, variant string) []position {
	b.Helper()
	r := rand.New(rand.NewPCG(11, 11))
	rules, err := rulesOf(variant)
	if err != nil {
		b.Fatal(err)
	}
	var plays []position
	for len(plays) < 1000 {
		for p := rules.start(); p.phase != over; p = anyStep(p, r) {
			if p.phase == play && p.Next().Side != engine.NoSide {
				plays = append(plays, p)
			}
		}
	}
	return plays
}

// reportRates reports how many positions and moves a second were met.
func reportRates(b *testing.B, positions, moves int) {
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

func TestTheMoveGeneratorAllocatesNothing(t *testing.T) {
	plays := benchPlays(t, "blocking")
	list := make([]decision, 0, mostPlays)
	for name, f := range map[string]func(p *position){
		"counting":              func(p *position) { p.Count() },
		"listing into a buffer": func(p *position) { p.plays(list) },
		"judging":               func(p *position) { p.Value() },
	} {
		if n := testing.AllocsPerRun(5, func() { // on the average, so that what the runtime does beside does not count
			for i := range plays {
				f(&plays[i])
			}
		}); n != 0 {
			t.Errorf("%s allocates %v times in %d positions", name, n, len(plays))
		}
	}
}

// BenchmarkCount makes the legal moves and counts them.
func BenchmarkCount(b *testing.B) {
	plays := benchPlays(b, "basic")
	n, moves := 0, 0
	for b.Loop() {
		moves += plays[n%len(plays)].Count()
		n++
	}
	reportRates(b, n, moves)
}

// BenchmarkMoves writes every legal move as a text.
func BenchmarkMoves(b *testing.B) {
	plays := benchPlays(b, "basic")
	n, moves := 0, 0
	for b.Loop() {
		for range plays[n%len(plays)].Moves() {
			moves++
		}
		n++
	}
	reportRates(b, n, moves)
}

func BenchmarkRandom(b *testing.B) {
	plays := benchPlays(b, "basic")
	r := rand.New(rand.NewPCG(1, 1))
	n := 0
	for b.Loop() {
		plays[n%len(plays)].Random(r)
		n++
	}
}

func BenchmarkPlay(b *testing.B) {
	plays := benchPlays(b, "blocking")
	r := rand.New(rand.NewPCG(1, 1))
	moves := make([]engine.Move, len(plays))
	for i, p := range plays {
		moves[i] = p.Random(r)
	}
	n := 0
	for b.Loop() {
		if _, err := plays[n%len(plays)].Play(moves[n%len(plays)]); err != nil {
			b.Fatal(err)
		}
		n++
	}
}

func BenchmarkDiagram(b *testing.B) {
	plays := benchPlays(b, "professional")
	n := 0
	for b.Loop() {
		plays[n%len(plays)].Diagram()
		n++
	}
}
