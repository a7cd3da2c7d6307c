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
	missDice      = "miss"      // whether a kick goes astray, and which way
	foulDice      = "foul"      // whether a man whose chance is lost fouls
)

// The variants.
const (
	culicaID  = "culica"
	classicID = "classic"
)

// noTarget is the number of goals to win of a match that the clock alone ends.
const noTarget = 0

// The options of a match (rules 3.10, DECISION C22), the default first.
var (
	goalOption    = engine.Option{ID: "goals", Name: "Goals to win", Hint: "Whoever scores so many has won, whatever the clock says.", Values: []int{3, 1, 2, 4, 5, noTarget}, Words: map[int]string{noTarget: "none, the clock alone"}}
	clockOption   = engine.Option{ID: "clock", Name: "Clock", Hint: "Each kick, throw-in and goal kick, and each round without one, counts 1, and the match ends at this number.", Values: []int{90, 60, 120}}
	halfOption    = culicaOption("half", "Set-ups", "Where the strikers stand when play begins.", "strikers in the other half", "all in their own half")
	missOption    = culicaOption("miss", "Kicks that go astray", "Whether a peg, drawn before the length of a kick, may turn it by 45 degrees.", "never", "one in eight")
	dribbleOption = engine.Option{ID: "dribble", Name: "Dribble on after", Hint: "The longest kick after which the same man may follow the ball and kick again.", Values: []int{1, 2, 3}, Words: map[int]string{1: "red", 2: "red or yellow", 3: "red to green"}, For: []string{culicaID}, Friendly: true}
	foulOption    = culicaOption("fouls", "Fouls", "Whether a man who loses a chance at the ball may have fouled.", "never", "give a free kick")
)

// culicaOption returns an option of the Culica rules that is off or on.
func culicaOption(id, name, hint, off, on string) engine.Option {
	return engine.Option{ID: id, Name: name, Hint: hint, Values: []int{0, 1}, Words: map[int]string{0: off, 1: on}, For: []string{culicaID}, Friendly: true}
}

// rules are what a match is played with. The zero value of each field but goals and clock
// is that of the variant "classic".
type rules struct {
	goals   uint8 // that win it; noTarget: none do
	clock   uint8 // at which it ends
	late    bool  // the extra space of a goal kick is said after the peg (DECISION C21)
	winners bool  // who won the ball kicks it (DECISION C16)
	half    bool  // both sides are set up in their own half (rules 3.10)
	miss    bool  // kicks may go astray
	fouls   bool  // a lost chance may be a foul
	dribble uint8 // the longest kick that may be dribbled on; 0 is as good as redPeg
}

// dribbles says whether a kick of a length may be dribbled on (rules 3.6, 3.10).
func (r rules) dribbles(drawn uint8) bool { return drawn <= max(redPeg, r.dribble) }

// Game is the rules of CuFootball as an engine.Game.
type Game struct{}

// Info describes the game.
func (Game) Info() engine.Info { return info }

var info = engine.Info{
	ID: "cufootball", Name: "CuFootball", Short: "Ten men and a keeper, pegs in a bag",
	Summary: "Ten men and a keeper a side on the faces of two cubes, and pegs for dice.",
	Variants: []engine.Variant{{
		ID: culicaID, Name: "Culica rules", Orders: culicaOrders,
		Summary: "Who won the ball kicks it, and a goal kick says after the peg whether it goes farther.",
	}, {
		ID: classicID, Name: "Classic, first reading", Orders: orders, Successor: culicaID,
		Summary: "Any man next to the ball may kick, and a goal kick says before the peg whether it goes farther.",
	}},
	Options: []engine.Option{goalOption, clockOption, halfOption, missOption, dribbleOption, foulOption},
	Endings: []engine.Ending{engine.Target, engine.FullTime, engine.LastGoal, engine.Goalless},
	Sides:   [2]string{pitch.Red: "Red", pitch.Blue: "Blue"},
	Pegs:    []string{"red", "yellow", "green", "blue"},
	Credits: "A game by Culica, © 2011 Culica Ltd.",
	Links:   []engine.Link{{Text: "Culica", URL: "http://www.culica.com"}},
}

// Rules returns the rules for players.
func (Game) Rules() engine.Rulebook { return book }

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

// rulesOf returns what a variant is played with.
func rulesOf(variant string) (rules, error) {
	set, err := Game{}.Info().Ruleset(variant)
	if err != nil {
		return rules{}, err
	}
	r := rules{goals: uint8(set.Value(goalOption.ID)), clock: uint8(set.Value(clockOption.ID))}
	if set.ID == culicaID {
		r.late, r.winners, r.half = true, true, set.Value(halfOption.ID) == 1
		r.miss, r.fouls = set.Value(missOption.ID) == 1, set.Value(foulOption.ID) == 1
		r.dribble = uint8(set.Value(dribbleOption.ID))
	}
	return r, nil
}
