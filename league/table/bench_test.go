package table

import (
	"math/rand/v2"
	"testing"

	"kickabout/engine"
	"kickabout/league"
)

// rows keeps what a benchmark computes.
var rows []league.Row

func BenchmarkTable(b *testing.B) {
	for _, c := range []struct {
		name            string
		n, cycles, open int
	}{
		{"9 players twice, all over", 9, 2, 0},
		{"9 players twice, half over", 9, 2, 36},
		{"9 players twice, 7 open", 9, 2, 7},
		{"9 players twice, 3 open", 9, 2, 3},
		{"33 players, half over", 33, 1, 264},
		{"100 players, half over", 100, 1, 2475},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := random(rand.New(rand.NewPCG(1, 2)), c.n, c.cycles, c.open)
			s.Terms.Profile = "std"
			for b.Loop() {
				rows = must(b, s).Rows()
			}
		})
	}
}

// BenchmarkOrder is the ranking alone, of results that have been read.
func BenchmarkOrder(b *testing.B) {
	s := random(rand.New(rand.NewPCG(1, 2)), 9, 2, 36)
	s.Terms.Profile = "std"
	t := must(b, s)
	for b.Loop() {
		t.rank()
	}
}

// BenchmarkHardestBounds are those of equal players with seven matches open.
func BenchmarkHardestBounds(b *testing.B) {
	s := random(rand.New(rand.NewPCG(1, 2)), 9, 1, 0)
	for i := range s.Fixtures {
		s.Fixtures[i].Outcome = engine.Outcome{Ending: engine.Goalless}
		if i%5 == 0 && i < 35 {
			s.Fixtures[i].Outcome = engine.Outcome{}
		}
	}
	t := must(b, s)
	for b.Loop() {
		t.bound()
	}
}
