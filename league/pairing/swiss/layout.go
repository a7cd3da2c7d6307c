package swiss

import (
	"math/bits"

	"kickabout/league/pairing/matching"
)

// A criterion is one count that a pairing keeps small; those before it are more important. cost
// returns what a pair of vertices i < j adds to it, never more than limit in all pairs together.
type criterion struct {
	limit int
	cost  func(i, j int) int
}

// A layout gives each criterion bits of its own in a weight, the most important the highest.
type layout struct {
	shift []int // of each criterion: its lowest bit; none if there was no room
	bits  int
}

const none = -1

// room is how many bits the widest weights have for criteria. Matching adds up to four times
// what is in there, and a sign.
const room = 16*64 - 4

// plan lays out criteria. Those that count nothing need no bits. Were there ever more bits than
// a weight has, the least important criteria but the last few, which are kept, would go.
func plan(criteria []criterion, kept int) layout {
	l := layout{shift: make([]int, len(criteria))}
	for i := len(criteria) - 1; i >= len(criteria)-kept; i-- {
		l.shift[i] = l.bits
		l.bits += bits.Len(uint(criteria[i].limit))
	}
	free := room - l.bits
	last := 0
	for last < len(criteria)-kept && bits.Len(uint(criteria[last].limit)) <= free {
		free -= bits.Len(uint(criteria[last].limit))
		last++
	}
	for i := len(criteria) - kept - 1; i >= 0; i-- {
		l.shift[i] = none
		if i < last {
			l.shift[i] = l.bits
			l.bits += bits.Len(uint(criteria[i].limit))
		}
	}
	return l
}

// A graph is a matching.Matching of some width, of which only this much is needed. All weights
// are costs, so none is above zero.
type graph interface {
	// add makes a pair dearer by a criterion.
	add(i, j, shift, cost int)
	// set gives a pair of a new graph all that it costs.
	set(i, j int, shifts, costs []int)
	Solve()
	Settle(i, j int)
	Mate(i int) int
	// loose tells whether a pair is in no best matching, whatever the lowest bits say of it.
	loose(i, j, bits int) bool
}

// newGraph returns a graph of n vertices for weights of so many bits.
func newGraph(n, bits int) graph {
	switch {
	case bits <= 1*64-4:
		return wide[[1]uint64]{matching.New[[1]uint64](n)}
	case bits <= 2*64-4:
		return wide[[2]uint64]{matching.New[[2]uint64](n)}
	case bits <= 4*64-4:
		return wide[[4]uint64]{matching.New[[4]uint64](n)}
	case bits <= 8*64-4:
		return wide[[8]uint64]{matching.New[[8]uint64](n)}
	}
	return wide[[16]uint64]{matching.New[[16]uint64](n)}
}

type wide[W matching.Words] struct{ *matching.Matching[W] }

func (g wide[W]) add(i, j, shift, cost int) {
	g.Lower(i, j, place[W](shift, cost))
}

func (g wide[W]) set(i, j int, shifts, costs []int) {
	var sum W
	for k, cost := range costs {
		if cost != 0 && shifts[k] != none {
			w := place[W](shifts[k], cost)
			for i := range len(w) {
				sum[i] |= w[i]
			}
		}
	}
	g.Set(i, j, matching.Negative(sum))
}

func (g wide[W]) loose(i, j, bits int) bool {
	s := g.Slack(i, j)
	bits++ // of twice the weight
	for at := bits / 64; at < len(s); at++ {
		word := s[at]
		if at == bits/64 {
			word >>= bits % 64
		}
		if word != 0 {
			return true
		}
	}
	return false
}

// place returns a cost at its bits.
func place[W matching.Words](shift, cost int) (w W) {
	at, bit := shift/64, shift%64
	w[at] = uint64(cost) << bit
	if at+1 < len(w) {
		w[at+1] = uint64(cost) >> (64 - bit)
	}
	return w
}
