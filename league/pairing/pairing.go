// Package pairing decides who meets whom.
package pairing

// Pair is two players, by number from 0, who meet; First moves first.
type Pair struct{ First, Second int }

// Circle returns the rounds of a tournament in which each of n players meets
// each other once: n-1 rounds for an even n, n rounds in each of which one rests
// for an odd n. Nobody plays twice in a round, and each player's counts of being
// First and Second differ by at most one: not at all for an odd n.
//
// All players but the last one of an even n sit in a circle of m places. In
// round r those at equal distance k on both sides of place r meet; the one at r
// itself meets the last player or rests. In m rounds a player is once on either
// side at each distance k, so whatever side is First at that distance, it is
// even. The last player is First in every other round.
func Circle(n int) [][]Pair {
	m := n - 1 + n%2
	rounds := make([][]Pair, 0, max(m, 0))
	for r := range m {
		var round []Pair
		if m < n {
			round = append(round, alternate(r, r, n-1))
		}
		for k := 1; k <= m/2; k++ {
			round = append(round, alternate(k, (r+m-k)%m, (r+k)%m))
		}
		rounds = append(rounds, round)
	}
	return rounds
}

// alternate makes a First for an even i, b for an odd one. By distance, this
// lets the kick-off go back and forth from round to round, too.
func alternate(i, a, b int) Pair {
	if i%2 == 0 {
		return Pair{a, b}
	}
	return Pair{b, a}
}

// Reverse returns the rounds with First and Second exchanged.
func Reverse(rounds [][]Pair) [][]Pair {
	reversed := make([][]Pair, len(rounds))
	for i, round := range rounds {
		for _, p := range round {
			reversed[i] = append(reversed[i], Pair{p.Second, p.First})
		}
	}
	return reversed
}
