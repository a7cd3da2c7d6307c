package swiss

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kickabout/engine"
	"kickabout/league/pairing"
)

// A candidate is one way to match all vertices of a bracket, as the oracle sees it: what it
// costs by each criterion, and where it stands in the order of article 4, by plain lists that are
// compared place by place.
type candidate struct {
	mate  []int
	costs []int
	order []int
}

// candidates returns all ways to match the vertices.
func candidates(b *bracket, criteria []criterion, sole bool) (all []candidate) {
	n := len(b.vertices)
	mate := make([]int, n)
	for i := range mate {
		mate[i] = none
	}
	var match func(from int)
	match = func(from int) {
		for from < n && mate[from] != none {
			from++
		}
		if from == n {
			all = append(all, judge(b, criteria, mate, sole))
			return
		}
		for j := from + 1; j < n; j++ {
			if mate[j] == none {
				mate[from], mate[j] = j, from
				match(from + 1)
				mate[from], mate[j] = none, none
			}
		}
	}
	match(0)
	return all
}

func judge(b *bracket, criteria []criterion, mate []int, sole bool) candidate {
	c := candidate{mate: slices.Clone(mate), costs: make([]int, len(criteria))}
	for i, j := range mate {
		if i > j {
			continue
		}
		for k, criterion := range criteria {
			if criterion.limit > 0 {
				c.costs[k] += criterion.cost(i, j)
			}
		}
		if sole && i < b.inside && b.isBye(j) {
			c.costs[b.second] += b.vertices[i].missed
		}
	}
	c.order = generated(b, mate)
	return c
}

// generated returns the place in the order of article 4: which of those moved down are paired
// (4.4), whom they meet (4.2), then how the remainder is exchanged (4.3) and transposed (4.2).
func generated(b *bracket, mate []int) (order []int) {
	var rest []int
	for i := range b.moved {
		order = append(order, count(mate[i] >= b.inside))
	}
	for i := range b.moved {
		if mate[i] < b.inside {
			order = append(order, mate[i])
		}
	}
	for i := b.moved; i < b.inside; i++ {
		if mate[i] >= b.moved {
			rest = append(rest, i)
		}
	}
	pairs := 0
	for _, i := range rest {
		pairs += count(mate[i] > i && mate[i] < b.inside)
	}
	var down, up, moved, rises, partners []int
	for at, i := range rest {
		leads := mate[i] > i && mate[i] < b.inside
		switch {
		case at < pairs && !leads:
			down = append(down, at)
			moved = append(moved, 0)
		case at < pairs:
			moved = append(moved, 1)
		case leads:
			up = append(up, at)
			rises = append(rises, 0)
		default:
			rises = append(rises, 1)
		}
		if leads {
			partners = append(partners, mate[i])
		}
	}
	slices.Reverse(moved) // the last one of the first half is moved first
	sum := 0
	for _, at := range up {
		sum += at
	}
	for _, at := range down {
		sum -= at
	}
	return slices.Concat(order, []int{len(down), sum}, moved, rises, partners)
}

// first returns the best candidate.
func first(all []candidate) candidate {
	return slices.MinFunc(all, func(x, y candidate) int {
		if c := slices.Compare(x.costs, y.costs); c != 0 {
			return c
		}
		return slices.Compare(x.order, y.order)
	})
}

// checkBrackets pairs a round bracket by bracket and compares each with the best of all
// candidates.
func checkBrackets(t *rapid.T, at Tournament) {
	d := newDraw(at)
	var floaters []*player
	for len(d.left) > 0 {
		b := newBracket(d, floaters)
		b.weigh()
		b.graph.Solve()
		criteria := b.criteria()
		best := first(candidates(b, criteria, false))
		floating, bye := 0, false
		for i := range b.inside {
			floating += count(best.mate[i] >= b.inside)
			bye = bye || b.isBye(best.mate[i])
		}
		sole := floating == 1 && bye
		if sole {
			best = first(candidates(b, criteria, true))
		}
		b.soleFloater()
		b.order()
		for i := range b.inside {
			if j := b.graph.Mate(i); j != best.mate[i] && (j < b.inside || best.mate[i] < b.inside) {
				t.Fatalf("player %d of bracket %d/%d/%d is matched with %d, the best candidate has %d: %v", i, b.moved, b.inside, len(b.vertices), j, best.mate[i], best)
			}
		}
		floaters = b.finish()
	}
}

// chance adds a round by chance to everybody's past: pairs that may have nothing to do with the
// rules, so that the criteria get something to do.
func chance(t *rapid.T, players []Player) {
	seats := rapid.Permutation(numbered(len(players))).Draw(t, "seats")
	past := make([]Past, len(players))
	for len(seats) > 1 {
		a, b := seats[0], seats[1]
		seats = seats[2:]
		points := rapid.IntRange(0, 2).Draw(t, "points")
		kind := rapid.SampledFrom([]Kind{Played, Played, Played, Played, Played, Unplayed, Absent, Bye}).Draw(t, "kind")
		switch kind {
		case Played, Unplayed:
			past[a] = Past{Kind: kind, Opponent: b, Side: engine.First, Points: points}
			past[b] = Past{Kind: kind, Opponent: a, Side: engine.Second, Points: 2 - points}
		case Bye:
			past[a], past[b] = Past{Kind: Bye, Points: 2}, Past{Kind: Asked, Points: 1}
		}
	}
	for i := range players {
		players[i].Past = append(players[i].Past, past[i])
	}
}

// evenOut changes the points of a past so that they come to a sum.
func evenOut(past []Past, sum int) {
	for r := range past {
		past[r].Points = 0
	}
	past[0].Points = sum
}

func numbered(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

func TestEveryBracketIsTheFirstOfTheBestCandidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 10).Draw(t, "players")
		at := Tournament{Players: make([]Player, n)}
		past := rapid.IntRange(0, 6).Draw(t, "rounds")
		at.Rounds = past + rapid.IntRange(1, 2).Draw(t, "rounds to come")
		for range past {
			chance(t, at.Players)
		}
		// Few numbers of points make brackets large, pairs that may not meet make players float
		// and halves exchange.
		for i, high := range rapid.SliceOfN(rapid.IntRange(0, rapid.IntRange(0, 2).Draw(t, "groups")), n, n).Draw(t, "group") {
			if past > 0 && rapid.Bool().Draw(t, "grouped") {
				evenOut(at.Players[i].Past, 2*high)
			}
		}
		for range rapid.IntRange(0, 2*n).Draw(t, "forbidden") {
			if a, b := rapid.IntRange(0, n-1).Draw(t, "a"), rapid.IntRange(0, n-1).Draw(t, "b"); a != b {
				at.Forbidden = append(at.Forbidden, [2]int{a, b})
			}
		}
		checkBrackets(t, at)
		if _, err := Next(at); err != nil {
			t.Fatal(err)
		}
	})
}

// Where half of all pairs may not meet, players must be exchanged between the halves, and often
// in several ways that are equally far.
func TestExchangesAreTheFirstOnesThatHelp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(7, 10).Draw(t, "players")
		at := Tournament{Players: make([]Player, n)}
		for i, no := range rapid.SliceOfN(rapid.Bool(), n*n, n*n).Draw(t, "forbidden") {
			if a, b := i/n, i%n; no && a < b {
				at.Forbidden = append(at.Forbidden, [2]int{a, b})
			}
		}
		checkBrackets(t, at)
	})
}

// Three players are exchanged either way, and equally far: 8, 12 and 13 rise, or 9, 10 and 14. The
// first differing one that rises is 8 (4.3.4).
func TestOfEqualExchangesTheFirstOfTheOthersRises(t *testing.T) {
	one := [][2]int{{0, 5}, {1, 6}, {2, 7}, {3, 9}, {4, 10}, {8, 11}, {12, 14}, {13, 15}}
	other := [][2]int{{0, 5}, {1, 6}, {2, 7}, {3, 8}, {4, 11}, {9, 12}, {10, 13}, {14, 15}}
	at := Tournament{Players: make([]Player, 16)}
	for b := range 16 {
		for a := range b {
			if pair := [2]int{a, b}; !slices.Contains(one, pair) && !slices.Contains(other, pair) {
				at.Forbidden = append(at.Forbidden, pair)
			}
		}
	}
	r, err := Next(at)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Pairs {
		if !slices.Contains(one, [2]int{min(p.First, p.Second), max(p.First, p.Second)}) {
			t.Errorf("got %v, want %v", r.Pairs, one)
		}
	}
}

func TestNobodyIsLeftOutWhenPairsAreMadeByHand(t *testing.T) {
	at := Tournament{Players: make([]Player, 7), Forced: [][2]int{{5, 0}}}
	r, err := Next(at)
	if err != nil {
		t.Fatal(err)
	}
	want := []pairing.Pair{{First: 0, Second: 5}, {First: 3, Second: 1}, {First: 2, Second: 4}}
	if !slices.Equal(r.Pairs, want) || r.Bye != 6 {
		t.Errorf("got %v and the bye for %d, want %v and 6", r.Pairs, r.Bye, want)
	}
}
