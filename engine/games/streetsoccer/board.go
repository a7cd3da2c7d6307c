package streetsoccer

import (
	"iter"
	"math/bits"

	"kickabout/engine"
)

// The pitch (rules 1.1): columns a..f from left to right, rows 1..10 from bottom to top.
const (
	columns = 6
	rows    = 10
)

// A square is column*10 + row-1, so that numbers ascend as the notation does:
// by column letter, then by row.
type square uint8

// What is no square of the pitch.
const (
	nowhere square = 60 + iota // the ball is with a keeper, or there is no target
	inGoal                     // the target of a kick that scores
)

// at returns the square of a column a..f and a row 1..10.
func at(column byte, row int) square { return square(int(column-'a')*rows + row - 1) }

func (s square) column() int { return int(s) / rows }
func (s square) row() int    { return int(s)%rows + 1 }

// A colour is a side as an index.
type colour uint8

const (
	yellow colour = iota // First: owns the bottom goal, attacks upward
	red
	nobody
)

func (c colour) other() colour     { return 1 - c }
func (c colour) side() engine.Side { return engine.Side(c) + engine.First }
func (c colour) String() string    { return [...]string{"yellow", "red", "nobody"}[c] }

// An area is a set of squares, one bit each.
type area uint64

// Areas of the pitch.
const (
	pitch  area = 1<<(columns*rows) - 1
	top    area = 1<<9 | 1<<19 | 1<<29 | 1<<39 | 1<<49 | 1<<59
	bottom area = top >> 9
	left   area = 1<<rows - 1
	right  area = left << (rows * (columns - 1))
	middle area = (left<<rows | left) << (2 * rows) // columns c and d, before the goals
	lower  area = bottom | bottom<<1 | bottom<<2 | bottom<<3 | bottom<<4
	circle area = middle & (bottom<<4 | bottom<<5)
)

var (
	// keeperSquares are those of each side (rules 1.1).
	keeperSquares = [2]area{middle & bottom, middle & top}
	// penaltySquares are the two that limit a side's outfielders (D1).
	penaltySquares = [2]area{middle & (bottom << 1), middle & (top >> 1)}
	// presetKeeper and circleFigure stand there before the placings (D2).
	presetKeeper = [2]square{at('c', 1), at('d', 10)}
	circleFigure = [2]square{at('d', 5), at('c', 6)}
)

// anyKeeperSquare holds the keeper squares of both sides.
const anyKeeperSquare = middle & (top | bottom)

// half returns the half of the pitch that a side defends.
func half(c colour) area {
	if c == yellow {
		return lower
	}
	return pitch &^ lower
}

func one(s square) area            { return 1 << s }
func (a area) has(s square) bool   { return a>>s&1 != 0 }
func (a area) len() int            { return bits.OnesCount64(uint64(a)) }
func (a area) first() square       { return square(bits.TrailingZeros64(uint64(a))) }
func (a area) last() square        { return square(bits.Len64(uint64(a)) - 1) }
func (a area) withoutFirst() area  { return a & (a - 1) }
func (a area) lowest() area        { return a & -a }
func (a area) any(of area) bool    { return a&of != 0 }
func (a area) within(of area) bool { return a&^of == 0 }

// nth returns the square with n squares of a below it.
func (a area) nth(n int) square {
	for range n {
		a = a.withoutFirst()
	}
	return a.first()
}

// all yields the squares in ascending order.
func (a area) all() iter.Seq[square] {
	return func(yield func(square) bool) {
		for ; a != 0; a = a.withoutFirst() {
			if !yield(a.first()) {
				return
			}
		}
	}
}

// byText yields the squares in the byte order of their texts: row 10, written 0,
// comes first in its column.
func (a area) byText() iter.Seq[square] {
	return func(yield func(square) bool) {
		for column := left; column != 0 && column.within(pitch); column <<= rows {
			squares := a & column
			for s := range (squares & top).all() {
				if !yield(s) {
					return
				}
			}
			for s := range (squares &^ top).all() {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// beside returns the squares one orthogonal step from any of a. It may hold
// squares of a itself, and bits beyond the pitch.
func beside(a area) area {
	return a<<1&^bottom | a>>1&^top | a<<rows | a>>rows
}
