package onetwofun

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"kickabout/engine"
)

// The rules once more, slow and obvious: plain loops over coordinates, written
// from rules 2.1 to 2.13 and sharing nothing with the fast code but the notation.
// A position is a model; what a side may do there is a list of texts, each with
// the model that it leads to.

// A place is an intersection by its column 1..11 and row 1..15.
type place struct{ x, y int }

func placeOf(text string) place {
	p := place{x: int(text[0]-'a') + 1}
	fmt.Sscan(text[1:], &p.y)
	return p
}

func placesOf(text string) []place {
	var places []place
	for t := range strings.SplitSeq(text, ",") {
		places = append(places, placeOf(t))
	}
	return places
}

func (p place) text() string { return fmt.Sprintf("%c%d", 'a'+p.x-1, p.y) }

func (p place) on() bool { return p.x >= 1 && p.x <= 11 && p.y >= 1 && p.y <= 15 }

func (p place) plus(d place, n int) place { return place{p.x + n*d.x, p.y + n*d.y} }

// seenBy turns a place round for the second side: all below is said for White.
func (p place) seenBy(side int) place {
	if side == 1 {
		return place{12 - p.x, 16 - p.y}
	}
	return p
}

// inArea says whether a place is in the penalty area that a side attacks.
func (p place) inArea(side int) bool {
	q := p.seenBy(side)
	return q.x >= 3 && q.x <= 9 && q.y >= 12
}

// nextToArea says whether a place is on the ring round that area.
func (p place) nextToArea(side int) bool {
	q := p.seenBy(side)
	return q.y == 11 && q.x >= 2 && q.x <= 10 || q.y >= 12 && (q.x == 2 || q.x == 10)
}

// inMouth says whether a place is in the goal mouth that a side attacks.
func (p place) inMouth(side int) bool {
	q := p.seenBy(side)
	return q.y == 15 && q.x >= 5 && q.x <= 7
}

// isCorner says whether a side may take a corner kick from a place.
func (p place) isCorner(side int) bool {
	q := p.seenBy(side)
	return q.y == 15 && (q.x == 1 || q.x == 11)
}

// A model is a position.
type model struct {
	goals      int  // to be reached
	keepers    bool // professional or blocking
	blocking   bool
	steps      bool // both keepers step before a throw
	roams      bool // keepers go anywhere
	chooses    bool // the keeper's side chooses its dice against a direct free kick
	phase      string
	side       int
	markers    []place // in ascending order
	throw      string
	score      [2]int
	possession int
	keeper     [2]place
	last       string
	pending    string
}

func modelOf(variant, text string) model {
	parts := strings.Split(variant, ",")
	m := model{goals: 7, keepers: parts[0] != "basic", blocking: parts[0] == "blocking"}
	for _, option := range parts[1:] {
		switch name, value, _ := strings.Cut(option, "="); name {
		case "goals":
			fmt.Sscan(value, &m.goals)
		case "step":
			m.steps = true
		case "roam":
			m.roams = true
		case "dice":
			m.chooses = true
		}
	}
	var side, markers, score, keepers string
	if n, err := fmt.Sscan(text, &m.phase, &side, &markers, &m.throw, &score, &m.possession, &keepers, &m.last, &m.pending); err != nil {
		panic(fmt.Sprint(text, n, err))
	}
	m.side = strings.Index("WB", side)
	if markers != "-" {
		m.markers = placesOf(markers)
	}
	fmt.Sscanf(score, "%d:%d", &m.score[0], &m.score[1])
	if m.keepers {
		copy(m.keeper[:], placesOf(keepers))
	}
	return m
}

// modelStart is the position a match begins with.
func modelStart(variant string) model {
	if strings.HasPrefix(variant, "basic") {
		return modelOf(variant, "kickoff W - - 0:0 1 - - -")
	}
	return modelOf(variant, "kickoff W - - 0:0 1 f1,f15 - -")
}

func sorted(places []place) []place {
	return slices.SortedFunc(slices.Values(places), func(p, q place) int { return (p.x-q.x)*100 + p.y - q.y })
}

func textOf(places []place) string {
	var texts []string
	for _, p := range places {
		texts = append(texts, p.text())
	}
	return strings.Join(texts, ",")
}

func (m model) text() string {
	markers, keepers := "-", "-"
	if m.markers != nil {
		markers = textOf(m.markers)
	}
	if m.keepers {
		keepers = m.keeper[0].text() + "," + m.keeper[1].text()
	}
	return fmt.Sprintf("%s %c %s %s %d:%d %d %s %s %s", m.phase, "WB"[m.side], markers, m.throw, m.score[0], m.score[1], m.possession, keepers, m.last, m.pending)
}

// with returns m with the marker on one place put on another.
func (m model) with(from, to place) model {
	m.markers = slices.Clone(m.markers)
	m.markers[slices.Index(m.markers, from)] = to
	m.markers = sorted(m.markers)
	return m
}

func (m model) taken(p place) bool { return slices.Contains(m.markers, p) }

// kept says whether a keeper stands on a place.
func (m model) kept(p place) bool { return m.keepers && slices.Contains(m.keeper[:], p) }

// forward is the step of a column, -1, 0 or 1, toward the row attacked.
func (m model) forward(x int) place {
	if m.side == 1 {
		return place{x, -1}
	}
	return place{x, 1}
}

func (m model) backward(x int) place { return place{x, -m.forward(0).y} }

// dice returns the throw of a turn.
func (m model) dice() (a, b int) {
	fmt.Sscanf(m.throw, "%d-%d", &a, &b)
	return a, b
}

// --- What a position waits for (rules 2.13).

// due returns the label and number of the dice that are due.
func (m model) due() (label string, count int) {
	switch {
	case m.phase == "over" || m.phase == "keeper" || m.phase == "kickoff" || m.phase == "block":
		return "", 0
	case m.pending == "pen":
		return "penalty", 1
	case strings.HasPrefix(m.pending, "pen:"):
		return "keeper", 1
	case m.pending != "-":
		_, value, direct := m.shot()
		if direct && value > 6 && !m.chooses || strings.Count(m.pending, ":") == 3 {
			return "block", 2
		}
		return "block", 1
	case m.throw == "?":
		return "die", 2
	}
	return "", 0
}

// shot returns the shot that waits for a block: from where, and the die or total.
func (m model) shot() (from place, value int, direct bool) {
	parts := strings.Split(m.pending, ":")
	from = placeOf(strings.TrimSuffix(parts[1], "-*"))
	fmt.Sscan(parts[2], &value)
	a, b := m.dice()
	return from, value, value != a && value != b
}

// --- The course of a match (rules 2.3, 2.5, 2.9).

// beforeThrow is the start of a turn of the side in possession.
func (m model) beforeThrow(side int) model {
	m.phase, m.side, m.throw, m.pending = "play", side, "?", "-"
	if m.keepers {
		m.phase, m.side = "keeper", 1-side
		if m.steps {
			m.side = side
		}
	}
	return m
}

// over is the end; the side is the one that acted last.
func (m model) over() model {
	m.phase, m.throw, m.pending = "over", "-", "-"
	return m
}

// handOver gives the turn to the other side, with the markers where they are.
func (m model) handOver() model {
	if m.possession == 200 {
		return m.over()
	}
	m.possession++
	return m.beforeThrow(1 - m.side)
}

// goal is a goal of the side to act.
func (m model) goal() model {
	m.score[m.side]++
	m.last = "WB"[m.side : m.side+1]
	m.markers = nil
	if m.score[m.side] == m.goals || m.possession == 200 {
		return m.over()
	}
	m.possession++
	m.phase, m.side, m.throw, m.pending = "kickoff", 1-m.side, "-", "-"
	return m
}

func (m model) outcome() engine.Outcome {
	if m.phase != "over" {
		return engine.Outcome{}
	}
	o := engine.Outcome{Score: m.score}
	switch {
	case m.score[0] > m.score[1]:
		o.Winner = engine.First
	case m.score[1] > m.score[0]:
		o.Winner = engine.Second
	case m.last == "W":
		o.Winner = engine.First
	case m.last == "B":
		o.Winner = engine.Second
	}
	switch {
	case max(m.score[0], m.score[1]) == m.goals:
		o.Ending = engine.Target
	case m.score[0] != m.score[1]:
		o.Ending = engine.FullTime
	case m.last != "-":
		o.Ending = engine.LastGoal
	default:
		o.Ending = engine.Goalless
	}
	return o
}

// roll returns the position after a throw.
func (m model) roll(faces ...int) model {
	if m.pending != "-" {
		return m.answered(faces)
	}
	m.throw = fmt.Sprintf("%d-%d", faces[0], faces[1])
	inArea := slices.ContainsFunc(m.markers, func(p place) bool { return p.inArea(m.side) })
	if m.throw == "1-1" && inArea {
		m.phase = "penalty"
		if m.keepers {
			m.keeper[1-m.side] = place{6, 15}.seenBy(m.side)
			if own := m.keeper[m.side].seenBy(m.side); own == (place{6, 15}) || own == (place{6, 13}) {
				m.keeper[m.side] = place{6, 1}.seenBy(m.side)
			}
		}
		return m
	}
	if len(m.choices()) == 0 {
		return m.handOver()
	}
	return m
}

// answered returns the position after a throw of a penalty, of its keeper or of a
// block (rules 2.7, 2.11, 2.12).
func (m model) answered(faces []int) model {
	penaltyPoint := place{6, 13}.seenBy(m.side)
	owner := m.keeper[1-m.side]
	total := faces[0]
	if len(faces) == 2 {
		total += faces[1]
	}
	switch label, _ := m.due(); label {
	case "penalty":
		if total <= 2 {
			return m.with(penaltyPoint, penaltyPoint.plus(m.forward(0), total)).handOver()
		}
		if m.keepers {
			m.pending = fmt.Sprintf("pen:%d", total)
			return m
		}
	case "keeper":
		if m.pending == fmt.Sprintf("pen:%d", total) {
			return m.with(penaltyPoint, owner).handOver()
		}
	case "block":
		if from, value, _ := m.shot(); value == total {
			return m.with(from, owner).handOver()
		}
	}
	return m.goal()
}

// --- Moves.

// options are moves as texts with what they lead to.
type options map[string]model

func (m model) moves() []string { return slices.Sorted(maps.Keys(m.choices())) }

func (m model) count() int { return len(m.choices()) }

func (m model) play(text string) model {
	after, ok := m.choices()[text]
	if !ok {
		panic(m.text() + ": " + text)
	}
	return after
}

// choices returns what the side that must move can do; nothing if none must.
func (m model) choices() options {
	if _, dice := m.due(); dice > 0 {
		return nil
	}
	o := options{}
	switch m.phase {
	case "kickoff":
		m.kickoffs(o)
	case "keeper":
		m.keeperSteps(o)
	case "block":
		m.diceChoices(o)
	case "penalty":
		m.penalties(o)
	case "play":
		m.plays(o)
	}
	return o
}

// kickoffs are three different points of d8..h8 (rules 2.2).
func (m model) kickoffs(o options) {
	for a := 4; a <= 8; a++ {
		for b := a + 1; b <= 8; b++ {
			for c := b + 1; c <= 8; c++ {
				after := m
				after.markers = []place{{a, 8}, {b, 8}, {c, 8}}
				if slices.ContainsFunc(after.markers, m.kept) {
					continue
				}
				o["K "+textOf(after.markers)] = after.beforeThrow(m.side)
			}
		}
	}
}

// keeperSteps are the steps of the keeper of the side to act (rules 2.11).
func (m model) keeperSteps(o options) {
	from := m.keeper[m.side]
	for x := -1; x <= 1; x++ {
		for y := -1; y <= 1; y++ {
			to := place{from.x + x, from.y + y}
			stays := to == from
			free := to.on() && (m.roams || to.inArea(1-m.side)) && !m.taken(to) && to != m.keeper[1-m.side]
			if !stays && !free {
				continue
			}
			after := m
			after.keeper[m.side] = to
			if after.side = 1 - m.side; after.side == (m.possession+1)%2 {
				after.phase = "play"
			}
			o["G "+from.text()+"-"+to.text()] = after
		}
	}
}

// diceChoices are one die and two against a direct free kick (rules 2.12).
func (m model) diceChoices(o options) {
	after := m
	after.phase, after.side = "play", 1-m.side
	o["B1"] = after
	after.pending += ":2"
	o["B2"] = after
}

// tracks returns the steps that the keeper of the side to act may take under the
// order to follow: one point along the goal line toward the mouth column nearest
// to a most advanced marker, none if that is taken (rules 2.11, DECISION O14).
// Where markers are equally advanced it may stay too.
func (m model) tracks() []string {
	from := m.keeper[m.side]
	if m.side == (m.possession+1)%2 { // its own side has the ball
		return []string{"G " + from.text() + "-" + from.text()}
	}
	best := 0
	for _, p := range m.markers {
		best = max(best, p.seenBy(1-m.side).y)
	}
	var steps []string
	for _, p := range m.markers {
		if p.seenBy(1-m.side).y != best {
			continue
		}
		column := min(max(p.x, 5), 7)
		to := from
		switch {
		case column > from.x:
			to.x++
		case column < from.x:
			to.x--
		}
		if m.taken(to) || to == m.keeper[1-m.side] {
			to = from
		}
		steps = append(steps, "G "+from.text()+"-"+to.text())
	}
	if len(steps) > 1 {
		steps = append(steps, "G "+from.text()+"-"+from.text())
	}
	return steps
}

// penalties are the ways to lay out a penalty (rules 2.7).
func (m model) penalties(o options) {
	spot := place{6, 13}.seenBy(m.side)
	for _, shooter := range m.markers {
		var others, outside []place
		for _, p := range m.markers {
			switch {
			case p == shooter:
			case p.inArea(m.side):
				others = append(others, p)
			default:
				outside = append(outside, p)
			}
		}
		var clear func(text string, left, standing []place)
		clear = func(text string, left, standing []place) {
			if len(left) == 0 {
				after := m
				after.markers = sorted(standing)
				after.pending = "pen"
				o[text] = after
				return
			}
			for x := 1; x <= 11; x++ {
				for y := 1; y <= 15; y++ {
					to := place{x, y}
					if to.nextToArea(m.side) && !slices.Contains(standing, to) && !m.kept(to) {
						clear(text+" "+left[0].text()+">"+to.text(), left[1:], append(slices.Clone(standing), to))
					}
				}
			}
		}
		clear("P "+shooter.text()+">"+spot.text(), others, append(outside, spot))
	}
}

// plays are all that may be done with a throw of two dice.
func (m model) plays(o options) {
	a, b := m.dice()
	m.twoMarkers(o, a, b)
	m.twoMarkers(o, b, a)
	for _, n := range []int{a, b, a + b} {
		m.cornerKicks(o, n)
	}
	if a == b {
		for _, p := range m.markers {
			others := slices.DeleteFunc(slices.Clone(m.markers), func(q place) bool { return q == p })
			m.shoot(o, "D ", p, others[0], others[1], 2*a)
		}
		o["I"] = m.beforeThrow(m.side)
	}
}

// twoMarkers is ordinary play, with x for the first marker and y for the second
// (rules 2.4).
func (m model) twoMarkers(o options, x, y int) {
	for _, first := range m.markers {
		for _, d := range []place{{-1, 0}, {1, 0}, m.forward(-1), m.forward(1)} {
			to, ok := m.run(first, d, x)
			if !ok {
				continue
			}
			after := m.with(first, to)
			for _, second := range m.markers {
				for _, still := range m.markers {
					if second != first && still != first && second != still {
						after.shoot(o, first.text()+"-"+to.text()+" ", second, to, still, y)
					}
				}
			}
		}
	}
}

// run takes a marker n points far in a straight line: over free points of the
// board, to one on which no keeper stands.
func (m model) run(from, d place, n int) (to place, ok bool) {
	for i := 1; i <= n; i++ {
		if to = from.plus(d, i); !to.on() || m.taken(to) {
			return to, false
		}
	}
	return to, !m.kept(to)
}

// shoot takes a marker n points diagonally forward across the line from a to c, to
// a point or over the goal line.
func (m model) shoot(o options, text string, from, a, c place, n int) {
	for _, d := range []place{m.forward(-1), m.forward(1)} {
		if to, ok := m.run(from, d, n); ok && passesBetween(from, d, n, a, c) {
			o[text+from.text()+"-"+to.text()] = m.with(from, to).beforeThrow(m.side)
		}
		for i := 1; i < n; i++ {
			mouth := from.plus(d, i)
			if !mouth.on() || m.taken(mouth) {
				break
			}
			if mouth.inMouth(m.side) && passesBetween(from, d, i, a, c) {
				move := text + from.text() + "-*"
				after := m.scores(from, d, i, n)
				if other, twice := o[move]; !twice || other.phase == "play" || other.phase == "block" {
					o[move] = after
				}
			}
		}
	}
}

// scores returns the position after a shot that reaches the mouth after some
// steps: a goal, or the throw that may block it (rules 2.12).
func (m model) scores(from, d place, steps, n int) model {
	for i := 1; i <= steps; i++ {
		if m.blocking && from.plus(d, i) == m.keeper[1-m.side] {
			m.pending = fmt.Sprintf("block:%s-*:%d", from.text(), n)
			if _, _, direct := m.shot(); direct && m.chooses {
				m.phase, m.side = "block", 1-m.side
			}
			return m
		}
	}
	return m.goal()
}

// passesBetween says whether n steps from a place cross the segment from a to c, between
// its ends and between the first and the last point of the way (rules 2.4). It
// meets the line at from + t*d = a + s*(c-a), with t and s as fractions of det.
func passesBetween(from, d place, n int, a, c place) bool {
	ex, ey := c.x-a.x, c.y-a.y
	wx, wy := a.x-from.x, a.y-from.y
	det := ex*d.y - ey*d.x
	t := ex*wy - ey*wx
	s := d.x*wy - d.y*wx
	if det < 0 {
		det, t, s = -det, -t, -s
	}
	return det > 0 && 0 < t && t < n*det && 0 < s && s < det
}

// cornerKicks are the moves of a marker by n from a corner (rules 2.8).
func (m model) cornerKicks(o options, n int) {
	for _, from := range m.markers {
		if !from.isCorner(m.side) {
			continue
		}
		inward := 1
		if from.x == 11 {
			inward = -1
		}
		for _, d := range []place{m.backward(0), m.backward(inward), {inward, 0}} {
			if to, ok := m.run(from, d, n); ok {
				o["C "+from.text()+"-"+to.text()] = m.with(from, to).beforeThrow(m.side)
			}
		}
	}
}

// perft counts sequences of n moves as engine.Perft does, one by one.
func (m model) perft(n int) uint64 { return m.perftAfter(n, 0) }

// perftAfter is perft after so many throws in a row without a play: beyond the
// second nothing is counted.
func (m model) perftAfter(n, missed int) uint64 {
	if missed == 2 {
		return 0
	}
	if n == 0 {
		return 1
	}
	var sum uint64
	if _, dice := m.due(); dice > 0 {
		throws := 6
		if dice == 2 {
			throws = 36
		}
		for i := range throws {
			faces := []int{1 + i%6, 1 + i/6}[:dice]
			after := m.roll(faces...)
			if _, again := after.due(); dice == 2 && again == 2 {
				sum += after.perftAfter(n, missed+1)
			} else {
				sum += after.perftAfter(n, missed)
			}
		}
		return sum
	}
	choices := m.choices()
	if n == 1 {
		return uint64(len(choices))
	}
	for _, after := range choices {
		sum += after.perft(n - 1)
	}
	return sum
}
