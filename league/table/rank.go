package table

import (
	"cmp"
	"slices"

	"kickabout/league"
	"kickabout/league/tiebreak"
)

// ranking puts the players of a table in order.
type ranking struct {
	*Table
	ranks  []int          // by the places of the line
	now    []int          // what the tie-break at work counts, by player
	parted []parted       // parted[p] parts line[p-1] from line[p]
	values []league.Value // of each player, by the order
}

// parted is what parts two neighbours.
type parted struct {
	code         string
	above, below int
}

// rank makes the rows.
func (t *Table) rank() {
	n := len(t.players)
	ints := make([]int, 3*n)
	t.line = ints[:n]
	r := ranking{t, ints[n : 2*n], ints[2*n:], make([]parted, n+1), make([]league.Value, n*len(t.order))}
	for i := range n {
		r.line[i] = i
		for k := range t.order {
			b, v := &t.order[k], r.value(i, k)
			if v.Code = b.Code; !b.Among && !b.Place {
				v.Number, v.Counts = b.Count(t.cross, nil, i), true
			}
		}
	}
	r.part(0, n, 0)
	t.rows = make([]league.Row, n, n+len(t.struck))
	for p := range r.line {
		t.rows[p] = r.row(p)
	}
	for _, player := range t.struck {
		t.rows = append(t.rows, league.Row{Rank: n + 1, Player: player, Best: n + 1, Worst: n + 1, Out: true})
	}
}

func (r *ranking) value(i, k int) *league.Value { return &r.values[i*len(r.order)+k] }

// part orders the places from one up to another, whose players are level on the
// first k tie-breaks, by the rest of them.
func (r *ranking) part(from, to, k int) {
	for to-from > 1 && k < len(r.order) && !r.applies(&r.order[k], from, to) {
		k++
	}
	if to-from < 2 || k == len(r.order) {
		for p := from; p < to; p++ {
			r.ranks[p] = from + 1
		}
		return
	}
	b := &r.order[k]
	r.weigh(k, r.line[from:to])
	slices.SortStableFunc(r.line[from:to], func(x, y int) int {
		if b.Fewer {
			x, y = y, x
		}
		return cmp.Compare(r.now[y], r.now[x])
	})
	for run, end := from, from; run < to; run = end {
		for end++; end < to && r.now[r.line[end]] == r.now[r.line[run]]; end++ {
		}
		if end < to {
			r.parted[end] = parted{b.Code, r.now[r.line[run]], r.now[r.line[end]]}
		}
		next := k + 1
		if b.Again && end-run < to-from {
			next = k
		}
		r.part(run, end, next) // weighs these players anew, and no others
	}
}

// applies says whether a tie-break can part the players of some places.
func (r *ranking) applies(b *tiebreak.Break, from, to int) bool {
	if b.Place && !slices.ContainsFunc(r.cuts, func(cut int) bool { return from < cut && cut < to && r.draws(cut, from, to) }) {
		return false
	}
	return b.Ready == nil || b.Ready(r.cross, r.line[from:to])
}

// draws says that the lot decides between the players of some places at a cut: where winning takes a point, a place for
// which nobody has one stays empty (R-TB-6).
func (r *ranking) draws(cut, from, to int) bool {
	if !r.sheet.Terms.Earned || cut == r.down {
		return true
	}
	return slices.ContainsFunc(r.line[from:to], func(i int) bool { return r.cross.Tally(i).Points >= point })
}

// weigh counts a tie-break for players who are level. Of one that is applied again,
// what it counted first is what the row shows.
func (r *ranking) weigh(k int, tied []int) {
	b := &r.order[k]
	for _, i := range tied {
		v := r.value(i, k)
		r.now[i] = v.Number
		if b.Among || b.Place {
			r.now[i] = b.Count(r.cross, tied, i)
		}
		if !v.Counts {
			v.Number, v.Counts = r.now[i], true
		}
	}
}

// row makes the row of a place.
func (r *ranking) row(p int) league.Row {
	i := r.line[p]
	c := r.cross.Tally(i)
	row := league.Row{
		Rank: r.ranks[p], Player: r.players[i], Points: c.Points, SON: r.cross.SON(i),
		Values: r.values[i*len(r.order) : (i+1)*len(r.order) : (i+1)*len(r.order)],
		Goals:  c.Goals, Against: c.Against, Played: c.Played, Won: c.Won, Drawn: c.Drawn, Lost: c.Lost, Flagged: c.Timeouts, Open: c.Open,
	}
	row.Nothing = r.sheet.Terms.Earned && c.Points < point && r.most(i) < point
	if p > 0 {
		d := r.parted[p]
		row.Above = league.Parted{Who: r.players[r.line[p-1]], Code: d.code, Mine: d.below, Theirs: d.above}
	}
	if p+1 < len(r.line) {
		d := r.parted[p+1]
		row.Below = league.Parted{Who: r.players[r.line[p+1]], Code: d.code, Mine: d.above, Theirs: d.below}
	}
	return row
}
