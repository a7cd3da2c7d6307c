package matching

import "slices"

// search finds a partner for a free vertex: it grows a tree of tight edges, in turn not matched
// and matched, until it meets another free vertex, and then exchanges matched and not matched
// on the way back. Whenever no tight edge leads on, the prices of the tree change until one does.
func (m *Matching[W]) search(root int) {
	for b := range m.nodes {
		m.nodes[b].label = unseen
	}
	for v := range m.near {
		m.near[v] = none
	}
	m.grow(m.top[root], [2]int{none, root})
	for {
		step := m.next()
		m.pay(step.price)
		switch {
		case step.open != none:
			m.expand(step.open)
		case m.nodes[m.top[step.edge[1]]].label == even:
			m.close(step.edge)
		case m.reach(step.edge):
			return
		}
	}
}

// A step is what a search can do next, and by how much the prices must change before.
type step[W Words] struct {
	price W
	edge  [2]int // to go along: from an even vertex to one not seen, or to another even one
	open  int    // else the odd blossom to open
}

// next returns the step that is open first.
func (m *Matching[W]) next() step[W] {
	best, found := step[W]{open: none}, false
	offer := func(s step[W]) {
		if !found || less(s.price, best.price) {
			best, found = s, true
		}
	}
	for _, v := range m.live {
		if u := m.near[v]; u != none && m.nodes[m.top[v]].label == unseen {
			offer(step[W]{price: m.slack(u, v), edge: [2]int{u, v}, open: none})
		}
	}
	for b := range m.nodes {
		switch d := &m.nodes[b]; {
		case d.in != none || d.vertices == nil:
		case d.label == even && d.best[0] != none:
			offer(step[W]{price: half(m.slack(d.best[0], d.best[1])), edge: d.best, open: none})
		case d.label == odd && b >= m.n:
			offer(step[W]{price: half(d.z), open: b})
		}
	}
	return best
}

// pay changes the prices: even nodes pay less, odd ones more. Edges of the tree stay tight.
func (m *Matching[W]) pay(price W) {
	if zero(price) {
		return
	}
	for _, v := range m.live {
		switch m.nodes[m.top[v]].label {
		case even:
			m.y[v] = sub(m.y[v], price)
		case odd:
			m.y[v] = add(m.y[v], price)
		}
	}
	price = add(price, price)
	for b := m.n; b < len(m.nodes); b++ {
		switch d := &m.nodes[b]; {
		case d.in != none:
		case d.label == even:
			d.z = add(d.z, price)
		case d.label == odd:
			d.z = sub(d.z, price)
		}
	}
}

// grow makes an outermost node even, and finds the shortest edges from it.
func (m *Matching[W]) grow(b int, from [2]int) {
	m.nodes[b].label, m.nodes[b].from, m.nodes[b].best = even, from, [2]int{none, none}
	var least W
	for _, v := range m.live {
		if m.top[v] == b {
			continue
		}
		u := m.inner(b, v)
		s := m.slack(u, v)
		t := &m.nodes[m.top[v]]
		if t.label != even {
			if m.near[v] == none || less(s, m.slack(m.near[v], v)) {
				m.near[v] = u
			}
			continue
		}
		if t.best[0] == none || less(s, m.slack(t.best[0], t.best[1])) {
			t.best = [2]int{u, v}
		}
		if best := &m.nodes[b].best; best[0] == none || less(s, least) {
			*best, least = [2]int{v, u}, s
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
	m.nodes[t].label, m.nodes[t].from = odd, edge
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
	b := m.shrink(ring, link)
	m.grow(b, m.nodes[b].from)
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
	for {
		m.nodes[was.ring[at]].label, m.nodes[was.ring[at]].from = odd, from
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
