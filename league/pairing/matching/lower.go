package matching

import "slices"

// Lower takes from the weight of the pair u and v what must not be negative. Prices that were
// high enough still are; only what was built on this edge is taken apart, and Solve mends it.
func (m *Matching[W]) Lower(u, v int, by W) {
	if zero(by) {
		return
	}
	w := sub(m.twice[u*m.n+v], add(by, by))
	m.twice[u*m.n+v], m.twice[v*m.n+u] = w, w
	if b := m.linked(u, v); b != none {
		m.takeApart(b, u)
	}
	if m.mate[u] == v {
		m.mate[u], m.mate[v] = none, none
	}
}

// linked returns the blossom in whose ring the edge of u and v is a link, or none.
func (m *Matching[W]) linked(u, v int) int {
	if m.top[u] != m.top[v] {
		return none
	}
	a, b := u, v // up to where both are in one ring
	for deep := m.depth(u) - m.depth(v); deep > 0; deep-- {
		a = m.nodes[a].in
	}
	for deep := m.depth(v) - m.depth(u); deep > 0; deep-- {
		b = m.nodes[b].in
	}
	for m.nodes[a].in != m.nodes[b].in {
		a, b = m.nodes[a].in, m.nodes[b].in
	}
	b = m.nodes[a].in
	for _, link := range m.nodes[b].link {
		if link == [2]int{u, v} || link == [2]int{v, u} {
			return b
		}
	}
	return none
}

// takeApart opens the blossom b, and the ones that it is in. Their prices go to their vertices,
// half to each, so that all edges inside are as tight as before; the edges that lead out are
// not, and the one that is matched is given up.
func (m *Matching[W]) takeApart(b, inside int) {
	for {
		outer := m.top[inside]
		was := m.open(outer)
		if !zero(was.z) {
			price := half(was.z)
			for _, v := range was.vertices {
				m.y[v] = add(m.y[v], price)
			}
			if mate := m.mate[was.base]; mate != none {
				m.mate[was.base], m.mate[mate] = none, none
			}
		}
		if outer == b {
			return
		}
	}
}

// Settle keeps a matched pair for good: it takes both out of the graph, which makes every Solve
// that follows cheaper. Their weight still counts.
func (m *Matching[W]) Settle(u, v int) {
	if m.mate[u] != v {
		panic("matching: Settle was asked for a pair that is not matched")
	}
	for _, x := range []int{u, v} {
		if b := m.nodes[x].in; b != none {
			m.takeApart(b, x)
		}
		m.live = slices.DeleteFunc(m.live, func(y int) bool { return x == y })
	}
	m.mate[u], m.mate[v] = v, u
}
