package swiss

// A bracket is the players with the same points who are not paired yet, and those moved down
// from the bracket before (1.3). To see what its pairs mean for everybody else, all who are left
// are vertices of its graph.
type bracket struct {
	*draw
	vertices []*player // by rank; nil for the bye, which is last
	moved    int       // the first so many were moved down
	inside   int       // the first so many are in the bracket
	next     int       // the first so many are in it and in the one below
	levels   []score   // the points of those moved down, most first

	graph   graph
	layout  layout
	second  int             // the place of C9 among the criteria
	frozen  map[[2]int]bool // pairs that were excluded
	settled []bool          // who has their partner
}

// A score is a number of points that so many players have.
type score struct{ points, size int }

// bracket pairs the players with most points, together with the floaters of the bracket before,
// and returns who floats on. Those who are done are no longer left.
func (d *draw) bracket(floaters []*player) []*player {
	b := d.solved(newBracket(d, floaters))
	b.soleFloater()
	b.apart()
	b.order()
	return b.finish()
}

// solved returns a bracket with a first solution, with as few vertices as it takes.
func (d *draw) solved(b *bracket) *bracket {
	if c := b.narrow(); c != nil {
		c.weigh()
		c.graph.Solve()
		if c.kept() {
			return c
		}
	}
	if c := b.short(); c != nil {
		b = c
	}
	b.weigh()
	b.graph.Solve()
	return b
}

func newBracket(d *draw, floaters []*player) *bracket {
	b := &bracket{draw: d, moved: len(floaters)}
	b.vertices = append(append(b.vertices, floaters...), d.left...)
	b.inside = b.moved + group(d.left)
	b.next = b.inside + group(d.left[b.inside-b.moved:])
	if d.odd {
		b.vertices = append(b.vertices, nil)
	}
	for _, p := range floaters {
		if last := len(b.levels) - 1; last >= 0 && b.levels[last].points == p.points {
			b.levels[last].size++
		} else {
			b.levels = append(b.levels, score{p.points, 1})
		}
	}
	return b
}

// group returns how many at the front have the same points.
func group(left []*player) (n int) {
	for n < len(left) && left[n].points == left[0].points {
		n++
	}
	return n
}

// weigh makes the graph: each pair costs what the criteria say.
func (b *bracket) weigh() {
	b.settled, b.frozen = make([]bool, len(b.vertices)), map[[2]int]bool{}
	criteria := b.criteria()
	b.layout = plan(criteria, tail)
	n, last := len(b.vertices), len(criteria)-bent
	b.graph = newGraph(n, b.layout.bits)
	costs := make([]int, len(criteria))
	for j := range n {
		for i := range j {
			for k, c := range criteria {
				costs[k] = 0
				if c.limit > 0 && (i < b.next || k < everywhere) {
					costs[k] = c.cost(i, j)
				}
			}
			costs[last] = b.bend(i, j)
			b.graph.set(i, j, b.layout.shift, costs)
		}
	}
}

// bend tells how far a pair inside the bracket is from the one that article 4 generates first: the players
// moved down meet the first residents in order, and of the others each of the upper half the one as many
// places below them as the half has. It stands behind all other criteria and all questions, so that
// it decides nothing. But of equal pairings the one that is wanted is mostly found at once, and its
// questions need not be asked.
func (b *bracket) bend(i, j int) int {
	residents := b.inside - b.moved
	switch {
	case j >= b.inside:
		return 0
	case i < b.moved:
		return min(b.inside, max(j-b.moved-i, b.moved+i-j))
	}
	half := max(residents-b.moved, 0) / 2
	return max(j-i-half, half-j+i)
}

// apart settles everybody who is paired below the bracket, if nobody floats from it, or below the
// next one, if nobody does from that. It is so in every best pairing then, as floaters are
// counted (C6, C8), and what is best inside has nothing to do with what is best outside.
func (b *bracket) apart() {
	from := b.inside
	for i := range b.next {
		j := b.graph.Mate(i)
		if j >= b.next {
			return
		}
		if i < b.inside && j >= b.inside {
			from = b.next
		}
	}
	for i := from; i < len(b.vertices); i++ {
		if b.settled[i] {
			continue
		}
		b.graph.Solve() // what is settled may have left others free
		j := b.graph.Mate(i)
		b.graph.Settle(i, j)
		b.settled[i], b.settled[j] = true, true
	}
	b.graph.Solve()
}

func (b *bracket) isBye(j int) bool { return b.vertices[j] == nil }

// soleFloater applies C9 and tells whether it does: if one player alone floats and will have the
// bye, it had better be one who has played most.
func (b *bracket) soleFloater() bool {
	bye := len(b.vertices) - 1
	if !b.isBye(bye) || b.graph.Mate(bye) >= b.inside {
		return false
	}
	for i := range b.inside {
		if j := b.graph.Mate(i); j >= b.inside && j != bye {
			return false
		}
	}
	for i := range b.inside {
		b.add(i, bye, b.second, b.vertices[i].missed)
	}
	b.graph.Solve()
	return true
}

// add makes a pair dearer by one of the criteria.
func (b *bracket) add(i, j, criterion, cost int) {
	if shift := b.layout.shift[criterion]; shift != none && cost != 0 {
		b.graph.add(i, j, shift, cost)
	}
}

// finish keeps the pairs of the bracket, and returns those who float from it. In the last
// bracket the one who floats has the bye.
func (b *bracket) finish() (floaters []*player) {
	for i, p := range b.vertices[:b.inside] {
		switch j := b.graph.Mate(i); {
		case j >= b.inside && b.next == b.inside && b.isBye(j):
			b.bye, b.odd = p, false
		case j >= b.inside:
			floaters = append(floaters, p)
		case j > i:
			b.pairs = append(b.pairs, [2]*player{p, b.vertices[j]})
		}
	}
	b.left = b.left[b.inside-b.moved:]
	return floaters
}
