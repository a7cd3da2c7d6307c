package pairing_test

import (
	"slices"
	"testing"

	"kickabout/league/pairing"
)

// The table of FIDE for five or six players (C.05, annex 1), as it is printed.
func TestOfSixPlayersTheRoundsAreThoseThatFIDEPrints(t *testing.T) {
	printed := [][]pairing.Pair{
		{{1, 6}, {2, 5}, {3, 4}},
		{{6, 4}, {5, 3}, {1, 2}},
		{{2, 6}, {3, 1}, {4, 5}},
		{{6, 5}, {1, 4}, {2, 3}},
		{{3, 6}, {4, 2}, {5, 1}},
	}
	six, five := pairing.Berger(6), pairing.Berger(5)
	for r, round := range printed {
		for b := range round {
			round[b].First--
			round[b].Second--
		}
		if !slices.Equal(six[r], round) {
			t.Errorf("round %d of six: got %v, want %v", r+1, six[r], round)
		}
		if !slices.Equal(five[r], round[1:]) {
			t.Errorf("round %d of five: got %v, want %v", r+1, five[r], round[1:])
		}
	}
}

// By the words of the annex, without the circle: who meets whom, and who has the first move.
func TestEveryRoundOfBergerIsAsTheRuleSays(t *testing.T) { // R-FI-1
	for n := 2; n <= 60; n++ {
		even := n + n%2
		for r, round := range pairing.Berger(n) {
			met := map[int]pairing.Pair{}
			for _, p := range round {
				met[p.First+1], met[p.Second+1] = pairing.Pair{First: p.First + 1, Second: p.Second + 1}, pairing.Pair{First: p.First + 1, Second: p.Second + 1}
			}
			for i := 1; i < even; i++ {
				for j := i; j < even; j++ {
					if (i+j-r-2)%(even-1) != 0 {
						continue
					}
					want := pairing.Pair{First: i, Second: j}
					switch {
					case i == j && n < even:
						want = pairing.Pair{}
					case i == j && i <= even/2:
						want = pairing.Pair{First: i, Second: even}
					case i == j:
						want = pairing.Pair{First: even, Second: i}
					case (i+j)%2 == 0:
						want = pairing.Pair{First: j, Second: i}
					}
					if met[i] != want {
						t.Fatalf("%d players, round %d: %d plays %v, want %v", n, r+1, i, met[i], want)
					}
				}
			}
		}
	}
}

// Each meets each once a cycle, two cycles are even, and no side comes three times running, not even where
// the second begins.
func TestTwoCyclesByTheTablesHaveNoSideThriceRunning(t *testing.T) { // R-FI-1
	for n := 3; n <= 60; n++ {
		met, sides := map[[2]int]int{}, make([][]int, n)
		for _, cycle := range pairing.Cycles(n, 2, true) {
			for _, round := range cycle {
				for _, p := range round.Pairs {
					met[[2]int{p.First, p.Second}]++
					sides[p.First] = append(sides[p.First], 1)
					sides[p.Second] = append(sides[p.Second], -1)
				}
			}
		}
		for i, all := range sides {
			for j := range n {
				if i != j && met[[2]int{i, j}] != 1 {
					t.Fatalf("%d players: %d has the first move against %d %d times", n, i, j, met[[2]int{i, j}])
				}
			}
			for k := 2; k < len(all); k++ {
				if sum := all[k] + all[k-1] + all[k-2]; sum == 3 || sum == -3 {
					t.Errorf("%d players: %d has one side in games %d to %d", n, i, k-1, k+1)
				}
			}
		}
	}
}

// What is drawn of two cycles differs from the table in the places of two rounds alone, and the
// games of a pair have the same round and board in both.
func TestOfTwoCyclesTheLastRoundsOfTheFirstChangePlaces(t *testing.T) { // R-FI-1
	for n := 2; n <= 12; n++ {
		table, cycles := pairing.Berger(n), pairing.Cycles(n, 2, true)
		var order []int
		for i, round := range cycles[0] {
			order = append(order, round.Number)
			if !slices.Equal(round.Pairs, table[round.Number-1]) || !slices.Equal(cycles[1][i].Pairs, pairing.Reverse(table)[i]) || cycles[1][i].Number != i+1 {
				t.Errorf("%d players: %v is not round %d of the table", n, round.Pairs, round.Number)
			}
		}
		if last := len(order) - 1; last > 0 && (n%2 == 0) != (order[last] < order[last-1]) {
			t.Errorf("%d players: the order is %v", n, order)
		}
	}
}

func TestEventsFromBeforeTheTablesKeepTheirOrder(t *testing.T) {
	for n := 2; n <= 12; n++ {
		there := pairing.Circle(n)
		for c, cycle := range pairing.Cycles(n, 3, false) {
			for r, round := range cycle {
				want := there[r]
				if c == 1 {
					want = pairing.Reverse(there)[r]
				}
				if !slices.Equal(round.Pairs, want) || round.Number != r+1 {
					t.Fatalf("%d players, cycle %d, round %d: %v, want %v", n, c+1, r+1, round, want)
				}
			}
		}
	}
}
