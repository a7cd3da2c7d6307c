package onetwofun

import (
	"fmt"
	"slices"
	"strings"

	"kickabout/engine"
)

// Beats tells what a throw or a move has led to.
func (Game) Beats(n engine.Numbers, c engine.Change) []engine.Beat {
	was, ok := c.Was.(position)
	is, ok2 := c.Is.(position)
	if !ok || !ok2 {
		return nil
	}
	t := telling{position: was, is: is, numbers: n, after: Game{}.Renumber(n, c), frame: was.Diagram().Numbered(n).Pieces}
	if c.Move == "" {
		t.throw(c.Faces)
	} else {
		d, _ := parseMove(c.Move)
		t.move(d)
	}
	t.settle()
	return t.beats
}

// A telling is a change while its beats are gathered.
type telling struct {
	position                // before it
	is       position       // after it
	numbers  engine.Numbers // before it
	after    engine.Numbers
	frame    engine.Frame // after the beats so far
	beats    []engine.Beat
}

// at returns where a point lies on the diagram.
func (q point) at() engine.Point {
	x, y := q.middle()
	return engine.Point{x, y}
}

// add tells one beat more of the side in possession, or of another.
func (t *telling) add(b engine.Beat) {
	if b.Side == engine.NoSide {
		b.Side = t.side.side()
	}
	t.beats = append(t.beats, b)
	t.frame = t.frame.After(b)
}

// letter returns what the marker on a point wears before the change.
func (t *telling) letter(q point) string { return t.numbers[q.cell()] }

// others names the two markers that a third one goes between: "A–C".
func (t *telling) others(q point) string {
	var two []string
	for _, m := range t.markers {
		if m != q {
			two = append(two, t.letter(m))
		}
	}
	slices.Sort(two)
	return strings.Join(two, "–")
}

// standing returns where a piece is drawn by now.
func (t *telling) standing(kind string, side engine.Side, number string, otherwise point) engine.Point {
	for _, p := range t.frame {
		if p.Kind == kind && p.Side == side && p.Label == number {
			return p.At()
		}
	}
	return otherwise.at()
}

// settle lets the pieces come to stand where they are drawn after the change: aside of
// another on the same point, or no longer. What ended a match stays to be seen.
func (t *telling) settle() {
	if t.is.phase == over {
		return
	}
	shifts := t.frame.Shifts(t.is.Diagram().Numbered(t.after).Pieces)
	switch last := len(t.beats) - 1; {
	case len(shifts) == 0:
	case last < 0 || t.beats[last].Kind == engine.BeatGoal || t.beats[last].Kind == engine.BeatThrow:
		b := engine.Beat{Kind: engine.BeatRestart, Side: t.is.side.side(), Shifts: shifts}
		if t.is.phase == kickoff {
			b.Say = t.is.side.String() + " kicks off."
		}
		t.add(b)
	default:
		t.beats[last].Shifts = append(t.beats[last].Shifts, shifts...)
	}
}

// move tells a move.
func (t *telling) move(d decision) {
	switch d.kind {
	case placing:
		t.placing(d)
	case keeperStep:
		t.keeperStep(d.hops[0])
	case ordinaryPlay:
		t.run(d.hops[0], "")
		t.last(d, d.hops[1], "")
	case directKick:
		t.last(d, d.hops[0], "Direct free kick: ")
	case indirectKick:
		t.add(engine.Beat{Kind: engine.BeatThink, Say: "Indirect free kick: " + t.side.String() + " throws again."})
	case cornerKick:
		t.run(d.hops[0], "Corner kick: ")
	case penaltyKick:
		t.penaltyKick(d)
	case diceChoice:
		t.add(engine.Beat{Kind: engine.BeatThink, Side: t.actor().side(), Say: fmt.Sprintf("%s throws %s against the free kick.", t.actor(), [...]string{1: oneDieChoice, mostBlockDice: twoDiceChoice}[d.dice])})
	}
}

// placing tells that the markers are put down.
func (t *telling) placing(d decision) {
	b := engine.Beat{Kind: engine.BeatSetUp}
	var points, names []string
	for i, h := range d.all() {
		points, names = append(points, h.to.String()), append(names, letter(i))
		b.Shifts = append(b.Shifts, engine.Shift{Piece: engine.KindMarker, Number: letter(i), To: h.to.at()})
	}
	b.Say = fmt.Sprintf("%s puts %s on %s.", t.side, list(names, "and"), list(points, "and"))
	t.add(b)
}

// keeperStep tells that a keeper has gone, if it has.
func (t *telling) keeperStep(h hop) {
	if h.from == h.to {
		return
	}
	side, kind := t.actor(), engine.KindKeeper
	t.add(engine.Beat{
		Kind: engine.BeatRun, Side: side.side(), Piece: kind, Number: engine.KeeperNumber,
		Path: []engine.Point{t.standing(kind, side.side(), engine.KeeperNumber, h.from), h.to.at()},
		Say:  fmt.Sprintf("%s %s steps to %s.", side, engine.KeeperNumber, h.to),
	})
}

// act tells that a marker is in view.
func (t *telling) act(q point, say string) {
	t.add(engine.Beat{Kind: engine.BeatThink, Piece: engine.KindMarker, Number: t.letter(q), Say: say})
}

// run tells a marker's way point by point.
func (t *telling) run(h hop, what string) {
	t.act(h.from, "")
	number := t.letter(h.from)
	b := engine.Beat{
		Kind: engine.BeatRun, Piece: engine.KindMarker, Number: number,
		Path: []engine.Point{t.standing(engine.KindMarker, engine.NoSide, number, h.from)},
		Say:  fmt.Sprintf("%s%s %s runs %s to %s.", what, t.side, number, plural(int(h.length()), "point", "points"), h.to),
	}
	if w, ok := h.way(); ok {
		for n := int8(1); n <= h.length(); n++ {
			b.Path = append(b.Path, h.from.plus(w, n).at())
		}
	}
	t.add(b)
}

// last tells the marker that goes across the line, and what comes of its shot.
func (t *telling) last(d decision, h hop, what string) {
	number, total := t.letter(h.from), t.shotOf(d)
	across := fmt.Sprintf("%s%s %s", what, t.side, number)
	line := "across " + t.others(h.from)
	switch {
	case t.is.wait.due == blockThrow:
		t.act(h.from, fmt.Sprintf("%s shoots %d %s, over %s %s.", across, total, line, t.side.other(), engine.KeeperNumber))
		return
	case h.to == beyond:
		t.act(h.from, "")
		t.shot(h.from, t.wayOf(d, h), fmt.Sprintf("%s shoots %d %s.", across, total, line))
		return
	}
	t.act(h.from, "")
	t.flight(h.from, fmt.Sprintf("%s goes %d %s to %s.", across, total, line, h.to), h.to.at())
}

// flight tells that a marker goes to places one after the other.
func (t *telling) flight(from point, say string, to ...engine.Point) {
	number := t.letter(from)
	path := append([]engine.Point{t.standing(engine.KindMarker, engine.NoSide, number, from)}, to...)
	t.add(engine.Beat{Kind: engine.BeatFlight, Piece: engine.KindMarker, Number: number, Path: path, Say: say})
}

// wayOf returns the way of a shot into the goal: across the line between the other two, off
// the keeper if it may be.
func (t *telling) wayOf(d decision, h hop) way {
	others := slices.DeleteFunc(slices.Clone(t.markers[:]), func(q point) bool { return q == h.from })
	if d.kind == ordinaryPlay {
		others[slices.Index(others, d.hops[0].from)] = d.hops[0].to
	}
	return t.openWay(h.from, others)
}

// openWay returns the diagonal by which a marker goes in across the line between two others.
func (t *telling) openWay(from point, others []point) way {
	keeper := t.keepers[t.side.other()]
	best, found := diagonals[t.side][0], false
	for _, w := range diagonals[t.side] {
		n := t.side.ahead(from)
		mouth := from.plus(w, n)
		if !t.side.inMouth(mouth) || !crosses(from, mouth, others[0], others[1]) {
			continue
		}
		if !found || !inWay(from, w, n, keeper) {
			best, found = w, true
		}
	}
	return best
}

// postGap is how far from a post a marker lies in the net at least.
const postGap = 0.4

// shot tells that a marker goes in, and the goal.
func (t *telling) shot(from point, w way, say string) {
	mouth := from.plus(w, t.side.ahead(from))
	net := mouth.plus(w, 1).at()
	net[0] = min(max(net[0], mouthLeft+postGap), mouthLeft+mouthWidth-postGap)
	t.flight(from, say, mouth.at(), net)
	number := t.letter(from)
	when := fmt.Sprintf("possession %d", t.possession)
	t.add(engine.Beat{
		Kind: engine.BeatGoal, Piece: engine.KindMarker, Number: number, When: when,
		Say: fmt.Sprintf("Goal for %s by %s, %s. %d–%d.", t.side, number, when, t.is.score[white], t.is.score[black]),
	})
}

// penaltyKick tells how a penalty is made ready.
func (t *telling) penaltyKick(d decision) {
	b := engine.Beat{Kind: engine.BeatRestart}
	say := fmt.Sprintf("Penalty: %s %s shoots", t.side, t.letter(d.hops[0].from))
	for i, h := range d.all() {
		b.Shifts = append(b.Shifts, engine.Shift{Piece: engine.KindMarker, Number: t.letter(h.from), To: h.to.at()})
		if i > 0 {
			say += fmt.Sprintf(", %s goes to %s", t.letter(h.from), h.to)
		}
	}
	b.Say = say + "."
	t.add(b)
}

// throw tells a throw and what it decides by itself.
func (t *telling) throw(faces []int) {
	switch t.wait.due {
	case penaltyThrow:
		t.penaltyThrow(faces[0])
		return
	case keeperThrow:
		t.keeperThrow(faces)
		return
	case blockThrow:
		t.blockThrow(faces)
		return
	}
	say := fmt.Sprintf("%s throws %d and %d.", t.side, faces[0], faces[1])
	switch {
	case t.is.phase == penalty:
		say += " It is a penalty."
	case t.is.phase == over:
		say += " No play is possible."
	case t.is.side != t.side:
		say += fmt.Sprintf(" No play is possible: %s goes on.", t.is.side)
	}
	t.add(engine.Beat{Kind: engine.BeatThrow, Faces: faces, Say: say})
}

// straight is the way of a penalty.
func (t *telling) straight() way { return way{0, t.side.forward()} }

// penaltyThrow tells the shooter's die in a penalty.
func (t *telling) penaltyThrow(face int) {
	spot := t.side.penaltyPoint()
	number := t.letter(spot)
	b := engine.Beat{Kind: engine.BeatDraw, Piece: engine.KindMarker, Number: number, Faces: []int{face}, Hit: face >= penaltyScores}
	if face < penaltyScores {
		end := spot.plus(t.straight(), int8(face))
		b.Say = fmt.Sprintf("Penalty, die %d: missed.", face)
		t.add(b)
		t.flight(spot, fmt.Sprintf("%s %s stops on %s.", t.side, number, end), end.at())
		return
	}
	b.Say = fmt.Sprintf("Penalty, die %d.", face)
	t.add(b)
	if !t.rules.keepers {
		t.shot(spot, t.straight(), "")
	}
}

// keeperThrow tells the keeper's die in a penalty.
func (t *telling) keeperThrow(faces []int) {
	spot := t.side.penaltyPoint()
	if t.keeperDraws(faces, t.is.score == t.score, spot) {
		return
	}
	t.shot(spot, t.straight(), "")
}

// blockThrow tells the keeper's throw against a shot.
func (t *telling) blockThrow(faces []int) {
	from := t.wait.shooter
	if t.keeperDraws(faces, t.is.score == t.score, from) {
		return
	}
	others := slices.DeleteFunc(slices.Clone(t.markers[:]), func(q point) bool { return q == from })
	t.shot(from, t.openWay(from, others), "")
}

// keeperDraws tells a keeper's throw, and how it stops the marker on a point if it is a save.
func (t *telling) keeperDraws(faces []int, saved bool, from point) bool {
	keeper := t.side.other()
	var texts []string
	for _, face := range faces {
		texts = append(texts, fmt.Sprint(face))
	}
	b := engine.Beat{Kind: engine.BeatDraw, Side: keeper.side(), Piece: engine.KindKeeper, Number: engine.KeeperNumber, Faces: faces, Hit: saved}
	b.Say = fmt.Sprintf("%s %s throws %s against %d", keeper, b.Number, list(texts, "and"), t.wait.shot)
	if !saved {
		b.Say += "."
		t.add(b)
		return false
	}
	b.Say += " and saves."
	t.add(b)
	t.flight(from, "", t.keepers[keeper].at())
	t.add(engine.Beat{
		Kind: engine.BeatInterception, Side: keeper.side(), Piece: engine.KindKeeper, Number: engine.KeeperNumber,
		Say: fmt.Sprintf("%s goes on.", keeper),
	})
	return true
}
