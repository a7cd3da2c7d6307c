// Package cufootball is the game CuFootball Classic: two sides of ten men and a
// keeper on three faces of two cubes, and pegs of four colours that say how far.
// The rule ids in the comments (`rules 3.6`, `DECISION C9`) are those of RULES.md.
//
// Read it like the rules: package pitch is the pitch, its goals and the ways of men, package
// team the formations. A position, in position.go, holds a board, a turn and a scoreboard,
// each in a file of its own, and asks one type for each thing that a side may do: setup.go
// has the line-ups, movement.go the movers of men, act.go the takers of the ball. flight.go is what becomes of the ball, draw by draw, and round.go what follows.
// notation.go, text.go and layout.go are the texts, parse.go, sound.go and trace.go read them;
// steps.go, entry.go, walk.go, diagram.go and task.go are for pages, evaluate.go,
// judge.go and evaluator.go for bots.
package cufootball

import (
	"kickabout/engine"
	"kickabout/engine/games/cufootball/pitch"
)

// pegs is how many pegs there are: red, yellow, green and blue for 1 to 4 spaces.
// A draw is uniform and put back, like a die of four faces (rules 3.3).
const (
	pegs                                       = 4
	redPeg, yellowPeg, greenPeg, bluePeg uint8 = 1, 2, 3, 4 // by their number of spaces
)

// Labels of the draws (SCHEME.md 4).
const (
	attackDice    = "attack"    // movement of the side in possession
	defenceDice   = "defence"   // movement of the other side
	kickDice      = "kick"      // length of a kick-off, kick or goal kick
	interceptDice = "intercept" // chance of a man or keeper next to the ball
	saveDice      = "save"      // chance of the keeper against a shot
)

// The options of a match (rules 3.10, DECISION C22), the default first.
var (
	goalOption  = engine.Option{ID: "goals", Name: "Goals to win", Values: []int{3, 1, 2, 4, 5}}
	clockOption = engine.Option{ID: "clock", Name: "Clock", Values: []int{90, 60, 120}}
)

// rules are the numbers that a match is played with.
type rules struct {
	goals uint8 // that win it
	clock uint8 // at which it ends
}

// Game is the rules of CuFootball as an engine.Game.
type Game struct{}

// Info describes the game.
func (Game) Info() engine.Info {
	return engine.Info{
		ID: "cufootball", Name: "CuFootball", Short: "Eleven a side, pegs in a bag",
		Summary: "Ten men and a keeper a side on the faces of two cubes, and pegs for dice.",
		Variants: []engine.Variant{{
			ID: "classic", Name: "Classic", Orders: orders,
			Summary: "Two players, three faces for a pitch, the first to three goals or the clock.",
		}},
		Options: []engine.Option{goalOption, clockOption},
		Endings: []engine.Ending{engine.Target, engine.FullTime, engine.LastGoal, engine.Goalless},
		Sides:   [2]string{pitch.Red: "Red", pitch.Blue: "Blue"},
		Pegs:    []string{"red", "yellow", "green", "blue"},
		Credits: "CuFootball is a game by Culica, for its cubes.",
	}
}

// Rules returns the rules for players.
func (Game) Rules() engine.Rulebook { return rulebook() }

// Start returns the position before Red's set-up (rules 3.3). An unknown variant
// wraps ErrUnknown.
func (Game) Start(variant string) (engine.Position, error) {
	rules, err := rulesOf(variant)
	if err != nil {
		return nil, err
	}
	return newPosition(rules), nil
}

// Parse reads the text of a position (rules 3.11). A text that is none wraps
// ErrParse, an unknown variant ErrUnknown.
func (Game) Parse(variant, text string) (engine.Position, error) {
	rules, err := rulesOf(variant)
	if err != nil {
		return nil, err
	}
	p, err := parsePosition(rules, text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// rulesOf returns the numbers of a variant.
func rulesOf(variant string) (rules, error) {
	set, err := Game{}.Info().Ruleset(variant)
	if err != nil {
		return rules{}, err
	}
	return rules{goals: uint8(set.Value(goalOption.ID)), clock: uint8(set.Value(clockOption.ID))}, nil
}
