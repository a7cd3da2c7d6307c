package pairing_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kickabout/engine/enginetest"
	"kickabout/league/pairing"
)

// meet returns the round, from 1, in which two slots can meet.
func meet(a, b int) (round int) {
	for ; a != b; round++ {
		a, b = a/2, b/2
	}
	return round
}

// TestThoseOfOneGroupMeetAsLateAsCanBe: in any order of the groups within each place, winners
// stand where Bracket has them and so do the byes, and of two of each group no pair meets before
// the final, if none but winners have byes.
func TestThoseOfOneGroupMeetAsLateAsCanBe(t *testing.T) {
	for range max(1, enginetest.Size(10)) {
		rapid.Check(t, func(t *rapid.T) {
			groups, through := rapid.IntRange(2, 16).Draw(t, "groups"), rapid.IntRange(1, 4).Draw(t, "through")
			var of []int
			for range through {
				order := make([]int, groups)
				for g := range order {
					order[g] = g
				}
				of = append(of, rapid.Permutation(order).Draw(t, "order")...)
			}
			plain, slots := pairing.Bracket(len(of)), pairing.Apart(of)
			rounds := meet(0, len(slots)-1)
			at := make([]int, len(of))
			for i, seed := range slots {
				if (seed == pairing.Nobody) != (plain[i] == pairing.Nobody) || seed != plain[i] && min(seed, plain[i]) < groups && seed != pairing.Nobody {
					t.Fatalf("slot %d holds %d, and %d before: %v", i, seed, plain[i], slots)
				}
				if seed != pairing.Nobody {
					at[seed] = i
				}
			}
			for i := range of {
				for j := range i {
					round := meet(at[i], at[j])
					switch {
					case of[i] != of[j]:
					case through == 2 && len(slots)-len(of) <= groups && round < rounds:
						t.Fatalf("two of group %d meet in round %d of %d: %v", of[i], round, rounds, slots)
					case round == 1 && groups > 2:
						t.Fatalf("two of group %d meet at once: %v", of[i], slots)
					}
				}
			}
			sorted := slices.DeleteFunc(slices.Sorted(slices.Values(slots)), func(seed int) bool { return seed == pairing.Nobody })
			for i, seed := range sorted {
				if i != seed || len(sorted) != len(of) {
					t.Fatalf("the slots hold %v", slots)
				}
			}
		})
	}
}
