package onetwofun

// ordinary yields the ordinary plays of a throw (rules 2.4): either die may be
// used first. With a double that is the advantage (rules 2.6).
func (p position) ordinary(yield func(decision) bool) bool {
	x, y := int8(p.dice[0]), int8(p.dice[1])
	return p.ordinaryWith(x, y, yield) && (x == y || p.ordinaryWith(y, x, yield))
}

// ordinaryWith yields the plays in which the first marker goes x points and the
// second y.
func (p position) ordinaryWith(x, y int8, yield func(decision) bool) bool {
	for i, from := range p.markers {
		b, c := p.markers[(i+1)%markersInPlay], p.markers[(i+2)%markersInPlay]
		for _, w := range firstWays[p.side] {
			if !p.mayGo(from, w, x, b, c) {
				continue
			}
			first := hop{from, from.plus(w, x)}
			if !p.seconds(first, b, c, y, yield) || !p.seconds(first, c, b, y, yield) {
				return false
			}
		}
	}
	return true
}

// seconds yields the plays in which marker b follows the first one.
func (p position) seconds(first hop, b, c point, n int8, yield func(decision) bool) bool {
	ends, count := p.crossings(b, n, first.to, c)
	for _, end := range ends[:count] {
		if !yield(decision{kind: ordinaryPlay, n: 2, hops: [3]hop{first, {b, end}}}) {
			return false
		}
	}
	return true
}

// freeKicks yields what a double offers besides the advantage (rules 2.6).
func (p position) freeKicks(yield func(decision) bool) bool {
	if p.dice[0] != p.dice[1] {
		return true
	}
	total := int8(p.dice[0] + p.dice[1])
	for i, b := range p.markers {
		ends, count := p.crossings(b, total, p.markers[(i+1)%markersInPlay], p.markers[(i+2)%markersInPlay])
		for _, end := range ends[:count] {
			if !yield(decision{kind: directKick, n: 1, hops: [3]hop{{b, end}}}) {
				return false
			}
		}
	}
	return yield(decision{kind: indirectKick})
}

// crossings returns where a marker may end that goes n points diagonally forward
// across the line between a and c: points, and beyond, once, for a goal.
func (p position) crossings(b point, n int8, a, c point) (ends [2]point, count int) {
	for _, w := range diagonals[p.side] {
		end, ok := p.crossing(b, w, n, a, c)
		if ok && (count == 0 || end != ends[0]) {
			ends[count] = end
			count++
		}
	}
	return ends, count
}

// crossing returns where a marker ends that goes n points one way, across the
// line between a and c; false if it may not. A die that is larger than needed
// takes it beyond the goal line, if it leaves through the mouth and has crossed
// before it comes there (rules 2.5, DECISION O4).
func (p position) crossing(b point, w way, n int8, a, c point) (point, bool) {
	left := p.side.ahead(b)
	if n <= left {
		end := b.plus(w, n)
		return end, p.mayGo(b, w, n, a, c) && crosses(b, end, a, c)
	}
	mouth := b.plus(w, left)
	return beyond, p.side.inMouth(mouth) && !inWay(b, w, left, a) && !inWay(b, w, left, c) && crosses(b, mouth, a, c)
}

// mayGo says whether a marker may go n points one way and end there: on the
// board, not onto or over another marker, not onto a keeper (rules 2.4, 2.11).
func (p position) mayGo(from point, w way, n int8, b, c point) bool {
	end := from.plus(w, n)
	return end.onBoard() && !inWay(from, w, n, b) && !inWay(from, w, n, c) && !p.keeperOn(end)
}
