package streetsoccer

import (
	"fmt"
	"slices"
	"strings"

	"kickabout/engine"
)

// An entry is a position while a move is being entered.
type entry struct {
	position
	touched []square // the steps as squares, as far as they lead on
	left    bool     // something is still to be touched
}

// enter returns what the steps of a move have come to; those that lead nowhere are
// left out.
func (p position) enter(done []engine.Step) entry {
	e := entry{position: p, left: true}
	for ; len(done) > 0; done = done[:len(done)-1] {
		next, m := p.Continue(done)
		if len(next) == 0 && m == "" {
			continue
		}
		e.left = len(next) > 0
		for _, step := range done {
			s, _ := touchedSquare(step)
			e.touched = append(e.touched, s)
		}
		break
	}
	return e
}

// standing returns where a side's figures stand by now, the keeper first, then the
// outfielders: those of the position in ascending order, then those placed. That is
// the order of their numbers.
func (e entry) standing(c colour) []square {
	squares := []square{e.keeper[c]}
	for s := range e.outfielders[c].all() {
		squares = append(squares, s)
	}
	if c != e.side {
		return squares
	}
	switch n := len(e.touched); {
	case e.phase == placing:
		return append(squares, slices.Sorted(slices.Values(e.touched))...)
	case e.phase == restart && n > 0:
		squares[0] = e.touched[0]
	case e.phase == turn && n > 1:
		squares[slices.Index(squares, e.touched[0])] = e.touched[1]
	}
	return squares
}

// ballAt returns where the ball is drawn, nowhere if it is not: in a restart with
// the keeper once he stands where he may kick.
func (e entry) ballAt() square {
	target := map[phase]int{kickoff: 0, restart: 1, turn: 2} // the touch that says where it goes
	if i, ok := target[e.phase]; ok && len(e.touched) > i {
		return e.touched[i]
	}
	if e.phase != restart {
		return e.ball
	}
	if len(e.touched) == 1 {
		return e.touched[0]
	}
	if keeper := e.keeper[e.side]; keeperSquares[e.side].has(keeper) {
		return keeper
	}
	return nowhere
}

// task says what the side to move still has to do.
func (e entry) task() string {
	switch {
	case e.Next().Side == engine.NoSide:
		return ""
	case !e.left:
		return "The move is complete."
	case e.phase == placing:
		return e.placingTask()
	case e.phase == kickoff:
		return "Kick off: touch a square for the ball."
	case e.phase == restart && len(e.touched) == 1:
		return "Kick the ball exactly " + lengths(1<<e.die).squares() + "."
	case e.phase == restart && e.restartSquares().within(keeperSquares[e.side]):
		return "Restart: put your keeper on a keeper square, then kick."
	case e.phase == restart:
		return "Restart: put your keeper on a free square before your goal, then kick."
	}
	return e.turnTask()
}

// placingTask says how many figures are still to be placed, and where.
func (e entry) placingTask() string {
	number := [...]string{1: "one more figure", 2: "two more figures", placed: "three figures"}[placed-len(e.touched)]
	var halves []string
	for _, part := range e.coach().wants {
		halves = append(halves, "at least one in "+e.coach().halfName(part)+" half")
	}
	return fmt.Sprintf("Place %s: not in the centre circle, not on keeper squares, %s, at most one on your two penalty squares.",
		number, strings.Join(halves, ", "))
}

// turnTask says what is left of a turn.
func (e entry) turnTask() string {
	if len(e.touched) == 0 {
		return fmt.Sprintf("Move a figure exactly %s, or reach the ball and kick it.", plural(int(e.die), "step", "steps"))
	}
	os := e.options()
	o := os.of(e.touched[0])
	switch {
	case len(e.touched) > 1:
		return "Kick the ball exactly " + o.kicks.squares() + "."
	case o.targets != 0 || o.goal:
		return fmt.Sprintf("Walk exactly %s, or step on the ball.", plural(int(e.die), "step", "steps"))
	}
	return fmt.Sprintf("Walk exactly %s.", plural(int(e.die), "step", "steps"))
}
