package onetwofun

import (
	"cmp"
	"slices"

	"kickabout/engine"
)

// The choices that are no point. A play begins with a marker; the others say
// first what they are.
const (
	goalChoice     = "goal"
	directChoice   = "direct free kick"
	indirectChoice = "indirect free kick"
	cornerChoice   = "corner kick"
	oneDieChoice   = "one die"
	twoDiceChoice  = "two dice"
)

// choices is the choice that a kind of decision begins with, if any.
var choices = [...]string{directKick: directChoice, indirectKick: indirectChoice, cornerKick: cornerChoice, diceChoice: ""}

// steps are those of one decision, in a fixed array.
type steps struct {
	list [5]engine.Step
	n    int
}

func (s *steps) add(step engine.Step) {
	s.list[s.n] = step
	s.n++
}

// all returns the steps that were added.
func (s *steps) all() []engine.Step { return s.list[:s.n] }

// touch returns the step that touches a point, or the choice of the goal.
func touch(q point) engine.Step {
	if q == beyond {
		return engine.Step{Choice: goalChoice}
	}
	return engine.Step{Cell: engine.Cell(q.String())}
}

// steps returns how a decision is entered: the points of a kick-off; the keeper's
// new point; each marker of a play and where it goes; the choice of a free kick or
// a corner kick, then its marker and where that goes; the marker that shoots a
// penalty, then where the others in the area go, in ascending order.
func (d decision) steps() (s steps) {
	if choice := choices[d.kind]; choice != "" {
		s.add(engine.Step{Choice: choice})
	}
	if d.kind == diceChoice {
		s.add(engine.Step{Choice: [...]string{1: oneDieChoice, mostBlockDice: twoDiceChoice}[d.dice]})
	}
	for i, h := range d.all() {
		if d.kind == penaltyKick && i == 0 {
			s.add(touch(h.from))
			continue
		}
		if d.kind == ordinaryPlay || d.kind == directKick || d.kind == cornerKick {
			s.add(touch(h.from))
		}
		s.add(touch(h.to))
	}
	return s
}

// Steps returns how a legal move is entered.
func (p position) Steps(m engine.Move) ([]engine.Step, error) {
	d, err := p.read(m)
	if err != nil {
		return nil, err
	}
	s := d.steps()
	return s.all(), nil
}

// Continue returns what may be touched next, points in ascending order and then
// choices, and the move that the steps spell. The points of a kick-off may be
// touched in any order.
func (p position) Continue(done []engine.Step) (next []engine.Step, spelt engine.Move) {
	matches := (*steps).begins
	if p.phase == kickoff {
		matches = (*steps).holds
	}
	for d := range p.decisions {
		s := d.steps()
		if !matches(&s, done) {
			continue
		}
		if len(done) == s.n {
			return nil, d.text()
		}
		for _, step := range s.after(done, p.phase == kickoff) {
			if !slices.Contains(next, step) {
				next = append(next, step)
			}
		}
	}
	slices.SortFunc(next, compareSteps)
	return next, ""
}

// begins says whether the steps begin with those done.
func (s *steps) begins(done []engine.Step) bool {
	return len(done) <= s.n && slices.Equal(s.list[:len(done)], done)
}

// holds says whether those done are different ones of the steps.
func (s *steps) holds(done []engine.Step) bool {
	for i, step := range done {
		if !slices.Contains(s.all(), step) || slices.Contains(done[:i], step) {
			return false
		}
	}
	return true
}

// after returns the steps that may follow those done: the next one, or in any
// order all that are left.
func (s *steps) after(done []engine.Step, anyOrder bool) []engine.Step {
	if !anyOrder {
		return s.list[len(done) : len(done)+1]
	}
	var left []engine.Step
	for _, step := range s.all() {
		if !slices.Contains(done, step) {
			left = append(left, step)
		}
	}
	return left
}

// compareSteps orders points by column and row, and choices behind them.
func compareSteps(a, b engine.Step) int {
	return cmp.Or(
		cmp.Compare(a.Choice, b.Choice),
		cmp.Compare(a.Cell[:min(1, len(a.Cell))], b.Cell[:min(1, len(b.Cell))]),
		cmp.Compare(len(a.Cell), len(b.Cell)), // of the same column: the row without leading zeros
		cmp.Compare(a.Cell, b.Cell),
	)
}
