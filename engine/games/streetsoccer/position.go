package streetsoccer

import (
	"iter"
	"math/rand/v2"

	"kickabout/engine"
)

// A position is a state of a match in machine words: comparable, no pointers.
type position struct {
	scene
	move   uint8 // the number of the next move; once over, of the last
	score  [2]uint8
	scorer colour // who scored last, or nobody
	rules  uint8  // index of the profile
}

// coach returns the side that places its figures.
func (p *position) coach() coach {
	c := p.scene.coach()
	c.wants = profiles[p.rules].wants[p.side]
	return c
}

// Roll makes the throw that is due. A kick-off tie, a 1 in a restart and a throw
// that leaves the ball no target ask again; a turn without a move is passed on to
// the other side's throw (rules 1.4, 1.5, 1.9).
func (p position) Roll(throw ...int) (engine.Position, error) {
	dice := p.Next().Dice
	if dice.Count == 0 {
		return nil, engine.Illegal("No throw is due.")
	}
	if len(throw) != dice.Count {
		return nil, engine.Illegal("A throw of %s is due, not of %d.", plural(dice.Count, "die", "dice"), len(throw))
	}
	for _, face := range throw {
		if face < 1 || face > dice.Sides {
			return nil, engine.Illegal("There is no %d on the die.", face)
		}
	}
	return p.thrown(throw), nil
}

// thrown returns the position after faces that are on the dice.
func (p position) thrown(faces []int) position {
	again := p
	switch p.phase {
	case placing, kickoff:
		p.die = uint8(max(faces[0]-faces[1], faces[1]-faces[0]))
		if p.ball == nowhere { // else a throw made again changes the value alone
			p.giveBall(faces[1] > faces[0])
		}
		if p.die == 0 || p.phase == kickoff && p.stuck() {
			return again
		}
	case restart:
		p.die = uint8(faces[0])
		if p.die == 1 || p.stuck() {
			return again
		}
	case turn:
		p.die = uint8(faces[0])
		if p.stuck() {
			return p.passed()
		}
	}
	return p
}

// giveBall gives the ball to the circle figure of the side that kicks off. After the
// placings it is that side's turn, too.
func (p *position) giveBall(toRed bool) {
	c := yellow
	if toRed {
		c = red
	}
	p.ball = (p.outfielders[c] & circle & half(c)).first()
	if p.phase == kickoff {
		p.side = c
	}
}

// Play returns the position after a legal move, or Check's error.
func (p position) Play(m engine.Move) (engine.Position, error) {
	d, err := p.read(m)
	if err != nil {
		return nil, err
	}
	return p.after(d), nil
}

// Check returns nil if a move is legal, else an error that wraps ErrIllegal and
// says why.
func (p position) Check(m engine.Move) error {
	_, err := p.read(m)
	return err
}

// after returns the position after a legal decision.
func (p position) after(d decision) position {
	switch p.phase {
	case placing:
		return p.afterPlacing(d.set)
	case turn:
		if d.from == p.keeper[p.side] {
			p.keeper[p.side] = d.to
		} else {
			p.outfielders[p.side] ^= one(d.from) | one(d.to)
			p.outfielders[p.side] |= one(d.to) // a walk may end where it began
		}
	case restart:
		p.keeper[p.side] = d.from
	}
	if d.target == inGoal {
		return p.scored(d.home)
	}
	if d.target != nowhere {
		p.ball = d.target
	}
	return p.passed()
}

// afterPlacing returns the position with the figures of a placing. If the value thrown
// leaves the kick-off no target it is thrown again (rules 1.4).
func (p position) afterPlacing(set area) position {
	if keeper, _ := p.coach().own(); keeper != 0 {
		p.keeper[p.side] = (set & keeper).first()
		set &^= keeper
	}
	p.outfielders[p.side] |= set
	p.side = p.side.other()
	p.move++
	if p.move < kickoffMove {
		return p
	}
	p.phase = kickoff
	p.side = yellow
	if p.die == undue {
		p.die = 0
	}
	if p.ball == circleFigure[red] {
		p.side = red
	}
	if p.die != 0 && p.stuck() {
		p.die = 0
	}
	return p
}

// passed returns the position after a turn without a goal: the other side's turn
// or the end (rules 1.11).
func (p position) passed() position {
	p.die = 0
	if p.move == lastExtra || p.move >= lastNormal && p.score[yellow] != p.score[red] {
		p.phase = over
		return p
	}
	p.phase = turn
	p.move++
	p.side = p.side.other()
	return p
}

// scored returns the position after a goal: the other side's restart or the end
// (rules 1.9, 1.11). Home is where the keeper is put back if its coach has a choice.
func (p position) scored(home area) position {
	p.ball = nowhere
	p.score[p.side]++
	p.scorer = p.side
	p = p.passed()
	if p.phase == turn {
		p.phase = restart
		p.keeper[p.scorer] = p.home(p.scorer, profiles[p.rules].back, home)
	}
	return p
}

// Count returns how many legal moves there are.
func (p position) Count() int {
	if p.Next().Side == engine.NoSide {
		return 0
	}
	if p.phase == placing {
		return p.coach().count()
	}
	os := p.options()
	return lister{&p}.total(&os)
}

// Moves yields the legal moves in byte order.
func (p position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		for d := range p.decisions() {
			if !yield(p.write(d)) {
				return
			}
		}
	}
}

// decisions yields the legal decisions in the byte order of their texts.
func (p position) decisions() iter.Seq[decision] {
	return func(yield func(decision) bool) {
		if p.Next().Side == engine.NoSide {
			return
		}
		if p.phase == placing {
			for set := range p.coach().all() {
				if !yield(decision{set: set}) {
					return
				}
			}
			return
		}
		os, l := p.options(), lister{&p}
		var froms area
		for _, o := range os.all() {
			froms |= one(o.from)
		}
		for from := range froms.byText() {
			if !l.each(os.of(from), yield) {
				return
			}
		}
	}
}

// Random returns a legal move, each with the same chance.
func (p position) Random(r *rand.Rand) engine.Move {
	if p.Next().Side == engine.NoSide {
		return ""
	}
	if p.phase == placing {
		return p.write(decision{set: p.coach().random(r)})
	}
	os, l := p.options(), lister{&p}
	n := r.IntN(l.total(&os))
	for _, o := range os.all() {
		if n < l.count(&o) {
			return p.write(l.nth(o, n))
		}
		n -= l.count(&o)
	}
	return ""
}

// Outcome is how the match ended (rules 1.12): zero while it goes on.
func (p position) Outcome() engine.Outcome {
	if p.phase != over {
		return engine.Outcome{}
	}
	o := engine.Outcome{Score: p.result()}
	switch {
	case p.score[yellow] != p.score[red]:
		o.Ending = engine.SuddenDeath
		if p.move == lastNormal {
			o.Ending = engine.FullTime
		}
		o.Winner = engine.First
		if p.score[red] > p.score[yellow] {
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

// result returns the score as the engine has it.
func (p position) result() [2]int { return [2]int{int(p.score[yellow]), int(p.score[red])} }
