// Package matching finds, in a complete graph of an even number of vertices, the perfect
// matching of greatest weight: everybody gets a partner, and the sum over the pairs is as great
// as any. DESIGN.md beside it says how.
package matching

// none stands where a vertex or a node is missing.
const none = -1

// A Matching is a complete graph with weights, and who is matched with whom in it. The weights
// are set first, then Solve; from then on weights may only fall (Lower), and another Solve
// begins with what still holds. That makes many small questions to one graph cheap.
//
// Weights may be negative. Their sums over all pairs, four times, must fit into W.
type Matching[W Words] struct {
	n     int
	live  []int     // the vertices that Settle has left
	twice []W       // two times the weight of u and v, at u*n+v and at v*n+u
	y     []W       // the price of each vertex: two prices are never less than twice the weight between
	mate  []int     // whom a vertex is matched with, or none
	top   []int     // the outermost node around a vertex
	nodes []node[W] // the vertices, then blossoms
	spare []int     // blossoms that are no more and can be used again

	// During a search:
	paid    W
	evens   []int   // the even vertices
	large   int     // the even node with most of them
	as      []label // of each vertex: that by which its price is kept
	near    []int   // the even vertex from which a vertex is closest, or none; of an even one it may have come into the same node
	nearest []W     // what is paid when that edge is tight, but for the price of the vertex
}

// New returns a graph of n vertices whose weights are all zero. An odd n panics.
func New[W Words](n int) *Matching[W] {
	if n%2 != 0 {
		panic("matching: an odd number of vertices has no perfect matching")
	}
	m := &Matching[W]{
		n: n, twice: make([]W, n*n), y: make([]W, n),
		mate: make([]int, n), top: make([]int, n), nodes: make([]node[W], n), as: make([]label, n), near: make([]int, n), nearest: make([]W, n),
	}
	for v := range n {
		m.live = append(m.live, v)
		m.mate[v], m.top[v] = none, v
		m.nodes[v] = node[W]{in: none, vertices: []int{v}, base: v}
	}
	return m
}

// Set gives the pair u and v a weight. It is for a new graph: after Solve see Lower.
func (m *Matching[W]) Set(u, v int, w W) {
	m.twice[u*m.n+v] = add(w, w)
	m.twice[v*m.n+u] = m.twice[u*m.n+v]
}

// Mate returns whom v is matched with.
func (m *Matching[W]) Mate(v int) int { return m.mate[v] }

// Weight returns the sum of the weights of all pairs that are matched.
func (m *Matching[W]) Weight() (sum W) {
	for v, u := range m.mate {
		if u > v {
			sum = add(sum, half(m.twice[v*m.n+u]))
		}
	}
	return sum
}

// Solve matches everybody, with the greatest weight that there is.
func (m *Matching[W]) Solve() {
	if len(m.nodes) == m.n && m.exposed() == m.n {
		m.begin()
	}
	for _, v := range m.live {
		if m.mate[v] == none {
			m.search(v)
		}
	}
}

func (m *Matching[W]) exposed() (count int) {
	for _, u := range m.mate {
		if u == none {
			count++
		}
	}
	return count
}

// begin finds first prices, and matches whoever can be matched at once: every vertex pays what
// its heaviest edge is worth, and then, one after the other, as little as the others let it.
func (m *Matching[W]) begin() {
	for v := range m.n {
		m.y[v] = half(m.row(v)[(v+1)%m.n])
		for u, w := range m.row(v) {
			if u != v && less(m.y[v], half(w)) {
				m.y[v] = half(w)
			}
		}
	}
	for v := range m.n {
		if m.mate[v] != none {
			continue
		}
		closest := m.cheapen(v)
		if m.mate[closest] == none {
			m.mate[v], m.mate[closest] = closest, v
		}
	}
}

func (m *Matching[W]) row(v int) []W { return m.twice[v*m.n : v*m.n+m.n] }

// cheapen lowers the price of a vertex until an edge is tight, and returns its other end: one
// that is free, if there is one.
func (m *Matching[W]) cheapen(v int) (closest int) {
	closest = none
	var least W
	for u := range m.n {
		if u == v {
			continue
		}
		s := m.slack(u, v)
		if closest == none || less(s, least) || s == least && m.mate[u] == none && m.mate[closest] != none {
			closest, least = u, s
		}
	}
	m.y[v] = sub(m.y[v], least)
	return closest
}

// slack is how much the prices of two vertices in different outermost nodes are above what the
// edge between them is worth. An edge is tight if it has none; only tight edges are matched.
func (m *Matching[W]) slack(u, v int) W {
	return sub(add(m.y[u], m.y[v]), m.twice[u*m.n+v])
}

// Slack is how much less than the best all matchings weigh in which two vertices are a pair, twice, as far as
// prices tell: it may be more. Of two in one blossom it is zero, since its price is not asked.
func (m *Matching[W]) Slack(u, v int) (s W) {
	if m.top[u] != m.top[v] {
		s = m.slack(u, v)
	}
	return s
}
