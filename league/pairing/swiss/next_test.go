package swiss_test

import (
	"testing"

	"kickabout/league/pairing"
	"kickabout/league/pairing/swiss"
)

func TestWithoutAPastEverybodyIsPairedOnce(t *testing.T) {
	for n := range 12 {
		r, err := swiss.Next(swiss.Tournament{Players: make([]swiss.Player, n)})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[int]int{}
		for _, p := range r.Pairs {
			seen[p.First]++
			seen[p.Second]++
		}
		if r.Bye != pairing.Nobody {
			seen[r.Bye]++
		}
		for i := range n {
			if seen[i] != 1 {
				t.Errorf("%d players: %d is paired %d times", n, i, seen[i])
			}
		}
		if len(seen) != n || (r.Bye == pairing.Nobody) != (n%2 == 0) {
			t.Errorf("%d players: %v", n, r)
		}
	}
}
