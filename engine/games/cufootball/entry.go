package cufootball

import (
	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// sideChoices are the choices of the ball's side.
var sideChoices = map[team.BallSide]engine.Step{team.BallLeft: choice(choiceLeft), team.BallRight: choice(choiceRight)}

// steps returns how a set-up is entered slot by slot; the ball's side is only
// asked for where both are legal.
func (l lineUp) steps(u team.SetUp) []engine.Step {
	steps := cells(u.Men)
	if len(l.sidesOf(u.Men)) > 1 {
		steps = append(steps, sideChoices[u.Ball])
	}
	return steps
}

// next is Continue of a set-up. A ready one may be chosen first, else the
// slots may be touched in any order.
func (l lineUp) next(done []engine.Step) ([]engine.Step, engine.Move) {
	men, rest := l.menOf(done)
	if men.Len() < team.Size {
		if len(rest) > 0 {
			return nil, ""
		}
		return l.moreMen(men), ""
	}
	sides := l.sidesOf(men)
	switch {
	case len(sides) == 1 && len(rest) == 0:
		return nil, decision{kind: setsUp, setUp: team.SetUp{Men: men, Ball: sides[0]}}.text()
	case len(sides) > 1 && len(rest) == 0:
		return []engine.Step{sideChoices[team.BallLeft], sideChoices[team.BallRight]}, ""
	case len(sides) > 1 && len(rest) == 1:
		for _, b := range sides {
			if rest[0] == sideChoices[b] {
				return nil, decision{kind: setsUp, setUp: team.SetUp{Men: men, Ball: b}}.text()
			}
		}
	}
	return nil, ""
}

// menOf returns the men that steps have set up, and the steps behind them.
func (l lineUp) menOf(done []engine.Step) (pitch.Set, []engine.Step) {
	if len(done) > 0 {
		for _, ready := range l.ready() {
			if done[0] == choice(ready.name) {
				return ready.men, done[1:]
			}
		}
	}
	var men pitch.Set
	for i, step := range done {
		s, ok := touched(step)
		if !ok || men.Has(s) || men.Len() == team.Size {
			return men, done[i:]
		}
		men |= pitch.One(s)
	}
	return men, nil
}

// touched returns the slot of the pitch that a step touches.
func touched(step engine.Step) (pitch.Slot, bool) {
	if step.Choice != "" {
		return pitch.Nowhere, false
	}
	return pitch.ParseSlot(string(step.Cell))
}

// moreMen returns the slots where one more man may be set up, and at the beginning
// the ready set-ups.
func (l lineUp) moreMen(men pitch.Set) []engine.Step {
	var next []engine.Step
	if men == 0 {
		for _, ready := range l.ready() {
			next = append(next, choice(ready.name))
		}
	}
	return append(next, cells(l.more(men))...)
}
