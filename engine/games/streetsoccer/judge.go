package streetsoccer

// A judge values the position that a turn leaves behind, by a table that matches
// against itself have filled (learn.go): weights for each figure on its square
// given the ball's, and for how soon either side can shoot. Their sums are how
// likely it is that the side that has just moved scores the next goal, and soon,
// and that the other does.
//
// Squares are seen from that side, as if it attacked upward, and as if the ball
// lay in the left half: positions that are the same by the pitch's symmetries have
// the same value.
type judge struct {
	weights []chances
}

// chances are of the next goal: the side's that has just moved, and the other's.
type chances [2]float32

// The table's parts, one after the other.
const (
	ballSquares = columns * rows / 2
	farWalk     = 8 // steps to the ball from where on they are not told apart

	figureWeights = 4 * ballSquares * columns * rows // own outfielders, own keeper, the other side's
	shotWeights   = farWalk * farKick * farWalk * farKick
	walkWeights   = farthest * farthest
	rollWeights   = (farWalk + farKick) * (farWalk + farKick)

	shotsFrom = figureWeights
	walksFrom = shotsFrom + shotWeights
	rollsFrom = walksFrom + walkWeights
	allFrom   = rollsFrom + rollWeights // the weight of every position
	judgeSize = allFrom + 1
)

// features is how many weights a position has.
const features = 2*team + 4

// A view is a square as a judge sees it.
type view [columns * rows]uint8

// views are those of yellow and red, with the ball in the left half and in the right.
var views = func() (vs [2][2]view) {
	for s := range square(columns * rows) {
		mirrored := square((columns-1-s.column())*rows + s.row() - 1)
		vs[yellow][0][s], vs[yellow][1][s] = uint8(s), uint8(mirrored)
		vs[red][0][s], vs[red][1][s] = columns*rows-1-uint8(s), columns*rows-1-uint8(mirrored)
	}
	return vs
}()

// chances returns those of a position with a ball, after a turn.
func (j *judge) chances(p *position) chances {
	var list [features]int32
	j.list(p, &list)
	return j.sum(&list)
}

// sum returns the chances that weights add up to.
func (j *judge) sum(list *[features]int32) (c chances) {
	for _, i := range list {
		w := &j.weights[i]
		c[0] += w[0]
		c[1] += w[1]
	}
	return c
}

// list writes the indices of the weights of a position with a ball.
func (j *judge) list(p *position, list *[features]int32) {
	other := p.side
	mover := other.other()
	seen := &views[mover][0]
	if seen[p.ball] >= ballSquares {
		seen = &views[mover][1]
	}
	n := 0
	at := int32(seen[p.ball]) * columns * rows
	for _, c := range [2]colour{mover, other} {
		for figures := p.outfielders[c]; figures != 0; figures = figures.withoutFirst() {
			list[n] = at + int32(seen[figures.first()%nowhere])
			n++
		}
		at += ballSquares * columns * rows
		list[n] = at + int32(seen[p.keeper[c]])
		n++
		at += ballSquares * columns * rows
	}
	walk, kick := p.shot(mover)
	walk2, kick2 := p.shot(other)
	list[n] = shotsFrom + int32(((min(walk, farWalk)-1)*farKick+kick-1)*farWalk*farKick+(min(walk2, farWalk)-1)*farKick+kick2-1)
	list[n+1] = walksFrom + int32((walk-1)*farthest+walk2-1)
	list[n+2] = rollsFrom + int32((min(walk, farWalk)+kick-2)*(farWalk+farKick)+min(walk2, farWalk)+kick2-2)
	list[n+3] = allFrom
}

// shot returns how many steps a side needs to the ball, and how long a kick it then
// needs into the goal: the smallest roll that scores is one less than their sum.
func (sc *scene) shot(c colour) (walk, length int) {
	k := newKick(c, sc.figures(c)|one(sc.ball), sc.figures(c.other()))
	return sc.walkSteps(c), k.toGoal(sc.ball)
}
