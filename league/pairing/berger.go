package pairing

// Berger returns the rounds of FIDE's tables of that name (C.05, annex 1): as Circle does, those
// of n players who meet each other once, and in which one rests of an odd n. In FIDE's words, of
// numbers from 1, those meet in round r whose sum is r + 1 or as much more as there are players
// in the circle. The table with the last number, or with whom one rests, comes first.
//
// In a circle of m places whoever sits at a place p meets the last player, and those k places on
// either side of p meet, the one ahead of it as First. From round to round p moves on by half of
// the players, so that nobody has more than two of one side running. The last player moves
// first against the upper half of the places, since who meets them there was Second before.
func Berger(n int) [][]Pair {
	m := n - 1 + n%2
	half := (m + 1) / 2
	rounds := make([][]Pair, 0, max(m, 0))
	for r := range m {
		p := r * half % m
		var round []Pair
		switch {
		case m == n: // p rests
		case p < half:
			round = append(round, Pair{p, n - 1})
		default:
			round = append(round, Pair{n - 1, p})
		}
		for k := 1; k < half; k++ {
			round = append(round, Pair{(p + k) % m, (p + m - k) % m})
		}
		rounds = append(rounds, round)
	}
	return rounds
}

// A Round is one of a cycle.
type Round struct {
	Number int // in the cycle, from 1; where two rounds have changed places, that of before
	Pairs  []Pair
}

// Cycles returns the rounds of each of some cycles in which each of n players meets each other: by the
// tables of FIDE, or in the order of events that began before the site had those (R-FI-1). Every
// other cycle has First and Second exchanged, so two are even for each pair; a third is the first
// one again. By the tables of an even n the last two rounds of the first of two cycles or more
// change places, as FIDE advises: nobody has the same side three times running where the second
// begins. They keep their numbers, by which the games of a pair are found (Key.Twin).
func Cycles(n, cycles int, berger bool) [][]Round {
	pairs := Circle(n)
	if berger {
		pairs = Berger(n)
	}
	var all [][]Round
	for c := range cycles {
		var rounds []Round
		for r := range pairs {
			rounds = append(rounds, Round{r + 1, pairs[r]})
		}
		if last := len(rounds) - 1; berger && c == 0 && cycles > 1 && n%2 == 0 && last > 0 {
			rounds[last-1], rounds[last] = rounds[last], rounds[last-1]
		}
		all = append(all, rounds)
		pairs = Reverse(pairs)
	}
	return all
}
