package cufootball

import (
	"fmt"

	"kickabout/engine"
)

// entered returns the position as it is to be shown after the steps of a move that
// is being entered, and what is left to do. Steps that lead nowhere are left out.
func (p position) entered(done []engine.Step) (position, string) {
	if !p.decides() {
		return p, ""
	}
	switch p.phase {
	case setup:
		return p.enteredSetUp(p.sensible(done))
	case move:
		return p.enteredMovement(done)
	}
	return p, p.actTask(p.sensible(done))
}

// sensible returns the steps before the first that leads nowhere.
func (p position) sensible(done []engine.Step) []engine.Step {
	for n := len(done); n > 0; n-- {
		if next, m := p.Continue(done[:n]); next != nil || m != "" {
			return done[:n]
		}
	}
	return nil
}

// enteredSetUp is entered for a set-up.
func (p position) enteredSetUp(done []engine.Step) (position, string) {
	next, m := p.Continue(done)
	p.men[p.side], _ = p.menOf(done)
	if u, ok := parseSetUp(string(m[min(1, len(m)):])); ok && p.kicking() {
		p.ball = u.ballSlot(p.side)
	}
	switch left := teamSize - p.men[p.side].len(); {
	case m != "":
		return p, "Your team is set up."
	case left == 0 && len(next) > 0:
		return p, "Say on which side of the middle man the ball lies."
	case left == teamSize && p.kicking():
		return p, fmt.Sprintf("You kick off. Choose a formation or touch slots for your men on ranks %s: a midfielder in the middle, another farther out.", p.rankList())
	case left == teamSize:
		return p, fmt.Sprintf("Choose a formation or touch slots for your men on ranks %s.", p.rankList())
	default:
		return p, fmt.Sprintf("Set up your men: %d of %d left.", left, teamSize)
	}
}

// rankList names the ranks of the side to set up, the defence first.
func (p position) rankList() string {
	return fmt.Sprintf("%d, %d and %d", lineRank(p.side, defence), lineRank(p.side, midfield), lineRank(p.side, strikers))
}

// enteredMovement is entered for a movement.
func (p position) enteredMovement(done []engine.Step) (position, string) {
	w := p.newWalk()
	if len(done) == 1 && done[0] == choice(choiceNobody) {
		return p, "Nobody moves."
	}
	for _, step := range done {
		next, ok := w.touch(step)
		if !ok {
			break
		}
		w = next
	}
	p.men[p.side], p.keeper[p.side] = w.men, w.guard
	task := fmt.Sprintf("Move your men: %d of %s left.", w.left, plural(p.allowance(), "space", "spaces"))
	if w.men.crowded() {
		task += " Three men may not stay side by side."
	}
	return p, task
}

// actTask says what is left to do with the ball.
func (p position) actTask(done []engine.Step) string {
	next, m := p.Continue(done)
	switch {
	case p.phase == goalkick && m != "" && len(next) > 0:
		return "Goal kick: as far as the peg says, or one more space."
	case m != "" && p.phase == throw:
		return "Throw-in: that is where it is aimed at."
	case m == decision{kind: acts, act: act{kind: decline}}.text():
		return "You keep the ball, and a new round begins."
	case m != "" && len(next) == 0:
		return "The peg will say how far."
	case p.phase == throw:
		return fmt.Sprintf("Throw-in: touch the slot to aim at, up to %d away in a straight line.", longestThrow)
	case p.phase == goalkick && len(done) == 0:
		return "Goal kick: touch the slot of your end rank that the ball enters first."
	case p.phase == goalkick:
		return "Goal kick: touch the slot that it goes on to."
	case p.phase == dribble:
		return "Dribble: touch where the ball goes next, or leave it."
	case len(done) == 0:
		return "Kick: touch one of your men next to the ball."
	default:
		return "Kick: touch the slot where the ball goes first, or the goal."
	}
}
