package cufootball

import (
	"iter"
	"math/rand/v2"

	"kickabout/engine"
)

// A phase says what a position is about; its text stands in notation.go.
type phase uint8

const (
	setup phase = iota
	kickoff
	move // a movement phase
	kick
	dribble
	throw
	goalkick
	over
)

// A mode says how the ball comes into play after the movement phases.
type mode uint8

const (
	freeBall    mode = iota // by a kick
	throwIn                 // by a throw-in
	keepersBall             // by a goal kick
)

// A position is a state of a match: comparable, no pointers.
type position struct {
	men        [2]set // none before a set-up
	keeper     [2]goalSlot
	ball       slot // nowhere before a set-up, and after a goal that ended the match
	phase      phase
	side       colour // that acts; once over, that acted last
	possession colour
	mode       mode
	draw       uint8 // the peg of a movement phase, 1..4; 0: not drawn
	clock      uint8
	score      [2]uint8
	scorer     colour   // who scored last, or nobody
	last       [2]setUp // the last set-ups
	chain      chain    // of the act that is being resolved; else zero
	kicked     act      // in the dribble phase: the kick that was drawn red; else zero
	rules      rules
}

// occupied returns the slots of all men.
func (p position) occupied() set { return p.men[red] | p.men[blue] }

// empty returns the slots of the pitch that hold neither man nor ball.
func (p position) empty() set {
	empty := pitch &^ p.occupied()
	if p.ball < nowhere {
		empty &^= one(p.ball)
	}
	return empty
}

// Next says what the position waits for.
func (p position) Next() engine.Next {
	switch {
	case p.phase == over:
		return engine.Next{}
	case p.phase == move && p.draw == 0:
		return engine.Next{Dice: engine.Dice{Label: p.moveDice(), Count: 1, Sides: pegs}}
	case p.chain.due != nothing:
		return engine.Next{Dice: engine.Dice{Label: dueDice[p.chain.due], Count: 1, Sides: pegs, After: true}}
	}
	return engine.Next{Side: p.side.side()}
}

// moveDice returns the label of the draw for a movement phase.
func (p position) moveDice() string {
	if p.side == p.possession {
		return attackDice
	}
	return defenceDice
}

// decides says whether a side must move.
func (p position) decides() bool { return p.Next().Side != engine.NoSide }

// Roll makes the draw that is due: 1 red, 2 yellow, 3 green, 4 blue.
func (p position) Roll(throw ...int) (engine.Position, error) {
	dice := p.Next().Dice
	if dice.Count == 0 {
		return nil, engine.Illegal("No draw is due.")
	}
	if len(throw) != 1 {
		return nil, engine.Illegal("One peg is drawn, not %d.", len(throw))
	}
	if face := throw[0]; face < 1 || face > pegs {
		return nil, engine.Illegal("There is no peg of %d spaces: they go from 1 to %d.", face, pegs)
	}
	return p.drawn(uint8(throw[0])), nil
}

// drawn returns the position after a peg was drawn.
func (p position) drawn(peg uint8) position {
	if p.phase == move {
		p.draw = peg
		return p
	}
	return p.resolve(peg)
}

// Check returns nil if a move is legal, else an error that wraps ErrIllegal and
// says why.
func (p position) Check(m engine.Move) error {
	_, err := p.read(m)
	return err
}

// Play returns the position after a legal move, or Check's error.
func (p position) Play(m engine.Move) (engine.Position, error) {
	d, err := p.read(m)
	if err != nil {
		return nil, err
	}
	return p.after(d), nil
}

// after returns the position after a legal decision.
func (p position) after(d decision) position {
	switch {
	case p.phase == setup:
		return p.afterSetUp(d.setUp)
	case p.phase == move:
		return p.afterMovement(d.movement)
	case p.phase == dribble && d.act.kind == decline:
		p.kicked = act{}
		return p.round(p.side, freeBall)
	}
	return p.begin(d.act)
}

// Count returns how many legal moves there are.
func (p position) Count() int {
	switch {
	case !p.decides():
		return 0
	case p.phase == setup:
		return countSetUps(p.kicking())
	case p.phase == move:
		var r reach
		return p.countMovements(&r)
	}
	return p.countActs()
}

// Moves yields the legal moves in byte order.
func (p position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		for d := range p.decisions() {
			if !yield(d.text()) {
				return
			}
		}
	}
}

// decisions yields the legal decisions in the byte order of their texts.
func (p position) decisions() iter.Seq[decision] {
	return func(yield func(decision) bool) {
		switch {
		case !p.decides():
		case p.phase == setup:
			for u := range p.setUps() {
				if !yield(decision{kind: setsUp, setUp: u}) {
					return
				}
			}
		case p.phase == move:
			for m := range p.movements() {
				if !yield(decision{kind: moves, movement: m}) {
					return
				}
			}
		default:
			for _, a := range byText(p.acts(nil)) {
				if !yield(decision{kind: acts, act: a}) {
					return
				}
			}
		}
	}
}

// Random returns a legal move. Set-ups and what is done with the ball have the
// same chance each; movements are made of random steps.
func (p position) Random(r *rand.Rand) engine.Move {
	if !p.decides() {
		return ""
	}
	var d decision
	switch p.phase {
	case setup:
		d = decision{kind: setsUp, setUp: randomSetUp(r, p.side, p.kicking())}
	case move:
		d = decision{kind: moves, movement: p.randomMovement(r)}
	default:
		var room [mostActs]act
		all := p.acts(room[:0])
		d = decision{kind: acts, act: all[r.IntN(len(all))]}
	}
	return d.text()
}

// Outcome is how the match ended (rules 3.10): zero while it goes on.
func (p position) Outcome() engine.Outcome {
	if p.phase != over {
		return engine.Outcome{}
	}
	o := engine.Outcome{Score: p.goals()}
	switch ahead := int(p.score[red]) - int(p.score[blue]); {
	case ahead != 0:
		o.Ending = engine.FullTime
		if max(p.score[red], p.score[blue]) == p.rules.goals {
			o.Ending = engine.Target
		}
		o.Winner = engine.First
		if ahead < 0 {
			o.Winner = engine.Second
		}
	case p.scorer != nobody:
		o.Ending = engine.LastGoal
		o.Winner = p.scorer.side()
	default:
		o.Ending = engine.Goalless
	}
	return o
}

// goals returns the score as the engine has it.
func (p position) goals() [2]int { return [2]int{int(p.score[red]), int(p.score[blue])} }
