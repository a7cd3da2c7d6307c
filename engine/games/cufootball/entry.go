package cufootball

import "kickabout/engine"

// sideChoices are the choices of the ball's side.
var sideChoices = map[ballSide]engine.Step{ballLeft: choice(choiceLeft), ballRight: choice(choiceRight)}

// steps returns how a set-up is entered slot by slot; the ball's side is only
// asked for where both are legal.
func (l lineUp) steps(u setUp) []engine.Step {
	steps := cells(u.men)
	if len(l.sidesOf(u.men)) > 1 {
		steps = append(steps, sideChoices[u.ball])
	}
	return steps
}

// next is Continue of a set-up. A ready one may be chosen first, else the
// slots may be touched in any order.
func (l lineUp) next(done []engine.Step) ([]engine.Step, engine.Move) {
	men, rest := l.menOf(done)
	if men.len() < teamSize {
		if len(rest) > 0 {
			return nil, ""
		}
		return l.moreMen(men), ""
	}
	sides := l.sidesOf(men)
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
func (l lineUp) menOf(done []engine.Step) (set, []engine.Step) {
	if len(done) > 0 {
		for _, ready := range l.ready() {
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
func (l lineUp) moreMen(men set) []engine.Step {
	var next []engine.Step
	if men == 0 {
		for _, ready := range l.ready() {
			next = append(next, choice(ready.name))
		}
	}
	for s := range (ownRanks(l.side) &^ men).all() {
		if l.mayBecome(men|one(s), ownRanks(l.side)) {
			next = append(next, cell(s))
		}
	}
	return next
}
