package onetwofun

import (
	"fmt"
	"slices"
	"strings"

	"kickabout/engine"
)

// read takes a move apart. If it is not legal the error wraps ErrIllegal and
// tells the player why.
func (p position) read(m engine.Move) (decision, error) {
	next := p.Next()
	if next.Over() {
		return decision{}, engine.Illegal("This match is over.")
	}
	if next.Side == engine.NoSide {
		return decision{}, engine.Illegal("The throw comes before the move.")
	}
	d, ok := parseMove(m)
	r := referee{p.scene}
	if !ok {
		return decision{}, r.refuseText(m)
	}
	for legal := range p.decisions {
		if d == legal {
			return d, nil
		}
	}
	return decision{}, r.refuse(m, d)
}

// A referee says why a move is not legal.
type referee struct{ scene }

// refuseText says why a text is no move of this phase.
func (r referee) refuseText(m engine.Move) error {
	switch {
	case m == "R":
		return engine.Illegal("A resignation is not a move.")
	case m == "-":
		return engine.Illegal("A turn cannot be passed: it passes by itself when no move is possible.")
	case r.phase == kickoff:
		return engine.Illegal("A kick-off names three points of the circle in ascending order, such as K d8,f8,g8.")
	case r.phase == choosing:
		return engine.Illegal("Against a direct free kick you throw one die, B1, or two, B2.")
	case r.phase == keeping:
		return engine.Illegal("A keeper's step names where it stands and where it goes, such as G f15-e15.")
	case r.phase == penalty:
		return engine.Illegal("A penalty names the marker that shoots, then those that leave the area, such as P f12>f13 g14>j12.")
	}
	return engine.Illegal("A play names the first and the second marker, such as e8-d9 f8-h10, or e8-d9 e13-* for a goal. D b10-d12 is a direct free kick, I an indirect one, C a15-c13 a corner kick.")
}

// refuse says why a decision is not legal.
func (r referee) refuse(m engine.Move, d decision) error {
	switch {
	case r.phase == penalty && d.kind != penaltyKick && d.kind != placing && d.kind != keeperStep:
		return engine.Illegal("A double %d with a marker in the penalty area is a penalty: name the marker that shoots.", penaltyFace)
	case r.phase == play && d.kind == penaltyKick:
		return engine.Illegal("A penalty takes a double %d with a marker in the penalty area.", penaltyFace)
	case r.phase != phaseOf(d.kind):
		return r.refuseText(m)
	}
	switch d.kind {
	case placing:
		return r.refusePlacing(d)
	case keeperStep:
		return r.refuseKeeper(d.hops[0])
	case penaltyKick:
		return r.refusePenalty(d)
	case cornerKick:
		return r.refuseCorner(d.hops[0])
	case ordinaryPlay:
		return r.refuseOrdinary(d.hops[0], d.hops[1])
	}
	return r.refuseFreeKick(d.hops[0])
}

// phaseOf returns the phase of a kind of decision.
func phaseOf(k kind) phase {
	switch k {
	case placing:
		return kickoff
	case keeperStep:
		return keeping
	case diceChoice:
		return choosing
	case penaltyKick:
		return penalty
	}
	return play
}

// refusePlacing says what is wrong with the points of a kick-off (rules 2.2).
func (r referee) refusePlacing(d decision) error {
	for _, h := range d.all() {
		if onCircle(h.to) && r.keeperOn(h.to) {
			return engine.Illegal("A keeper stands on %s.", h.to)
		}
		if !onCircle(h.to) {
			return engine.Illegal("%s is no kick-off point: those are %s.", h.to, list(kickOffRow, "and"))
		}
	}
	return engine.Illegal("A kick-off names three different points, in ascending order.")
}

// refuseKeeper says why the keeper may not go there (rules 2.11).
func (r referee) refuseKeeper(h hop) error {
	switch keeper := r.keepers[r.actor()]; {
	case h.from != keeper:
		return engine.Illegal("Your keeper stands on %s.", keeper)
	case h.length() > keeperReach:
		return engine.Illegal("Your keeper goes one point at most, in any direction.")
	case r.markerOn(h.to):
		return engine.Illegal("There is a marker on %s already.", h.to)
	case r.rules.roam:
		return engine.Illegal("The other keeper stands on %s.", h.to)
	}
	return engine.Illegal("Your keeper may not leave its penalty area.")
}

// refuseOrdinary says what is wrong with a play of two markers (rules 2.4).
func (r referee) refuseOrdinary(first, second hop) error {
	switch {
	case !r.markerOn(first.from):
		return engine.Illegal("There is no marker on %s.", first.from)
	case second.from == first.from || second.from == first.to:
		return engine.Illegal("No marker moves twice in one turn.")
	case !r.markerOn(second.from):
		return engine.Illegal("There is no marker on %s.", second.from)
	case first.to == beyond:
		return engine.Illegal("The first marker cannot score, only the second.")
	}
	third := r.markers[slices.IndexFunc(r.markers[:], func(m point) bool { return m != first.from && m != second.from })]
	x := first.length()
	w, straight := first.way()
	switch {
	case !straight || !slices.Contains(firstWays[r.side][:], w):
		return engine.Illegal("The first marker goes sideways or diagonally forward, in a straight line.")
	case x != int8(r.dice[0]) && x != int8(r.dice[1]):
		return engine.Illegal("The first marker goes exactly %s.", r.diceWords())
	}
	if err := r.refuseStop(first, w, second.from, third); err != nil {
		return err
	}
	return r.refuseCrossing("The second marker", second, int8(r.dice[0]+r.dice[1])-x, first.to, third)
}

// diceWords writes the dice for people: "2 or 3 points".
func (r referee) diceWords() string {
	if r.dice[0] == r.dice[1] {
		return plural(int(r.dice[0]), "point", "points")
	}
	return fmt.Sprintf("%d or %d points", r.dice[0], r.dice[1])
}

// refuseFreeKick says what is wrong with a free kick (rules 2.6); an indirect one
// has no hop.
func (r referee) refuseFreeKick(h hop) error {
	if r.dice[0] != r.dice[1] {
		return engine.Illegal("A free kick takes a double.")
	}
	i := slices.Index(r.markers[:], h.from)
	if i < 0 {
		return engine.Illegal("There is no marker on %s.", h.from)
	}
	total := int8(r.dice[0] + r.dice[1])
	return r.refuseCrossing("The marker of a direct free kick", h, total, r.markers[(i+1)%markersInPlay], r.markers[(i+2)%markersInPlay])
}

// refuseCrossing says why a marker may not end there with n points, across the
// line between a and c (rules 2.4, 2.5).
func (r referee) refuseCrossing(who string, h hop, n int8, a, c point) error {
	if h.to == beyond {
		return r.refuseShot(h.from, n, a, c)
	}
	w, straight := h.way()
	switch {
	case !straight || !slices.Contains(diagonals[r.side][:], w):
		return engine.Illegal("%s goes diagonally forward, in a straight line.", who)
	case h.length() != n:
		return engine.Illegal("%s goes exactly %s.", who, plural(int(n), "point", "points"))
	}
	if err := r.refuseStop(h, w, a, c); err != nil {
		return err
	}
	return engine.Illegal("%s must cross the line between the markers on %s and %s. To start or to end on the line is not enough, nor to pass one of its ends.", who, a, c)
}

// refuseShot says why a marker does not score with n points (rules 2.5).
func (r referee) refuseShot(from point, n int8, a, c point) error {
	left := r.side.ahead(from)
	if n <= left {
		return engine.Illegal("A goal from %s takes a throw of %d at least.", from, left+1)
	}
	reason := engine.Illegal("Neither diagonal from %s leads through the mouth of the goal.", from)
	for _, w := range diagonals[r.side] {
		if !r.side.inMouth(from.plus(w, left)) {
			continue
		}
		reason = engine.Illegal("A shot must cross the line between the other two markers, on %s and %s, before it comes to the goal line.", a, c)
		for _, other := range [...]point{a, c} {
			if inWay(from, w, left, other) {
				return engine.Illegal("The marker on %s is in the way of the shot.", other)
			}
		}
	}
	return reason
}

// refuseStop says why a marker may not go straight to a point because of what
// stands on its way or there; nil if it may.
func (r referee) refuseStop(h hop, w way, b, c point) error {
	for _, other := range [...]point{b, c} {
		switch {
		case h.to == other:
			return engine.Illegal("There is a marker on %s already.", h.to)
		case inWay(h.from, w, h.length(), other):
			return engine.Illegal("A marker may not jump over another, here the one on %s.", other)
		}
	}
	if r.keeperOn(h.to) {
		return engine.Illegal("A keeper stands on %s: a marker may pass it, but not end there.", h.to)
	}
	return nil
}

// refuseCorner says what is wrong with a corner kick (rules 2.8).
func (r referee) refuseCorner(h hop) error {
	i := slices.Index(r.markers[:], h.from)
	if i < 0 {
		return engine.Illegal("There is no marker on %s.", h.from)
	}
	if !r.side.inCorner(h.from) {
		return engine.Illegal("A corner kick takes a marker in a corner beside the goal you attack: %s is none.", h.from)
	}
	w, straight := h.way()
	if !straight || !slices.Contains(cornerWays[r.side][:], w) {
		return engine.Illegal("A corner kick goes along the goal line, or straight or diagonally backward.")
	}
	lengths, count := r.cornerLengths()
	if !slices.Contains(lengths[:count], h.length()) {
		return engine.Illegal("A corner kick goes exactly as far as one die or both say: %s.", list(lengths[:count], "or"))
	}
	return r.refuseStop(h, w, r.markers[(i+1)%markersInPlay], r.markers[(i+2)%markersInPlay])
}

// refusePenalty says what is wrong with a penalty (rules 2.7).
func (r referee) refusePenalty(d decision) error {
	named, spot := d.hops[0], r.side.penaltyPoint()
	if named.to != spot {
		return engine.Illegal("The marker that shoots goes to the penalty point, %s.", spot)
	}
	moved := map[point]point{}
	for i, h := range d.all() {
		_, twice := moved[h.from]
		switch {
		case !r.markerOn(h.from):
			return engine.Illegal("There is no marker on %s.", h.from)
		case twice:
			return engine.Illegal("The marker on %s is named twice.", h.from)
		case i > 0 && !r.side.inArea(h.from):
			return engine.Illegal("The marker on %s is not in the penalty area: it stays where it is.", h.from)
		case i > 0 && !r.side.inRing(h.to):
			return engine.Illegal("A marker that leaves the penalty area goes to a point next to it: %s is none.", h.to)
		}
		moved[h.from] = h.to
	}
	return r.refuseClearing(moved)
}

// refuseClearing says what is wrong with where markers go before a penalty, each
// by itself being right.
func (r referee) refuseClearing(moved map[point]point) error {
	taken := map[point]bool{}
	for _, m := range r.markers {
		to, moves := moved[m]
		switch {
		case !moves && r.side.inArea(m):
			return engine.Illegal("The marker on %s must leave the penalty area.", m)
		case !moves:
			to = m
		}
		if taken[to] {
			return engine.Illegal("There is a marker on %s already.", to)
		}
		taken[to] = true
	}
	return engine.Illegal("The markers that leave the penalty area are named in ascending order.")
}

// list writes values for people: "1, 3 or 4".
func list[T any](values []T, joint string) string {
	var texts []string
	for _, v := range values {
		texts = append(texts, fmt.Sprint(v))
	}
	last := len(texts) - 1
	if last == 0 {
		return texts[0]
	}
	return strings.Join(texts[:last], ", ") + " " + joint + " " + texts[last]
}

// numbered returns the noun that goes with a number.
func numbered(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// plural writes a number with its noun.
func plural(n int, one, more string) string { return fmt.Sprintf("%d %s", n, numbered(n, one, more)) }
