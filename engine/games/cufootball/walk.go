package cufootball

import (
	"strings"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
)

// A walk is a movement that is being entered.
type walk struct {
	by     mover // before it
	men    pitch.Set
	guard  pitch.GoalSlot
	left   int        // spaces
	hand   pitch.Slot // the man touched last, where it is now; asKeeper; or beyondSide
	picked bool       // it has not stepped yet
	steps  int        // made
}

// newWalk returns the walk before the first touch.
func (v mover) newWalk() walk {
	return walk{by: v, men: v.men, guard: v.keeper, left: v.spaces, hand: pitch.BeyondSide}
}

// steps returns how a movement is entered.
func (v mover) steps(m movement) []engine.Step {
	if m.vacated == 0 && m.keeper == stays {
		return []engine.Step{choice(choiceNobody)}
	}
	strides, _ := pitch.Way(v.men, v.after(m), v.closed, v.spaces)
	var steps []engine.Step
	hand := pitch.BeyondSide
	for _, s := range strides {
		if s.From != hand {
			steps = append(steps, cell(s.From))
		}
		steps = append(steps, cell(s.To))
		hand = s.To
	}
	if m.keeper != stays {
		steps = append(steps, v.keeperSteps(m.keeper)...)
	}
	return steps
}

// keeperSteps returns how the keeper of the side that moves gets to a slot of its goal.
func (v mover) keeperSteps(to pitch.GoalSlot) []engine.Step {
	at := v.keeper
	steps := []engine.Step{goalCell(v.side, at)}
	for at != to {
		at = at.Towards(to)
		steps = append(steps, goalCell(v.side, at))
	}
	return steps
}

// next is Continue of a movement: a man or the keeper, then the slots
// it steps on one by one, then another. Whatever is legal so far is a move already.
func (v mover) next(done []engine.Step) ([]engine.Step, engine.Move) {
	if len(done) == 1 && done[0] == choice(choiceNobody) {
		return nil, decision{kind: moves, movement: movement{keeper: stays}}.text()
	}
	w := v.newWalk()
	for _, step := range done {
		var ok bool
		if w, ok = w.touch(step); !ok {
			return nil, ""
		}
	}
	next := w.next()
	if len(done) == 0 {
		next = append([]engine.Step{choice(choiceNobody)}, next...)
	}
	if w.steps == 0 || w.men.Crowded() {
		return next, ""
	}
	return next, decision{kind: moves, movement: w.movement()}.text()
}

// movement returns what the walk has changed so far.
func (w walk) movement() movement { return w.by.to(w.men, w.guard) }

// touch returns the walk after one more touch; false if it leads nowhere.
func (w walk) touch(step engine.Step) (walk, bool) {
	if step.Choice != "" {
		return w, false
	}
	if s, ok := pitch.ParseSlot(string(step.Cell)); ok {
		if w.men.Has(s) {
			return w.pick(s)
		}
		return w.stride(s)
	}
	text, own := strings.CutPrefix(string(step.Cell), colourTexts[w.by.side])
	g, ok := pitch.ParseGoalSlot(text)
	switch {
	case !own || !ok:
		return w, false
	case g == w.guard:
		return w.pick(asKeeper)
	}
	return w.guardStep(g)
}

// pick returns the walk with another man or the keeper touched, who must have a step.
func (w walk) pick(who pitch.Slot) (walk, bool) {
	if w.picked || who == w.hand {
		return w, false
	}
	w.hand, w.picked = who, true
	return w, w.eachStride(func(engine.Step) bool { return true })
}

// stride returns the walk after a step of the man in hand.
func (w walk) stride(to pitch.Slot) (walk, bool) {
	if w.hand >= pitch.Nowhere || !(pitch.One(w.hand).Around() &^ (w.men | w.by.closed)).Has(to) {
		return w, false
	}
	w.left -= pitch.Stride{From: w.hand, To: to}.Cost()
	w.men ^= pitch.One(w.hand) | pitch.One(to)
	w.hand, w.picked = to, false
	w.steps++
	return w, w.viable()
}

// guardStep returns the walk after a step of the keeper.
func (w walk) guardStep(to pitch.GoalSlot) (walk, bool) {
	if w.hand != asKeeper || to == w.guard || abs(to.Gx()-w.guard.Gx()) > 1 || abs(to.Gy()-w.guard.Gy()) > 1 {
		return w, false
	}
	w.left -= pitch.GoalDistance(w.guard, to)
	w.guard, w.picked = to, false
	w.steps++
	return w, w.viable()
}

// viable says whether the walk can still become legal.
func (w walk) viable() bool {
	if w.left >= 0 && !w.men.Crowded() {
		return true
	}
	for spaces := 0; spaces <= w.left; spaces++ {
		if mends(w.men, w.by.closed, spaces) {
			return true
		}
	}
	return false
}

// mends says whether men can come to stand without crowding within so many spaces.
func mends(men, closed pitch.Set, spaces int) bool {
	if !men.Crowded() {
		return true
	}
	return spaces > 0 && pitch.Strides(men, closed, func(s pitch.Stride) bool {
		return s.Cost() <= spaces && mends(men^pitch.One(s.From)^pitch.One(s.To), closed, spaces-s.Cost())
	})
}

// next returns what may be touched: the steps of the man in hand, and unless it was
// touched just now, the others.
func (w walk) next() []engine.Step {
	steps := w.strides()
	if w.picked {
		return steps
	}
	for s := range w.men.All() {
		if _, ok := w.pick(s); ok {
			steps = append(steps, cell(s))
		}
	}
	if _, ok := w.pick(asKeeper); ok {
		steps = append(steps, goalCell(w.by.side, w.guard))
	}
	return steps
}

// strides returns the steps of the man or keeper in hand.
func (w walk) strides() []engine.Step {
	var steps []engine.Step
	w.eachStride(func(step engine.Step) bool {
		steps = append(steps, step)
		return false
	})
	return steps
}

// eachStride calls visit with each step of the man or keeper in hand, until it
// returns true, and says whether it did.
func (w walk) eachStride(visit func(engine.Step) bool) bool {
	if w.hand < pitch.Nowhere {
		for s := range pitch.One(w.hand).Around().All() {
			if _, ok := w.stride(s); ok && visit(cell(s)) {
				return true
			}
		}
	}
	if w.hand == asKeeper {
		for g := range pitch.GoalSlots {
			if _, ok := w.guardStep(g); ok && visit(goalCell(w.by.side, g)) {
				return true
			}
		}
	}
	return false
}
