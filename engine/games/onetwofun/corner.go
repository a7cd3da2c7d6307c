package onetwofun

// corners appends the corner kicks of a throw (rules 2.8): a marker in a corner
// goes backward or along the goal line, by either die or both. With a double
// that is one more choice (DECISION O8).
func (sc *scene) corners(list []decision) []decision {
	lengths, count := sc.cornerLengths()
	for i, from := range sc.markers {
		if !sc.side.inCorner(from) {
			continue
		}
		b, c := sc.markers[(i+1)%markersInPlay], sc.markers[(i+2)%markersInPlay]
		for _, w := range &cornerWays[sc.side] {
			for _, n := range lengths[:count] {
				if sc.mayGo(from, w, n, b, c) {
					list = append(list, decision{kind: cornerKick, n: 1, hops: [3]hop{{from, from.plus(w, n)}}})
				}
			}
		}
	}
	return list
}

// cornerLengths returns the points that a corner kick may go.
func (sc *scene) cornerLengths() (lengths [3]int8, count int) {
	a, b := int8(sc.dice[0]), int8(sc.dice[1])
	if a == b {
		return [3]int8{a, a + b}, 2
	}
	return [3]int8{a, b, a + b}, 3
}
