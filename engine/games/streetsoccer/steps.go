package streetsoccer

import "kickabout/engine"

// goalChoice is the choice that stands for a kick into the goal.
const goalChoice = "goal"

// cell returns the step that touches a square, or the choice of the goal.
func cell(s square) engine.Step {
	if s == inGoal {
		return engine.Step{Choice: goalChoice}
	}
	return engine.Step{Cell: engine.Cell(s.String())}
}

// cells returns the steps that touch the squares of an area.
func cells(a area) []engine.Step {
	var steps []engine.Step
	for s := range a.all() {
		steps = append(steps, cell(s))
	}
	return steps
}

// Steps returns how a legal move is entered: the squares of a placing; the target
// of a kick-off; figure, end and target of a turn; keeper square and target of a
// restart; and behind a goal the square to which a coach puts the keeper back.
func (p position) Steps(m engine.Move) ([]engine.Step, error) {
	d, err := p.read(m)
	if err != nil {
		return nil, err
	}
	switch p.phase {
	case placing:
		return cells(d.set), nil
	case kickoff:
		return []engine.Step{cell(d.target)}, nil
	case restart:
		return append([]engine.Step{cell(d.from), cell(d.target)}, cells(d.home)...), nil
	}
	steps := []engine.Step{cell(d.from), cell(d.to)}
	if d.target != nowhere {
		steps = append(steps, cell(d.target))
	}
	return append(steps, cells(d.home)...), nil
}

// Continue returns what may be touched next, and the move that the steps spell.
// The squares of a placing may be touched in any order.
func (p position) Continue(done []engine.Step) ([]engine.Step, engine.Move) {
	if p.Next().Side == engine.NoSide {
		return nil, ""
	}
	touched := make([]square, len(done))
	for i, step := range done {
		s, ok := touchedSquare(step)
		if !ok {
			return nil, ""
		}
		touched[i] = s
	}
	if p.phase == placing {
		return p.coach().next(touched)
	}
	switch p.phase {
	case kickoff:
		touched = append([]square{p.ball, p.ball}, touched...)
	case restart:
		if len(touched) > 0 {
			touched = append(touched[:1:1], touched...) // the keeper kicks from where it is put
		}
	}
	if len(touched) > 2 && touched[2] == inGoal {
		return p.continueGoal(touched)
	}
	return p.continueOptions(touched)
}

// continueGoal is Continue after figure, end and goal: the coach may have to put the keeper
// back.
func (p *position) continueGoal(touched []square) ([]engine.Step, engine.Move) {
	_, m := p.continueOptions(touched[:3])
	if m == "" || len(touched) == 3 && p.homes(touched[0]) == 0 {
		return nil, m
	}
	homes := p.homes(touched[0])
	switch {
	case len(touched) == 3:
		return cells(homes), ""
	case len(touched) > 4 || touched[3] >= nowhere || !homes.has(touched[3]):
		return nil, ""
	}
	return nil, p.write(decision{from: touched[0], to: touched[1], target: inGoal, home: one(touched[3])})
}

// touchedSquare returns the square of a step, or inGoal for the choice of the goal.
func touchedSquare(step engine.Step) (square, bool) {
	if step == cell(inGoal) {
		return inGoal, true
	}
	if step.Choice != "" {
		return nowhere, false
	}
	return parseSquare(string(step.Cell))
}

// next is Continue of a placing.
func (c coach) next(touched []square) ([]engine.Step, engine.Move) {
	var set area
	for _, s := range touched {
		if s == inGoal || set.has(s) {
			return nil, ""
		}
		set |= one(s)
	}
	if set.len() > c.size() || !c.mayPlace(set) {
		return nil, ""
	}
	if set.len() == c.size() {
		return nil, writePlacing(set)
	}
	var next area
	keeper, centre := c.own()
	for s := range ((c.placeable() | keeper | centre) &^ set).all() {
		if c.mayPlace(set | one(s)) {
			next |= one(s)
		}
	}
	return cells(next), ""
}

// continueOptions is Continue of the other phases, after figure, end and target.
func (sc *scene) continueOptions(touched []square) ([]engine.Step, engine.Move) {
	os := sc.options()
	if len(touched) == 0 {
		var froms area
		for _, o := range os.all() {
			if !o.empty() {
				froms |= one(o.from)
			}
		}
		return cells(froms), ""
	}
	o := os.of(touched[0])
	kick := o.targets != 0 || o.goal
	kicker := sc.kicker(o.from)
	d := decision{from: o.from, target: nowhere}
	switch len(touched) {
	case 1:
		next := o.ends
		if kick {
			next |= one(kicker)
		}
		return cells(next), ""
	case 2, 3:
		d.to = touched[1]
	default:
		return nil, ""
	}
	if len(touched) == 3 {
		d.target = touched[2]
		if d.to == kicker && o.has(d.target) {
			return nil, sc.write(d)
		}
		return nil, ""
	}
	if d.to == kicker && kick {
		next := cells(o.targets)
		if o.goal {
			next = append(next, cell(inGoal))
		}
		return next, ""
	}
	if d.to < nowhere && o.ends.has(d.to) {
		return nil, sc.write(d)
	}
	return nil, ""
}
