package streetsoccer

// A lister goes through the moves that the options of a position stand for. An option
// names a walk or a kick by its end; a goal is one move, or one for each square on which
// its coach may put the keeper back.
type lister struct{ *position }

// goals returns how many goals an option holds, and where they put the keeper: with each
// choice, or the one without.
func (l lister) goals(o *option) (homes [2]area, n int) {
	if !o.goal {
		return homes, 0
	}
	choice := l.homes(o.from)
	if choice == 0 {
		return homes, 1
	}
	return [2]area{choice.lowest(), choice.withoutFirst()}, 2
}

// count returns how many moves an option holds.
func (l lister) count(o *option) int {
	_, goals := l.goals(o)
	return o.ends.len() + o.targets.len() + goals
}

// total counts the moves of options.
func (l lister) total(os *options) (n int) {
	for i := range os.n {
		n += l.count(&os.list[i])
	}
	return n
}

// each yields the decisions of one option in byte order; false once nobody
// listens any more.
func (l lister) each(o option, yield func(decision) bool) bool {
	kicks := func(to square) bool {
		homes, n := l.goals(&o)
		for _, home := range homes[:n] {
			if !yield(decision{from: o.from, to: to, target: inGoal, home: home}) {
				return false
			}
		}
		for target := range o.targets.byText() {
			if !yield(decision{from: o.from, to: to, target: target}) {
				return false
			}
		}
		return true
	}
	if l.phase != turn {
		return kicks(o.from)
	}
	for to := range (o.ends | one(l.ball)).byText() {
		if to == l.ball {
			if !kicks(to) {
				return false
			}
		} else if !yield(decision{from: o.from, to: to, target: nowhere}) {
			return false
		}
	}
	return true
}

// nth returns a decision of an option by its number: ends, targets, goals.
func (l lister) nth(o option, n int) decision {
	d := decision{from: o.from, to: l.kicker(o.from)}
	switch ends, targets := o.ends.len(), o.targets.len(); {
	case n < ends:
		d.to, d.target = o.ends.nth(n), nowhere
	case n < ends+targets:
		d.target = o.targets.nth(n - ends)
	default:
		homes, _ := l.goals(&o)
		d.target, d.home = inGoal, homes[n-ends-targets]
	}
	return d
}
