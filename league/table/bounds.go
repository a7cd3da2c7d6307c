package table

import (
	"cmp"
	"slices"

	"kickabout/engine"
	"kickabout/league"
)

// Up to so many open matches of a group the bounds are exact.
const (
	exactUpTo    = 7 // on points
	exactSONUpTo = 3 // on points and SON
)

// bound gives each row the best and the worst rank that its player can still have.
// A tie counts for them in the best and against them in the worst. Bounds are sound,
// so the final rank lies within, and monotone, so a match that ends never widens
// them, as long as nobody is struck and no match is voided (R-TB-5).
func (t *Table) bound() {
	ranked := t.rows[:len(t.players)]
	if len(t.open) == 0 && !slices.ContainsFunc(t.undrawn, func(n int) bool { return n > 0 }) {
		for p := range ranked {
			ranked[p].Best, ranked[p].Worst = ranked[p].Rank, ranked[p].Rank
		}
		return
	}
	t.cheapBounds(ranked)
	if len(t.open) > exactUpTo || t.drawing != nil {
		return
	}
	search := newSearch(t)
	for p, i := range t.line {
		ranked[p].Best, ranked[p].Worst = search.best(i), search.worst(i)
	}
	if len(t.open) <= exactSONUpTo && len(t.order) > 1 && t.order[1].Code == "SON" {
		t.boundBySON(search.awards, ranked)
	}
}

// most is what a player can still reach.
func (t *Table) most(i int) league.Points {
	c := t.cross.Tally(i)
	open := c.Open
	if t.undrawn != nil {
		open += t.undrawn[i]
	}
	return c.Points + t.full*league.Points(open)
}

// cheapBounds lets everybody else stay where they are, or win all they have left.
func (t *Table) cheapBounds(ranked []league.Row) {
	n := len(ranked)
	points := make([]league.Points, 2*n)
	have, reach := points[:n], points[n:]
	for i := range n {
		have[i], reach[i] = t.cross.Tally(i).Points, t.most(i)
	}
	slices.Sort(have)
	slices.Sort(reach)
	for p, i := range t.line {
		atMost, _ := slices.BinarySearch(have, t.most(i)+1)
		fewer, _ := slices.BinarySearch(reach, ranked[p].Points)
		ranked[p].Best, ranked[p].Worst = 1+n-atMost, n-fewer
	}
}

// awards lists what the two sides of a match may get, each pair once; not what
// comes of a strike or a fault, a double forfeit or a void match.
func awards(s league.Scoring) [][2]league.Points {
	var pairs [][2]league.Points
	for ending, a := range s {
		switch {
		case ending == engine.DoubleForfeit || ending == engine.Void:
		case a.Draw != 0:
			pairs = append(pairs, [2]league.Points{a.Draw, a.Draw})
		default:
			pairs = append(pairs, [2]league.Points{a.Win, a.Loss}, [2]league.Points{a.Loss, a.Win})
		}
	}
	slices.SortFunc(pairs, func(a, b [2]league.Points) int { return cmp.Or(cmp.Compare(b[0], a[0]), cmp.Compare(a[1], b[1])) })
	return slices.Compact(pairs)
}

// boundBySON tries all that can happen in the last matches. Points alone decide
// the first two tie-breaks; who is level on both counts for and against.
func (t *Table) boundBySON(awards [][2]league.Points, ranked []league.Row) {
	n := len(t.players)
	for p := range ranked {
		ranked[p].Best, ranked[p].Worst = n, 1
	}
	end := final{table: t, total: make([]league.Points, n), won: make([]league.Points, len(t.open)*2), son: make([]int, n)}
	for i := range n {
		end.total[i] = t.cross.Tally(i).Points
	}
	end.each(0, awards, func() {
		for p, i := range t.line {
			above, below := 0, 0
			for j := range n {
				switch c := end.compare(j, i); {
				case c > 0:
					above++
				case c < 0:
					below++
				}
			}
			ranked[p].Best, ranked[p].Worst = min(ranked[p].Best, above+1), max(ranked[p].Worst, n-below)
		}
	})
}

// final is one way in which the open matches end.
type final struct {
	table *Table
	total []league.Points // by player
	won   []league.Points // by open match, First's and Second's
	son   []int           // by player, in hundredths
}

// each tries all endings of the open matches from the k-th on.
func (f *final) each(k int, awards [][2]league.Points, visit func()) {
	if k == len(f.table.open) {
		for i := range f.son {
			f.son[i] = unknown
		}
		visit()
		return
	}
	a, b := f.table.open[k][0], f.table.open[k][1]
	for _, award := range awards {
		f.total[a] += award[0]
		f.total[b] += award[1]
		f.won[2*k], f.won[2*k+1] = award[0], award[1]
		f.each(k+1, awards, visit)
		f.total[a] -= award[0]
		f.total[b] -= award[1]
	}
}

// unknown is a SON that has not been asked for.
const unknown = -1

// compare says which of two players stands above on points and SON.
func (f *final) compare(i, j int) int {
	if c := cmp.Compare(f.total[i], f.total[j]); c != 0 || i == j {
		return c
	}
	return cmp.Compare(f.sonOf(i), f.sonOf(j))
}

func (f *final) sonOf(i int) int {
	if f.son[i] != unknown {
		return f.son[i]
	}
	sum := 0
	for j, p := range f.table.cross.Row(i) {
		sum += int(p) * int(f.total[j])
	}
	for k, pair := range f.table.open {
		switch i {
		case pair[0]:
			sum += int(f.won[2*k]) * int(f.total[pair[1]])
		case pair[1]:
			sum += int(f.won[2*k+1]) * int(f.total[pair[0]])
		}
	}
	f.son[i] = sum
	return sum
}
