package matching

import (
	"math/rand/v2"
	"testing"
)

// proved says that prices prove a matching: nothing is below zero that must not be, and what is matched has nothing to spare.
func (m *Matching[W]) proved(t *testing.T) {
	t.Helper()
	var nothing W
	for _, d := range m.nodes[m.n:] {
		if d.vertices != nil && less(d.z, nothing) {
			t.Fatal("a blossom has a price below zero")
		}
	}
	for _, u := range m.live {
		for _, v := range m.live {
			if u == v {
				continue
			}
			spare := m.slack(u, v)
			inside := map[int]bool{}
			for b := m.nodes[u].in; b != none; b = m.nodes[b].in {
				inside[b] = true
			}
			for b := m.nodes[v].in; b != none; b = m.nodes[b].in {
				if inside[b] {
					spare = add(spare, m.nodes[b].z)
				}
			}
			if less(spare, nothing) || m.mate[u] == v && !zero(spare) {
				t.Fatalf("%d and %d, matched: %t, have %v to spare", u, v, m.mate[u] == v, spare)
			}
		}
	}
}

// TestPricesProveTheMatching of graphs in which many edges weigh the same, so that there are blossoms in blossoms.
func TestPricesProveTheMatching(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for range 150 {
		n, spread := 2+2*r.IntN(30), 1+r.IntN(4)
		m := New[[2]uint64](n)
		for v := range n {
			for u := range v {
				m.Set(u, v, Negative([2]uint64{uint64(r.IntN(spread))}))
			}
		}
		m.Solve()
		m.proved(t)
		for len(m.live) > 4 {
			for range r.IntN(n) {
				u, v := m.live[r.IntN(len(m.live))], m.live[r.IntN(len(m.live))]
				if u != v {
					m.Lower(u, v, [2]uint64{uint64(r.IntN(spread))})
				}
			}
			m.Solve()
			m.proved(t)
			u := m.live[r.IntN(len(m.live))]
			m.Settle(u, m.mate[u])
			m.Solve()
			m.proved(t)
		}
	}
}
