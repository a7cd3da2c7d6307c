package matching

import "slices"

// search finds a partner for a free vertex: it grows a tree of tight edges, in turn not matched
// and matched, until it meets another free vertex, and then exchanges matched and not matched
// on the way back. Whenever no tight edge leads on, the prices of the tree change until one does.
//
// By how much they have changed since the search began is one number, paid. What is labelled has its
// price without it: even vertices as if nothing had been paid back yet, odd ones as if nothing had
// been paid, blossoms likewise. So a change is one addition, and when an edge becomes
// tight is a number that stays the same until then. Where a label changes shift brings the price over.
func (m *Matching[W]) search(root int) {
	m.paid, m.evens, m.large = *new(W), m.evens[:0], none
	for b := range m.nodes {
		m.nodes[b].label = unseen
	}
	for v := range m.near {
		m.near[v] = none
	}
	m.grow(m.top[root], [2]int{none, root})
	for {
		step := m.next()
		m.paid = step.when
		switch {
		case step.open != none:
			m.expand(step.open)
		case m.nodes[m.top[step.edge[1]]].label == even:
			m.close(step.edge)
		case m.reach(step.edge):
			m.rest()
			return
		}
	}
}

// rest gives all vertices and blossoms their prices as they are when the search is over.
func (m *Matching[W]) rest() {
	for _, v := range m.live {
		m.shift(v, unseen)
	}
	for b := m.n; b < len(m.nodes); b++ {
		if m.nodes[b].vertices != nil && m.nodes[b].in == none {
			m.shiftBlossom(b, unseen)
		}
	}
}

// shift says of a vertex that it has another label from now on.
func (m *Matching[W]) shift(v int, to label) {
	if m.as[v] == to {
		return
	}
	switch m.as[v] {
	case even:
		m.y[v] = sub(m.y[v], m.paid)
	case odd:
		m.y[v] = add(m.y[v], m.paid)
	}
	switch to {
	case even:
		m.y[v] = add(m.y[v], m.paid)
	case odd:
		m.y[v] = sub(m.y[v], m.paid)
	}
	m.as[v] = to
}

// shiftBlossom is shift for a blossom, whose price rises where those of its vertices fall, and twice as much.
func (m *Matching[W]) shiftBlossom(b int, to label) {
	d, twice := &m.nodes[b], add(m.paid, m.paid)
	if d.as == to {
		return
	}
	switch d.as {
	case even:
		d.z = add(d.z, twice)
	case odd:
		d.z = sub(d.z, twice)
	}
	switch to {
	case even:
		d.z = sub(d.z, twice)
	case odd:
		d.z = add(d.z, twice)
	}
	d.as = to
}

// mark gives an outermost node and all in it a label.
func (m *Matching[W]) mark(b int, to label) {
	m.nodes[b].label = to
	if b >= m.n {
		m.shiftBlossom(b, to)
	}
	for _, v := range m.nodes[b].vertices {
		m.shift(v, to)
	}
}

// A step is what a search can do next, and how much must have been paid before.
type step[W Words] struct {
	when W
	edge [2]int // to go along: from an even vertex to one not seen, or to another even one
	open int    // else the odd blossom to open
}

// Of steps that are open at the same time the one of the least rank is taken.
const (
	ends   = iota // it goes to a free vertex
	goesOn        // to a node not seen yet
	closes        // a ring
	opens         // a blossom
	never
)

// next returns the step that is open first.
func (m *Matching[W]) next() step[W] {
	best, rank := step[W]{open: none}, never
	for _, v := range m.live {
		if rank < never && best.when == m.paid && (rank == ends || m.as[v] == even) {
			continue // none is better
		}
		if when, r := m.along(v); r < never && (rank == never || less(when, best.when) || r < rank && when == best.when) {
			best, rank = step[W]{when: when, edge: [2]int{m.near[v], v}, open: none}, r
		}
	}
	for b := m.n; b < len(m.nodes); b++ {
		if d := &m.nodes[b]; d.label == odd && d.in == none && d.vertices != nil {
			if when := half(d.z); rank == never || less(when, best.when) {
				best, rank = step[W]{when: when, open: b}, opens
			}
		}
	}
	return best
}

// along returns when the edge is tight by which a vertex is closest to the tree, and the rank of the step along it.
func (m *Matching[W]) along(v int) (when W, rank int) {
	u := m.near[v]
	switch {
	case u == none || m.as[v] == odd:
		return when, never
	case m.as[v] == unseen:
		if m.mate[m.nodes[m.top[v]].base] == none {
			return add(m.nearest[v], m.y[v]), ends
		}
		return add(m.nearest[v], m.y[v]), goesOn
	case m.top[v] == m.large: // its edges are known at their other ends
		return when, never
	}
	if m.top[u] == m.top[v] {
		if m.look(v) == none {
			return when, never
		}
	}
	return half(add(m.nearest[v], m.y[v])), closes
}

// look finds anew from which even vertex outside its node an even one is closest, or one that nothing has to be paid for.
func (m *Matching[W]) look(v int) int {
	m.near[v] = none
	twice := add(m.paid, m.paid)
	for _, u := range m.evens {
		if m.top[u] == m.top[v] {
			continue
		}
		s := sub(m.y[u], m.twice[u*m.n+v])
		if m.near[v] == none || less(s, m.nearest[v]) {
			m.near[v], m.nearest[v] = u, s
			if add(s, m.y[v]) == twice {
				break
			}
		}
	}
	return m.near[v]
}

// grow makes an outermost node even.
func (m *Matching[W]) grow(b int, from [2]int) {
	m.nodes[b].from = from
	m.spread(b, m.nodes[b].vertices)
}

// spread says that a node is even, with vertices that have not been so before.
func (m *Matching[W]) spread(b int, anew []int) {
	m.mark(b, even)
	if m.large == none || len(m.nodes[b].vertices) > len(m.nodes[m.large].vertices) {
		m.large = b
	}
	for _, u := range anew {
		m.evens = append(m.evens, u)
		m.offer(u)
	}
}

// offer says to all vertices outside its node how close one is that has become even.
func (m *Matching[W]) offer(u int) {
	from := m.row(u)
	for _, v := range m.live {
		if m.top[v] == m.top[u] {
			continue
		}
		if s := sub(m.y[u], from[v]); m.near[v] == none || less(s, m.nearest[v]) {
			m.near[v], m.nearest[v] = u, s
		}
	}
}

// reach goes along an edge to a node not seen yet. If that node is free, the way from the root
// is turned and the search is over.
func (m *Matching[W]) reach(edge [2]int) (over bool) {
	t := m.top[edge[1]]
	base := m.nodes[t].base
	mate := m.mate[base]
	if mate == none {
		m.turn(edge)
		return true
	}
	m.mark(t, odd)
	m.nodes[t].from = edge
	m.grow(m.top[mate], [2]int{base, mate})
	return false
}

// turn matches the ends of an edge from the tree to a free node, and then, back to the root,
// whoever has lost their partner by that.
func (m *Matching[W]) turn(edge [2]int) {
	for {
		a, b := m.top[edge[0]], m.top[edge[1]]
		from := m.nodes[a].from
		m.join(a, b, edge)
		if from[0] == none {
			return
		}
		edge = m.nodes[m.top[from[0]]].from
	}
}

// close makes a blossom of the ring that an edge between two even nodes closes.
func (m *Matching[W]) close(edge [2]int) {
	left, right := m.ways(m.top[edge[0]], m.top[edge[1]])
	ring := []int{left[len(left)-1]}
	var link [][2]int
	for _, c := range slices.Backward(left[:len(left)-1]) {
		ring, link = append(ring, c), append(link, m.nodes[c].from)
	}
	link = append(link, edge)
	for _, c := range right[:len(right)-1] {
		from := m.nodes[c].from
		ring, link = append(ring, c), append(link, [2]int{from[1], from[0]})
	}
	var anew []int
	for _, c := range ring {
		if m.nodes[c].label == odd {
			anew = append(anew, m.nodes[c].vertices...)
		}
	}
	m.spread(m.shrink(ring, link), anew)
}

// ways returns the nodes from a and from b up the tree to where the ways meet, that node last
// in both.
func (m *Matching[W]) ways(a, b int) (left, right []int) {
	left, right = []int{a}, []int{b}
	for {
		// Both go up by turns, so that the cost is that of the ring and not of the tree.
		if i := slices.Index(right, left[len(left)-1]); i >= 0 {
			return left, right[:i+1]
		}
		if i := slices.Index(left, right[len(right)-1]); i >= 0 {
			return left[:i+1], right
		}
		left, right = m.up(left), m.up(right)
	}
}

// up adds the next node on the way to the root; at the root there is none.
func (m *Matching[W]) up(way []int) []int {
	from := m.nodes[way[len(way)-1]].from[0]
	if from == none {
		return way
	}
	return append(way, m.top[from])
}

// expand opens an odd blossom without a price. The even way through its ring from where it was
// reached to its base stays in the tree; the other nodes are unseen again.
func (m *Matching[W]) expand(b int) {
	was := m.open(b)
	c := was.from[1]
	at := slices.Index(was.ring, m.top[c])
	from := was.from
	length := len(was.ring)
	for _, c := range was.ring {
		m.mark(c, unseen)
	}
	for {
		m.mark(was.ring[at], odd)
		m.nodes[was.ring[at]].from = from
		if at == 0 {
			return
		}
		var to [2]int
		if at%2 == 0 { // matched with the one before
			to, at = flip(was.link[at-1]), at-1
			from = flip(was.link[at-1])
		} else {
			to, at = was.link[at], at+1
			from = was.link[at]
		}
		m.grow(was.ring[at], to)
		if at%2 == 1 {
			at--
		} else {
			at = (at + 1) % length
		}
	}
}

func flip(edge [2]int) [2]int { return [2]int{edge[1], edge[0]} }
