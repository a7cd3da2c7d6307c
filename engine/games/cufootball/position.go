package cufootball

import (
	"iter"
	"math/rand/v2"

	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
	"kickabout/engine/games/cufootball/team"
)

// A position is a state of a match: comparable, no pointers.
type position struct {
	board
	turn
	scoreboard
	last [2]team.SetUp // the last set-ups
}

// newPosition returns the position before Red's set-up (rules 3.3).
func newPosition(rules rules) position {
	return position{
		board:      board{keeper: [2]pitch.GoalSlot{pitch.KeeperStart, pitch.KeeperStart}, ball: pitch.Nowhere},
		scoreboard: scoreboard{scorer: pitch.Nobody, rules: rules},
	}
}

// lineUp returns the side to set up.
func (p *position) lineUp() lineUp {
	return lineUp{Ground: p.ground(p.side), kicking: p.side == p.kicksOff(), last: p.last[p.side]}
}

// mover returns the side that moves its men.
func (p *position) mover() mover {
	return mover{
		side: p.side, men: p.men[p.side], keeper: p.keeper[p.side],
		closed: p.closedTo(p.side), ball: p.ball, spaces: p.allowance(),
	}
}

// taker returns the side that plays the ball.
func (p *position) taker() taker {
	return taker{p.board, p.side, p.phase, p.kicked, p.winners, p.rules.late}
}

// flight returns the way of the ball that is being resolved.
func (p *position) flight() flight {
	return flight{board: p.board, chain: p.chain, side: p.side, fouls: p.rules.fouls}
}

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
		p.newRound(p.side, freeBall)
		return p
	}
	return p.begin(d.act)
}

// Count returns how many legal moves there are.
func (p position) Count() int {
	switch {
	case !p.decides():
		return 0
	case p.phase == setup:
		return team.CountSetUps(p.lineUp().kicking, p.rules.half)
	case p.phase == move:
		var r reach
		return p.mover().count(&r)
	}
	return p.taker().count()
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
			for u := range p.lineUp().all() {
				if !yield(decision{kind: setsUp, setUp: u}) {
					return
				}
			}
		case p.phase == move:
			for m := range p.mover().all() {
				if !yield(decision{kind: moves, movement: m}) {
					return
				}
			}
		default:
			for _, a := range byText(p.taker().acts(nil)) {
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
		d = decision{kind: setsUp, setUp: p.lineUp().random(r)}
	case move:
		d = decision{kind: moves, movement: p.mover().random(r, p.about())}
	default:
		var room [mostActs]act
		all := p.taker().acts(room[:0])
		d = decision{kind: acts, act: all[r.IntN(len(all))]}
	}
	return d.text()
}

// Outcome is how the match ended (rules 3.10): zero while it goes on.
func (p position) Outcome() engine.Outcome {
	if p.phase != over {
		return engine.Outcome{}
	}
	return p.outcome()
}
