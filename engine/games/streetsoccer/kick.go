package streetsoccer

import "math/bits"

// A kick is the part of a position that the ball's way depends on (rules 1.7).
type kick struct {
	own   area // figures of the kicking side, the kicker on the ball's square among them
	free  area // squares the ball may enter: all but the opponent's figures
	mouth area // the opponent's keeper squares, from which the ball scores
	goal  int  // the direction of the opponent's goal
}

// newKick returns the kick of a side.
func newKick(side colour, own, opponents area) kick {
	k := kick{own: own, free: pitch &^ opponents, mouth: keeperSquares[side.other()], goal: north}
	if side == red {
		k.goal = south
	}
	return k
}

// from returns where the ball may end, and whether it may score, when it is
// kicked from a square with any of the lengths.
//
// It keeps three kinds of squares for each count of steps that are left: where
// the ball arrived in direction d without a bend in this leg, where it arrived
// after one, and figures of its own side that play it on. Touching a figure
// costs a step and gives one back, so such a figure starts its legs at the count
// the step began with: a level is closed within itself (D12 comes for free).
func (k kick) from(start square, allowed lengths) (targets area, scores bool) {
	var straight, bent [directions]area
	for left := bits.Len16(uint16(allowed)) - 1; left > 0; left-- {
		var nextStraight, nextBent [directions]area
		var reached, players area
		for d := range directions {
			nextStraight[d] = step(straight[d], d) & k.free
			nextBent[d] = step(bent[d]|turned(&straight, d), d) & k.free
			reached |= nextStraight[d] | nextBent[d]
		}
		fresh := reached & k.own
		if allowed>>left&1 != 0 {
			fresh |= one(start)
		}
		for ; fresh != 0; fresh = reached & k.own &^ players {
			players |= fresh
			reached = 0
			for d := range directions {
				legs := step(fresh, d) & k.free
				nextStraight[d] |= legs
				reached |= legs
			}
		}
		scores = scores || k.scores(&straight, &bent, players)
		for d := range directions {
			straight[d] = nextStraight[d] &^ k.own
			bent[d] = nextBent[d] &^ k.own
		}
	}
	for d := range directions {
		targets |= straight[d] | bent[d]
	}
	return targets, scores
}

// turned returns the squares where a ball that has not bent yet may turn into direction d.
func turned(straight *[directions]area, d int) area {
	return straight[(d+1)%directions] | straight[(d+directions-1)%directions]
}

// scores says whether a step across the opponent's end line is among those that
// can be made next (rules 1.8). Left-over count is ignored (D13), so any count will do.
func (k kick) scores(straight, bent *[directions]area, players area) bool {
	for i := range 3 {
		d := (k.goal + directions - 1 + i) % directions
		if k.mouth.any(players | straight[d] | bent[d] | turned(straight, d)) {
			return true
		}
	}
	return false
}
