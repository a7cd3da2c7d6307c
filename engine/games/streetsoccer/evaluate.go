package streetsoccer

// What a position is worth, in goals. The weights were tried out in matches of
// greedy against itself: with these it scores and draws about as people do.
const (
	kickWorth = 0.05 // of a step less that the ball needs to the opponent's goal
	turnWorth = 0.09 // of a step less that the side to move needs to the ball
	waitWorth = 0.06 // of a step less that the other side needs to it
	farthest  = 12   // steps to the ball from where on they are not told apart
)

// Value returns what the position promises to Yellow, in tournament points from
// 0 to 5: from the goals, how near the ball is to either goal, and how near
// either side's figures are to the ball. It looks at no throw and no move.
func (p position) Value() float64 {
	goals := float64(p.score[yellow]) - float64(p.score[red])
	if p.ball != nowhere {
		near := waitWorth*float64(p.walkSteps(p.side.other())) - turnWorth*float64(p.walkSteps(p.side))
		if p.side == red {
			near = -near
		}
		goals += near + kickWorth*float64(kickSteps(red, p.ball)-kickSteps(yellow, p.ball))
	}
	// From goals to points: always rising, and never quite 0 or 5, so that every
	// goal counts.
	return 2.5 + 2.5*goals/(1+max(goals, -goals))
}

// kickSteps returns the length of the shortest kick from a square into the goal
// that a side attacks, with nobody in the way.
func kickSteps(side colour, from square) int {
	aside := max(at('c', 1).column()-from.column(), from.column()-at('d', 1).column(), 0)
	ahead := rows - from.row()
	if side == red {
		ahead = from.row() - 1
	}
	return max(aside, ahead) + 1
}

// walkSteps returns how many steps the nearest figure of a side needs to the
// ball, at most farthest.
func (sc *scene) walkSteps(side colour) int {
	ball := one(sc.ball)
	empty := pitch&^sc.occupied() | ball
	outfielders, keeper := sc.outfielders[side], one(sc.keeper[side])
	openOutfielder := empty &^ (closed(side, false) &^ ball)
	openKeeper := empty &^ (closed(side, true) &^ ball)
	for n := 1; n < farthest; n++ {
		outfielders |= beside(outfielders) & openOutfielder
		keeper |= beside(keeper) & openKeeper
		if (outfielders | keeper).any(ball) {
			return n
		}
	}
	return farthest
}
