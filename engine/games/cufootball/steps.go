package cufootball

import (
	"slices"
	"strconv"

	"kickabout/engine"
)

// The choices that are no cell, as people read them.
const (
	choiceLeft      = "left"
	choiceRight     = "right"
	choiceAgain     = "as before"
	choiceNobody    = "nobody moves"
	choiceLeave     = "leave the ball"
	choiceShotLeft  = "shot to the left"
	choiceShotRight = "shot to the right"
	choiceOutside   = "towards the touch line"
	choiceMore      = "one more space"
)

// cell returns the step that touches a slot of the pitch.
func cell(s slot) engine.Step { return engine.Step{Cell: engine.Cell(s.String())} }

// goalCell returns the step that touches a slot of a side's goal: "R22".
func goalCell(c colour, g goalSlot) engine.Step {
	return engine.Step{Cell: engine.Cell(colourTexts[c] + g.String())}
}

// choice returns the step that makes a choice.
func choice(text string) engine.Step { return engine.Step{Choice: text} }

// cells returns the steps that touch the slots of a set.
func cells(a set) []engine.Step {
	var steps []engine.Step
	for s := range a.all() {
		steps = append(steps, cell(s))
	}
	return steps
}

// Steps returns how a legal move is entered: the slots of a set-up and perhaps the
// ball's side; man after man of a movement, each by the slots he steps on, then the
// keeper; a man and the slot that the ball is kicked to first; the slot that a
// throw-in is aimed at; the first slot of a goal kick, the one behind it, and
// perhaps one more space.
func (p position) Steps(m engine.Move) ([]engine.Step, error) {
	d, err := p.read(m)
	if err != nil {
		return nil, err
	}
	switch p.phase {
	case setup:
		return p.setUpSteps(d.setUp), nil
	case move:
		return p.movementSteps(d.movement), nil
	}
	return p.actSteps(d.act), nil
}

// Continue returns what may be touched next, and the move that the steps spell.
func (p position) Continue(done []engine.Step) ([]engine.Step, engine.Move) {
	switch {
	case !p.decides():
		return nil, ""
	case p.phase == setup:
		return p.continueSetUp(done)
	case p.phase == move:
		return p.continueMovement(done)
	}
	return p.continueAct(done)
}

// continueAct is Continue of what is done with the ball: few enough to go through.
func (p position) continueAct(done []engine.Step) (next []engine.Step, spelt engine.Move) {
	for _, a := range byText(p.acts()) {
		steps := p.actSteps(a)
		if len(done) > len(steps) || !slices.Equal(steps[:len(done)], done) {
			continue
		}
		if len(done) == len(steps) {
			spelt = decision{kind: acts, act: a}.text()
		} else if step := steps[len(done)]; !slices.Contains(next, step) {
			next = append(next, step)
		}
	}
	return next, spelt
}

// actSteps returns how an act is entered.
func (p position) actSteps(a act) []engine.Step {
	switch a.kind {
	case kickBall:
		return []engine.Step{cell(a.man), p.kickStep(a.dir)}
	case kickAgain:
		return []engine.Step{p.kickStep(a.dir)}
	case throwBall:
		to, _ := p.target(a.dir, a.length)
		return []engine.Step{cell(to)}
	case kickFromGoal:
		return p.goalKickSteps(a)
	}
	return []engine.Step{choice(choiceLeave)}
}

// kickStep returns the step for a direction of the ball: its first slot, or that of
// the goal. Where two directions enter one goal slot, the slanting one is a choice.
func (p position) kickStep(d direction) engine.Step {
	next := ahead[p.ball][d]
	if next < nowhere {
		return cell(next)
	}
	column, dx := p.ball.column(), d.along()
	if dx == 0 || entries[column+dx] != entries[column] {
		return goalCell(p.side.other(), entries[column+dx])
	}
	if dx < 0 {
		return choice(choiceShotLeft)
	}
	return choice(choiceShotRight)
}

// goalKickSteps returns how a goal kick is entered.
func (p position) goalKickSteps(a act) []engine.Step {
	first, _ := a.first(p.side)
	steps := []engine.Step{cell(first), choice(choiceOutside)}
	if next := ahead[first][a.dir]; next < nowhere {
		steps[1] = cell(next)
	}
	if a.plus {
		steps = append(steps, choice(choiceMore))
	}
	return steps
}

// sideChoices are the choices of the ball's side.
var sideChoices = map[ballSide]engine.Step{ballLeft: choice(choiceLeft), ballRight: choice(choiceRight)}

// setUpSteps returns how a set-up is entered slot by slot; the ball's side is only
// asked for where both are legal.
func (p position) setUpSteps(u setUp) []engine.Step {
	steps := cells(u.men)
	if len(p.sidesOf(u.men)) > 1 {
		steps = append(steps, sideChoices[u.ball])
	}
	return steps
}

// continueSetUp is Continue of a set-up. A ready one may be chosen first, else the
// slots may be touched in any order.
func (p position) continueSetUp(done []engine.Step) ([]engine.Step, engine.Move) {
	men, rest := p.menOf(done)
	if men.len() < teamSize {
		if len(rest) > 0 || !p.mayBecome(men, ownRanks(p.side)) {
			return nil, ""
		}
		return p.moreMen(men), ""
	}
	sides := p.sidesOf(men)
	switch {
	case len(sides) == 1 && len(rest) == 0:
		return nil, decision{kind: setsUp, setUp: setUp{men, sides[0]}}.text()
	case len(sides) > 1 && len(rest) == 0:
		return []engine.Step{sideChoices[ballLeft], sideChoices[ballRight]}, ""
	case len(sides) > 1 && len(rest) == 1:
		for _, b := range sides {
			if rest[0] == sideChoices[b] {
				return nil, decision{kind: setsUp, setUp: setUp{men, b}}.text()
			}
		}
	}
	return nil, ""
}

// menOf returns the men that steps have set up, and the steps behind them.
func (p position) menOf(done []engine.Step) (set, []engine.Step) {
	if len(done) > 0 {
		for _, ready := range p.ready() {
			if done[0] == choice(ready.name) {
				return ready.men, done[1:]
			}
		}
	}
	var men set
	for i, step := range done {
		s, ok := touched(step)
		if !ok || men.has(s) || men.len() == teamSize {
			return men, done[i:]
		}
		men |= one(s)
	}
	return men, nil
}

// touched returns the slot of the pitch that a step touches.
func touched(step engine.Step) (slot, bool) {
	if step.Choice != "" {
		return nowhere, false
	}
	return parseSlot(string(step.Cell))
}

// moreMen returns the slots where one more man may be set up, and at the beginning
// the ready set-ups.
func (p position) moreMen(men set) []engine.Step {
	var next []engine.Step
	if men == 0 {
		for _, ready := range p.ready() {
			next = append(next, choice(ready.name))
		}
	}
	for s := range (ownRanks(p.side) &^ men).all() {
		if p.mayBecome(men|one(s), ownRanks(p.side)) {
			next = append(next, cell(s))
		}
	}
	return next
}

// A readySetUp can be chosen at once.
type readySetUp struct {
	name string
	men  set
}

// usual are the columns on which lines of so many men stand in a ready set-up, for
// a midfield and for the other lines. Each of the midfields can kick off.
var usual = [most + 1]struct{ middle, other columnSet }{
	2: {columnsAt(5, 8), columnsAt(4, 6)},
	3: {columnsAt(2, 5, 8), columnsAt(2, 5, 8)},
	4: {columnsAt(2, 5, 7, 9), columnsAt(2, 4, 6, 8)},
	5: {columnsAt(1, 3, 5, 7, 9), columnsAt(1, 3, 5, 7, 9)},
	6: {columnsAt(1, 2, 4, 5, 7, 8), columnsAt(1, 2, 4, 6, 8, 9)},
}

// columnsAt returns a set of columns.
func columnsAt(columns ...int) columnSet {
	var cs columnSet
	for _, column := range columns {
		cs |= 1 << (column - 1)
	}
	return cs
}

// ready lists the ready set-ups of the side to set up: the last one if it serves
// again, then one of each shape, named by its men from the defence on: "4-4-2".
func (p position) ready() []readySetUp {
	var all []readySetUp
	if u, ok := p.setUpAgain(); ok {
		all = append(all, readySetUp{choiceAgain, u.men})
	}
	for _, s := range shapes {
		all = append(all, readySetUp{
			name: strconv.Itoa(s[defence]) + "-" + strconv.Itoa(s[midfield]) + "-" + strconv.Itoa(s[strikers]),
			men: usual[s[defence]].other.onRank(lineRank(p.side, defence)) |
				usual[s[midfield]].middle.onRank(lineRank(p.side, midfield)) |
				usual[s[strikers]].other.onRank(lineRank(p.side, strikers)),
		})
	}
	return all
}
