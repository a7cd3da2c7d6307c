package cufootball

import (
	"fmt"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/team"
)

// entered returns the position as it is to be shown after the steps of a move that
// is being entered, and what is left to do. Steps that lead nowhere are left out.
func (p position) entered(done []engine.Step) (position, string) {
	if !p.decides() {
		return p, ""
	}
	switch p.phase {
	case setup:
		l := p.lineUp()
		done = p.sensible(done)
		p.men[p.side], _ = l.menOf(done)
		next, m := l.next(done)
		if u, ok := team.ParseSetUp(string(m[min(1, len(m)):])); ok && l.kicking {
			p.ball = u.BallSlot(p.side)
		}
		return p, l.task(p.men[p.side].Len(), len(next) > 0, m != "")
	case move:
		w, task := p.mover().entered(done)
		p.men[p.side], p.keeper[p.side] = w.men, w.guard
		if who := "You have"; len(done) == 0 {
			if p.possession != p.side {
				who = p.possession.Name() + " has"
			}
			task = who + " the ball. " + task
		}
		return p, task
	}
	return p, p.taker().task(p.sensible(done))
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

// task says what is left to do of a set-up, by how many men are set up, and whether
// there is more to be said or all is.
func (l lineUp) task(men int, more, done bool) string {
	switch left := team.Size - men; {
	case done:
		return "Your team is set up."
	case left == 0 && more:
		return "Put the ball on the left or the right of the middle man."
	case left == team.Size && l.kicking:
		return "You kick off. Choose a formation, or touch slots for your men."
	case left == team.Size:
		return "Choose a formation, or touch slots for your men."
	default:
		return fmt.Sprintf("Set up your men: %d of %d left.", left, team.Size)
	}
}

// entered returns the walk after the steps of a movement that lead somewhere, and
// what is left to do.
func (v mover) entered(done []engine.Step) (walk, string) {
	w := v.newWalk()
	if len(done) == 1 && done[0] == choice(choiceNobody) {
		return w, "Nobody moves."
	}
	for _, step := range done {
		next, ok := w.touch(step)
		if !ok {
			break
		}
		w = next
	}
	left := fmt.Sprintf("%d of %s left.", w.left, plural(v.spaces, "space", "spaces"))
	if w.men.Crowded() {
		return w, "Three men may not stay side by side: " + left
	}
	return w, "Move your men: " + left
}

// task says what is left to do with the ball.
func (t taker) task(done []engine.Step) string {
	next, m := t.next(done)
	switch {
	case t.phase == goalkick && m != "" && len(next) > 0:
		return "Goal kick: as far as the peg says, or one more space."
	case t.phase == extra && m == "":
		return "Goal kick: as far as the peg says, or one more space."
	case t.phase == extra:
		return "The goal kick is on its way."
	case m != "" && t.phase == throw:
		return "Throw-in: that is where it is aimed at."
	case m == decision{kind: acts, act: act{kind: decline}}.text():
		return "You keep the ball, and a new round begins."
	case m != "" && len(next) == 0:
		return "The peg will say how far."
	case t.phase == throw:
		return fmt.Sprintf("Throw-in: touch the slot to aim at, up to %d away, straight.", longestThrow)
	case t.phase == goalkick && len(done) == 0:
		return "Goal kick: touch the slot that the ball enters first."
	case t.phase == goalkick:
		return "Goal kick: touch the slot that it goes on to."
	case t.phase == dribble:
		return "Dribble: touch where the ball goes next, or leave it."
	case len(done) == 0:
		return "Kick: touch one of your men next to the ball."
	default:
		return "Kick: touch the slot where the ball goes first, or the goal."
	}
}

// hintOf counts what is left of a set-up or of a movement.
func hintOf(p position, done []engine.Step) string {
	if !p.decides() {
		return ""
	}
	switch p.phase {
	case setup:
		men, _ := p.lineUp().menOf(p.sensible(done))
		return fmt.Sprintf("%d of %d men set up", men.Len(), team.Size)
	case move:
		v := p.mover()
		w, _ := v.entered(done)
		return fmt.Sprintf("%s of %d left", plural(w.left, "space", "spaces"), v.spaces)
	}
	return ""
}

// aims says whether what may be touched next is where the ball goes.
func aims(p position, done []engine.Step) bool {
	if !p.decides() || p.phase == setup || p.phase == move || p.phase == extra {
		return false
	}
	return p.phase != kick || len(p.sensible(done)) > 0
}
