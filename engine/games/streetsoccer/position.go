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
	return coach{side: p.side, taken: p.occupied(), wants: profiles[p.rules].wants[p.side]}
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
		if p.die == 0 || p.phase == kickoff && p.stuck() {
			return again
		}
		if p.ball == nowhere { // a throw made again changes the value alone
			p.ball = circleFigure[yellow]
			if faces[1] > faces[0] {
				p.ball = circleFigure[red]
			}
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
		return p.scored()
	}
	if d.target != nowhere {
		p.ball = d.target
	}
	return p.passed()
}

// afterPlacing returns the position with three more figures. If the value thrown
// leaves the kick-off no target it is thrown again (rules 1.4).
func (p position) afterPlacing(set area) position {
	p.outfielders[p.side] |= set
	p.side = p.side.other()
	p.move++
	if p.move < kickoffMove {
		return p
	}
	p.phase = kickoff
	p.side = yellow
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
// (rules 1.9, 1.11).
func (p position) scored() position {
	p.ball = nowhere
	p.score[p.side]++
	p.scorer = p.side
	p = p.passed()
	if p.phase == turn {
		p.phase = restart
		p.keeper[p.scorer] = p.home(p.scorer)
	}
	return p
}

// home returns where a side's keeper stands once it went back to its goal (rules
// 1.2): on the free keeper square that is the fewest steps away, which is that of
// its own half of the columns. Without the flag, and if it stands on one already
// or none is free, it stays.
func (p position) home(c colour) square {
	free := keeperSquares[c] &^ p.occupied()
	if !profiles[p.rules].backHome || keeperSquares[c].has(p.keeper[c]) || free == 0 {
		return p.keeper[c]
	}
	if p.keeper[c].column() >= columns/2 {
		return free.last()
	}
	return free.first()
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
	return os.count()
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
		os := p.options()
		var froms area
		for _, o := range os.all() {
			froms |= one(o.from)
		}
		for from := range froms.byText() {
			if !p.decide(os.of(from), yield) {
				return
			}
		}
	}
}

// decide yields the decisions of one option in byte order; false once nobody
// listens any more.
func (sc *scene) decide(o option, yield func(decision) bool) bool {
	kicks := func(to square) bool {
		if o.goal && !yield(decision{from: o.from, to: to, target: inGoal}) {
			return false
		}
		for target := range o.targets.byText() {
			if !yield(decision{from: o.from, to: to, target: target}) {
				return false
			}
		}
		return true
	}
	if sc.phase != turn {
		return kicks(o.from)
	}
	for to := range (o.ends | one(sc.ball)).byText() {
		if to == sc.ball {
			if !kicks(to) {
				return false
			}
		} else if !yield(decision{from: o.from, to: to, target: nowhere}) {
			return false
		}
	}
	return true
}

// Random returns a legal move, each with the same chance.
func (p position) Random(r *rand.Rand) engine.Move {
	if p.Next().Side == engine.NoSide {
		return ""
	}
	if p.phase == placing {
		return p.write(decision{set: p.coach().random(r)})
	}
	os := p.options()
	n := r.IntN(os.count())
	for _, o := range os.all() {
		if n < o.count() {
			return p.write(p.nth(o, n))
		}
		n -= o.count()
	}
	return ""
}

// nth returns a decision of an option by its number: ends, targets, goal.
func (sc *scene) nth(o option, n int) decision {
	d := decision{from: o.from, to: sc.kicker(o.from)}
	switch ends, targets := o.ends.len(), o.targets.len(); {
	case n < ends:
		d.to, d.target = o.ends.nth(n), nowhere
	case n < ends+targets:
		d.target = o.targets.nth(n - ends)
	default:
		d.target = inGoal
	}
	return d
}

// Outcome is how the match ended (rules 1.12): zero while it goes on.
func (p position) Outcome() engine.Outcome {
	if p.phase != over {
		return engine.Outcome{}
	}
	o := engine.Outcome{Score: p.goals()}
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

// goals returns the score as the engine has it.
func (p position) goals() [2]int { return [2]int{int(p.score[yellow]), int(p.score[red])} }
