package streetsoccer

// An option is what one figure may do: walk to one of ends, or kick the ball to
// one of targets or into the goal.
type option struct {
	from    square // where the figure stands; in a restart, where the keeper is put
	ends    area
	targets area
	goal    bool
	kicks   lengths // with which the figure may kick, whether or not the kick has a target
}

// count returns how many moves an option holds.
func (o option) count() int {
	n := o.ends.len() + o.targets.len()
	if o.goal {
		n++
	}
	return n
}

func (o option) empty() bool { return o.ends|o.targets == 0 && !o.goal }

// has says whether the ball may be kicked to a target.
func (o option) has(target square) bool {
	if target == inGoal {
		return o.goal
	}
	return target < nowhere && o.targets.has(target)
}

// options are the moves of a position that is not a placing, figure by figure in
// ascending order of squares.
type options struct {
	list [5]option
	n    int
}

// next returns room for one option more.
func (os *options) next() *option {
	os.n++
	return &os.list[os.n-1]
}

// all returns the options that were added.
func (os *options) all() []option { return os.list[:os.n] }

// of returns the option of the figure, or of the keeper square, from.
func (os *options) of(from square) option {
	for _, o := range os.all() {
		if o.from == from {
			return o
		}
	}
	return option{from: from}
}

func (os *options) count() int {
	n := 0
	for _, o := range os.all() {
		n += o.count()
	}
	return n
}

// options returns the legal moves; none unless the position waits for a kick-off,
// a turn or a restart.
func (sc *scene) options() (os options) {
	sc.fill(&os)
	return os
}

// fill writes the legal moves to os, which is empty.
func (sc *scene) fill(os *options) {
	if sc.die == 0 {
		return
	}
	sc.possible(os)
	if !sc.guard(os) {
		os.n = 0
		sc.possible(os) // the rule is waived when all moves of a turn fail (rules 1.10)
	}
}

// possible adds the moves that there are, rules 1.10 left aside.
func (sc *scene) possible(os *options) {
	switch sc.phase {
	case kickoff:
		sc.kickoffs(os)
	case turn:
		sc.turns(os)
	case restart:
		sc.restarts(os)
	}
}

// guard takes the moves out of all options that rules 1.10 forbid, and says
// whether any are left.
func (sc *scene) guard(os *options) bool {
	var targets, ends area
	goal := false
	for i := range os.n {
		o := &os.list[i]
		targets |= o.targets
		ends |= o.ends
		goal = goal || o.goal
	}
	g := sc.guardOf(targets, ends)
	var left area
	for i := range os.n {
		o := &os.list[i]
		g.forbid(o, sc.moved(o.from), sc.kicker(o.from))
		left |= o.ends | o.targets
	}
	return left != 0 || goal
}

// forbidSurrounding takes the moves out of one option that rules 1.10 forbid.
func (sc *scene) forbidSurrounding(o *option) {
	g := sc.guardOf(o.targets, o.ends)
	g.forbid(o, sc.moved(o.from), sc.kicker(o.from))
}

// moved returns the square that a figure leaves when the option from is taken.
func (sc *scene) moved(from square) square {
	if sc.phase == restart {
		return sc.keeper[sc.side]
	}
	return from
}

// kicker returns the square from which the ball is kicked when the option from is taken.
func (sc *scene) kicker(from square) square {
	if sc.phase == turn {
		return sc.ball
	}
	return from
}

// turns adds what the figures of the side to move may do with its throw, rules
// 1.10 left aside.
func (sc *scene) turns(os *options) {
	for figures := sc.figures(sc.side); figures != 0; figures = figures.withoutFirst() {
		sc.walkAndKick(figures.first(), os.next())
	}
}

// walkAndKick writes to o what the figure on a square may do (rules 1.5), rules
// 1.10 left aside.
func (sc *scene) walkAndKick(from square, o *option) {
	ball, figure := one(sc.ball), one(from)
	keeper := from == sc.keeper[sc.side]
	open := pitch &^ (sc.occupied() &^ figure) &^ (closed(sc.side, keeper) &^ ball)
	ends, kicks := walk(from, int(sc.die), open, ball)
	if sc.penaltyFull(from) { // tested where the walk ends, with or without the ball (D8)
		ends &^= penaltySquares[sc.side]
		if penaltySquares[sc.side].any(ball) {
			kicks = 0
		}
	}
	*o = option{from: from, ends: ends, kicks: kicks}
	if kicks != 0 {
		own := sc.figures(sc.side)&^figure | ball
		k := newKick(sc.side, own, sc.figures(sc.side.other()))
		o.targets, o.goal = k.from(sc.ball, kicks)
	}
}

// does returns what the figure on a square may do, rules 1.10 left aside.
func (sc *scene) does(from square) (o option) {
	sc.walkAndKick(from, &o)
	return o
}

// penaltyFull says whether the figure on a square is an outfielder that may not
// end on its side's penalty squares, because another one stands there.
func (sc *scene) penaltyFull(from square) bool {
	others := sc.outfielders[sc.side] &^ one(from)
	return from != sc.keeper[sc.side] && others.any(penaltySquares[sc.side])
}

// kickoffs adds the targets of the kick-off: exactly the value thrown, and no
// goal (rules 1.4, D3).
func (sc *scene) kickoffs(os *options) {
	k := newKick(sc.side, sc.figures(sc.side), sc.figures(sc.side.other()))
	o := os.next()
	*o = option{from: sc.ball, kicks: 1 << sc.die}
	o.targets, _ = k.from(sc.ball, o.kicks) // a goal does not count
}

// stuck says whether no move exists even without rules 1.10: then a turn is
// passed (D4), and a throw of kick-off or restart is made again.
func (sc *scene) stuck() bool {
	if sc.phase != turn {
		var os options
		sc.possible(&os)
		return os.count() == 0
	}
	for from := range sc.figures(sc.side).all() {
		if o := sc.does(from); !o.empty() {
			return false
		}
	}
	return true
}

// legal says whether a decision other than a placing is among the options. In a
// turn the figure's own are enough unless they do not hold it: then rules 1.10 may
// still be waived, which takes those of all figures to know.
func (sc *scene) legal(d decision) bool {
	if sc.phase == turn && sc.figures(sc.side).has(d.from) {
		o := sc.does(d.from)
		if !sc.holds(o, d) {
			return false
		}
		sc.forbidSurrounding(&o)
		if sc.holds(o, d) {
			return true
		}
	}
	os := sc.options()
	return sc.holds(os.of(d.from), d)
}

// holds says whether a decision is among those of an option.
func (sc *scene) holds(o option, d decision) bool {
	if d.target == nowhere {
		return o.ends.has(d.to)
	}
	return d.to == sc.kicker(d.from) && o.has(d.target)
}
