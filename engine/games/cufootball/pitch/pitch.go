// Package pitch is the board of CuFootball: its slots and goals, the sides, the eight
// directions, and how the men of a side get from one set of slots to another (rules 3.1,
// 3.4). It knows no ball and no match. The rule ids in the comments are those of RULES.md.
package pitch

import (
	"iter"
	"math/bits"

	"kickabout/engine"
)

// The pitch (rules 3.1): three long faces side by side, columns 1..9 (a..i) from
// left to right, ranks 1..6 from Red's goal to Blue's.
const (
	Columns   = 9
	Ranks     = 6
	FaceWidth = 3 // columns of one face of a cube
	Centre    = 5 // the middle column
)

// A Slot of the pitch is (column-1)*6 + rank-1, so that numbers ascend as the
// notation does: by column letter, then by rank.
type Slot uint8

// What is no slot of the pitch.
const (
	Nowhere      Slot = Columns*Ranks + iota
	WithKeeper        // the ball is in the hands of the keeper of the side in possession
	BeyondSide        // over a touch line, or over both lines at once (rules 3.6)
	beyondTop         // over the end line before Blue's goal
	beyondBottom      // over the end line before Red's goal
)

// At returns the slot of a column 1..9 and a rank 1..6.
func At(column, rank int) Slot { return Slot((column-1)*Ranks + rank - 1) }

// Column returns a slot's column, 1..9.
func (s Slot) Column() int { return int(s)/Ranks + 1 }

// Rank returns its rank, 1..6.
func (s Slot) Rank() int { return int(s)%Ranks + 1 }

// A Colour is a side as an index.
type Colour uint8

const (
	Red Colour = iota // First: owns the bottom goal, attacks upward
	Blue
	Nobody
)

// Other returns the other side.
func (c Colour) Other() Colour { return 1 - c }

// Side returns the side as the engine has it.
func (c Colour) Side() engine.Side { return engine.Side(c) + engine.First }

func (c Colour) String() string { return [...]string{"red", "blue", "nobody"}[c] }

// Name returns the side as a word that begins a sentence.
func (c Colour) Name() string { return [...]string{"Red", "Blue", "Nobody"}[c] }

// Rank returns a side's own n-th rank, counted from its own goal.
func (c Colour) Rank(n int) int {
	if c == Red {
		return n
	}
	return Ranks + 1 - n
}

// EndLine returns what lies beyond the end line before a side's own goal.
func (c Colour) EndLine() Slot {
	if c == Red {
		return beyondBottom
	}
	return beyondTop
}

// A Direction is one of eight, clockwise from north, which is toward Blue's goal.
// Neighbours in the list differ by 45 degrees; even ones lead side by side.
type Direction uint8

const (
	North Direction = iota
	northEast
	East
	southEast
	South
	southWest
	West
	northWest
	Directions
)

// DirectionTexts are the words of the notation.
var DirectionTexts = [Directions]string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}

func (d Direction) String() string { return DirectionTexts[d] }

// Along returns what one step changes of the column.
func (d Direction) Along() int { return [Directions]int{0, 1, 1, 1, 0, -1, -1, -1}[d] }

// across returns what it changes of the rank.
func (d Direction) across() int { return [Directions]int{1, 1, 0, -1, -1, -1, 0, 1}[d] }

// Slanted returns the forward direction of a side that changes the column by dx.
func (c Colour) Slanted(dx int) Direction {
	if c == Red {
		return Direction(int(Directions)+dx) % Directions
	}
	return Direction(int(South) - dx)
}

// Ahead says where one step in a direction leads from a slot: to another, or over a line.
var Ahead = func() (table [Columns * Ranks][Directions]Slot) {
	for s := range table {
		for d := range Directions {
			table[s][d] = stepFrom(Slot(s), d)
		}
	}
	return table
}()

func stepFrom(s Slot, d Direction) Slot {
	column, rank := s.Column()+d.Along(), s.Rank()+d.across()
	switch {
	case column < 1 || column > Columns:
		return BeyondSide
	case rank < 1:
		return beyondBottom
	case rank > Ranks:
		return beyondTop
	}
	return At(column, rank)
}

// A Set of slots, one bit each.
type Set uint64

// Sets of slots.
const (
	Slots      Set = 1<<(Columns*Ranks) - 1 // all of them
	BottomRank Set = 1 | 1<<6 | 1<<12 | 1<<18 | 1<<24 | 1<<30 | 1<<36 | 1<<42 | 1<<48
	topRank    Set = BottomRank << (Ranks - 1)
)

// One returns the set of one slot.
func One(s Slot) Set { return 1 << s }

// Has says whether a slot is in the set.
func (a Set) Has(s Slot) bool { return a>>s&1 != 0 }

// Len returns how many slots are in the set.
func (a Set) Len() int { return bits.OnesCount64(uint64(a)) }

// First returns the lowest slot of a set that is not empty.
func (a Set) First() Slot { return Slot(bits.TrailingZeros64(uint64(a))) }

// WithoutFirst returns the set but for its lowest slot.
func (a Set) WithoutFirst() Set { return a & (a - 1) }

// Within says whether all slots are in another set.
func (a Set) Within(of Set) bool { return a&^of == 0 }

// All yields the slots in ascending order.
func (a Set) All() iter.Seq[Slot] {
	return func(yield func(Slot) bool) {
		for ; a != 0; a = a.WithoutFirst() {
			if !yield(a.First()) {
				return
			}
		}
	}
}

// up, down, right and left move every slot of a one step, those that would leave
// the pitch excepted.
func (a Set) up() Set    { return a &^ topRank << 1 }
func (a Set) down() Set  { return a &^ BottomRank >> 1 }
func (a Set) right() Set { return a << Ranks & Slots }
func (a Set) left() Set  { return a >> Ranks }

// Beside returns the slots side by side with any of a. It may hold slots of a itself.
func (a Set) Beside() Set { return a.up() | a.down() | a.right() | a.left() }

// Around returns the slots side by side with or diagonally next to any of a, and a itself.
func (a Set) Around() Set {
	rows := a | a.right() | a.left()
	return rows | rows.up() | rows.down()
}

// Crowded says whether men of one team break the crowding rule (DECISION C3): a
// group of more than two connected side by side has a man with two of it beside it.
func (a Set) Crowded() bool {
	up, down, right, left := a.up(), a.down(), a.right(), a.left()
	return a&(up&down|right&left|(up|down)&(right|left)) != 0
}

// distance returns how many side-by-side steps lie between two slots.
func distance(a, b Slot) int {
	return between(a.Column(), b.Column()) + between(a.Rank(), b.Rank())
}

// between returns how far apart two numbers are.
func between(a, b int) int { return max(a-b, b-a) }
