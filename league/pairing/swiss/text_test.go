package swiss_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league/pairing"
	"kickabout/league/pairing/swiss"
)

// What follows reads FIDE's text (C.04.1 and C.04.3 of 2026) once more, without a line of the package that pairs:
// a history of a player is a string of what they had, and a bracket is a list of numbers.

// A record is a player's past: their points in halves, sides as letters of the games played, opponents met.
type record struct {
	points int
	sides  string // "w" and "b"
	met    map[int]bool
	exempt bool // has had the bye, or points of a win without play
}

func recordOf(p swiss.Player) record {
	r := record{met: map[int]bool{}}
	for _, x := range p.Past {
		r.points += x.Points
		switch {
		case x.Kind == swiss.Played:
			r.met[x.Opponent] = true
			r.sides += map[engine.Side]string{engine.First: "w", engine.Second: "b"}[x.Side]
		case x.Kind == swiss.Bye || x.Points >= 2:
			r.exempt = true
		}
	}
	return r
}

// difference is white games less black ones (1.6.1).
func (r record) difference() (d int) {
	for _, s := range r.sides {
		d += map[rune]int{'w': 1, 'b': -1}[s]
	}
	return d
}

// wish returns the side that a player prefers and how strongly, 3 for absolutely (1.7).
func (r record) wish() (side byte, strength int) {
	n, d := len(r.sides), r.difference()
	other := map[byte]byte{'w': 'b', 'b': 'w'}
	switch {
	case n == 0:
		return 0, 0
	case d > 1:
		return 'b', 3
	case d < -1:
		return 'w', 3
	case n > 1 && r.sides[n-1] == r.sides[n-2]:
		return other[r.sides[n-1]], 3
	case d == 1:
		return 'b', 2
	case d == -1:
		return 'w', 2
	}
	return other[r.sides[n-1]], 1
}

// white returns which of two has white, the higher one first (5.2); odd says that the higher one's number is
// odd, and start is the side that number 1 began with.
func white(high, low record, odd bool, start byte) (first bool) {
	a, as := high.wish()
	b, bs := low.wish()
	switch {
	case a == 0 && b == 0:
		return odd == (start == 'w')
	case a == 0:
		return b == 'b'
	case b == 0 || a != b: // 5.2.1
		return a == 'w'
	}
	wide := func(d int) int { return max(d, -d) }
	switch {
	case as != bs: // 5.2.2
		return (as > bs) == (a == 'w')
	case as == 3 && wide(high.difference()) != wide(low.difference()):
		return (wide(high.difference()) > wide(low.difference())) == (a == 'w')
	}
	for k := 1; k <= min(len(high.sides), len(low.sides)); k++ { // 5.2.3
		if x, y := high.sides[len(high.sides)-k], low.sides[len(low.sides)-k]; x != y {
			return x == 'b'
		}
	}
	return a == 'w' // 5.2.4
}

// faults lists in what a round is against the text. Rounds in which rules had to be given up are not asked.
func faults(at swiss.Tournament, r swiss.Round) (all []string) {
	wrong := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	records := make([]record, len(at.Players))
	for i, p := range at.Players {
		records[i] = recordOf(p)
	}
	rounds := len(at.Players[0].Past)
	above := func(i, j int) bool {
		return records[i].points > records[j].points || records[i].points == records[j].points && i < j
	}
	odd := map[int]bool{} // by number among those who have come
	n := 0
	for i, p := range at.Players {
		if !p.Absent || slices.ContainsFunc(p.Past, func(x swiss.Past) bool { return x.Kind != swiss.Absent && x.Kind != swiss.Asked }) {
			n++
			odd[i] = n%2 == 1
		}
	}
	start := byte('w')
	if at.First == engine.Second {
		start = 'b'
	}
	top := func(i int) bool { return at.Rounds == rounds+1 && records[i].points > rounds }
	for _, p := range r.Pairs {
		w, b := records[p.First], records[p.Second]
		if w.met[p.Second] {
			wrong("%v meet again (C1)", p)
		}
		ws, wn := w.wish()
		bs, bn := b.wish()
		if wn == 3 && bn == 3 && ws == bs && !top(p.First) && !top(p.Second) {
			wrong("%v both must have %c (C3)", p, ws)
		}
		high, low, is := p.First, p.Second, true
		if above(low, high) {
			high, low, is = low, high, false
		}
		if white(records[high], records[low], odd[high], start) != is {
			wrong("%v have the wrong sides: %s and %s (5.2)", p, w.sides, b.sides)
		}
	}
	if r.Bye != pairing.Nobody && records[r.Bye].exempt {
		wrong("%d has a second bye (C2)", r.Bye)
	}
	return append(all, bracketFaults(at, r, records, top)...)
}

// bracketFaults looks at the first bracket, which nobody has floated into: as many are paired in it as can be while all
// others can still be paired (C4, C6) and the bye is for one with as few points as can be (C5). Where its
// first half can meet the other in order, and nobody against their wish, that is the pairing.
func bracketFaults(at swiss.Tournament, r swiss.Round, records []record, top func(int) bool) (all []string) {
	var bracket, rest []int
	best := -1
	for i, p := range at.Players {
		if !p.Absent {
			best = max(best, records[i].points)
		}
	}
	for i, p := range at.Players {
		switch {
		case p.Absent:
		case records[i].points == best:
			bracket = append(bracket, i)
		default:
			rest = append(rest, i)
		}
	}
	mate := map[int]int{}
	for _, p := range r.Pairs {
		mate[p.First], mate[p.Second] = p.Second, p.First
	}
	pairs := 0
	for _, i := range bracket {
		if j, ok := mate[i]; ok && i < j && slices.Contains(bracket, j) {
			pairs++
		}
	}
	bye := 0
	if r.Bye != pairing.Nobody {
		bye = records[r.Bye].points
	}
	may := func(i, j int) bool {
		if p := max(i, j); min(i, j) == pairing.Nobody { // no more points than who has it (C5)
			return !records[p].exempt && records[p].points <= bye
		}
		a, as := records[i].wish()
		b, bs := records[j].wish()
		forbidden := slices.Contains(at.Forbidden, [2]int{i, j}) || slices.Contains(at.Forbidden, [2]int{j, i})
		return !records[i].met[j] && !forbidden && (as < 3 || bs < 3 || a != b || top(i) || top(j))
	}
	everybody := append(slices.Clone(bracket), rest...)
	if len(everybody)%2 == 1 {
		everybody = append(everybody, pairing.Nobody)
	}
	if bye--; r.Bye != pairing.Nobody && canHavePairs(everybody, 0, 0, may) {
		all = append(all, fmt.Sprintf("%d has the bye, and somebody with fewer points could (C5)", r.Bye))
	}
	bye++
	if pairs < len(bracket)/2 && canHavePairs(everybody, len(bracket), pairs+1, may) {
		all = append(all, fmt.Sprintf("%d of %d at the top are paired with each other, one pair more is possible (C6)", 2*pairs, len(bracket)))
	}
	if len(bracket)%2 == 1 || len(bracket) == 0 {
		return all
	}
	half := len(bracket) / 2
	for k := range half {
		i, j := bracket[k], bracket[k+half]
		a, _ := records[i].wish()
		b, _ := records[j].wish()
		if !may(i, j) || a == b && a != 0 {
			return all
		}
	}
	if !canHavePairs(everybody[len(bracket):], 0, 0, may) { // those below could not be paired
		return all
	}
	for k := range half {
		if mate[bracket[k]] != bracket[k+half] {
			all = append(all, fmt.Sprintf("%d of the first half meets %d and could meet %d", bracket[k], mate[bracket[k]], bracket[k+half]))
		}
	}
	return all
}

// canHavePairs tells whether all can be paired so that so many pairs are among the first few: whether, for some choice of
// who of these floats, the others are paired among themselves, and all are paired (Tutte). What would
// take too many choices is not asked.
func canHavePairs(all []int, first, pairs int, may func(i, j int) bool) bool {
	n, float := len(all), max(0, first-2*pairs)
	if first > 12 || float > 2 {
		return false
	}
	r := rand.New(rand.NewPCG(2, 2))
	for _, out := range choose(first, float) {
		m := make([][]uint64, n)
		inside := func(k int) bool { return k < first && !slices.Contains(out, k) }
		for y := range n {
			m[y] = make([]uint64, n)
			for x := range y {
				if first > 0 && inside(x) != inside(y) || slices.Contains(out, x) && slices.Contains(out, y) {
					continue
				}
				if may(all[x], all[y]) {
					m[y][x] = 1 + r.Uint64N(prime-1)
					m[x][y] = prime - m[y][x]
				}
			}
		}
		if regular(m) {
			return true
		}
	}
	return false
}

// choose returns all ways to take some of n.
func choose(n, some int) (all [][]int) {
	if some == 0 {
		return [][]int{nil}
	}
	for k := range n {
		for _, rest := range choose(k, some-1) {
			all = append(all, append(slices.Clone(rest), k))
		}
	}
	return all
}

// TestRoundsAreAsTheTextSays plays 2,000 tournaments, and has each round judged by FIDE's text, read a second time.
func TestRoundsAreAsTheTextSays(t *testing.T) { // R-UT-5
	rounds := 0
	for seed := range min(2000, enginetest.Size(4000)) {
		x := newTournament(uint64(seed) + 100_000)
		for round := range x.at.Rounds {
			x.prepare(round)
			x.at.Forced = nil
			r, err := swiss.Next(x.at)
			if err != nil {
				t.Fatalf("seed %d, round %d: %v", seed, round+1, err)
			}
			complete(t, x.at, r)
			if len(r.Breaches) == 0 {
				for _, f := range faults(x.at, r) {
					t.Errorf("seed %d, round %d: %s", seed, round+1, f)
				}
				rounds++
			}
			x.play(r)
		}
	}
	t.Logf("%d rounds", rounds)
}
