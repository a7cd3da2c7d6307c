package streetsoccer

// A chase is what the anti-surround rule looks at: the figures of the side that
// must be able to reach the ball after its opponent's turn (rules 1.10, D18).
type chase struct {
	outfielders, keeper area
	side                colour
}

// chasers returns the chase of the side that does not move.
func (sc *scene) chasers() chase {
	c := sc.side.other()
	return chase{outfielders: sc.outfielders[c], keeper: one(sc.keeper[c]), side: c}
}

// reach returns the squares where the ball may lie so that one of the chasers
// can get to it over empty squares. The last step may be onto a keeper square
// that is closed otherwise.
func (c chase) reach(empty area) area {
	return flood(c.outfielders, empty&^closed(c.side, false), pitch) |
		flood(c.keeper, empty&^closed(c.side, true), pitch)
}

// flood returns what is beside the squares that can be got to from the seeds
// over open squares, and beside the seeds, which need not stand on open ones. It
// may stop once that holds all that is wanted.
func flood(seeds, open, wanted area) area {
	for {
		next := beside(seeds)
		grown := seeds | next&open
		if grown == seeds || wanted&^next == 0 {
			return next
		}
		seeds = grown
	}
}

// reaches says whether one of the chasers has a way to the ball over empty squares.
func (c chase) reaches(ball, empty area) bool {
	return meets(ball, c.outfielders, empty&^closed(c.side, false)) ||
		meets(ball, c.keeper, empty&^closed(c.side, true))
}

// meets says whether one of the seeds is beside the ball or beside a square that
// can be got to from it over open squares.
func meets(ball, seeds, open area) bool {
	for {
		next := beside(ball)
		if next&seeds != 0 {
			return true
		}
		grown := ball | next&open
		if grown == ball {
			return false
		}
		ball = grown
	}
}

// bottleneck returns squares of which a figure must step on one to cut the
// chasers off from the ball: those that all their shortest ways share. While the
// ways lie apart somewhere, a single figure cannot stand in all of them. None if a
// chaser is beside the ball, and all squares if no way is seen: keeper squares are
// left out, where they are closed to outfielders or not.
func (c chase) bottleneck(ball, empty area) area {
	seeds, open := c.outfielders|c.keeper, empty&^anyKeeperSquare
	next := beside(ball)
	if next&seeds != 0 {
		return 0
	}
	var layers [columns * rows]area // those n+1 steps from the ball
	seen := ball
	n := 0
	for ; next&seeds == 0; n++ {
		layers[n] = next & open &^ seen
		if layers[n] == 0 {
			return pitch
		}
		seen |= layers[n]
		next = beside(layers[n])
	}
	var shared area
	for at := seeds; n > 0; n-- {
		at = beside(at) & layers[n-1]
		if at.withoutFirst() == 0 {
			shared |= at
		}
	}
	return shared
}

// A guard keeps a turn to rules 1.10: what its figures' options share is looked
// up once.
type guard struct {
	chase
	occupied area
	ball     square
	safe     area // where the ball may lie whichever figure moved
	shared   area // where a figure may cut the ball off; see bottleneck
}

// guardOf returns the guard of a turn, given all targets and ends of its options.
func (sc *scene) guardOf(targets, ends area) guard {
	g := guard{chase: sc.chasers(), occupied: sc.occupied(), ball: sc.ball}
	empty := pitch &^ g.occupied
	if targets != 0 && sc.phase != restart { // there the keeper may kick from either of two squares
		// The kicker stands where the ball lay.
		g.safe = flood(g.outfielders|g.keeper, empty&^one(sc.ball)&^anyKeeperSquare, targets)
	}
	if ends != 0 {
		g.shared = g.bottleneck(one(sc.ball), empty)
	}
	return g
}

// forbid takes the moves out of an option after which the opponent could no
// longer reach the ball: of the figure that leaves one square, and kicks from
// another.
func (g *guard) forbid(o *option, leaves, kicker square) {
	if o.targets&^g.safe != 0 {
		o.targets &= g.reach(pitch &^ (g.occupied &^ one(leaves)) &^ one(kicker))
	}
	for suspects := o.ends & g.shared; suspects != 0; suspects = suspects.withoutFirst() {
		end := suspects.lowest()
		if !g.reaches(one(g.ball), pitch&^(g.occupied&^one(leaves))&^end) {
			o.ends &^= end
		}
	}
}
