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

func (os *options) add(o option) {
	os.list[os.n] = o
	os.n++
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
func (p position) options() options {
	if p.die == 0 {
		return options{}
	}
	var raw options
	switch p.phase {
	case kickoff:
		raw = p.kickoffs()
	case turn:
		raw = p.turns()
	case restart:
		raw = p.restarts()
	}
	legal := raw
	for i := range legal.all() {
		p.forbidSurrounding(&legal.list[i])
	}
	if legal.count() == 0 {
		return raw // the rule is waived when all moves of a turn fail (rules 1.10)
	}
	return legal
}

// forbidSurrounding takes the moves out of an option after which the opponent
// could no longer reach the ball.
func (p position) forbidSurrounding(o *option) {
	others := p.occupied() &^ one(p.moved(o.from))
	chasers := p.chasers()
	if o.targets != 0 {
		o.targets &= chasers.reach(pitch &^ others &^ one(p.kicker(o.from)))
	}
	if o.ends == 0 || beside(one(p.ball)).any(chasers.outfielders|chasers.keeper) {
		return
	}
	suspects := o.ends
	if way, ok := chasers.path(p.ball, pitch&^p.occupied()); ok {
		suspects &= way
	}
	for end := range suspects.all() {
		if _, ok := chasers.path(p.ball, pitch&^others&^one(end)); !ok {
			o.ends &^= one(end)
		}
	}
}

// moved returns the square that a figure leaves when the option from is taken.
func (p position) moved(from square) square {
	if p.phase == restart {
		return p.keeper[p.side]
	}
	return from
}

// kicker returns the square from which the ball is kicked when the option from is taken.
func (p position) kicker(from square) square {
	if p.phase == turn {
		return p.ball
	}
	return from
}

// turns returns what the figures of the side to move may do with its throw,
// rules 1.10 left aside.
func (p position) turns() options {
	var os options
	for from := range p.figures(p.side).all() {
		os.add(p.walkAndKick(from))
	}
	return os
}

// walkAndKick returns what the figure on a square may do (rules 1.5), rules 1.10
// left aside.
func (p position) walkAndKick(from square) option {
	ball := one(p.ball)
	keeper := from == p.keeper[p.side]
	open := pitch &^ (p.occupied() &^ one(from)) &^ (closed(p.side, keeper) &^ ball)
	ends, kicks := walk(from, int(p.die), open, ball)
	if p.penaltyFull(from) { // tested where the walk ends, with or without the ball (D8)
		ends &^= penaltySquares[p.side]
		if penaltySquares[p.side].any(ball) {
			kicks = 0
		}
	}
	o := option{from: from, ends: ends, kicks: kicks}
	if kicks != 0 {
		own := p.figures(p.side)&^one(from) | ball
		o.targets, o.goal = newKick(p.side, own, p.figures(p.side.other())).from(p.ball, kicks)
	}
	return o
}

// penaltyFull says whether the figure on a square is an outfielder that may not
// end on its side's penalty squares, because another one stands there.
func (p position) penaltyFull(from square) bool {
	others := p.outfielders[p.side] &^ one(from)
	return from != p.keeper[p.side] && others.any(penaltySquares[p.side])
}

// kickoffs returns the targets of the kick-off: exactly the value thrown, and no
// goal (rules 1.4, D3).
func (p position) kickoffs() options {
	k := newKick(p.side, p.figures(p.side), p.figures(p.side.other()))
	var os options
	o := option{from: p.ball, kicks: 1 << p.die}
	o.targets, _ = k.from(p.ball, o.kicks) // a goal does not count
	os.add(o)
	return os
}

// stuck says whether no move exists even without rules 1.10: then a turn is
// passed (D4), and a throw of kick-off or restart is made again.
func (p position) stuck() bool {
	switch p.phase {
	case kickoff:
		os := p.kickoffs()
		return os.count() == 0
	case restart:
		os := p.restarts()
		return os.count() == 0
	}
	for from := range p.figures(p.side).all() {
		if !p.walkAndKick(from).empty() {
			return false
		}
	}
	return true
}
