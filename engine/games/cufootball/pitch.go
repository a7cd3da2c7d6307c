package cufootball

import (
	"iter"
	"math/bits"

	"kickabout/engine"
)

// The pitch (rules 3.1): three long faces side by side, columns 1..9 (a..i) from
// left to right, ranks 1..6 from Red's goal to Blue's.
const (
	columns   = 9
	ranks     = 6
	faceWidth = 3 // columns of one face of a cube
	centre    = 5 // the middle column
)

// A slot of the pitch is (column-1)*6 + rank-1, so that numbers ascend as the
// notation does: by column letter, then by rank.
type slot uint8

// What is no slot of the pitch.
const (
	nowhere      slot = columns*ranks + iota
	withKeeper        // the ball is in the hands of the keeper of the side in possession
	beyondSide        // over a touch line, or over both lines at once (rules 3.6)
	beyondTop         // over the end line before Blue's goal
	beyondBottom      // over the end line before Red's goal
)

// at returns the slot of a column 1..9 and a rank 1..6.
func at(column, rank int) slot { return slot((column-1)*ranks + rank - 1) }

func (s slot) column() int { return int(s)/ranks + 1 }
func (s slot) rank() int   { return int(s)%ranks + 1 }

// A colour is a side as an index.
type colour uint8

const (
	red colour = iota // First: owns the bottom goal, attacks upward
	blue
	nobody
)

func (c colour) other() colour     { return 1 - c }
func (c colour) side() engine.Side { return engine.Side(c) + engine.First }
func (c colour) String() string    { return [...]string{"red", "blue", "nobody"}[c] }

// name returns the side as a word that begins a sentence.
func (c colour) name() string { return [...]string{"Red", "Blue", "Nobody"}[c] }

// rank returns a side's own n-th rank, counted from its own goal.
func (c colour) rank(n int) int {
	if c == red {
		return n
	}
	return ranks + 1 - n
}

// endLine returns what lies beyond the end line before a side's own goal.
func (c colour) endLine() slot {
	if c == red {
		return beyondBottom
	}
	return beyondTop
}

// A direction is one of eight, clockwise from north, which is toward Blue's goal.
// Neighbours in the list differ by 45 degrees; even ones lead side by side.
type direction uint8

const (
	north direction = iota
	northEast
	east
	southEast
	south
	southWest
	west
	northWest
	directions
)

// directionTexts are the words of the notation.
var directionTexts = [directions]string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}

func (d direction) String() string { return directionTexts[d] }

// along and across are what one step changes of column and rank.
func (d direction) along() int  { return [directions]int{0, 1, 1, 1, 0, -1, -1, -1}[d] }
func (d direction) across() int { return [directions]int{1, 1, 0, -1, -1, -1, 0, 1}[d] }

// slanted returns the forward direction of a side that changes the column by dx.
func (c colour) slanted(dx int) direction {
	if c == red {
		return direction(int(directions)+dx) % directions
	}
	return direction(int(south) - dx)
}

// ahead says where one step in a direction leads from a slot: to another, or over a line.
var ahead = func() (table [columns * ranks][directions]slot) {
	for s := range table {
		for d := range directions {
			table[s][d] = stepFrom(slot(s), d)
		}
	}
	return table
}()

func stepFrom(s slot, d direction) slot {
	column, rank := s.column()+d.along(), s.rank()+d.across()
	switch {
	case column < 1 || column > columns:
		return beyondSide
	case rank < 1:
		return beyondBottom
	case rank > ranks:
		return beyondTop
	}
	return at(column, rank)
}

// A set of slots, one bit each.
type set uint64

// Sets of slots.
const (
	pitch      set = 1<<(columns*ranks) - 1
	bottomRank set = 1 | 1<<6 | 1<<12 | 1<<18 | 1<<24 | 1<<30 | 1<<36 | 1<<42 | 1<<48
	topRank    set = bottomRank << (ranks - 1)
)

func one(s slot) set             { return 1 << s }
func (a set) has(s slot) bool    { return a>>s&1 != 0 }
func (a set) len() int           { return bits.OnesCount64(uint64(a)) }
func (a set) first() slot        { return slot(bits.TrailingZeros64(uint64(a))) }
func (a set) withoutFirst() set  { return a & (a - 1) }
func (a set) within(of set) bool { return a&^of == 0 }

// all yields the slots in ascending order.
func (a set) all() iter.Seq[slot] {
	return func(yield func(slot) bool) {
		for ; a != 0; a = a.withoutFirst() {
			if !yield(a.first()) {
				return
			}
		}
	}
}

// up, down, right and left move every slot of a one step, those that would leave
// the pitch excepted.
func (a set) up() set    { return a &^ topRank << 1 }
func (a set) down() set  { return a &^ bottomRank >> 1 }
func (a set) right() set { return a << ranks & pitch }
func (a set) left() set  { return a >> ranks }

// beside returns the slots side by side with any of a. It may hold slots of a itself.
func (a set) beside() set { return a.up() | a.down() | a.right() | a.left() }

// around returns the slots side by side with or diagonally next to any of a, and a itself.
func (a set) around() set {
	rows := a | a.right() | a.left()
	return rows | rows.up() | rows.down()
}

// crowded says whether men of one team break the crowding rule (DECISION C3): a
// group of more than two connected side by side has a man with two of it beside it.
func (a set) crowded() bool {
	up, down, right, left := a.up(), a.down(), a.right(), a.left()
	return a&(up&down|right&left|(up|down)&(right|left)) != 0
}

// distance returns how many side-by-side steps lie between two slots.
func distance(a, b slot) int {
	return abs(a.column()-b.column()) + abs(a.rank()-b.rank())
}

func abs(n int) int { return max(n, -n) }
