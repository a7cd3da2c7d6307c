package pairing_test

import (
	"testing"

	"kickabout/league/pairing"
)

func TestInACircleEachMeetsEachOnceAndKickOffsAreEven(t *testing.T) {
	for n := range 101 {
		met := map[[2]int]int{}
		balance := make([]int, n)
		rounds := pairing.Circle(n)
		if want := n - 1 + n%2; len(rounds) != max(want, 0) {
			t.Errorf("%d players: %d rounds, want %d", n, len(rounds), want)
		}
		for r, round := range rounds {
			busy := map[int]bool{}
			for _, p := range round {
				if busy[p.First] || busy[p.Second] || p.First == p.Second {
					t.Errorf("%d players: somebody plays twice in round %d: %v", n, r+1, round)
				}
				busy[p.First], busy[p.Second] = true, true
				met[[2]int{min(p.First, p.Second), max(p.First, p.Second)}]++
				balance[p.First]++
				balance[p.Second]--
			}
			if len(round) != n/2 {
				t.Errorf("%d players: %d pairs in round %d", n, len(round), r+1)
			}
		}
		for i := range n {
			for j := range i {
				if met[[2]int{j, i}] != 1 {
					t.Errorf("%d players: %d and %d meet %d times", n, j, i, met[[2]int{j, i}])
				}
			}
			if allowed := 1 - n%2; balance[i] > allowed || balance[i] < -allowed {
				t.Errorf("%d players: %d is First %+d times more often than Second", n, i, balance[i])
			}
		}
	}
}

func TestOfFourPlayersTheRoundsAreThese(t *testing.T) {
	want := [][]pairing.Pair{{{0, 3}, {1, 2}}, {{3, 1}, {2, 0}}, {{2, 3}, {0, 1}}}
	got := pairing.Circle(4)
	for r := range want {
		for b := range want[r] {
			if got[r][b] != want[r][b] {
				t.Errorf("round %d: got %v, want %v", r+1, got[r], want[r])
			}
		}
	}
}

func TestReverseExchangesTheSides(t *testing.T) {
	there := pairing.Circle(5)
	back := pairing.Reverse(there)
	for r, round := range there {
		for b, p := range round {
			if back[r][b] != (pairing.Pair{First: p.Second, Second: p.First}) {
				t.Errorf("%v became %v", p, back[r][b])
			}
		}
	}
}
