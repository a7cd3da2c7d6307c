package bot

import (
	"math/rand/v2"

	"kickabout/engine"
)

// A Level is how well a bot plays.
type Level uint8

// The levels that games look ahead by, the weakest first, and behind them those of the opponents for people.
const (
	Easy Level = iota
	Medium
	Hard
	First
)

// Opponent returns the number of the opponent for people whose level it is, from 0; false if it is nobody's.
func (l Level) Opponent() (n int, ok bool) { return int(l) - int(First), l >= First }

// A Thinker is a position of a game that knows how to look ahead by itself.
type Thinker interface {
	// Think returns a legal move, and what the side that must move may expect then, in
	// tournament points from 0 to 5; "" unless a side must move, and where a level is
	// left to those who know the game's values only. The same randomness gives the same
	// move. An opponent's level is played by the grade that it has in the game (Graded).
	Think(level Level, r *rand.Rand) (move engine.Move, value float64)
}

// thinker plays games that look ahead by themselves at its level, and others by
// their values.
type thinker struct {
	level             Level
	id, name, summary string
}

func (t thinker) ID() string      { return t.id }
func (t thinker) Name() string    { return t.name }
func (t thinker) Summary() string { return t.summary }

func (t thinker) Move(p engine.Position, r *rand.Rand) engine.Move {
	m, _ := t.think(p, r)
	return m
}

// think returns a move and what it promises to its side.
func (t thinker) think(p engine.Position, r *rand.Rand) (engine.Move, float64) {
	if p.Next().Side == engine.NoSide {
		return "", 0
	}
	if q, ok := p.(Thinker); ok {
		if m, v := q.Think(t.level, r); m != "" {
			return m, v
		}
	}
	if n, ok := t.level.Opponent(); ok {
		return Graded(p, evenGrade(n), r)
	}
	var m engine.Move
	if t.level == Easy {
		m = careless(p, r)
	} else {
		m = lookahead(p, r)
	}
	return m, promise(p, m)
}

// slips is how often a careless player makes just any move.
const slips = 0.2

// careless plays as greedy does, but not always.
func careless(p engine.Position, r *rand.Rand) engine.Move {
	if r.Float64() < slips {
		return p.Random(r)
	}
	return greedy{}.Move(p, r)
}

// Best returns a bot's move in a position and what the side that moves may expect
// then, in tournament points from 0 to 5, as the bot sees it; "" unless a side must
// move.
func Best(b Bot, p engine.Position, r *rand.Rand) (engine.Move, float64) {
	if t, ok := b.(thinker); ok {
		return t.think(p, r)
	}
	m := b.Move(p, r)
	return m, promise(p, m)
}

// promise returns what a move promises to its side by the game's own judgement of
// the position after it.
func promise(p engine.Position, m engine.Move) float64 {
	after, err := p.Play(m)
	if err != nil {
		return 0
	}
	v := 2.5 + max(-2.5, min(2.5, value(after)))
	if p.Next().Side == engine.Second {
		v = 5 - v
	}
	return v
}

// Quick says whether a bot answers at once: it looks no further than its own move.
func Quick(b Bot) bool {
	t, ok := b.(thinker)
	n, forPeople := t.level.Opponent()
	return !ok || t.level == Easy || forPeople && n < Opponents-1 // the best of those plays as Hard does, the others never
}
