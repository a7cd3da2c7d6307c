package cufootball

import (
	"math/bits"
	"math/rand/v2"
)

// The teams (rules 3.2).
const (
	teamSize = 10 // men of a side, the keeper not counted (DECISION C2)
	fewest   = 2  // men in each of the three lines
	most     = teamSize - 2*fewest
	lines    = 3
)

// The lines of a team: the side's own ranks on which they are set up (rules 3.2).
const (
	defence  = iota // own rank 1
	midfield        // own rank 3
	strikers        // own rank 5
)

// lineRank returns the rank on which a line of a side is set up.
func lineRank(c colour, line int) int { return c.rank(2*line + 1) }

// A columnSet says on which columns of a rank men stand: bit 0 is column 1.
type columnSet uint16

const allColumns columnSet = 1<<columns - 1

func (cs columnSet) has(column int) bool { return cs>>(column-1)&1 != 0 }
func (cs columnSet) len() int            { return bits.OnesCount16(uint16(cs)) }

// spread says that no three men stand in a row, which is what the crowding rule
// asks of one rank.
func (cs columnSet) spread() bool { return cs&(cs>>1)&(cs>>2) == 0 }

// columnsOf returns the columns of a rank on which there are men.
func (a set) columnsOf(rank int) columnSet {
	var cs columnSet
	for column := 1; column <= columns; column++ {
		if a.has(at(column, rank)) {
			cs |= 1 << (column - 1)
		}
	}
	return cs
}

// onRank returns the slots of a rank on these columns.
func (cs columnSet) onRank(rank int) set {
	var a set
	for column := 1; column <= columns; column++ {
		if cs.has(column) {
			a |= one(at(column, rank))
		}
	}
	return a
}

// A ballSide says on which side of the middle man the ball lies at the kick-off,
// seen with Red's goal at the bottom.
type ballSide uint8

const (
	noBall ballSide = iota // the other side kicks off
	ballLeft
	ballRight
)

// column returns the column on which the ball lies.
func (b ballSide) column() int {
	if b == ballLeft {
		return centre - 1
	}
	return centre + 1
}

// direction returns where the kick-off goes: away from the middle man (rules 3.3).
func (b ballSide) direction() direction {
	if b == ballLeft {
		return west
	}
	return east
}

// outside returns the columns farther out than the ball on its side.
func (b ballSide) outside() columnSet {
	if b == ballLeft {
		return 1<<(centre-2) - 1
	}
	return allColumns &^ (1<<(centre+1) - 1)
}

// kicksOff says whether a midfield can kick off with the ball on a side: a man on
// the middle column, the ball's slot free, and a man farther out (rules 3.3, DECISION C7).
func (cs columnSet) kicksOff(b ballSide) bool {
	return cs.has(centre) && !cs.has(b.column()) && cs&b.outside() != 0
}

// lineSets lists the legal column sets of a line in ascending order, by how many men they have.
var lineSets = func() (sets [most + 1][]columnSet) {
	for cs := range allColumns + 1 {
		if n := cs.len(); n >= fewest && n <= most && cs.spread() {
			sets[n] = append(sets[n], cs)
		}
	}
	return sets
}()

// A shape is the number of men in each line.
type shape [lines]int

// shapes lists the formations that the rules allow, in the order of their numbers (DECISION C2).
var shapes = func() (all []shape) {
	for d := fewest; d <= most; d++ {
		for m := fewest; m <= teamSize-fewest-d; m++ {
			all = append(all, shape{d, m, teamSize - d - m})
		}
	}
	return all
}()

// ballSides lists the sides on which the ball may lie; for the side that does not
// kick off, that it names none.
func ballSides(kicking bool) []ballSide {
	if kicking {
		return []ballSide{ballLeft, ballRight}
	}
	return []ballSide{noBall}
}

// fits says whether a midfield may be set up with that ball side.
func (b ballSide) fits(cs columnSet) bool { return b == noBall || cs.kicksOff(b) }

// midfields counts the sets of n columns for a midfield, once for each ball side that fits.
func midfields(n int, kicking bool) int {
	count := 0
	for _, cs := range lineSets[n] {
		for _, b := range ballSides(kicking) {
			if b.fits(cs) {
				count++
			}
		}
	}
	return count
}

// ways counts the set-ups of a shape.
func (s shape) ways(kicking bool) int {
	return len(lineSets[s[defence]]) * midfields(s[midfield], kicking) * len(lineSets[s[strikers]])
}

// countSetUps counts the set-ups of a side.
func countSetUps(kicking bool) int {
	count := 0
	for _, s := range shapes {
		count += s.ways(kicking)
	}
	return count
}

// A setUp is how a side stands at a kick-off: the zero value is none.
type setUp struct {
	men  set
	ball ballSide
}

// anySet returns one of the legal sets of n columns.
func anySet(r *rand.Rand, n int) columnSet { return lineSets[n][r.IntN(len(lineSets[n]))] }

// legal says whether a side may be set up like that (rules 3.2, 3.3).
func (u setUp) legal(c colour, kicking bool) bool {
	if (u.ball == noBall) == kicking {
		return false
	}
	d, m, s := u.lines(c)
	return u.men.within(ownRanks(c)) && u.men.len() == teamSize &&
		min(d.len(), m.len(), s.len()) >= fewest && d.spread() && m.spread() && s.spread() && u.ball.fits(m)
}

// lines returns the columns of the three lines of a side.
func (u setUp) lines(c colour) (defenders, middle, front columnSet) {
	return u.men.columnsOf(lineRank(c, defence)), u.men.columnsOf(lineRank(c, midfield)), u.men.columnsOf(lineRank(c, strikers))
}

// ownRanks returns the slots on which a side may be set up.
func ownRanks(c colour) set {
	var a set
	for line := range lines {
		a |= allColumns.onRank(lineRank(c, line))
	}
	return a
}

// ballSlot returns where the ball lies when a side kicks off like that.
func (u setUp) ballSlot(c colour) slot { return at(u.ball.column(), lineRank(c, midfield)) }
