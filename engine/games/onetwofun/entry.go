package onetwofun

import (
	"fmt"
	"slices"

	"kickabout/engine"
)

// An entry is a move that is being entered: how far it has come, and what the
// board looks like by then.
type entry struct {
	start position
	board position // with the pieces where the steps done bring them
	next  []engine.Step
	steps int      // how many are done
	d     decision // one that they lead to: what is not done of it may still be another
	ready bool     // they spell a move
}

// enter returns the entry of the steps done, without those that lead nowhere.
func (p position) enter(done []engine.Step) entry {
	next, spelt := p.Continue(done)
	for len(next) == 0 && spelt == "" && len(done) > 0 {
		done = done[:len(done)-1]
		next, spelt = p.Continue(done)
	}
	e := entry{start: p, board: p, next: next, steps: len(done), ready: spelt != ""}
	if p.phase == kickoff {
		for i, step := range done {
			e.board.markers[i], _ = parsePoint(string(step.Cell))
		}
		slices.SortFunc(e.board.markers[:len(done)], point.compare)
		return e
	}
	for d := range p.decisions {
		if s := d.steps(); s.begins(done) {
			e.d = d
			e.makeHops()
			break
		}
	}
	return e
}

// makeHops puts the pieces where the steps done bring them. A marker that has
// scored stands nowhere.
func (e *entry) makeHops() {
	n := e.steps
	switch e.d.kind {
	case ordinaryPlay:
		n /= 2
	case directKick, cornerKick:
		n = max(0, n-1) / 2
	}
	for _, h := range e.d.hops[:min(n, int(e.d.n))] {
		if e.d.kind == keeperStep {
			e.board.keepers[e.start.actor()] = h.to
			return
		}
		e.board.markers[slices.Index(e.start.markers[:], h.from)] = h.to
	}
}

// aims draws what has to be crossed: the line between the other two markers, for
// the marker that is chosen, or for each that may still be.
func (e *entry) aims() []engine.Mark {
	var crossing []point // the markers that may go next, or have gone
	switch {
	case e.d.kind == ordinaryPlay && e.steps == 2:
		for _, step := range e.next {
			m, _ := parsePoint(string(step.Cell))
			crossing = append(crossing, m)
		}
	case e.d.kind == ordinaryPlay && e.steps > 2:
		crossing = append(crossing, e.d.hops[1].from)
	case e.d.kind == directKick && e.steps > 1:
		crossing = append(crossing, e.d.hops[0].from)
	}
	var ms []engine.Mark
	for _, m := range crossing {
		var path []byte
		command := byte('M')
		for i, from := range e.start.markers {
			if from == m {
				continue
			}
			x, y := e.board.markers[i].middle()
			path = fmt.Appendf(path, "%c%g %g", command, x, y)
			command = 'L'
		}
		ms = append(ms, engine.Mark{Kind: "aim", Path: string(path)})
	}
	return ms
}

// task says what is left to do.
func (e *entry) task() string {
	p := e.start
	switch {
	case p.Next().Side == engine.NoSide:
		return ""
	case e.ready && e.d.kind == indirectKick:
		return "Indirect free kick: both dice are thrown again."
	case e.ready:
		return "Confirm."
	case p.phase == kickoff:
		more := ""
		if e.steps > 0 {
			more = "more "
		}
		return fmt.Sprintf("Kick off: put %s on points of the kick-off circle.", plural(markersInPlay-e.steps, more+"marker", more+"markers"))
	case p.phase == choosing:
		return fmt.Sprintf("A free kick of %d passes your keeper: one die against it, or two?", p.wait.shot)
	case p.phase == keeping:
		return "Move your keeper one point, or touch it to let it stay."
	case p.phase == penalty && e.steps == 0:
		return "Penalty: choose the marker that shoots."
	case p.phase == penalty:
		return fmt.Sprintf("Penalty: put the marker from %s on a point beside the area.", e.d.hops[e.steps].from)
	case e.steps == 0:
		return e.choiceTask()
	}
	return e.markerTask()
}

// choiceTask says what a throw offers.
func (e *entry) choiceTask() string {
	p := e.start
	double := p.dice[0] == p.dice[1]
	plays := slices.ContainsFunc(e.next, func(s engine.Step) bool { return s.Choice == "" })
	corner := slices.Contains(e.next, engine.Step{Choice: cornerChoice})
	switch {
	case double && plays && corner:
		return fmt.Sprintf("Double %d: play on, or take a free kick or a corner kick.", p.dice[0])
	case double && plays:
		return fmt.Sprintf("Double %d: play on with two markers, or take a free kick.", p.dice[0])
	case double && corner:
		return fmt.Sprintf("Double %d: take a free kick or a corner kick.", p.dice[0])
	case double:
		return fmt.Sprintf("Double %d: take a free kick.", p.dice[0])
	case plays && corner:
		return fmt.Sprintf("Touch the marker that goes %d or %d first, or take a corner kick.", p.dice[0], p.dice[1])
	case plays:
		return fmt.Sprintf("Touch the marker that goes first, %d or %d points.", p.dice[0], p.dice[1])
	}
	return "No play of two markers is possible: take a corner kick."
}

// markerTask says where a marker goes that is chosen, or which is to be chosen.
func (e *entry) markerTask() string {
	p := e.start
	total := int(p.dice[0] + p.dice[1])
	switch {
	case e.d.kind == cornerKick && e.steps == 1:
		return "Corner kick: choose the marker in the corner."
	case e.d.kind == cornerKick:
		return fmt.Sprintf("Corner kick: %s backward or along the goal line.", e.distances(e.d.hops[0].from))
	case e.d.kind == directKick && e.steps == 1:
		return fmt.Sprintf("Direct free kick: choose the marker that goes %s.", plural(total, "point", "points"))
	case e.d.kind == directKick:
		return e.crossingTask(total)
	case e.steps == 1:
		return fmt.Sprintf("Move it %s sideways or diagonally forward.", e.distances(e.d.hops[0].from))
	}
	left := total - int(e.d.hops[0].length())
	if e.steps == 2 {
		return fmt.Sprintf("Choose the second marker: it goes %s across the line.", plural(left, "point", "points"))
	}
	return e.crossingTask(left)
}

// crossingTask says where a marker goes that has to cross the line.
func (e *entry) crossingTask(n int) string {
	shot := engine.Step{Choice: goalChoice}
	switch {
	case !slices.Contains(e.next, shot):
		return fmt.Sprintf("Move it %s diagonally forward, across the line.", plural(n, "point", "points"))
	case len(e.next) == 1:
		return "Shoot: touch the goal."
	}
	return fmt.Sprintf("Shoot: touch the goal. Or move it %s across the line.", plural(n, "point", "points"))
}

// distances lists how far a marker may go to the points that are offered.
func (e *entry) distances(from point) string {
	var ns []int8
	for _, step := range e.next {
		to, _ := parsePoint(string(step.Cell))
		if n := (hop{from, to}).length(); !slices.Contains(ns, n) {
			ns = append(ns, n)
		}
	}
	slices.Sort(ns)
	return list(ns, "or") + " " + numbered(int(ns[len(ns)-1]), "point", "points")
}

// hint counts what is left of the throw.
func (e *entry) hint() string {
	p := e.start
	switch {
	case p.Next().Side == engine.NoSide:
		return ""
	case p.phase == kickoff && !e.ready:
		return plural(markersInPlay-e.steps, "marker left", "markers left")
	case e.d.kind == ordinaryPlay && e.steps >= 2 && !e.ready:
		return plural(int(p.dice[0]+p.dice[1])-int(e.d.hops[0].length()), "point left", "points left")
	}
	return ""
}

// notes names the goal where it can be touched or was.
func (e *entry) notes() []engine.Note {
	if e.start.Next().Side == engine.NoSide {
		return nil
	}
	scores := e.ready && e.d.n > 0 && e.d.hops[e.d.n-1].to == beyond
	if !scores && !slices.Contains(e.next, touch(beyond)) {
		return nil
	}
	y := goalHeight / 2.0
	if e.start.side == black {
		y = goalHeight*1.5 + rows
	}
	return []engine.Note{{X: mouthLeft + mouthWidth/2.0, Y: y, Text: "Goal"}}
}

// used says for which marker each die is used, by where it stood; nil where no die is a marker's.
func (e *entry) used() []engine.Cell {
	if e.start.phase != play {
		return nil
	}
	used := make([]engine.Cell, len(e.start.dice))
	first := e.d.hops[0]
	die := slices.Index(e.start.dice[:], uint8(first.length())) // that it goes by; -1: by both
	switch {
	case e.d.kind == ordinaryPlay && e.steps >= 2:
		used[die] = first.from.cell()
		if e.steps > 2 {
			used[1-die] = e.d.hops[1].from.cell()
		}
	case e.d.kind == directKick && e.steps >= 2, e.d.kind == cornerKick && e.steps >= 3 && die < 0:
		used[0], used[1] = first.from.cell(), first.from.cell()
	case e.d.kind == cornerKick && e.steps >= 3:
		used[die] = first.from.cell()
	}
	return used
}
