package streetsoccer

// What a search and a perft want of a position whose throw is made: the distinct
// positions that its moves lead to, without texts. Figures that walk back to where
// they began all lead to one position, which counts once; two moves else never lead
// to the same. Nothing here allocates: lists are appended to what the caller brings.

// mostSuccessors is more than a turn ever leads to, for callers' buffers.
const mostSuccessors = 512

// A brief is a decision of a turn, kick-off or restart in one word.
type brief uint32

// briefly returns the brief of a decision that is not a placing.
func briefly(from, to, target square) brief {
	return brief(from) | brief(to)<<8 | brief(target)<<16
}

// decision returns what the brief stands for.
func (b brief) decision() decision {
	d := decision{from: square(b & 0xff), to: square(b >> 8 & 0xff), target: square(b >> 16 & 0xff)}
	if home := square(b >> 24); home != 0 { // no keeper square has the number 0
		d.home = one(home)
	}
	return d
}

// distinct writes the legal moves to os, which is empty, but of those that change
// nothing only one.
func (sc *scene) distinct(os *options) {
	sc.fill(os)
	stood := false
	for i := range os.n {
		o := &os.list[i]
		if o.ends.has(o.from) {
			if stood {
				o.ends &^= one(o.from)
			}
			stood = true
		}
	}
}

// briefGoal returns the brief of a goal after which the keeper is put back, or is not.
func briefGoal(kick brief, home area) brief {
	b := kick | brief(inGoal)<<16
	if home != 0 {
		b |= brief(home.first()) << 24
	}
	return b
}

// bulk returns how many distinct positions the moves of a position that is not a
// placing lead to.
func (p *position) bulk() (n int) {
	var os options
	p.distinct(&os)
	for i := range os.n {
		o := &os.list[i]
		n += lister{p}.count(o)
	}
	return n
}

// briefs appends the moves that lead to the distinct positions, figure by figure:
// walks, kicks, the goal.
func (p *position) briefs(list []brief) []brief {
	var os options
	p.distinct(&os)
	for i := range os.n {
		o := &os.list[i]
		walk := briefly(o.from, 0, nowhere)
		for ends := o.ends; ends != 0; ends = ends.withoutFirst() {
			list = append(list, walk|brief(ends.first())<<8)
		}
		kick := briefly(o.from, p.kicker(o.from), 0)
		for targets := o.targets; targets != 0; targets = targets.withoutFirst() {
			list = append(list, kick|brief(targets.first())<<16)
		}
		homes, n := lister{p}.goals(o)
		for _, home := range homes[:n] {
			list = append(list, briefGoal(kick, home))
		}
	}
	return list
}

// successors appends the distinct positions, in the order of briefs.
func (p *position) successors(list []position) []position {
	var os options
	p.distinct(&os)
	return p.make(&os, list)
}

// make appends the positions after the moves of options.
func (p *position) make(os *options, list []position) []position {
	next := p.passed() // whoever moves, and wherever the ball goes unless it scores
	for i := range os.n {
		o := &os.list[i]
		list = p.walked(list, &next, o)
		if o.targets == 0 && !o.goal {
			continue
		}
		kicked := next
		kicked.stand(p.side, p.moved(o.from), p.kicker(o.from))
		for targets := o.targets; targets != 0; targets = targets.withoutFirst() {
			kicked.ball = targets.first()
			list = append(list, kicked)
		}
		homes, n := lister{p}.goals(o)
		for _, home := range homes[:n] {
			list = append(list, p.after(decision{from: o.from, to: p.kicker(o.from), target: inGoal, home: home}))
		}
	}
	return list
}

// walked appends the positions after the walks of an option; next is the position
// after the turn but for the figure that walks.
func (p *position) walked(list []position, next *position, o *option) []position {
	q := *next
	if o.from == p.keeper[p.side] {
		for ends := o.ends; ends != 0; ends = ends.withoutFirst() {
			q.keeper[p.side] = ends.first()
			list = append(list, q)
		}
		return list
	}
	others := p.outfielders[p.side] &^ one(o.from)
	for ends := o.ends; ends != 0; ends = ends.withoutFirst() {
		q.outfielders[p.side] = others | ends.lowest()
		list = append(list, q)
	}
	return list
}
