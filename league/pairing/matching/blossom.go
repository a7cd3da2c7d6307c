package matching

import "slices"

// A node is a vertex, or a blossom: an odd ring of nodes joined by tight edges, of which all
// but one are matched with their neighbours. Which one is left, the base, can be any: a search
// sees the blossom as one vertex.
type node[W Words] struct {
	in       int      // the blossom whose ring this node is in, or none
	vertices []int    // all inside
	base     int      // the vertex that is matched outside, or not at all
	ring     []int    // of a blossom: its nodes, the one with the base first
	link     [][2]int // link[i] joins ring[i] and the next: a vertex of either
	z        W        // the price of a blossom, never negative

	// During a search, of an outermost node:
	label label
	from  [2]int // the edge by which it was reached: its vertex there and the one here
	as    label  // of a blossom: that by which its price is kept, see search
}

// label is how a search has reached a node: by an even or an odd number of steps from where it
// began, or not yet.
type label uint8

const (
	unseen label = iota
	even
	odd
)

// depth returns in how many blossoms a vertex is.
func (m *Matching[W]) depth(v int) (n int) {
	for b := m.nodes[v].in; b != none; b = m.nodes[b].in {
		n++
	}
	return n
}

// shrink makes a blossom of a ring of outermost nodes.
func (m *Matching[W]) shrink(ring []int, link [][2]int) (b int) {
	if last := len(m.spare) - 1; last >= 0 {
		b, m.spare = m.spare[last], m.spare[:last]
	} else {
		b = len(m.nodes)
		m.nodes = append(m.nodes, node[W]{})
	}
	first := m.nodes[ring[0]]
	m.nodes[b] = node[W]{in: none, base: first.base, ring: ring, link: link, label: first.label, from: first.from}
	for _, c := range ring {
		if c >= m.n {
			m.shiftBlossom(c, unseen)
		}
		m.nodes[c].in = b
		m.nodes[b].vertices = append(m.nodes[b].vertices, m.nodes[c].vertices...)
	}
	for _, v := range m.nodes[b].vertices {
		m.top[v] = b
	}
	return b
}

// open makes the nodes of an outermost blossom's ring outermost, and returns what was the blossom.
func (m *Matching[W]) open(b int) node[W] {
	was := m.nodes[b]
	for _, c := range was.ring {
		m.nodes[c].in, m.nodes[c].label = none, unseen
		for _, v := range m.nodes[c].vertices {
			m.top[v] = c
		}
	}
	m.nodes[b] = node[W]{in: none}
	m.spare = append(m.spare, b)
	return was
}

// rotate makes v the base of the node b. The ring's nodes between the old base and the new one
// change partners.
func (m *Matching[W]) rotate(b, v int) {
	if b < m.n {
		return
	}
	c := v
	for m.nodes[c].in != b {
		c = m.nodes[c].in
	}
	m.rotate(c, v)
	ring, link := m.nodes[b].ring, m.nodes[b].link
	at := slices.Index(ring, c)
	first, last := 0, at // the links between them, every other one, are matched now
	if at%2 == 1 {
		first, last = at+1, len(ring)
	}
	for i := first; i < last; i += 2 {
		m.join(ring[i], ring[(i+1)%len(ring)], link[i])
	}
	m.nodes[b].ring = slices.Concat(ring[at:], ring[:at])
	m.nodes[b].link = slices.Concat(link[at:], link[:at])
	m.nodes[b].base = v
}

// join matches the ends of an edge between the nodes a and b, which become their bases.
func (m *Matching[W]) join(a, b int, edge [2]int) {
	m.rotate(a, edge[0])
	m.rotate(b, edge[1])
	m.mate[edge[0]], m.mate[edge[1]] = edge[1], edge[0]
}
