package streetsoccer

import (
	"fmt"
	"slices"

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

// placed returns the squares of a placing that are touched.
func (e entry) placed() (set area) {
	for _, s := range e.touched {
		set |= one(s)
	}
	return set
}

// inPlace lists the squares of a placing in the order of its text: the keeper first, then
// the circle figure, where they are placed.
func inPlace(set area) (squares []square) {
	for _, part := range [...]area{set & anyKeeperSquare, set & circle, set &^ anyKeeperSquare &^ circle} {
		squares = slices.AppendSeq(squares, part.all())
	}
	return squares
}

// standing returns where a side's figures stand by now, the keeper first, then the
// outfielders: those of the position in ascending order, then those placed. That is
// the order of their numbers.
func (e entry) standing(c colour) []square {
	var squares []square
	if e.keeper[c] != nowhere {
		squares = append(squares, e.keeper[c])
	}
	for s := range e.outfielders[c].all() {
		squares = append(squares, s)
	}
	if c != e.side {
		return squares
	}
	switch n := len(e.touched); {
	case e.phase == placing:
		return append(squares, inPlace(e.placed())...)
	case e.phase == restart && n > 0:
		squares[0] = e.touched[0]
	case e.phase == turn && n > 1:
		squares[slices.Index(squares, e.touched[0])] = e.touched[1]
	}
	if home, put := e.putBack(); put {
		squares[0] = home
	}
	return squares
}

// keeperOf returns where a side's keeper stands by now; nowhere if it is not placed.
func (e entry) keeperOf(c colour) square {
	squares := e.standing(c)
	if len(squares) == 0 || e.keeper[c] == nowhere && !keeperSquares[c].has(squares[0]) {
		return nowhere
	}
	return squares[0]
}

// putBack returns where the coach has put the keeper back after a goal.
func (e entry) putBack() (square, bool) {
	n := len(e.touched)
	if n < 2 || e.touched[n-2] != inGoal {
		return nowhere, false
	}
	return e.touched[n-1], true
}

// ballAt returns where the ball is drawn, nowhere if it is not: in a restart with
// the keeper once it stands where it may kick.
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
		return "Confirm."
	case e.phase == placing:
		return e.placingTask()
	case len(e.touched) > 0 && e.touched[len(e.touched)-1] == inGoal:
		return "A goal: put your keeper back on a keeper square."
	case e.phase == kickoff:
		return "Kick off: touch a square for the ball."
	case e.phase == restart && len(e.touched) == 1:
		return "Kick the ball exactly " + lengths(1<<e.die).squares() + "."
	case e.phase == restart && e.restartSquares().within(keeperSquares[e.side]):
		return "Restart: put your keeper on a keeper square, then kick."
	case e.phase == restart:
		return "Restart: put your keeper before your goal, then kick."
	}
	return e.turnTask()
}

// placingTask says how many figures are placed; the squares that may be touched show where.
func (e entry) placingTask() string {
	return fmt.Sprintf("Place your figures. %d of %d: touch a square.", len(e.touched)+1, e.coach().size())
}

// turnTask says what is left of a turn.
func (e entry) turnTask() string {
	if len(e.touched) == 0 {
		return fmt.Sprintf("Move a figure exactly %s, or reach the ball and kick it.", plural(int(e.die), "step", "steps"))
	}
	o := e.chosen()
	switch {
	case len(e.touched) > 1:
		return "Kick the ball exactly " + o.kicks.squares() + "."
	case o.targets != 0 || o.goal:
		return fmt.Sprintf("Walk exactly %s, or step on the ball.", plural(int(e.die), "step", "steps"))
	}
	return fmt.Sprintf("Walk exactly %s.", plural(int(e.die), "step", "steps"))
}

// kicks says whether what may be touched next is where the ball goes.
func (e entry) kicks() bool {
	if e.Next().Side == engine.NoSide || !e.left {
		return false
	}
	touches := map[phase]int{kickoff: 0, restart: 1, turn: 2} // before that
	n, ok := touches[e.phase]
	return ok && len(e.touched) == n
}

// hint counts what is left of a move, or says what has come of it.
func (e entry) hint() string {
	n := len(e.touched)
	switch {
	case e.Next().Side == engine.NoSide:
		return ""
	case e.phase == placing && e.left:
		return plural(e.coach().size()-n, "figure left", "figures left")
	case e.phase == turn && n == 1:
		return plural(int(e.die), "step to run", "steps to run")
	case e.phase == turn && n > 1 && (n > 2 || e.left):
		return "then kick " + e.chosen().kicks.String()
	case e.phase == turn && n > 1:
		return plural(int(e.die), "step", "steps")
	case e.phase == kickoff || e.phase == restart:
		return "kick " + (lengths(1) << e.die).String()
	}
	return ""
}

// The notes stand below the ball, and in the middle of a goal.
const noteBelow = 0.62

// notes says how far the ball can be kicked by the figure that is chosen, and where the goal can be
// scored or has been aimed at.
func (e entry) notes() []engine.Note {
	if e.Next().Side == engine.NoSide {
		return nil
	}
	n := len(e.touched)
	if e.phase == turn && n == 1 {
		o := e.chosen()
		if o.targets == 0 && !o.goal {
			return nil
		}
		x, y := e.ball.corner()
		return []engine.Note{{X: x + 0.5, Y: y + 0.5 + noteBelow, Text: "kick " + o.kicks.String()}}
	}
	scored := slices.Contains(e.touched, inGoal)
	if !scored && !e.kicks() {
		return nil
	}
	if !scored {
		next, _ := e.Continue(e.steps())
		if !slices.Contains(next, cell(inGoal)) {
			return nil
		}
	}
	y := float64(goalHeight) / 2
	if e.side == red {
		y = endLine + goalHeight/2
	}
	return []engine.Note{{X: columns / 2, Y: y, Text: "Goal"}}
}

// chosen is what the figure that was touched first may do.
func (e entry) chosen() option {
	os := e.options()
	return os.of(e.touched[0])
}

// steps are those that were touched.
func (e entry) steps() []engine.Step {
	steps := make([]engine.Step, len(e.touched))
	for i, s := range e.touched {
		steps[i] = cell(s)
	}
	return steps
}
