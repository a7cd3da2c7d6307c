package cufootball

import (
	"strconv"
	"sync"

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
		if men, ok := l.usualMen(s); ok {
			all = append(all, readySetUp{
				name: strconv.Itoa(s[team.Defence]) + "-" + strconv.Itoa(s[team.Midfield]) + "-" + strconv.Itoa(s[team.Strikers]),
				men:  men,
			})
		}
	}
	return all
}

// usualMen returns a set-up of a shape: the usual one, or in the own half the one with the
// fewest men away from where they usually stand, the first of them; false if there is none.
func (l lineUp) usualMen(s team.Shape) (pitch.Set, bool) {
	if !l.Half {
		return l.usual(s), true
	}
	men, ok := usualHalves[l.Side]()[s]
	return men, ok
}

// usual returns the usual set-up of a shape.
func (l lineUp) usual(s team.Shape) pitch.Set {
	return usual[s[team.Defence]].other.OnRank(l.Rank(team.Defence)) |
		usual[s[team.Midfield]].middle.OnRank(l.Rank(team.Midfield)) |
		usual[s[team.Strikers]].other.OnRank(l.Rank(team.Strikers))
}

// usualHalves are the usual set-ups of the sides in their own halves. They take a look at
// all set-ups there are, so they are found once, when they are asked for.
var usualHalves = [2]func() map[team.Shape]pitch.Set{
	pitch.Red:  sync.OnceValue(func() map[team.Shape]pitch.Set { return usualHalf(pitch.Red) }),
	pitch.Blue: sync.OnceValue(func() map[team.Shape]pitch.Set { return usualHalf(pitch.Blue) }),
}

func usualHalf(c pitch.Colour) map[team.Shape]pitch.Set {
	l := lineUp{Ground: team.Ground{Side: c, Half: true}}
	best := map[team.Shape]pitch.Set{}
	for _, u := range team.OwnHalf(c, true) { // they serve a side that does not kick off as well
		d, m, f := l.Lines(u.Men)
		s := team.Shape{d.Len(), m.Len(), f.Len()}
		men := l.usual(s)
		if known, ok := best[s]; !ok || (u.Men&men).Len() > (known&men).Len() {
			best[s] = u.Men
		}
	}
	return best
}
