package championship_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"kickabout/league/formats/championship"
)

// BenchmarkRollOver places and draws the next season of leagues of three sizes.
func BenchmarkRollOver(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r, made := rand.New(rand.NewPCG(1, 2)), 0
			_, drawn := build(newcomers(r, n, &made))
			candidates := append(returning(r, played(r, drawn), 0.85), newcomers(r, n/7, &made)...)
			b.ReportAllocs()
			for b.Loop() {
				championship.Draw(championship.Place(candidates))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(candidates)), "ns/player")
		})
	}
}

// BenchmarkTable ranks a group of nine at the end of its season, and plans it.
func BenchmarkTable(b *testing.B) {
	for _, n := range []int{5, 9, 11} {
		s := sheet(n, "std")
		for begin(b, &s) > 0 {
			for i := range s.Fixtures {
				s.Fixtures[i].Outcome = won
			}
		}
		b.Run(fmt.Sprintf("table/%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := (championship.Format{}).Table(s, s.Group); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("plan/%d", n), func(b *testing.B) {
			for b.Loop() {
				plan(b, s)
			}
		})
	}
}
