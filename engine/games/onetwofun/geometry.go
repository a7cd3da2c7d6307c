package onetwofun

import (
	"cmp"

	"kickabout/engine"
)

// The board (rules 2.1). The sources show no picture of it: its numbers are
// decisions of ours, and stand here and nowhere else. Columns and rows count
// from 0 here, from a and 1 in texts.
const (
	columns      = 11           // DECISION G3
	rows         = 15           // DECISION G2
	middleColumn = columns / 2  // f
	middleRow    = rows / 2     // 8, the centre line
	mouthSide    = 1            // the mouth reaches so far from the middle column: e to g (DECISION G4)
	spotAhead    = 2            // from the penalty point to the goal line (DECISION G5)
	areaSide     = 3            // the penalty area reaches so far: c to i (DECISION G6)
	areaDepth    = 4            // rows of the penalty area (DECISION G6)
	circleSide   = 2            // the kick-off points reach so far: d to h (DECISION G7)
	ringSide     = areaSide + 1 // where markers go that a penalty clears: the row before the area and the columns beside it (DECISION O7)
)

// The numbers of a match.
const (
	firstKickOff  = white // DECISION O1
	possessionCap = 200   // DECISION O9
	penaltyFace   = 1     // the double that is a penalty with a marker in the area (rules 2.7)
	penaltyScores = 3     // the lowest face of a penalty that is a goal
	mostBlockDice = 2     // that may be thrown for a block
	oneDieBlocks  = 6     // up to this total one die is thrown for a block, beyond it two (DECISION O15)
	faces         = 6     // of every die
	markersInPlay = 3
	keeperReach   = 1 // points that a keeper may go before a throw (rules 2.11)
)

// targets are the goals that may be played for, the default first (rules 2.9).
var targets = [...]int{7, 5, 3}

// A point is an intersection of the lattice, column and row from 0.
type point struct{ x, y int8 }

// What is no intersection.
var (
	nowhere = point{-1, -1} // no piece stands there
	beyond  = point{-1, -2} // over the goal line: a goal
)

// What a position without them has.
var (
	noMarkers = [markersInPlay]point{nowhere, nowhere, nowhere}
	noKeepers = [2]point{nowhere, nowhere}
)

// at returns the point of a column a..k and a row 1..15.
func at(column byte, row int) point { return point{int8(column - 'a'), int8(row - 1)} }

func (p point) onBoard() bool { return 0 <= p.x && p.x < columns && 0 <= p.y && p.y < rows }

// before says whether p comes before q in texts: by column letter, then by row.
func (p point) before(q point) bool { return p.x < q.x || p.x == q.x && p.y < q.y }

// compare orders points as before does.
func (p point) compare(q point) int {
	return cmp.Or(cmp.Compare(p.x, q.x), cmp.Compare(p.y, q.y))
}

// plus returns the point n steps further.
func (p point) plus(w way, n int8) point { return point{p.x + n*w.x, p.y + n*w.y} }

// aside returns how far a point lies from the middle column.
func (p point) aside() int8 { return max(p.x-middleColumn, middleColumn-p.x) }

// A way is the direction of one step.
type way struct{ x, y int8 }

// A colour is a side as an index.
type colour uint8

const (
	white colour = iota // First: owns row 1, attacks row 15
	black
	nobody
)

func (c colour) other() colour     { return 1 - c }
func (c colour) side() engine.Side { return engine.Side(c) + engine.First }
func (c colour) String() string    { return [...]string{"White", "Black", "nobody"}[c] }

// forward returns the step of a row towards the goal that a side attacks.
func (c colour) forward() int8 { return 1 - 2*int8(c) }

// goalLine returns the row that a side attacks.
func (c colour) goalLine() int8 {
	if c == white {
		return rows - 1
	}
	return 0
}

// ahead returns the rows from a point to the goal line that a side attacks.
func (c colour) ahead(p point) int8 { return (c.goalLine() - p.y) * c.forward() }

// inMouth says whether a point lies in the mouth of the goal that a side attacks.
func (c colour) inMouth(p point) bool { return p.y == c.goalLine() && p.aside() <= mouthSide }

// inArea says whether a point lies in the penalty area that a side attacks.
func (c colour) inArea(p point) bool { return c.ahead(p) < areaDepth && p.aside() <= areaSide }

// inRing says whether a point lies next to the penalty area that a side attacks
// (DECISION O7).
func (c colour) inRing(p point) bool {
	return c.ahead(p) <= areaDepth && p.aside() <= ringSide && !c.inArea(p)
}

// inCorner says whether a point is a corner beside the goal that a side attacks
// (DECISION G8).
func (c colour) inCorner(p point) bool { return p.y == c.goalLine() && p.aside() == middleColumn }

// penaltyPoint returns the one from which a side shoots.
func (c colour) penaltyPoint() point {
	return point{middleColumn, c.goalLine() - spotAhead*c.forward()}
}

// goalCentre returns the middle of a side's own goal line, where its keeper
// starts and where it stands in a penalty (rules 2.11, DECISION O12).
func goalCentre(owner colour) point { return point{middleColumn, owner.other().goalLine()} }

// onCircle says whether markers may be put on a point for a kick-off (rules 2.2).
func onCircle(p point) bool { return p.y == middleRow && p.aside() <= circleSide }

// The ways of the moves, for either side (rules 2.4, 2.8).
var (
	diagonals  = [2][2]way{white: {{-1, 1}, {1, 1}}, black: {{-1, -1}, {1, -1}}}
	firstWays  = [2][4]way{white: {{-1, 0}, {1, 0}, {-1, 1}, {1, 1}}, black: {{-1, 0}, {1, 0}, {-1, -1}, {1, -1}}}
	cornerWays = [2][5]way{white: {{-1, 0}, {1, 0}, {-1, -1}, {0, -1}, {1, -1}}, black: {{-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}}
	ringPoints = [2][]point{pointsWhere(white.inRing), pointsWhere(black.inRing)}
	kickOffRow = pointsWhere(onCircle)
	everyPoint = pointsWhere(point.onBoard)
	pointTexts = textsOf(everyPoint)
)

// pointsWhere lists the points with a property in the order of texts.
func pointsWhere(has func(point) bool) []point {
	var points []point
	for x := range int8(columns) {
		for y := range int8(rows) {
			if p := (point{x, y}); has(p) {
				points = append(points, p)
			}
		}
	}
	return points
}
