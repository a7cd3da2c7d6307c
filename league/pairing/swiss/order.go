package swiss

// Of pairings that are equal by all criteria the one that article 4 generates first is taken.
// It is found by questions to the graph, the answers to which are kept: first who of those moved
// down is paired, then with whom, then how the others are split into halves, then who of the
// upper half meets whom.

// order answers the questions.
func (b *bracket) order() {
	b.chooseMoved()
	for i := range b.moved {
		if b.graph.Mate(i) < b.inside {
			b.choosePartner(i, b.partners(i, b.moved))
		}
	}
	rest := b.remainder()
	upper := b.split(rest)
	var lower []int
	for _, i := range rest {
		if !upper[i] {
			lower = append(lower, i)
		}
	}
	for _, i := range rest {
		if upper[i] {
			b.choosePartner(i, lower)
		}
	}
}

// chooseMoved settles who of those moved down is paired: the first, if he can be, and so on (4.4).
func (b *bracket) chooseMoved() {
	for i := range b.moved {
		b.ask(i, func(j int) bool { return j < b.inside })
	}
}

// ask settles whether i is matched with such a vertex. He is if he can be.
func (b *bracket) ask(i int, such func(j int) bool) bool {
	if !such(b.graph.Mate(i)) {
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

// each calls f for all vertices but i.
func (b *bracket) each(i int, f func(j int)) {
	for j := range b.vertices {
		if j != i {
			f(j)
		}
	}
}

// last returns the place of the criterion so many from the end.
func (b *bracket) last(k int) int { return len(b.layout.shift) - k }

// freeze excludes a pair, which must not be matched, from all that follows.
func (b *bracket) freeze(i, j int) {
	pair := [2]int{min(i, j), max(i, j)}
	if b.frozen[pair] == 0 {
		b.frozen[pair] = 1
		b.add(i, j, 0, 1)
	}
}

// partners returns who from a place on in the bracket i can still be matched with.
func (b *bracket) partners(i, from int) (all []int) {
	for j := from; j < b.inside; j++ {
		if b.frozen[[2]int{min(i, j), max(i, j)}] == 0 {
			all = append(all, j)
		}
	}
	return all
}

// choosePartner matches i with the first of the players that it can be (4.2).
func (b *bracket) choosePartner(i int, partners []int) {
	open := partners[:0:0]
	for _, j := range partners {
		if b.frozen[[2]int{min(i, j), max(i, j)}] == 0 {
			open = append(open, j)
		}
	}
	if b.graph.Mate(i) != open[0] {
		for k, j := range open {
			b.add(i, j, b.last(questions), k)
		}
		b.graph.Solve()
	}
	mate := b.graph.Mate(i)
	b.each(i, func(j int) {
		if j != mate {
			b.freeze(i, j)
		}
	})
	b.each(mate, func(j int) {
		if j != i {
			b.freeze(mate, j)
		}
	})
	b.graph.Solve()
}

// remainder returns those in the bracket who are not matched with anybody moved down.
func (b *bracket) remainder() (rest []int) {
	for i := b.moved; i < b.inside; i++ {
		if b.graph.Mate(i) >= b.moved {
			rest = append(rest, i)
		}
	}
	return rest
}

// split settles the halves: who of the remainder meets somebody below him, or, as article 4.3
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

// leads tells whether i is matched with somebody of the bracket who ranks below him.
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
			b.exchange(i, j, 1, pairs-x)
		}
	}
}

func (b *bracket) exchange(i, j, moved, far int) {
	b.add(i, j, b.last(exchanges), moved)
	b.add(i, j, b.last(sums), far)
}

// settle asks who is exchanged until all are found, and says who is in the upper half then.
func (b *bracket) settle(rest []int, pairs, exchanged int, upper map[int]bool) {
	left := exchanged
	for x := pairs - 1; x >= 0; x-- {
		i := rest[x]
		stays := func(j int) bool { return j > i && j < b.inside }
		if left == 0 {
			upper[i] = b.ask(i, stays)
			continue
		}
		upper[i] = !b.ask(i, func(j int) bool { return !stays(j) })
		left -= count(!upper[i])
	}
	left = exchanged
	for x := pairs; x < len(rest); x++ {
		i := rest[x]
		rises := func(j int) bool { return j > i && j < b.inside }
		if left == 0 {
			upper[i] = !b.ask(i, func(j int) bool { return !rises(j) })
			continue
		}
		upper[i] = b.ask(i, rises)
		left -= count(upper[i])
	}
}
