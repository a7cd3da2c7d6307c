package pitch

// GoalWidth is how many slots a goal, an end face of the cubes, has each way.
const GoalWidth = 3

// A GoalSlot is a slot of a goal (rules 3.1), gx*3 + gy with both from 0: gx goes
// from left to right, gy from the centre face to the unused one. The goals are alike.
type GoalSlot uint8

// GoalSlots is how many slots a goal has.
const GoalSlots GoalSlot = GoalWidth * GoalWidth

// GoalAt returns a goal slot by its rule numbers, both 1..3.
func GoalAt(gx, gy int) GoalSlot { return GoalSlot((gx-1)*GoalWidth + gy - 1) }

// Gx returns the column of a goal slot, 1..3 from left to right.
func (g GoalSlot) Gx() int { return int(g)/GoalWidth + 1 }

// Gy returns its row, 1..3 away from the centre face.
func (g GoalSlot) Gy() int { return int(g)%GoalWidth + 1 }

// KeeperStart is where a keeper stands before a kick-off (rules 3.2).
var KeeperStart = GoalAt(2, 2)

// Entries says into which goal slot each column leads (rules 3.1). Two entries are
// alike at the corners of the cube, so that the diagonal steps through them enter
// the corner slot (DECISION C1).
var Entries = [Columns + 1]GoalSlot{
	1: GoalAt(1, 3), 2: GoalAt(1, 2), 3: GoalAt(1, 1),
	4: GoalAt(1, 1), 5: GoalAt(2, 1), 6: GoalAt(3, 1),
	7: GoalAt(3, 1), 8: GoalAt(3, 2), 9: GoalAt(3, 3),
}

// GoalDistance returns how many side-by-side steps lie between two goal slots (rules 3.7).
func GoalDistance(a, b GoalSlot) int { return between(a.Gx(), b.Gx()) + between(a.Gy(), b.Gy()) }

// WithinReach returns how many slots of its goal a keeper can reach with so many
// spaces, the one where it stands among them (DECISION C9).
func (g GoalSlot) WithinReach(spaces int) int {
	n := 0
	for to := range GoalSlots {
		if GoalDistance(g, to) <= spaces {
			n++
		}
	}
	return n
}

// Towards returns the next slot of a goal on the way to another, as Steps goes.
func (g GoalSlot) Towards(to GoalSlot) GoalSlot {
	gx, gy := g.Gx(), g.Gy()
	switch {
	case gx < to.Gx():
		gx++
	case gx > to.Gx():
		gx--
	case gy < to.Gy():
		gy++
	default:
		gy--
	}
	return GoalAt(gx, gy)
}
