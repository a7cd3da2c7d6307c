package streetsoccer

import (
	"cmp"
	"slices"
)

// A search looks for the best turn. It is by a judge's values and knows no
// randomness; a node is a value that was asked for, or the moves of a throw.
type search struct {
	judge  *judge
	stakes stakes
	nodes  int

	root    []position
	worth   []float32
	order   []int
	replies []position
	last    []position
	ranks   []int
	values  []float32
	killers [dieFaces][2]brief // the best replies to other moves: likely good again
}

// newSearch returns a search by a judge.
func newSearch(j *judge) *search {
	s := &search{judge: j, stakes: even}
	for _, list := range []*[]position{&s.root, &s.replies, &s.last} {
		*list = make([]position, 0, mostSuccessors)
	}
	return s
}

// worst is below the value of anything.
const worst = -3

// genNodes is how many nodes it counts as to find the moves of a throw.
const genNodes = 4

// value asks the judge.
func (s *search) value(p *position) float32 {
	s.nodes++
	return s.stakes.value(s.judge, p)
}

// look makes the successors of a position with its throw, values them, and puts
// their numbers in order, the best first.
func (s *search) look(p *position) {
	s.root = p.successors(s.root[:0])
	s.nodes += genNodes
	s.worth, s.order = s.worth[:0], s.order[:0]
	for i := range s.root {
		s.worth = append(s.worth, s.value(&s.root[i]))
		s.order = append(s.order, i)
	}
	slices.SortStableFunc(s.order, func(a, b int) int { return cmp.Compare(s.worth[b], s.worth[a]) })
}

// shallow looks one turn ahead.
func (s *search) shallow(p *position) int {
	s.look(p)
	return s.order[0]
}

// glance looks two turns ahead at the n moves that are best one turn ahead.
func (s *search) glance(p *position, n int) int {
	s.look(p)
	best, top := 0, float32(worst)
	for _, i := range s.order[:min(n, len(s.order))] {
		if v := s.expect(&s.root[i], top); v > top {
			s.worth[i] = v
			best, top = i, v
		}
	}
	return best
}

// full looks two turns ahead, over all throws and replies, and returns the number
// of the best successor. Afterwards the first of s.order, at most n, are the best
// in order, with their exact worth.
func (s *search) full(p *position, n int) int {
	s.look(p)
	var best []int
	alpha := float32(worst)
	for _, i := range s.order {
		v := s.expect(&s.root[i], alpha)
		if v <= alpha {
			continue
		}
		s.worth[i] = v
		at, _ := slices.BinarySearchFunc(best, v, func(b int, v float32) int {
			if s.worth[b] >= v {
				return -1
			}
			return 1
		})
		best = slices.Insert(best, at, i)
		if len(best) > n {
			best = best[:n]
		}
		if len(best) == n {
			alpha = s.worth[best[n-1]]
		}
	}
	s.order = append(s.order[:0], best...)
	return best[0]
}

// deep looks three turns ahead at the n moves that are best two turns ahead: over
// all throws, the other side's m best replies to each by the judge, and all that
// may follow them. Once it has spent so many nodes, the moves that it did not come
// to are left out.
func (s *search) deep(p *position, n, m, budget int) int {
	best := s.full(p, n)
	if len(s.order) == 1 || s.root[best].ball == nowhere {
		return best
	}
	top := float32(worst)
	for _, i := range s.order {
		v := s.foresee(&s.root[i], m, top)
		if s.nodes > budget && i != s.order[0] {
			break
		}
		s.worth[i] = v
		if v > top {
			best, top = i, v
		}
	}
	return best
}

// expect returns what a position after a turn is worth to the side that made it,
// if the other side then finds the move that is best for the judge: the mean over
// its throws. If that is not above alpha, it returns something that is not either.
//
// This is the star2 algorithm: a reply to each throw is looked at first, which
// bounds the other side's best from below, and often that is enough to see that
// alpha is out of reach.
func (s *search) expect(p *position, alpha float32) float32 {
	if p.phase != turn {
		return s.value(p)
	}
	goal := s.stakes[p.side]
	var os [dieFaces]options
	var low [dieFaces]float32
	enough := -alpha * dieFaces // the other side's sum from which on alpha is not reached
	var sum float32
	for d := dieFaces - 1; d >= 0; d-- {
		q := *p
		q.die = uint8(d + 1)
		q.distinct(&os[d])
		low[d] = s.probe(&q, &os[d], s.killers[d])
		sum += low[d]
	}
	s.nodes += dieFaces * genNodes
	for d := dieFaces - 1; d >= 0 && sum < enough; d-- {
		if low[d] == goal {
			continue
		}
		q := *p
		q.die = uint8(d + 1)
		s.last = q.make(&os[d], s.last[:0])
		best := -1
		for i := range s.last {
			if v := s.value(&s.last[i]); v > low[d] {
				sum += v - low[d]
				low[d], best = v, i
				if sum >= enough {
					break
				}
			}
		}
		if best >= 0 {
			s.remember(d, q.made(&s.last[best]))
		}
	}
	return -sum / dieFaces
}

// remember keeps a reply to a throw.
func (s *search) remember(d int, b brief) {
	if s.killers[d][0] != b {
		s.killers[d][1], s.killers[d][0] = s.killers[d][0], b
	}
}

// probe returns the worth of one reply, the side's own that moves: a goal, one that
// was best before, or any.
func (s *search) probe(p *position, os *options, killers [2]brief) float32 {
	for i := range os.n {
		if os.list[i].goal {
			return s.stakes[p.side]
		}
	}
	top := -s.stakes[p.side.other()]
	for _, b := range killers {
		d := b.decision()
		if b != 0 && p.holds(os.of(d.from), d) {
			q := p.after(d)
			top = max(top, s.value(&q))
		}
	}
	return top
}

// made returns the brief of the turn that led to a successor.
func (sc *scene) made(q *position) brief {
	c := sc.side
	from, to := sc.keeper[c], q.keeper[c]
	if left := sc.outfielders[c] &^ q.outfielders[c]; left != 0 {
		from, to = left.first(), (q.outfielders[c] &^ sc.outfielders[c]).first()
	}
	target := q.ball
	if target == sc.ball {
		target = nowhere
	}
	return briefly(from, to, target)
}

// foresee is expect with the other side's m likeliest replies to each throw, and
// the best of them found by expect in turn.
func (s *search) foresee(p *position, m int, alpha float32) float32 {
	if p.phase != turn {
		return s.value(p)
	}
	enough := -alpha * dieFaces
	least := -s.stakes[p.side.other()] // what is not known yet
	sum := least * dieFaces
	for d := dieFaces; d > 0 && sum < enough; d-- {
		q := *p
		q.die = uint8(d)
		sum += s.reply(&q, m) - least
	}
	return -sum / dieFaces
}

// reply returns what the best of the m likeliest moves is worth, two turns ahead.
func (s *search) reply(p *position, m int) float32 {
	s.replies = p.successors(s.replies[:0])
	s.nodes += genNodes
	s.values, s.ranks = s.values[:0], s.ranks[:0]
	for i := range s.replies {
		if s.replies[i].ball == nowhere {
			return s.stakes[p.side]
		}
		s.values = append(s.values, s.value(&s.replies[i]))
		s.ranks = append(s.ranks, i)
	}
	top := -s.stakes[p.side.other()]
	for range min(m, len(s.ranks)) {
		best := -1
		for at, i := range s.ranks {
			if best < 0 || s.values[i] > s.values[s.ranks[best]] {
				best = at
			}
		}
		i := s.ranks[best]
		s.ranks = slices.Delete(s.ranks, best, best+1)
		top = max(top, s.expect(&s.replies[i], top))
	}
	return top
}
