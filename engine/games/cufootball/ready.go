package cufootball

import (
	"strconv"

	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// A readySetUp can be chosen at once.
type readySetUp struct {
	name string
	men  pitch.Set
}

// usual are the columns on which lines of so many men stand in a ready set-up, for
// a midfield and for the other lines. Each of the midfields can kick off.
var usual = [team.Most + 1]struct{ middle, other team.ColumnSet }{
	2: {columnsAt(5, 8), columnsAt(4, 6)},
	3: {columnsAt(2, 5, 8), columnsAt(2, 5, 8)},
	4: {columnsAt(2, 5, 7, 9), columnsAt(2, 4, 6, 8)},
	5: {columnsAt(1, 3, 5, 7, 9), columnsAt(1, 3, 5, 7, 9)},
	6: {columnsAt(1, 2, 4, 5, 7, 8), columnsAt(1, 2, 4, 6, 8, 9)},
}

// columnsAt returns a set of columns.
func columnsAt(columns ...int) team.ColumnSet {
	var cs team.ColumnSet
	for _, column := range columns {
		cs |= 1 << (column - 1)
	}
	return cs
}

// ready lists the ready set-ups of the side to set up: the last one if it serves
// again, then one of each shape, named by its men from the defence on: "4-4-2".
func (l lineUp) ready() []readySetUp {
	var all []readySetUp
	if u, ok := l.again(); ok {
		all = append(all, readySetUp{choiceAgain, u.Men})
	}
	for _, s := range team.Shapes {
		all = append(all, readySetUp{
			name: strconv.Itoa(s[team.Defence]) + "-" + strconv.Itoa(s[team.Midfield]) + "-" + strconv.Itoa(s[team.Strikers]),
			men: usual[s[team.Defence]].other.OnRank(team.LineRank(l.side, team.Defence)) |
				usual[s[team.Midfield]].middle.OnRank(team.LineRank(l.side, team.Midfield)) |
				usual[s[team.Strikers]].other.OnRank(team.LineRank(l.side, team.Strikers)),
		})
	}
	return all
}
