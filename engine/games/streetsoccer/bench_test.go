package streetsoccer

import (
	"math/rand/v2"
	"testing"

	"kickabout/engine"
)

// someTurns returns turns from random matches, each with a throw.
func someTurns(b testing.TB) []position {
	b.Helper()
	r := rand.New(rand.NewPCG(11, 11))
	var turns []position
	for len(turns) < 1000 {
		start, err := Game{}.Start("lg")
		if err != nil {
			b.Fatal(err)
		}
		for p := start.(position); p.phase != over; {
			if dice := p.Next().Dice; dice.Count > 0 {
				p = p.thrown([]int{1 + r.IntN(6), 1 + r.IntN(6)}[:dice.Count])
				continue
			}
			if p.phase == turn {
				turns = append(turns, p)
			}
			after, err := p.Play(p.Random(r))
			if err != nil {
				b.Fatal(err)
			}
			p = after.(position)
		}
	}
	return turns
}

// reportRates reports how many positions and moves a second were met.
func reportRates(b *testing.B, positions, moves int) {
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkCount makes the sets of legal moves and counts them.
func BenchmarkCount(b *testing.B) {
	turns := someTurns(b)
	n, moves := 0, 0
	for b.Loop() {
		moves += turns[n%len(turns)].Count()
		n++
	}
	reportRates(b, n, moves)
}

// BenchmarkMoves writes every legal move as a text.
func BenchmarkMoves(b *testing.B) {
	turns := someTurns(b)
	n, moves := 0, 0
	for b.Loop() {
		for range turns[n%len(turns)].Moves() {
			moves++
		}
		n++
	}
	reportRates(b, n, moves)
}

func BenchmarkRandom(b *testing.B) {
	turns := someTurns(b)
	r := rand.New(rand.NewPCG(1, 1))
	n := 0
	for b.Loop() {
		turns[n%len(turns)].Random(r)
		n++
	}
}

func BenchmarkPlay(b *testing.B) {
	turns := someTurns(b)
	r := rand.New(rand.NewPCG(1, 1))
	moves := make([]engine.Move, len(turns))
	for i, p := range turns {
		moves[i] = p.Random(r)
	}
	n := 0
	for b.Loop() {
		if _, err := turns[n%len(turns)].Play(moves[n%len(turns)]); err != nil {
			b.Fatal(err)
		}
		n++
	}
}

func BenchmarkPlacing(b *testing.B) {
	p, err := parsePosition(0, "place Y c1d5 d0c6 d5 2 1 0:0 -")
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		p.Random(r)
	}
}
