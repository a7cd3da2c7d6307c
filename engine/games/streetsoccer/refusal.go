package streetsoccer

import (
	"fmt"
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
	d, ok := p.parseMove(m)
	r := referee{p.scene}
	if !ok {
		return decision{}, r.refuseText(m)
	}
	if p.phase == placing {
		if !p.coach().mayPlace(d.set) {
			return decision{}, p.coach().refuse(d.set)
		}
		return d, nil
	}
	if p.legal(d) {
		return d, p.refuseHome(d)
	}
	switch {
	case p.phase == restart:
		return decision{}, r.refuseRestart(d)
	case p.phase == kickoff:
		var os options
		p.possible(&os)
		return decision{}, r.refuseKick(os.of(d.from), d.target)
	case d.target != nowhere:
		return decision{}, r.refuseTurnKick(d)
	}
	return decision{}, r.refuseWalk(d)
}

// refuseHome says what is wrong with where a goal puts the keeper of its side; nil if that
// is right (rules 1.9, 1.14).
func (p *position) refuseHome(d decision) error {
	var homes area
	if d.target == inGoal {
		homes = p.homes(d.from)
	}
	switch {
	case d.home == 0 && homes != 0:
		return engine.Illegal("Your keeper goes back to one of its keeper squares: name it behind the goal, as in %s|P%s.", p.write(d), homes.first())
	case d.home != 0 && homes == 0:
		return engine.Illegal("There is no choice of where your keeper goes after this move.")
	case !d.home.within(homes):
		return engine.Illegal("Your keeper goes back to %s or %s.", homes.first().name(), homes.last().name())
	}
	return nil
}

// A referee says why a move of a throw is not legal.
type referee struct{ scene }

// refuseText says why a text is no move of this phase.
func (r referee) refuseText(m engine.Move) error {
	switch m {
	case "R":
		return engine.Illegal("A resignation is not a move.")
	case "-":
		return engine.Illegal("A turn cannot be passed: it passes by itself when no move is possible.")
	}
	switch r.phase {
	case placing:
		if r.coach().all5 {
			return engine.Illegal("A placing names the squares of the keeper, of the figure in the circle, and of the three others in ascending order, such as Pd1c5b7c3e8.")
		}
		return engine.Illegal("A placing names three different squares in ascending order, such as Pb7c3e8.")
	case kickoff:
		return engine.Illegal("A kick-off names the square where the ball ends, such as Bf5.")
	case restart:
		return engine.Illegal("A restart names the keeper's square and the ball's target, such as Pc1|Bd3.")
	}
	return engine.Illegal("A turn names a figure and where it ends, and the ball's target if it kicks, such as Mc2c5 or Mc2c5|Be7.")
}

// refuse says what is wrong with three squares (rules 1.3).
func (c coach) refuse(set area) error {
	if c.all5 {
		keeper, centre := c.own()
		switch {
		case (set & keeper).len() != 1:
			return engine.Illegal("Your keeper is placed on %s or %s.", keeper.first().name(), keeper.last().name())
		case (set & centre).len() != 1:
			return engine.Illegal("One of your figures is placed on %s or %s.", centre.first().name(), centre.last().name())
		}
		set &^= keeper | centre
	}
	for s := range set.all() {
		switch {
		case c.taken.has(s):
			return engine.Illegal("There is a figure on %s already.", s.name())
		case circle.has(s):
			return engine.Illegal("No figure may be placed in the centre circle, on %s.", s.name())
		case anyKeeperSquare.has(s):
			return engine.Illegal("No figure may be placed on a keeper square, on %s.", s.name())
		}
	}
	if set&penaltySquares[c.side] == penaltySquares[c.side] {
		return engine.Illegal("At most one figure may be placed on your two penalty squares.")
	}
	missing := ""
	for _, part := range c.wants {
		if !set.any(part) {
			missing = c.halfName(part)
		}
	}
	return engine.Illegal("At least one figure must be placed in %s half.", missing)
}

// halfName returns what the side to move calls a half of the pitch.
func (c coach) halfName(part area) string {
	if part == half(c.side) {
		return "your own"
	}
	return "the other"
}

// refuseWalk says why a figure may not end its walk there (rules 1.6, 1.10).
func (r referee) refuseWalk(d decision) error {
	if !r.figures(r.side).has(d.from) {
		return r.refuseFigure(d.from)
	}
	o := r.does(d.from)
	keeper := d.from == r.keeper[r.side]
	switch {
	case d.to == r.ball:
		return engine.Illegal("A figure that steps on the ball must kick it.")
	case d.to != d.from && r.occupied().has(d.to):
		return engine.Illegal("There is a figure on %s already.", d.to.name())
	case closed(r.side, keeper).has(d.to):
		return engine.Illegal("Only the %s keeper may step on %s while the ball is elsewhere.", ownerOf(d.to), d.to.name())
	case r.penaltyFull(d.from) && penaltySquares[r.side].has(d.to):
		return engine.Illegal("Another figure of yours stands in your penalty area already.")
	case !o.ends.has(d.to):
		return engine.Illegal("This figure cannot end on %s with exactly %s.", d.to.name(), plural(int(r.die), "step", "steps"))
	}
	return engine.Illegal("Your opponent could no longer reach the ball.")
}

// refuseFigure says why a figure cannot be moved from a square.
func (r referee) refuseFigure(from square) error {
	if r.occupied().has(from) {
		return engine.Illegal("The figure on %s is not yours.", from.name())
	}
	return engine.Illegal("There is no figure on %s.", from.name())
}

// refuseTurnKick says why a figure may not reach the ball and kick it to a target.
func (r referee) refuseTurnKick(d decision) error {
	if !r.figures(r.side).has(d.from) {
		return r.refuseFigure(d.from)
	}
	o := r.does(d.from)
	switch {
	case d.to != r.ball:
		return engine.Illegal("The ball is on %s, not on %s.", r.ball.name(), d.to.name())
	case o.kicks == 0 && r.penaltyFull(d.from) && penaltySquares[r.side].has(r.ball):
		return engine.Illegal("Another figure of yours stands in your penalty area already.")
	case o.kicks == 0:
		return engine.Illegal("This figure cannot reach the ball with %s.", plural(int(r.die), "step", "steps"))
	}
	return r.refuseKick(o, d.target)
}

// refuseRestart says why the keeper may not restart like that (rules 1.9).
func (r referee) refuseRestart(d decision) error {
	squares := r.restartSquares()
	if !squares.has(d.from) {
		var names []string
		for s := range squares.all() {
			names = append(names, s.name())
		}
		return engine.Illegal("The keeper restarts from %s.", strings.Join(names, " or "))
	}
	return r.refuseKick(r.restartFrom(d.from, 1<<r.die), d.target)
}

// refuseKick says why the ball may not be kicked to a target, by what the option
// allows if rules 1.10 is left aside.
func (r referee) refuseKick(o option, target square) error {
	switch {
	case o.has(target):
		return engine.Illegal("Your opponent could no longer reach the ball.")
	case target == inGoal && r.phase == kickoff:
		return engine.Illegal("A kick-off cannot score.")
	case target == inGoal:
		return engine.Illegal("The ball cannot get into the goal with a kick of length %s.", o.kicks)
	}
	return engine.Illegal("The ball cannot end on %s with a kick of length %s.", target.name(), o.kicks)
}

// ownerOf returns the side whose keeper square it is.
func ownerOf(s square) colour {
	if keeperSquares[yellow].has(s) {
		return yellow
	}
	return red
}

// String lists the lengths for people: "1, 3 or 5".
func (ls lengths) String() string {
	var texts []string
	for l := range 16 {
		if ls>>l&1 != 0 {
			texts = append(texts, fmt.Sprint(l))
		}
	}
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// squares is String with the noun: "1 square", "2 or 4 squares".
func (ls lengths) squares() string {
	if ls == 1<<1 {
		return "1 square"
	}
	return ls.String() + " squares"
}

// plural writes a number with its noun.
func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
