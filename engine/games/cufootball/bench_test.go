package cufootball

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// benchMovements returns movement phases from random matches, drawn with a peg
// for the side in possession.
func benchMovements(b *testing.B, peg uint8) []position {
	b.Helper()
	r := rand.New(rand.NewPCG(11, 11))
	var all []position
	for len(all) < 200 {
		start, err := Game{}.Start("classic")
		if err != nil {
			b.Fatal(err)
		}
		for p := start.(position); p.phase != over; {
			if p.phase == move && p.side == p.possession && p.draw == 0 {
				q := p
				q.draw = peg
				all = append(all, q)
			}
			if p.Next().Dice.Count > 0 {
				p = p.drawn(uint8(1 + r.IntN(pegs)))
				continue
			}
			after, err := p.Play(p.Random(r))
			if err != nil {
				b.Fatal(err)
			}
			p = after.(position)
		}
	}
	return all
}

// reportRates reports how many positions and moves a second were met.
func reportRates(b *testing.B, positions, moves int) {
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkCount counts the legal movements of each peg.
func BenchmarkCount(b *testing.B) {
	for peg := redPeg; peg <= pegs; peg++ {
		b.Run(fmt.Sprint(peg), func(b *testing.B) {
			all := benchMovements(b, peg)
			n, moves := 0, 0
			for b.Loop() {
				moves += all[n%len(all)].Count()
				n++
			}
			reportRates(b, n, moves)
		})
	}
}
