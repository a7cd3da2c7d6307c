package table

import (
	"slices"

	"kickabout/league"
)

// Need is what a player needs to be among the first of a table. It follows from
// bounds, so what it promises holds whatever the others do (R-TB-5).
type Need struct {
	First  int           // of the first so many
	Safe   bool          // they will be whatever happens
	Gone   bool          // they can no longer be
	Left   league.Points // what they can still take
	Least  league.Points // with fewer of them they cannot be
	Enough league.Points // with so many of them they will be; 0 if no number of them makes it certain
}

// Need says what a player needs to be among the first so many; the zero value for
// somebody who is not ranked.
func (t *Table) Need(player string, first int) Need {
	i := slices.Index(t.players, player)
	if i < 0 {
		return Need{}
	}
	row := t.rows[slices.Index(t.line, i)]
	n := Need{First: first, Safe: row.Worst <= first, Gone: row.Best > first, Left: t.most(i) - row.Points}
	if n.Safe || n.Gone {
		return n
	}
	for n.Least = 0; t.ahead(i, n.Least) >= first && n.Least < n.Left; n.Least += point {
	}
	for p := n.Least; p <= n.Left && n.Enough == 0; p += point {
		if t.threats(i, p) < first {
			n.Enough = p
		}
	}
	return n
}

// point is the smallest amount that anybody asks for.
const point = league.OnePoint

// ahead counts those who stay ahead of a player who takes so many points more,
// should they take none.
func (t *Table) ahead(one int, more league.Points) (n int) {
	mine := t.cross.Tally(one).Points + more
	for j := range t.players {
		if j != one && t.cross.Tally(j).Points > mine {
			n++
		}
	}
	return n
}

// threats counts those who can draw level with a player who takes so many points
// more. What they must have taken from one of them to have so many, that one cannot
// have taken.
func (t *Table) threats(one int, more league.Points) (n int) {
	open := t.cross.Tally(one).Open
	mine := t.cross.Tally(one).Points + more
	for j := range t.players {
		if j == one {
			continue
		}
		elsewhere := t.full * league.Points(open-t.cross.Open(one, j))
		if t.most(j)-max(0, more-elsewhere) >= mine {
			n++
		}
	}
	return n
}

// Unearned says that a player has no point yet where winning takes one, and has matches to come (R-TB-6).
func (t *Table) Unearned(r league.Row) bool {
	return t.sheet.Terms.Earned && r.Points < point && !r.Nothing && !r.Out
}

// Settled says that it is certain of everybody whether they end among the first so
// many, for each of these numbers (R-CH-11).
func (t *Table) Settled(cuts ...int) bool {
	for _, r := range t.rows {
		for _, cut := range cuts {
			if r.Best <= cut && cut < r.Worst {
				return false
			}
		}
	}
	return true
}
