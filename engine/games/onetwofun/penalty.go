package onetwofun

// isPenalty says whether the throw is a penalty: it then is compulsory (rules
// 2.7, DECISION O5; the alternative is one more choice).
func (sc *scene) isPenalty() bool {
	if sc.dice != [2]uint8{penaltyFace, penaltyFace} {
		return false
	}
	for _, m := range sc.markers {
		if sc.side.inArea(m) {
			return true
		}
	}
	return false
}

// toPenalty returns the position in which the shooter chooses its marker. The
// keeper who defends is put on the centre of its goal line (DECISION O12). The other
// one can only stand in this area if keepers roam, and gives way on the penalty point
// and on that centre: it is put on the centre of its own line.
func (p position) toPenalty() position {
	p.phase = penalty
	if !p.rules.keepers {
		return p
	}
	centre := goalCentre(p.side.other())
	p.keepers[p.side.other()] = centre
	if own := p.keepers[p.side]; own == centre || own == p.side.penaltyPoint() {
		p.keepers[p.side] = goalCentre(p.side)
	}
	return p
}

// penalties yields the choices of a penalty: any marker is named (DECISION O6),
// and the others leave the area for free points of the ring.
func (sc *scene) penalties(yield func(decision) bool) {
	for i, named := range sc.markers {
		b, c := sc.markers[(i+1)%markersInPlay], sc.markers[(i+2)%markersInPlay]
		if c.before(b) {
			b, c = c, b
		}
		d := decision{kind: penaltyKick, n: 1, hops: [3]hop{{named, sc.side.penaltyPoint()}}}
		if !sc.clear(d, b, c, yield) {
			return
		}
	}
}

// clear yields d with the ways in which the other two markers leave the area.
func (sc *scene) clear(d decision, b, c point, yield func(decision) bool) bool {
	inB, inC := sc.side.inArea(b), sc.side.inArea(c)
	switch {
	case inB && inC:
		for _, free := range ringPoints[sc.side] {
			if !sc.keeperOn(free) && !sc.clearOne(d.with(hop{b, free}), c, free, yield) {
				return false
			}
		}
		return true
	case inB:
		return sc.clearOne(d, b, c, yield)
	case inC:
		return sc.clearOne(d, c, b, yield)
	}
	return yield(d)
}

// clearOne yields d with the ways in which one marker leaves the area, but for
// the point that another has taken.
func (sc *scene) clearOne(d decision, from, taken point, yield func(decision) bool) bool {
	for _, free := range ringPoints[sc.side] {
		if free != taken && !sc.keeperOn(free) && !yield(d.with(hop{from, free})) {
			return false
		}
	}
	return true
}

// afterPenaltyThrow returns the position after the shooter's die: 1 and 2 fall
// short, and the marker lies so far before it (rules 2.7). With keepers the
// keeper's die decides about the rest.
func (p position) afterPenaltyThrow(face uint8) position {
	if face >= penaltyScores {
		if p.rules.keepers {
			p.wait = wait{due: keeperThrow, shot: face}
			return p
		}
		return p.scored()
	}
	spot := p.side.penaltyPoint()
	p.move(spot, spot.plus(way{0, p.side.forward()}, int8(face)))
	return p.handedOver()
}

// afterKeeperThrow returns the position after the keeper's die in a penalty: the
// shooter's face stops the shot (rules 2.11, DECISION O13).
func (p position) afterKeeperThrow(face uint8) position {
	if face != p.wait.shot {
		return p.scored()
	}
	p.move(p.side.penaltyPoint(), p.keepers[p.side.other()])
	return p.handedOver()
}
