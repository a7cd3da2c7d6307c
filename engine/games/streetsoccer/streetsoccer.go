// Package streetsoccer is the game StreetSoccer: two sides of five figures, a
// ball, and a die that says how far. The rule ids in the comments (`rules 1.6`,
// `D7`) are those of RULES.md.
//
// Read it like the rules: board.go is the pitch, placing.go the set-up by a coach,
// walk.go, kick.go and surround.go what a figure and the ball may do, turn.go and
// restart.go what follows from it for a side in a scene, position.go the course of
// a match, home.go where a scorer's keeper goes, list.go its moves one by one, notation.go
// its texts; steps.go and diagram.go are for pages.
package streetsoccer

import (
	"fmt"
	"slices"

	"kickabout/engine"
)

// The moves of a match (rules 1.11): two placings, the kick-off, then turns.
const (
	kickoffMove = 3  // the first that counts as a turn
	turns       = 25 // of a side in normal time
	extraTurns  = 10 // of a side in sudden death
	lastNormal  = kickoffMove - 1 + 2*turns
	lastExtra   = lastNormal + 2*extraTurns
)

// dieFaces is the number of faces of every die of the game.
const dieFaces = 6

// Labels of the dice (SCHEME.md 4).
const (
	kickoffDice = "kickoff"
	turnDie     = "die"
	restartDie  = "restart"
)

// A profile is a set of switches in which the rules are played differently
// (rules 1.2). Whatever differs is a value in here, never a branch on the name.
type profile struct {
	variant     engine.Variant
	wants       [2][]area // of the three squares a side places, one at least lies in each of these
	higherFirst bool      // the coach with the higher throw kicks off, else Yellow
	placesAll   bool      // a coach places keeper and circle figure, too, and the throw comes after the placings
	back        homing
}

// The option of a match, and its values.
const (
	backOption  = "back"
	backStays   = 0
	backByCoach = 1
)

// eachHalf wants a figure in each half of the pitch.
var eachHalf = [2][]area{{half(red), half(yellow)}, {half(yellow), half(red)}}

// variants lists the profiles as they are without options, the default first.
var variants = [...]profile{{
	variant: engine.Variant{
		ID:      lgID,
		Name:    "Little Golem rules",
		Summary: "Yellow kicks off, figures may all be placed in the other half, and a keeper who went forward stays there.",
	},
	wants: [2][]area{{half(red)}, {half(yellow)}},
}, {
	variant: engine.Variant{
		ID:      mastermoveID,
		Name:    "Mastermove rules",
		Summary: "Both coaches place all five figures, one in each half among them; then the higher throw kicks off.",
	},
	wants:       eachHalf,
	higherFirst: true,
	placesAll:   true,
}, {
	variant: engine.Variant{
		ID:      boardID,
		Name:    "Board game rules, first reading",
		Summary: "The higher throw kicks off, a figure must be placed in each half, and the scorer's keeper goes back to its goal.",

		Successor: mastermoveID,
	},
	wants:       eachHalf,
	higherFirst: true,
	back:        nearer,
}}

// profiles lists the variants, and behind them those that have the option with it.
var profiles = func() []profile {
	list := slices.Clone(variants[:])
	for _, p := range variants {
		if back().Fits(p.variant.ID) {
			p.back = chosen
			list = append(list, p)
		}
	}
	return list
}()

// back is the option of what becomes of the scorer's keeper (rules 1.2).
func back() engine.Option {
	return engine.Option{
		ID: backOption, Name: "The scorer's keeper", Hint: "What becomes of the keeper of the side that has scored a goal.", Values: []int{backStays, backByCoach},
		Words: map[int]string{backStays: "stays", backByCoach: "is put back by its coach"},
		For:   []string{lgID, mastermoveID},
	}
}

// The ids of variants.
const (
	lgID         = "lg"
	mastermoveID = "mastermove"
	boardID      = "board"
)

// ruleset returns the text of a profile's rules.
func (p profile) ruleset() string {
	if p.back == chosen {
		return fmt.Sprintf("%s,%s=%d", p.variant.ID, backOption, backByCoach)
	}
	return p.variant.ID
}

// Game is the rules of StreetSoccer as an engine.Game.
type Game struct{}

// Info describes the game. It is asked for with every match of a list, so there is one.
func (Game) Info() engine.Info { return info }

var info = description()

func description() engine.Info {
	info := engine.Info{
		ID:      "streetsoccer",
		Name:    "StreetSoccer",
		Short:   "Five a side, one die",
		Summary: "Two coaches, five figures each, one die and one ball.",
		Endings: []engine.Ending{engine.FullTime, engine.SuddenDeath, engine.LastGoal, engine.Goalless},
		Sides:   [2]string{yellow: "Yellow", red: "Red"},
		Options: []engine.Option{back()},
		Turns:   turns, ExtraTurns: extraTurns,
		Credits: "A game by Corné van Moorsel, illustrated by Christof Tisch, published by Cwali. All rights reserved by the author.",
		Links: []engine.Link{
			{Text: "Cwali", URL: "http://www.cwali.com/streetsoccer/streetsoccer.htm"},
			{Text: "Little Golem", URL: "http://www.littlegolem.net/jsp/games/gamedetail.jsp?gtid=soccer&page=rules"},
		},
	}
	for _, p := range variants {
		info.Variants = append(info.Variants, p.variant)
	}
	return info
}

// Rules returns the rules for players.
func (Game) Rules() engine.Rulebook { return book }

// Start returns the position before the kick-off throw, with keepers and circle
// figures on their squares, or an empty pitch where coaches place all their figures
// (rules 1.3). An unknown variant wraps ErrUnknown.
func (Game) Start(variant string) (engine.Position, error) {
	rules, err := profileOf(variant)
	if err != nil {
		return nil, err
	}
	p := position{scene: scene{
		outfielders: [2]area{yellow: one(circleFigure[yellow]), red: one(circleFigure[red])},
		keeper:      presetKeeper,
		ball:        circleFigure[yellow],
		phase:       placing,
		side:        yellow,
	}, move: 1, scorer: nobody, rules: rules}
	if profiles[rules].higherFirst {
		p.ball = nowhere
	}
	if profiles[rules].placesAll {
		p.outfielders, p.keeper, p.die = [2]area{}, [2]square{nowhere, nowhere}, undue
	}
	return p, nil
}

// Parse reads the text of a position (rules 1.14). A text that is none wraps
// ErrParse, an unknown variant ErrUnknown.
func (Game) Parse(variant, text string) (engine.Position, error) {
	rules, err := profileOf(variant)
	if err != nil {
		return nil, err
	}
	p, err := parsePosition(rules, text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// profileOf returns the index of a variant with its option in profiles.
func profileOf(variant string) (uint8, error) {
	rules, err := Game{}.Info().Ruleset(variant)
	if err != nil {
		return 0, err
	}
	return rulesOf(rules.String()), nil
}

// rulesOf returns the index of rules in profiles that are among them.
func rulesOf(ruleset string) uint8 {
	return uint8(slices.IndexFunc(profiles, func(p profile) bool { return p.ruleset() == ruleset }))
}
