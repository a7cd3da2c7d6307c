package cufootball

import (
	"slices"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
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
	choiceNoMore    = "as far as the peg says"
)

// cell returns the step that touches a slot of the pitch.
func cell(s pitch.Slot) engine.Step { return engine.Step{Cell: engine.Cell(s.String())} }

// goalCell returns the step that touches a slot of a side's goal: "R22".
func goalCell(c pitch.Colour, g pitch.GoalSlot) engine.Step {
	return engine.Step{Cell: engine.Cell(colourTexts[c] + g.String())}
}

// choice returns the step that makes a choice.
func choice(text string) engine.Step { return engine.Step{Choice: text} }

// cells returns the steps that touch the slots of a set.
func cells(a pitch.Set) []engine.Step {
	var steps []engine.Step
	for s := range a.All() {
		steps = append(steps, cell(s))
	}
	return steps
}

// Steps returns how a legal move is entered: the slots of a set-up and perhaps the
// ball's side; man after man of a movement, each by the slots it steps on, then the
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
		return p.lineUp().steps(d.setUp), nil
	case move:
		return p.mover().steps(d.movement), nil
	}
	return p.taker().steps(d.act), nil
}

// Continue returns what may be touched next, and the move that the steps spell.
func (p position) Continue(done []engine.Step) ([]engine.Step, engine.Move) {
	switch {
	case !p.decides():
		return nil, ""
	case p.phase == setup:
		return p.lineUp().next(done)
	case p.phase == move:
		return p.mover().next(done)
	}
	return p.taker().next(done)
}

// next is Continue of what is done with the ball: few enough to go through.
func (t taker) next(done []engine.Step) (next []engine.Step, spelt engine.Move) {
	for _, a := range byText(t.acts(nil)) {
		steps := t.steps(a)
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

// steps returns how an act is entered.
func (t taker) steps(a act) []engine.Step {
	switch a.kind {
	case kickBall:
		return []engine.Step{cell(a.man), t.kickStep(a.dir)}
	case kickAgain:
		return []engine.Step{t.kickStep(a.dir)}
	case throwBall:
		to, _ := t.target(a.dir, a.length)
		return []engine.Step{cell(to)}
	case kickFromGoal:
		return t.goalKickSteps(a)
	case takeExtra:
		if a.plus {
			return []engine.Step{choice(choiceMore)}
		}
		return []engine.Step{choice(choiceNoMore)}
	}
	return []engine.Step{choice(choiceLeave)}
}

// kickStep returns the step for a direction of the ball: its first slot, or that of
// the goal. Where two directions enter one goal slot, the slanting one is a choice.
func (t taker) kickStep(d pitch.Direction) engine.Step {
	next := pitch.Ahead[t.ball][d]
	if next < pitch.Nowhere {
		return cell(next)
	}
	column, dx := t.ball.Column(), d.Along()
	if dx == 0 || pitch.Entries[column+dx] != pitch.Entries[column] {
		return goalCell(t.side.Other(), pitch.Entries[column+dx])
	}
	if dx < 0 {
		return choice(choiceShotLeft)
	}
	return choice(choiceShotRight)
}

// goalKickSteps returns how a goal kick is entered.
func (t taker) goalKickSteps(a act) []engine.Step {
	first, _ := a.first(t.side)
	steps := []engine.Step{cell(first), choice(choiceOutside)}
	if next := pitch.Ahead[first][a.dir]; next < pitch.Nowhere {
		steps[1] = cell(next)
	}
	if a.plus {
		steps = append(steps, choice(choiceMore))
	}
	return steps
}
