package table

import (
	"slices"

	"kickabout/league"
)

// search finds the best and the worst rank on points over all that can happen in
// the open matches. A player's own ones are decided at once: nothing is better for
// their rank than to win all and leave nothing, nothing worse than the opposite. Of
// the others it asks how few players must pass a limit. A match matters only while
// both its players can end on either side of the limit; then its outcomes are
// tried, and of those only the ones that no other beats for both sides.
type search struct {
	table  *Table
	awards [][2]league.Points
	low    [][2]league.Points // of these, those with as little as possible
	high   [][2]league.Points // the negative of those with as much as possible

	one     int // whose rank it is
	value   []league.Points
	left    []league.Points // open matches of each player that are still to be tried
	limit   league.Points   // who reaches it counts
	add     [2]league.Points
	tried   [][2]league.Points
	matches [][2]int
	fewest  int // so far
}

func newSearch(t *Table) *search {
	s := &search{table: t, awards: awards(t.sheet.Scoring)}
	negative := make([][2]league.Points, len(s.awards))
	for k, a := range s.awards {
		negative[k] = [2]league.Points{-a[0], -a[1]}
	}
	s.low, s.high = unbeaten(s.awards), unbeaten(negative)
	n := len(t.players)
	s.value, s.left = make([]league.Points, n), make([]league.Points, n)
	return s
}

// unbeaten keeps the pairs that no other pair undercuts on both sides.
func unbeaten(pairs [][2]league.Points) [][2]league.Points {
	return slices.DeleteFunc(slices.Clone(pairs), func(p [2]league.Points) bool {
		return slices.ContainsFunc(pairs, func(q [2]league.Points) bool {
			return q != p && q[0] <= p[0] && q[1] <= p[1]
		})
	})
}

// best returns the best rank that a player can still have on points.
func (s *search) best(one int) int { return 1 + s.run(one, 1, s.low) }

// worst returns the worst one: those count who stay below them.
func (s *search) worst(one int) int { return len(s.value) - s.run(one, -1, s.high) }

// run returns the least number of players whose points, times sign, can end beyond
// those of one, who does as well as they can in that direction.
func (s *search) run(one int, sign league.Points, tried [][2]league.Points) int {
	s.one, s.tried, s.matches = one, tried, s.matches[:0]
	s.add = [2]league.Points{tried[0][0], tried[0][0]} // the least and the most that a match adds
	for _, p := range tried {
		s.add = [2]league.Points{min(s.add[0], p[0], p[1]), max(s.add[1], p[0], p[1])}
	}
	for i := range s.value {
		s.value[i], s.left[i] = sign*s.table.cross.Tally(i).Points, 0
	}
	s.limit = s.value[one] + 1
	for _, m := range s.table.open {
		switch one {
		case m[0]:
			s.limit += s.add[1]
			s.value[m[1]] += s.add[0]
		case m[1]:
			s.limit += s.add[1]
			s.value[m[0]] += s.add[0]
		default:
			s.matches = append(s.matches, m)
			s.left[m[0]]++
			s.left[m[1]]++
		}
	}
	s.fewest = len(s.value)
	s.try(0)
	return s.fewest
}

// try tries the matches from the k-th on.
func (s *search) try(k int) {
	if s.certain() >= s.fewest {
		return
	}
	if k == len(s.matches) {
		s.fewest = s.certain()
		return
	}
	a, b := s.matches[k][0], s.matches[k][1]
	s.left[a]--
	s.left[b]--
	for _, p := range s.choices(a, b) {
		s.value[a] += p[0]
		s.value[b] += p[1]
		s.try(k + 1)
		s.value[a] -= p[0]
		s.value[b] -= p[1]
	}
	s.left[a]++
	s.left[b]++
}

// choices are the outcomes worth trying of a match whose players have these and
// other matches left.
func (s *search) choices(a, b int) [][2]league.Points {
	switch live, live2 := s.live(a), s.live(b); {
	case live && live2:
		return s.tried
	case live:
		return s.leastOf(0)
	default:
		return s.leastOf(1)
	}
}

// leastOf returns the one outcome with the least for a side.
func (s *search) leastOf(side int) [][2]league.Points {
	least := 0
	for k, p := range s.tried {
		if p[side] < s.tried[least][side] {
			least = k
		}
	}
	return s.tried[least : least+1]
}

// live says that a player can end on either side of the limit, a match being
// tried counted with those left.
func (s *search) live(i int) bool {
	left := s.left[i] + 1
	return s.value[i]+left*s.add[0] < s.limit && s.value[i]+left*s.add[1] >= s.limit
}

// certain counts those who reach the limit whatever happens.
func (s *search) certain() (n int) {
	for i, v := range s.value {
		if i != s.one && v+s.left[i]*s.add[0] >= s.limit {
			n++
		}
	}
	return n
}
