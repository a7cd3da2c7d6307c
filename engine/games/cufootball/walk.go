package cufootball

import (
	"strings"

	"kickabout/engine"
)

// A walk is a movement that is being entered.
type walk struct {
	by     mover // before it
	men    set
	guard  goalSlot
	left   int  // spaces
	hand   slot // the man touched last, where it is now; asKeeper; or beyondSide
	picked bool // it has not stepped yet
	steps  int  // made
}

// newWalk returns the walk before the first touch.
func (v mover) newWalk() walk {
	return walk{by: v, men: v.men, guard: v.keeper, left: v.spaces, hand: beyondSide}
}

// steps returns how a movement is entered.
func (v mover) steps(m movement) []engine.Step {
	if m.vacated == 0 && m.keeper == stays {
		return []engine.Step{choice(choiceNobody)}
	}
	strides, _ := way(v.men, v.after(m), v.closed, v.spaces)
	var steps []engine.Step
	hand := beyondSide
	for _, s := range strides {
		if s.from != hand {
			steps = append(steps, cell(s.from))
		}
		steps = append(steps, cell(s.to))
		hand = s.to
	}
	if m.keeper != stays {
		steps = append(steps, v.keeperSteps(m.keeper)...)
	}
	return steps
}

// keeperSteps returns how the keeper of the side that moves gets to a slot of its goal.
func (v mover) keeperSteps(to goalSlot) []engine.Step {
	at := v.keeper
	steps := []engine.Step{goalCell(v.side, at)}
	for at != to {
		at = at.towards(to)
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
	if w.steps == 0 || w.men.crowded() {
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
	if s, ok := parseSlot(string(step.Cell)); ok {
		if w.men.has(s) {
			return w.pick(s)
		}
		return w.stride(s)
	}
	text, own := strings.CutPrefix(string(step.Cell), colourTexts[w.by.side])
	g, ok := parseGoalSlot(text)
	switch {
	case !own || !ok:
		return w, false
	case g == w.guard:
		return w.pick(asKeeper)
	}
	return w.guardStep(g)
}

// pick returns the walk with another man or the keeper touched, who must have a step.
func (w walk) pick(who slot) (walk, bool) {
	if w.picked || who == w.hand {
		return w, false
	}
	w.hand, w.picked = who, true
	return w, w.eachStride(func(engine.Step) bool { return true })
}

// stride returns the walk after a step of the man in hand.
func (w walk) stride(to slot) (walk, bool) {
	if w.hand >= nowhere || !(one(w.hand).around() &^ (w.men | w.by.closed)).has(to) {
		return w, false
	}
	w.left -= stride{w.hand, to}.cost()
	w.men ^= one(w.hand) | one(to)
	w.hand, w.picked = to, false
	w.steps++
	return w, w.viable()
}

// guardStep returns the walk after a step of the keeper.
func (w walk) guardStep(to goalSlot) (walk, bool) {
	if w.hand != asKeeper || to == w.guard || abs(to.gx()-w.guard.gx()) > 1 || abs(to.gy()-w.guard.gy()) > 1 {
		return w, false
	}
	w.left -= goalDistance(w.guard, to)
	w.guard, w.picked = to, false
	w.steps++
	return w, w.viable()
}

// viable says whether the walk can still become legal.
func (w walk) viable() bool {
	if w.left >= 0 && !w.men.crowded() {
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
func mends(men, closed set, spaces int) bool {
	if !men.crowded() {
		return true
	}
	return spaces > 0 && strides(men, closed, func(s stride) bool {
		return s.cost() <= spaces && mends(men^one(s.from)^one(s.to), closed, spaces-s.cost())
	})
}

// next returns what may be touched: the steps of the man in hand, and unless it was
// touched just now, the others.
func (w walk) next() []engine.Step {
	steps := w.strides()
	if w.picked {
		return steps
	}
	for s := range w.men.all() {
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
	if w.hand < nowhere {
		for s := range one(w.hand).around().all() {
			if _, ok := w.stride(s); ok && visit(cell(s)) {
				return true
			}
		}
	}
	if w.hand == asKeeper {
		for g := range goalSlots {
			if _, ok := w.guardStep(g); ok && visit(goalCell(w.by.side, g)) {
				return true
			}
		}
	}
	return false
}
