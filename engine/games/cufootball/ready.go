package cufootball

import "strconv"

// A readySetUp can be chosen at once.
type readySetUp struct {
	name string
	men  set
}

// usual are the columns on which lines of so many men stand in a ready set-up, for
// a midfield and for the other lines. Each of the midfields can kick off.
var usual = [most + 1]struct{ middle, other columnSet }{
	2: {columnsAt(5, 8), columnsAt(4, 6)},
	3: {columnsAt(2, 5, 8), columnsAt(2, 5, 8)},
	4: {columnsAt(2, 5, 7, 9), columnsAt(2, 4, 6, 8)},
	5: {columnsAt(1, 3, 5, 7, 9), columnsAt(1, 3, 5, 7, 9)},
	6: {columnsAt(1, 2, 4, 5, 7, 8), columnsAt(1, 2, 4, 6, 8, 9)},
}

// columnsAt returns a set of columns.
func columnsAt(columns ...int) columnSet {
	var cs columnSet
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
		all = append(all, readySetUp{choiceAgain, u.men})
	}
	for _, s := range shapes {
		all = append(all, readySetUp{
			name: strconv.Itoa(s[defence]) + "-" + strconv.Itoa(s[midfield]) + "-" + strconv.Itoa(s[strikers]),
			men: usual[s[defence]].other.onRank(lineRank(l.side, defence)) |
				usual[s[midfield]].middle.onRank(lineRank(l.side, midfield)) |
				usual[s[strikers]].other.onRank(lineRank(l.side, strikers)),
		})
	}
	return all
}
