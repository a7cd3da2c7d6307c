package swiss

import "slices"

// Of pairings that are equal by all criteria the one that article 4 generates first is taken.
// It is found by questions to the graph, the answers to which are kept: first who of those moved
// down is paired, then with whom, then how the others are split into halves, then who of the
// upper half meets whom.

// order answers the questions.
func (b *bracket) order() {
	b.chooseMoved()
	for i := range b.moved {
		switch mate := b.graph.Mate(i); {
		case b.settled[i] || mate >= b.inside:
		case mate < b.moved: // only where rules have to be given up
			b.choosePartner(i, 0, nil)
		default:
			b.choosePartner(i, b.moved, nil)
		}
	}
	rest := b.remainder()
	upper := b.split(rest)
	for _, i := range rest {
		if upper[i] {
			b.choosePartner(i, b.moved, upper)
		}
	}
}

// chooseMoved settles who of those moved down is paired: the first, if they can be, and so on (4.4).
func (b *bracket) chooseMoved() {
	for i := range b.moved {
		b.ask(i, func(j int) bool { return j < b.inside })
	}
}

// ask settles whether i is matched with such a vertex. They are if they can be.
func (b *bracket) ask(i int, such func(j int) bool) bool {
	if !such(b.graph.Mate(i)) && b.could(i, such) {
		b.each(i, func(j int) {
			if !such(j) {
				b.add(i, j, b.last(questions), 1)
			}
		})
		b.graph.Solve()
	}
	answer := such(b.graph.Mate(i))
	b.each(i, func(j int) {
		if such(j) != answer {
			b.freeze(i, j)
		}
	})
	b.graph.Solve() // the pair stays, but what was built on excluded ones may have come apart
	return answer
}

// could tells whether such a vertex may be matched with i in a best pairing.
func (b *bracket) could(i int, such func(j int) bool) (is bool) {
	b.each(i, func(j int) { is = is || such(j) && b.maybe(i, j) })
	return is
}

// maybe tells whether two may be a pair in a best pairing: prices say no of most, without a question. What
// the bits below the criteria say does not count.
func (b *bracket) maybe(i, j int) bool { return !b.graph.loose(i, j, b.layout.shift[b.last(sums)]) }

// each calls f for all vertices without a partner for good but i.
func (b *bracket) each(i int, f func(j int)) {
	for j := range b.vertices {
		if j != i && !b.settled[j] {
			f(j)
		}
	}
}

// last returns the place of the criterion so many from the end.
func (b *bracket) last(k int) int { return len(b.layout.shift) - k }

// freeze excludes a pair, which must not be matched, from all that follows.
func (b *bracket) freeze(i, j int) {
	pair := [2]int{min(i, j), max(i, j)}
	if !b.frozen[pair] {
		b.frozen[pair] = true
		b.add(i, j, 0, 1)
	}
}

// choosePartner matches i for good with the first that they can be matched with (4.2) of those in
// the bracket from a place on who are not in the upper half.
func (b *bracket) choosePartner(i, from int, upper map[int]bool) {
	var open []int
	b.each(i, func(j int) {
		if j >= from && j < b.inside && !upper[j] && !b.frozen[[2]int{min(i, j), max(i, j)}] {
			open = append(open, j)
		}
	})
	before := open[:slices.Index(open, b.graph.Mate(i))]
	if slices.ContainsFunc(before, func(j int) bool { return b.maybe(i, j) }) {
		for k, j := range open {
			b.add(i, j, b.last(questions), k)
		}
		b.graph.Solve()
	}
	mate := b.graph.Mate(i)
	b.graph.Settle(i, mate)
	b.settled[i], b.settled[mate] = true, true
	b.graph.Solve()
}

// remainder returns the residents who are not matched with anybody moved down.
func (b *bracket) remainder() (rest []int) {
	for i := b.moved; i < b.inside; i++ {
		if !b.settled[i] {
			rest = append(rest, i)
		}
	}
	return rest
}

// split settles the halves: who of the remainder meets somebody below them, or, as article 4.3
// has it, who is exchanged between the first half and the others: as few as can be, as close to
// each other as can be, then the last ones of the first half, then the first ones of the others.
func (b *bracket) split(rest []int) (upper map[int]bool) {
	pairs := 0
	for _, i := range rest {
		if j := b.graph.Mate(i); j > i && j < b.inside {
			pairs++
		}
	}
	b.weighExchanges(rest, pairs)
	b.graph.Solve()
	exchanged := 0
	for _, i := range rest[:pairs] {
		exchanged += count(!b.leads(i))
	}
	upper = map[int]bool{}
	b.settle(rest, pairs, exchanged, upper)
	return upper
}

// leads tells whether i is matched with somebody of the bracket who ranks below them.
func (b *bracket) leads(i int) bool {
	j := b.graph.Mate(i)
	return j > i && j < b.inside
}

// weighExchanges adds what exchanges cost: a pair inside the first half, or a float from it,
// moves one down; a pair inside the others moves one up.
func (b *bracket) weighExchanges(rest []int, pairs int) {
	for y, j := range rest {
		for x, i := range rest[:y] {
			switch {
			case y < pairs:
				b.exchange(i, j, 1, pairs-y)
			case x >= pairs:
				b.exchange(i, j, 0, x-pairs+1)
			}
		}
	}
	for x, i := range rest[:pairs] {
		for j := b.inside; j < len(b.vertices); j++ {
			if !b.settled[j] {
				b.exchange(i, j, 1, pairs-x)
			}
		}
	}
}

func (b *bracket) exchange(i, j, moved, far int) {
	b.add(i, j, b.last(exchanges), moved)
	b.add(i, j, b.last(sums), far)
}

// settle asks who is exchanged until all are found, and says who is in the upper half then. That
// nobody else is exchanged follows: it would cost more.
func (b *bracket) settle(rest []int, pairs, exchanged int, upper map[int]bool) {
	for _, i := range rest[:pairs] {
		upper[i] = true
	}
	left := exchanged
	for x := pairs - 1; x >= 0 && left > 0; x-- {
		i := rest[x]
		upper[i] = !b.ask(i, func(j int) bool { return j < i || j >= b.inside })
		left -= count(!upper[i])
	}
	left = exchanged
	for x := pairs; x < len(rest) && left > 0; x++ {
		i := rest[x]
		upper[i] = b.ask(i, func(j int) bool { return j > i && j < b.inside })
		left -= count(upper[i])
	}
}
