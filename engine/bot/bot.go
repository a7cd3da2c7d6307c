// Package bot plays. Its bots know no game: they see what every game shows, and
// a game that can judge its own positions makes them better (Evaluator). All
// they do is settled by the position and by the randomness they are given, which
// is never that of the dice.
package bot

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"kickabout/engine"
)

// A Bot is a player.
type Bot interface {
	ID() string   // "greedy"
	Name() string // "Greedy"
	// Summary says in one sentence for players how it plays.
	Summary() string
	// Move returns a legal move; "" unless a side must move in p.
	Move(p engine.Position, r *rand.Rand) engine.Move
}

// An Evaluator is a position that can judge itself. It need not while the
// position is over.
type Evaluator interface {
	// Value returns what the position promises to First, in tournament points from
	// 0 to 5; the rest of the 5 is Second's.
	Value() float64
}

// All lists the bots: those for people, and before them those of before, the weakest first in each case.
func All() []Bot {
	list := slices.Clone(yardsticks)
	for _, o := range opponents {
		list = append(list, o)
	}
	return list
}

// yardsticks are what bots and games are measured by: they stay what they are. Until there were opponents for people, people
// played them: their games go on, and their pages stay.
var yardsticks = []Bot{
	random{},
	thinker{Easy, "easy", "Easy", "Knows what is good and now and then does something else."},
	greedy{},
	thinker{Medium, "medium", "Medium", "Thinks of what you may do next. Wins nearly every game of CuFootball against Greedy, most of StreetSoccer, and two of three of One-Two-Fun."},
	thinker{Hard, "hard", "Hard", "Thinks longer than Medium, as far as its few moments allow. The two are close in StreetSoccer, Hard is a little stronger in CuFootball, and they play alike in One-Two-Fun without keepers; with keepers in their areas Hard has worked out every possession beforehand."},
}

// Retired says whether people are offered a bot no more.
func Retired(b Bot) bool {
	return slices.ContainsFunc(yardsticks, func(y Bot) bool { return y.ID() == b.ID() })
}

// ByID returns the bot with that id; an unknown one wraps engine.ErrUnknown.
func ByID(id string) (Bot, error) {
	for _, b := range All() {
		if b.ID() == id {
			return b, nil
		}
	}
	return nil, fmt.Errorf("%w: bot %q", engine.ErrUnknown, id)
}

// random plays any legal move.
type random struct{}

func (random) ID() string   { return "random" }
func (random) Name() string { return "Random" }
func (random) Summary() string {
	return "Plays any legal move. A first opponent while you learn the rules."
}

func (random) Move(p engine.Position, r *rand.Rand) engine.Move { return p.Random(r) }
