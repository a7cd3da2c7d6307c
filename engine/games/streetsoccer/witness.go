package streetsoccer

import "slices"

// A heading is a direction of the ball, clockwise from that of rising rows; even ones are straight.
type heading uint8

const (
	up heading = iota
	upRight
	toRight
	downRight
	down
	downLeft
	toLeft
	upLeft
	headings
)

// along and across are what one step changes of column and row.
func (d heading) along() int  { return [headings]int{0, 1, 1, 1, 0, -1, -1, -1}[d] }
func (d heading) across() int { return [headings]int{1, 1, 0, -1, -1, -1, 0, 1}[d] }

// step returns the square one step on; false if that leaves the pitch.
func (s square) step(d heading) (square, bool) {
	column, row := s.column()+d.along(), s.row()+d.across()
	if column < 0 || column >= columns || row < 1 || row > rows {
		return nowhere, false
	}
	return at('a'+byte(column), row), true
}

// A stroll looks for the way of a walk: of all with exactly so many steps one with the
// fewest turns, going back counting three, and of these the first in the order of directions.
type stroll struct {
	open area // that may be entered on the way
	to   square
	cost map[stride]int
}

// A stride is a state of a stroll: where it is, by which direction it came, and the steps left.
type stride struct {
	at   square
	by   heading // headings at the start
	left int
}

// goingBack is what a step back costs, in turns; tooFar is more than any way does.
const (
	goingBack = 3
	tooFar    = 1000
)

// walkWay returns the squares of a walk of n steps, from the start to the end. Open does not
// hold the ball: who steps on it stays there.
func walkWay(from, to square, n int, open area) []square {
	w := stroll{open: open, to: to, cost: map[stride]int{}}
	way, here := []square{from}, stride{from, headings, n}
	for here.left > 0 {
		best, least := here, tooFar
		for d := up; d < headings; d += 2 {
			if next, cost := w.onward(here, d); cost < least {
				best, least = next, cost
			}
		}
		if least == tooFar {
			break
		}
		here = best
		way = append(way, here.at)
	}
	return way
}

// onward makes a step and returns what the whole rest costs with it.
func (w *stroll) onward(from stride, d heading) (stride, int) {
	s, ok := from.at.step(d)
	last := from.left == 1
	if !ok || last && s != w.to || !last && !w.open.has(s) {
		return from, tooFar
	}
	next := stride{s, d, from.left - 1}
	cost := 0
	switch {
	case from.by == headings || from.by == d:
	case (from.by+down)%headings == d:
		cost = goingBack
	default:
		cost = 1
	}
	return next, min(tooFar, cost+w.rest(next))
}

// rest returns what the rest of a stroll costs.
func (w *stroll) rest(from stride) int {
	if from.left == 0 {
		return 0
	}
	if cost, known := w.cost[from]; known {
		return cost
	}
	least := tooFar
	for d := up; d < headings; d += 2 {
		_, cost := w.onward(from, d)
		least = min(least, cost)
	}
	w.cost[from] = least
	return least
}

// A ballWay is how a ball goes from a square to its target.
type ballWay struct {
	length  int      // of the kick
	corners []square // where a leg begins, bends or ends, from the kicker to the target; of a goal to the mouth
	passes  []square // of the corners, those with a figure that plays the ball on
	last    heading  // the direction of the last step
	bends   int
}

// most bounds what is searched: a kick has fewer legs in every position that there is.
const most = 24

// wayOf returns how a kick with one of the lengths may reach a target: of all ways one with
// the fewest legs, of these the fewest bends, then the longest kick but into the goal the
// shortest, and then the first in the order of directions. False if there is none.
func (k *kick) wayOf(start, target square, allowed lengths) (ballWay, bool) {
	kicks := k.inTurn(target, allowed)
	w := wanderer{kick: k, target: target, dead: map[roving]bool{}}
	for legs := 1; legs <= most; legs++ {
		for bends := 0; bends <= legs; bends++ {
			for _, length := range kicks {
				w.way = ballWay{length: length, corners: []square{start}}
				if w.leg(roving{start, length, headings, false, legs - 1, bends}) {
					w.way.length = k.kicked(length, allowed)
					return w.way, true
				}
			}
		}
	}
	return ballWay{}, false
}

// inTurn lists the lengths that are tried one after the other. What is left over is ignored
// where the ball goes in (rules 1.8), so into the goal any shorter kick is one, too.
func (k *kick) inTurn(target square, allowed lengths) []int {
	var kicks []int
	for length := farKick; length > 0; length-- {
		if allowed>>length&1 != 0 || target == inGoal && allowed>>length != 0 {
			kicks = append(kicks, length)
		}
	}
	if target == inGoal {
		slices.Reverse(kicks)
	}
	return kicks
}

// kicked returns the allowed length that a ball is kicked with which needs so much at least.
func (k *kick) kicked(length int, allowed lengths) int {
	for ; allowed>>length&1 == 0; length++ {
	}
	return length
}

// upTo returns the corners with one more, unless it is the last already.
func (w ballWay) upTo(s square) []square {
	if w.corners[len(w.corners)-1] == s {
		return w.corners
	}
	return append(w.corners, s)
}

// A wanderer searches depth first, in the order of directions.
type wanderer struct {
	*kick
	target square
	dead   map[roving]bool // what is known to lead nowhere
	way    ballWay
}

// A roving is a state of the ball.
type roving struct {
	at          square
	left        int
	by          heading // headings at the start of a leg
	bent        bool    // in this leg
	legs, bends int     // that may still be begun and made
}

// leg goes on from a state; false if that leads nowhere.
func (w *wanderer) leg(s roving) bool {
	if w.dead[s] {
		return false
	}
	for d := up; d < headings; d++ {
		turn := (d + headings - s.by) % headings
		switch {
		case s.by == headings || turn == 0:
			if w.step(s, d) {
				return true
			}
		case (turn == 1 || turn == headings-1) && !s.bent && s.bends > 0:
			bend := s
			bend.bent, bend.bends = true, s.bends-1
			w.way.corners = append(w.way.corners, s.at)
			w.way.bends++
			if w.step(bend, d) {
				return true
			}
			w.way.bends--
			w.way.corners = w.way.corners[:len(w.way.corners)-1]
		}
	}
	w.dead[s] = true
	return false
}

// step lets the ball go one step.
func (w *wanderer) step(s roving, d heading) bool {
	if s.left < 1 {
		return false
	}
	next, ok := s.at.step(d)
	if !ok {
		scores := w.target == inGoal && w.mouth.has(s.at) && d.across() != 0 && (d.across() > 0) == w.up
		if scores {
			w.way.corners, w.way.last = w.way.upTo(s.at), d
		}
		return scores
	}
	switch {
	case !w.free.has(next):
		return false
	case w.own.has(next):
		if s.legs == 0 {
			return false
		}
		w.way.corners, w.way.passes = append(w.way.corners, next), append(w.way.passes, next)
		if w.leg(roving{next, s.left, headings, false, s.legs - 1, s.bends}) {
			return true
		}
		w.way.corners, w.way.passes = w.way.corners[:len(w.way.corners)-1], w.way.passes[:len(w.way.passes)-1]
		return false
	case s.left == 1:
		if next != w.target {
			return false
		}
		w.way.corners, w.way.last = append(w.way.corners, next), d
		return true
	}
	return w.leg(roving{next, s.left - 1, d, s.bent, s.legs, s.bends})
}
