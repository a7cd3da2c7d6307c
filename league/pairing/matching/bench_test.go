package matching_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"kickabout/league/pairing/matching"
)

func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{100, 300, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				r := rand.New(rand.NewPCG(1, 2))
				m := matching.New[[4]uint64](n)
				for u := range n {
					for v := range u {
						m.Set(u, v, [4]uint64{r.Uint64(), 0, r.Uint64N(8)})
					}
				}
				m.Solve()
			}
		})
	}
}
