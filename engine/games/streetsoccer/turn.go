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
func (p *position) options() (os options) {
	p.fill(&os)
	return os
}

// fill writes the legal moves to os, which is empty.
func (p *position) fill(os *options) {
	if p.die == 0 {
		return
	}
	p.possible(os)
	if !p.guard(os) {
		os.n = 0
		p.possible(os) // the rule is waived when all moves of a turn fail (rules 1.10)
	}
}

// possible adds the moves that there are, rules 1.10 left aside.
func (p *position) possible(os *options) {
	switch p.phase {
	case kickoff:
		p.kickoffs(os)
	case turn:
		p.turns(os)
	case restart:
		p.restarts(os)
	}
}

// guard takes the moves out of all options that rules 1.10 forbid, and says
// whether any are left.
func (p *position) guard(os *options) bool {
	var targets, ends area
	goal := false
	for i := range os.n {
		o := &os.list[i]
		targets |= o.targets
		ends |= o.ends
		goal = goal || o.goal
	}
	g := p.guardOf(targets, ends)
	var left area
	for i := range os.n {
		o := &os.list[i]
		g.forbid(o, p.moved(o.from), p.kicker(o.from))
		left |= o.ends | o.targets
	}
	return left != 0 || goal
}

// forbidSurrounding takes the moves out of one option that rules 1.10 forbid.
func (p *position) forbidSurrounding(o *option) {
	g := p.guardOf(o.targets, o.ends)
	g.forbid(o, p.moved(o.from), p.kicker(o.from))
}

// moved returns the square that a figure leaves when the option from is taken.
func (p *position) moved(from square) square {
	if p.phase == restart {
		return p.keeper[p.side]
	}
	return from
}

// kicker returns the square from which the ball is kicked when the option from is taken.
func (p *position) kicker(from square) square {
	if p.phase == turn {
		return p.ball
	}
	return from
}

// turns adds what the figures of the side to move may do with its throw, rules
// 1.10 left aside.
func (p *position) turns(os *options) {
	for figures := p.figures(p.side); figures != 0; figures = figures.withoutFirst() {
		p.walkAndKick(figures.first(), os.next())
	}
}

// walkAndKick writes to o what the figure on a square may do (rules 1.5), rules
// 1.10 left aside.
func (p *position) walkAndKick(from square, o *option) {
	ball, figure := one(p.ball), one(from)
	keeper := from == p.keeper[p.side]
	open := pitch &^ (p.occupied() &^ figure) &^ (closed(p.side, keeper) &^ ball)
	ends, kicks := walk(from, int(p.die), open, ball)
	if p.penaltyFull(from) { // tested where the walk ends, with or without the ball (D8)
		ends &^= penaltySquares[p.side]
		if penaltySquares[p.side].any(ball) {
			kicks = 0
		}
	}
	*o = option{from: from, ends: ends, kicks: kicks}
	if kicks != 0 {
		own := p.figures(p.side)&^figure | ball
		k := newKick(p.side, own, p.figures(p.side.other()))
		o.targets, o.goal = k.from(p.ball, kicks)
	}
}

// does returns what the figure on a square may do, rules 1.10 left aside.
func (p *position) does(from square) (o option) {
	p.walkAndKick(from, &o)
	return o
}

// penaltyFull says whether the figure on a square is an outfielder that may not
// end on its side's penalty squares, because another one stands there.
func (p *position) penaltyFull(from square) bool {
	others := p.outfielders[p.side] &^ one(from)
	return from != p.keeper[p.side] && others.any(penaltySquares[p.side])
}

// kickoffs adds the targets of the kick-off: exactly the value thrown, and no
// goal (rules 1.4, D3).
func (p *position) kickoffs(os *options) {
	k := newKick(p.side, p.figures(p.side), p.figures(p.side.other()))
	o := os.next()
	*o = option{from: p.ball, kicks: 1 << p.die}
	o.targets, _ = k.from(p.ball, o.kicks) // a goal does not count
}

// stuck says whether no move exists even without rules 1.10: then a turn is
// passed (D4), and a throw of kick-off or restart is made again.
func (p *position) stuck() bool {
	if p.phase != turn {
		var os options
		p.possible(&os)
		return os.count() == 0
	}
	for from := range p.figures(p.side).all() {
		if o := p.does(from); !o.empty() {
			return false
		}
	}
	return true
}
