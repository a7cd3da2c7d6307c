package onetwofun

import "kickabout/engine"

// The standing orders of a keeper, the default first (DECISION O14).
const (
	orderTrack = "track"
	orderStay  = "stay"
	orderAsk   = "ask"
)

var orders = [...]engine.Order{
	{ID: orderTrack, Name: "The keeper follows the markers"},
	{ID: orderStay, Name: "The keeper stays"},
	{ID: orderAsk, Name: "Ask me before every throw"},
}

// keeperSteps yields where the keeper of the side that acts may go: one step,
// within its area, to a free point, or nowhere (rules 2.11, DECISIONS O10, O11).
func (sc *scene) keeperSteps(yield func(decision) bool) {
	from := sc.keepers[sc.actor()]
	for x := int8(-keeperReach); x <= keeperReach; x++ {
		for y := int8(-keeperReach); y <= keeperReach; y++ {
			to := point{from.x + x, from.y + y}
			if to != from && !sc.keeperMay(to) {
				continue
			}
			if !yield(decision{kind: keeperStep, n: 1, hops: [3]hop{{from, to}}}) {
				return
			}
		}
	}
}

// keeperMay says whether a point is one for the keeper of the side that acts: of its
// area, or anywhere if it may roam, but not on the other keeper then.
func (sc *scene) keeperMay(to point) bool {
	if !to.onBoard() || sc.markerOn(to) {
		return false
	}
	if sc.rules.roam {
		return to != sc.keepers[sc.actor().other()]
	}
	return sc.actor().other().inArea(to)
}

// Auto returns the keeper's step that an order calls for, or the dice with the better
// odds; false unless that is what is to be decided, or if the order is to ask. Only the
// keeper of the side that waits follows the markers.
func (Game) Auto(p engine.Position, order string) (engine.Move, bool) {
	q, ok := p.(position)
	if !ok || q.Next().Side == engine.NoSide || order == orderAsk {
		return "", false
	}
	switch q.phase {
	case choosing:
		return q.betterDice().text(), true
	case keeping:
	default:
		return "", false
	}
	from := q.keepers[q.actor()]
	to := from
	if order == orderTrack && !q.own {
		to.x += q.trackStep(from)
		if !q.keeperMay(to) {
			to = from
		}
	}
	return decision{kind: keeperStep, n: 1, hops: [3]hop{{from, to}}}.text(), true
}

// trackStep returns the column step of a keeper who follows the play: towards the
// column of the mouth nearest to the most advanced marker. Of markers equally far
// the one nearest to it counts; if two of these pull it both ways, it stays.
func (sc *scene) trackStep(from point) int8 {
	nearest, ahead, pull := int8(columns), int8(rows), int8(0)
	for _, m := range sc.markers {
		column := min(max(m.x, middleColumn-mouthSide), middleColumn+mouthSide)
		step := min(max(column-from.x, -keeperReach), keeperReach)
		far := max(m.x-from.x, from.x-m.x)
		switch now := sc.side.ahead(m); {
		case now < ahead || now == ahead && far < nearest:
			nearest, ahead, pull = far, now, step
		case now == ahead && far == nearest && step != pull:
			pull = 0
		}
	}
	return pull
}

// stoppable says whether the keeper who defends has a throw to stop a marker's shot:
// only if every way into the goal passes over its point (rules 2.12). From the point
// before the middle of the mouth two ways may be open: then the shot takes the one
// off the keeper.
func (sc *scene) stoppable(shooter int, total int8) bool {
	if !sc.rules.blocks {
		return false
	}
	var l lie
	l.lay(sc)
	var rs runs
	third := (shooter + 1) % markersInPlay
	l.run(&rs, shooter, (shooter+2)%markersInPlay, int(total))
	keeper, touched := sc.keepers[sc.side.other()], false
	for way, w := range &diagonals[sc.side] {
		if !rs.goal || !l.crosses(&rs, way, l.x[third], l.y[third]) {
			continue
		}
		if !inWay(sc.markers[shooter], w, sc.side.ahead(sc.markers[shooter]), keeper) {
			return false
		}
		touched = true
	}
	return touched
}

// blockDice returns how many dice are thrown to stop a shot: those with the
// better odds (DECISION O15), unless the keeper's side has chosen.
func (sc *scene) blockDice() int {
	switch {
	case sc.wait.dice != 0:
		return int(sc.wait.dice)
	case sc.wait.shot <= oneDieBlocks:
		return 1
	}
	return mostBlockDice
}

// betterDice returns the choice of the dice with the better odds.
func (sc *scene) betterDice() decision {
	return decision{kind: diceChoice, dice: uint8(sc.blockDice())}
}

// isDirect says whether the shot that may be blocked is a direct free kick's: only there
// the total is the sum of the double.
func (sc *scene) isDirect() bool {
	return sc.dice[0] == sc.dice[1] && sc.wait.shot == sc.dice[0]+sc.dice[1]
}

// afterBlockThrow returns the position after the throw for a block: the total of
// the shot stops it, and the marker is put on the keeper (rules 2.12).
func (p position) afterBlockThrow(faces []int) position {
	total := 0
	for _, face := range faces {
		total += face
	}
	if total != int(p.wait.shot) {
		return p.scored()
	}
	p.move(p.wait.shooter, p.keepers[p.side.other()])
	return p.handedOver()
}
