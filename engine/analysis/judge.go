package analysis

import (
	"iter"
	"math"
	"math/rand/v2"

	"kickabout/engine"
	"kickabout/engine/bot"
)

// A judge values positions for First in thousandths of a point: by the game's own search
// where it has one, else by its value at first sight. It remembers positions that it
// has seen.
type judge struct {
	known map[string]float64 // by the position's text, in points
}

// glance is the name of the judge of games that have none of their own.
const glance = "one turn, at first sight"

// nameOf returns the name of the judge of a game's positions.
func nameOf(p engine.Position) string {
	if j, ok := p.(bot.Judge); ok {
		return j.Judged()
	}
	return glance
}

const (
	farThrows = 3    // throws in a row, without a decision in between, that are looked through
	tooMany   = 2000 // moves that are not gone through one by one
	sample    = 200  // of them that are looked at instead
)

// thousandths turns points into whole thousandths.
func thousandths(points float64) int { return int(math.Round(points * 1000)) }

// value returns what a position is worth.
func (j *judge) value(p engine.Position) int { return thousandths(j.points(p, farThrows)) }

// points is value in points, through so many throws in a row.
func (j *judge) points(p engine.Position, throws int) float64 {
	next := p.Next()
	if next.Over() {
		return price(p.Outcome())
	}
	appraiser, appraises := p.(bot.Appraiser)
	if next.Dice.Count > 0 && throws == 0 && !appraises {
		return glanced(p)
	}
	text := p.String()
	if v, ok := j.known[text]; ok {
		return v
	}
	v := 0.0
	if appraises {
		v = appraiser.Worth()
	} else if next.Dice.Count > 0 {
		v = j.mean(p, text, throws-1)
	} else if w, ok := p.(bot.Judge); ok {
		v = w.Weigh("").Top
	} else {
		v = glanced(p)
	}
	if next.Dice.Count == 0 || throws == farThrows || appraises {
		j.known[text] = v
	}
	return v
}

// even returns what a position is worth before a throw if the throws are as likely as they
// are: the mean of what they lead to. That of a judge which looks through them is its value.
func (j *judge) even(p engine.Position, value int) int {
	if _, ok := p.(bot.Appraiser); !ok {
		return value
	}
	return thousandths(j.mean(p, p.String(), farThrows))
}

// mean returns the mean of what a position is worth after the throws that are due. One
// that is thrown again counts as what it is thrown for: it changes nothing in the mean.
func (j *judge) mean(p engine.Position, text string, throws int) float64 {
	sum, n := 0.0, 0
	for _, after := range thrown(p) {
		if after.String() != text {
			sum += j.points(after, throws)
			n++
		}
	}
	return sum / float64(n)
}

// thrown yields the throws that are due in p and what they lead to, each as likely as
// the others.
func thrown(p engine.Position) iter.Seq2[[]int, engine.Position] {
	return func(yield func([]int, engine.Position) bool) {
		dice := p.Next().Dice
		all := 1
		for range dice.Count {
			all *= dice.Sides
		}
		faces := make([]int, dice.Count)
		for n := range all {
			for i := range faces {
				faces[i] = 1 + n%dice.Sides
				n /= dice.Sides
			}
			if after, err := p.Roll(faces...); err == nil && !yield(faces, after) {
				return
			}
		}
	}
}

// thrower returns whose throw is due: the side that moves after some throw that is not
// passed; NoSide if none leads to a move.
func thrower(p engine.Position) engine.Side {
	for _, after := range thrown(p) {
		if side := after.Next().Side; side != engine.NoSide && !engine.Passed(p, after) {
			return side
		}
	}
	return engine.NoSide
}

// weigh weighs a legal move against the best.
func (j *judge) weigh(p engine.Position, m engine.Move) bot.Weighing {
	if w, ok := p.(bot.Judge); ok {
		return w.Weigh(m)
	}
	sign := float64(signOf(p.Next().Side))
	var w bot.Weighing
	for c := range candidates(p) {
		if after, err := p.Play(c); err == nil {
			if v := glanced(after); w.Best == "" || sign*v > sign*w.Top {
				w.Best, w.Top = c, v
			}
		}
	}
	if after, err := p.Play(m); err == nil {
		w.Played = glanced(after)
	}
	return w
}

// candidates yields all moves, or where they are too many some, always the same.
func candidates(p engine.Position) iter.Seq[engine.Move] {
	if p.Count() <= tooMany {
		return p.Moves()
	}
	return func(yield func(engine.Move) bool) {
		r := rand.New(rand.NewPCG(1, 0))
		for range sample {
			if !yield(p.Random(r)) {
				return
			}
		}
	}
}

// glanced returns what a position is worth at first sight, in points.
func glanced(p engine.Position) float64 {
	if o := p.Outcome(); o.Over() {
		return price(o)
	}
	if e, ok := p.(bot.Evaluator); ok {
		return e.Value()
	}
	score := p.Diagram().Score
	lead := float64(score[0] - score[1])
	return Whole / 2000.0 * (1 + lead/(1+math.Abs(lead)))
}

// price returns what an ending that a match may come to is worth: what tournaments
// usually pay for it (league rules 1).
func price(o engine.Outcome) float64 {
	win := 5.0
	switch o.Ending {
	case engine.SuddenDeath:
		win = 4
	case engine.LastGoal:
		win = 3
	}
	switch o.Winner {
	case engine.First:
		return win
	case engine.Second:
		return 5 - win
	}
	return 2.5
}
