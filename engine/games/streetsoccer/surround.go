package streetsoccer

// A chase is what the anti-surround rule looks at: the figures of the side that
// must be able to reach the ball after its opponent's turn (rules 1.10, D18).
type chase struct {
	outfielders, keeper area
	side                colour
}

// chasers returns the chase of the side that does not move.
func (p position) chasers() chase {
	c := p.side.other()
	return chase{outfielders: p.outfielders[c], keeper: one(p.keeper[c]), side: c}
}

// reach returns the squares where the ball may lie so that one of the chasers
// can get to it over empty squares. The last step may be onto a keeper square
// that is closed otherwise.
func (c chase) reach(empty area) area {
	return flood(c.outfielders, empty&^closed(c.side, false)) |
		flood(c.keeper, empty&^closed(c.side, true))
}

// flood returns what is beside the squares that can be got to from the seeds
// over open squares, and beside the seeds, which need not stand on open ones.
func flood(seeds, open area) area {
	for {
		next := beside(seeds)
		grown := seeds | next&open
		if grown == seeds {
			return next
		}
		seeds = grown
	}
}

// path returns the empty squares of one way to the ball, both ends left out, and
// whether there is one. A figure that steps anywhere else does not cut this way.
func (c chase) path(ball square, empty area) (area, bool) {
	way, ok := shortest(c.outfielders, one(ball), empty&^closed(c.side, false))
	if !ok {
		way, ok = shortest(c.keeper, one(ball), empty&^closed(c.side, true))
	}
	return way, ok
}

// shortest returns the squares between the ball and the nearest of the seeds.
func shortest(seeds, ball, open area) (way area, ok bool) {
	var layers [columns * rows]area // those n steps from the ball
	layers[0] = ball
	seen := ball
	n := 0
	for !beside(layers[n]).any(seeds) {
		layers[n+1] = beside(layers[n]) & open &^ seen
		if layers[n+1] == 0 {
			return 0, false
		}
		n++
		seen |= layers[n]
	}
	for at := seeds; n > 0; n-- {
		at = (beside(at) & layers[n]).lowest()
		way |= at
	}
	return way, true
}
