package cufootball

// goalWidth is how many slots a goal, an end face of the cubes, has each way.
const goalWidth = 3

// A goalSlot is a slot of a goal (rules 3.1), gx*3 + gy with both from 0: gx goes
// from left to right, gy from the centre face to the unused one. The goals are alike.
type goalSlot uint8

// goalSlots is how many slots a goal has.
const goalSlots goalSlot = goalWidth * goalWidth

// goalAt returns a goal slot by its rule numbers, both 1..3.
func goalAt(gx, gy int) goalSlot { return goalSlot((gx-1)*goalWidth + gy - 1) }

func (g goalSlot) gx() int { return int(g)/goalWidth + 1 }
func (g goalSlot) gy() int { return int(g)%goalWidth + 1 }

// keeperStart is where a keeper stands before a kick-off (rules 3.2).
var keeperStart = goalAt(2, 2)

// entries says into which goal slot each column leads (rules 3.1). Two entries are
// alike at the corners of the cube, so that the diagonal steps through them enter
// the corner slot (DECISION C1).
var entries = [columns + 1]goalSlot{
	1: goalAt(1, 3), 2: goalAt(1, 2), 3: goalAt(1, 1),
	4: goalAt(1, 1), 5: goalAt(2, 1), 6: goalAt(3, 1),
	7: goalAt(3, 1), 8: goalAt(3, 2), 9: goalAt(3, 3),
}

// goalDistance returns how many side-by-side steps lie between two goal slots (rules 3.7).
func goalDistance(a, b goalSlot) int { return abs(a.gx()-b.gx()) + abs(a.gy()-b.gy()) }

// withinReach returns how many slots of its goal a keeper can reach with so many
// spaces, the one where it stands among them (DECISION C9).
func (g goalSlot) withinReach(spaces int) int {
	n := 0
	for to := range goalSlots {
		if goalDistance(g, to) <= spaces {
			n++
		}
	}
	return n
}
