// Package team says how the men of a side may be set up for a kick-off (rules 3.2, 3.3,
// 3.10): in which formations, on which slots, with the ball on which side. The rule ids in
// the comments are those of RULES.md.
package team

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"kickabout/engine/games/cufootball/pitch"
)

// The teams (rules 3.2).
const (
	Size   = 10              // men of a side, the keeper not counted (DECISION C2)
	Fewest = 2               // men in each of the three lines
	Most   = Size - 2*Fewest // in one of them
	Lines  = 3
)

// The lines of a team: the side's own ranks on which they are set up (rules 3.2).
const (
	Defence  = iota // own rank 1
	Midfield        // own rank 3
	Strikers        // own rank 5, or 2 where all are set up in their own half
)

// A Ground says on which ranks a side is set up.
type Ground struct {
	Side pitch.Colour
	Half bool // in the own half (rules 3.10)
}

// Rank returns the rank on which a line is set up.
func (g Ground) Rank(line int) int {
	if g.Half && line == Strikers {
		return g.Side.Rank(2)
	}
	return g.Side.Rank(2*line + 1)
}

// Slots returns those on which a side may be set up.
func (g Ground) Slots() pitch.Set {
	var a pitch.Set
	for line := range Lines {
		a |= AllColumns.OnRank(g.Rank(line))
	}
	return a
}

// Lines returns the columns of the three lines of men.
func (g Ground) Lines(men pitch.Set) (defenders, middle, front ColumnSet) {
	return ColumnsOf(men, g.Rank(Defence)), ColumnsOf(men, g.Rank(Midfield)), ColumnsOf(men, g.Rank(Strikers))
}

// MiddleMan returns where the man stands who kicks off.
func MiddleMan(c pitch.Colour) pitch.Slot {
	return pitch.At(pitch.Centre, Ground{Side: c}.Rank(Midfield))
}

// A ColumnSet says on which columns of a rank men stand: bit 0 is column 1.
type ColumnSet uint16

// AllColumns is a rank full of men.
const AllColumns ColumnSet = 1<<pitch.Columns - 1

// Has says whether a man stands on a column, 1..9.
func (cs ColumnSet) Has(column int) bool { return cs>>(column-1)&1 != 0 }

// Len returns how many men there are.
func (cs ColumnSet) Len() int { return bits.OnesCount16(uint16(cs)) }

// Spread says that no three men stand in a row, which is what the crowding rule
// asks of one rank.
func (cs ColumnSet) Spread() bool { return cs&(cs>>1)&(cs>>2) == 0 }

// ColumnsOf returns the columns of a rank on which there are men.
func ColumnsOf(a pitch.Set, rank int) ColumnSet {
	var cs ColumnSet
	for column := 1; column <= pitch.Columns; column++ {
		if a.Has(pitch.At(column, rank)) {
			cs |= 1 << (column - 1)
		}
	}
	return cs
}

// OnRank returns the slots of a rank on these columns.
func (cs ColumnSet) OnRank(rank int) pitch.Set {
	var a pitch.Set
	for column := 1; column <= pitch.Columns; column++ {
		if cs.Has(column) {
			a |= pitch.One(pitch.At(column, rank))
		}
	}
	return a
}

// A BallSide says on which side of the middle man the ball lies at the kick-off,
// seen with Red's goal at the bottom.
type BallSide uint8

const (
	NoBall BallSide = iota // the other side kicks off
	BallLeft
	BallRight
)

// Column returns the column on which the ball lies.
func (b BallSide) Column() int {
	if b == BallLeft {
		return pitch.Centre - 1
	}
	return pitch.Centre + 1
}

// Direction returns where the kick-off goes: away from the middle man (rules 3.3).
func (b BallSide) Direction() pitch.Direction {
	if b == BallLeft {
		return pitch.West
	}
	return pitch.East
}

// outside returns the columns farther out than the ball on its side.
func (b BallSide) outside() ColumnSet {
	if b == BallLeft {
		return 1<<(pitch.Centre-2) - 1
	}
	return AllColumns &^ (1<<(pitch.Centre+1) - 1)
}

// KicksOff says whether a midfield can kick off with the ball on a side: a man on
// the middle column, the ball's slot free, and a man farther out (rules 3.3, DECISION C7).
func (cs ColumnSet) KicksOff(b BallSide) bool {
	return cs.Has(pitch.Centre) && !cs.Has(b.Column()) && cs&b.outside() != 0
}

// LineSets lists the legal column sets of a line in ascending order, by how many men they have.
var LineSets = func() (sets [Most + 1][]ColumnSet) {
	for cs := range AllColumns + 1 {
		if n := cs.Len(); n >= Fewest && n <= Most && cs.Spread() {
			sets[n] = append(sets[n], cs)
		}
	}
	return sets
}()

// A Shape is the number of men in each line.
type Shape [Lines]int

// Shapes lists the formations that the rules allow, in the order of their numbers (DECISION C2).
var Shapes = func() (all []Shape) {
	for d := Fewest; d <= Most; d++ {
		for m := Fewest; m <= Size-Fewest-d; m++ {
			all = append(all, Shape{d, m, Size - d - m})
		}
	}
	return all
}()

// BallSides lists the sides on which the ball may lie; for the side that does not
// kick off, that it names none.
func BallSides(kicking bool) []BallSide {
	if kicking {
		return []BallSide{BallLeft, BallRight}
	}
	return []BallSide{NoBall}
}

// Fits says whether a midfield may be set up with that ball side.
func (b BallSide) Fits(cs ColumnSet) bool { return b == NoBall || cs.KicksOff(b) }

// midfields counts the sets of n columns for a midfield, once for each ball side that fits.
func midfields(n int, kicking bool) int {
	count := 0
	for _, cs := range LineSets[n] {
		for _, b := range BallSides(kicking) {
			if b.Fits(cs) {
				count++
			}
		}
	}
	return count
}

// Ways counts the set-ups of a shape.
func (s Shape) Ways(kicking bool) int {
	return len(LineSets[s[Defence]]) * midfields(s[Midfield], kicking) * len(LineSets[s[Strikers]])
}

// CountSetUps counts the set-ups of a side.
func CountSetUps(kicking, half bool) int {
	if half {
		return len(OwnHalf(pitch.Red, kicking))
	}
	count := 0
	for _, s := range Shapes {
		count += s.Ways(kicking)
	}
	return count
}

// A SetUp is how a side stands at a kick-off: the zero value is none.
type SetUp struct {
	Men  pitch.Set
	Ball BallSide
}

// AnySet returns one of the legal sets of n columns.
func AnySet(r *rand.Rand, n int) ColumnSet { return LineSets[n][r.IntN(len(LineSets[n]))] }

// Legal says whether a side may be set up like that (rules 3.2, 3.3).
func (u SetUp) Legal(g Ground, kicking bool) bool {
	if (u.Ball == NoBall) == kicking {
		return false
	}
	d, m, s := g.Lines(u.Men)
	return u.Men.Within(g.Slots()) && u.Men.Len() == Size && !u.Men.Crowded() &&
		min(d.Len(), m.Len(), s.Len()) >= Fewest && d.Spread() && m.Spread() && s.Spread() && u.Ball.Fits(m)
}

// BallSlot returns where the ball lies when a side kicks off like that.
func (u SetUp) BallSlot(c pitch.Colour) pitch.Slot {
	return pitch.At(u.Ball.Column(), Ground{Side: c}.Rank(Midfield))
}

// OwnHalf returns the set-ups of a side in its own half, in the byte order of their texts.
func OwnHalf(c pitch.Colour, kicking bool) []SetUp { return ownHalves[c][kicking]() }

// ownHalves are those of the sides, found when they are asked for.
var ownHalves = [2]map[bool]func() []SetUp{pitch.Red: ownHalfOf(pitch.Red), pitch.Blue: ownHalfOf(pitch.Blue)}

func ownHalfOf(c pitch.Colour) map[bool]func() []SetUp {
	all := map[bool]func() []SetUp{}
	for _, kicking := range []bool{false, true} {
		all[kicking] = sync.OnceValue(func() []SetUp { return Ground{Side: c, Half: true}.together(kicking) })
	}
	return all
}

// together lists the set-ups where the crowding rule binds across ranks: by trying all
// lines with each other.
func (g Ground) together(kicking bool) (all []SetUp) {
	for _, s := range Shapes {
		for _, d := range LineSets[s[Defence]] {
			for _, front := range LineSets[s[Strikers]] {
				two := d.OnRank(g.Rank(Defence)) | front.OnRank(g.Rank(Strikers))
				if two.Crowded() {
					continue
				}
				for _, middle := range LineSets[s[Midfield]] {
					if men := two | middle.OnRank(g.Rank(Midfield)); !men.Crowded() {
						all = append(all, withBall(men, middle, kicking)...)
					}
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b SetUp) int {
		switch apart := a.Men ^ b.Men; {
		case apart == 0:
			return cmp.Compare(a.Ball, b.Ball)
		case a.Men.Has(apart.First()): // the lowest slot that one of them has alone comes first in its text
			return -1
		}
		return 1
	})
	return all
}

// withBall returns the set-ups of men with each side of the ball that fits their midfield.
func withBall(men pitch.Set, middle ColumnSet, kicking bool) (all []SetUp) {
	for _, b := range BallSides(kicking) {
		if b.Fits(middle) {
			all = append(all, SetUp{men, b})
		}
	}
	return all
}

// ballSideTexts stand behind the men of a set-up.
var ballSideTexts = [...]string{NoBall: "", BallLeft: ";L", BallRight: ";R"}

// String writes a set-up as it stands in a position.
func (u SetUp) String() string {
	if u.Men == 0 {
		return "-"
	}
	return u.Men.String() + ballSideTexts[u.Ball]
}

// ParseSetUp undoes String, but for "-".
func ParseSetUp(text string) (SetUp, bool) {
	men, _, _ := strings.Cut(text, ";")
	b := slices.Index(ballSideTexts[:], text[len(men):])
	slots, ok := pitch.ParseSet(men)
	return SetUp{slots, BallSide(max(b, 0))}, ok && b >= 0 && slots != 0
}
