package pairing_test

import (
	"slices"
	"testing"

	"kickabout/league/pairing"
)

func TestSmallBracketsAreThese(t *testing.T) {
	const no = pairing.Nobody
	for n, want := range map[int][]int{
		2: {0, 1},
		3: {0, no, 1, 2},
		4: {0, 3, 1, 2},
		6: {0, no, 3, 4, 1, no, 2, 5},
		8: {0, 7, 3, 4, 1, 6, 2, 5},
	} {
		if got := pairing.Bracket(n); !slices.Equal(got, want) {
			t.Errorf("%d players: got %v, want %v", n, got, want)
		}
	}
}

func TestInABracketTheFirstMeetsTheLastOfThoseLeft(t *testing.T) {
	for n := 2; n <= 130; n++ {
		slots := pairing.Bracket(n)
		if size := len(slots); size&(size-1) != 0 || size < n || n > 2 && size >= 2*n {
			t.Fatalf("%d players: %d slots", n, size)
		}
		seen := map[int]int{}
		for _, seed := range slots {
			seen[seed]++
		}
		for seed := range n {
			if seen[seed] != 1 {
				t.Errorf("%d players: seed %d stands %d times", n, seed, seen[seed])
			}
		}
		for size := len(slots); size > 1; size /= 2 {
			var winners []int
			for i := 0; i < size; i += 2 {
				a, b := slots[i], slots[i+1]
				switch {
				case size == len(slots) && b == pairing.Nobody:
					if a >= size-n {
						t.Errorf("%d players: seed %d has a bye", n, a)
					}
				case a+b != size-1 || a > b:
					t.Errorf("%d players: of %d left %d meets %d", n, size, a, b)
				}
				winners = append(winners, a)
			}
			slots = winners
		}
	}
}
