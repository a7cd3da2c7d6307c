// Package onetwofun is the game One-Two-Fun: three markers that belong to nobody,
// two dice, and one-two passes towards the goal. The rule ids in the comments
// (`rules 2.4`, `DECISION O3`) are those of RULES.md.
//
// Read it like the rules: geometry.go is the board with every number of it,
// line.go what it means to cross a line, pass.go the ordinary play and the free
// kick, corner.go, penalty.go and keeper.go the rest of what a side may do,
// scene.go what all that depends on, position.go the course of a match, notation.go
// its texts; steps.go and diagram.go are for pages.
package onetwofun

import (
	"slices"

	"kickabout/engine"
)

// Labels of the dice (SCHEME.md 4).
const (
	turnDice   = "die"
	penaltyDie = "penalty"
	keeperDie  = "keeper"
	blockDie   = "block"
)

// rules are the switches in which the game is played differently. Whatever
// differs is a value in here, never a branch on the name.
type rules struct {
	keepers bool  // each side has a keeper (rules 2.11)
	blocks  bool  // it may stop any shot that passes over it (rules 2.12)
	goals   uint8 // that win the match (rules 2.9)
	step    bool  // the keeper of the side in possession steps, too (rules 2.11)
	roam    bool  // a keeper may go anywhere (rules 2.11)
	dice    bool  // a keeper's side chooses its dice against a direct free kick (rules 2.12)
}

// profiles lists the variants, the default first.
var profiles = [...]struct {
	variant engine.Variant
	rules   rules
}{
	{
		engine.Variant{ID: "basic", Name: "Basic", Summary: "Three markers, no keepers."},
		rules{},
	},
	{
		engine.Variant{ID: "professional", Name: "Professional", Summary: "A keeper for each side, who moves before every throw of the other.", Orders: orders[:]},
		rules{keepers: true},
	},
	{
		engine.Variant{ID: "blocking", Name: "Shot blocking", Summary: "Keepers, who also throw for a block when a shot passes over them.", Orders: orders[:]},
		rules{keepers: true, blocks: true},
	},
}

// The ids of the options.
const (
	goalsOption = "goals"
	stepOption  = "step"
	roamOption  = "roam"
	diceOption  = "dice"
)

// choosable lists the options (rules 2.9, 2.11).
func choosable() []engine.Option {
	keepers := []string{profiles[professional].variant.ID, profiles[blocking].variant.ID}
	choice := func(id, name, hint, no, yes string, variants ...string) engine.Option {
		return engine.Option{ID: id, Name: name, Hint: hint, Values: []int{0, 1}, Words: map[int]string{0: no, 1: yes}, For: variants}
	}
	return []engine.Option{
		{ID: goalsOption, Name: "Goals to win", Hint: "Whoever scores so many has won.", Values: slices.Clone(targets[:])},
		choice(stepOption, "Keepers that step", "Which keepers may take a step before each throw.", "the other side's", "both", keepers...),
		choice(roamOption, "Where keepers go", "How far from the goal a keeper may stand.", "in their areas", "anywhere", keepers...),
		choice(diceOption, "Against a direct free kick", "Who says with how many dice a direct free kick is blocked.", "the better dice are thrown", "the keeper's side chooses", profiles[blocking].variant.ID),
	}
}

// Game is the rules of One-Two-Fun as an engine.Game.
type Game struct{}

// Info describes the game.
func (Game) Info() engine.Info { return info }

var info = description()

func description() engine.Info {
	info := engine.Info{
		ID:       "onetwofun",
		Name:     "One-Two-Fun",
		Short:    "Pass and pass, then shoot",
		Summary:  "Three markers for both sides, two dice, and every pass goes between the other two.",
		Options:  choosable(),
		Endings:  []engine.Ending{engine.Target, engine.FullTime, engine.LastGoal, engine.Goalless},
		CloseWin: true,
		Sides:    [2]string{white: "White", black: "Black"},
		Credits:  "A game by Jürgen Michel, © 2006 Jürgen Michel, Cölbe; English short rules translated by Bruce Allen.",
		Links:    []engine.Link{{Text: "The short rules", URL: "http://eulenspiele.de/html/rules-_one-two-fun.html"}},
	}
	for _, p := range profiles {
		info.Variants = append(info.Variants, p.variant)
	}
	return info
}

// Rules returns the rules for players.
func (Game) Rules() engine.Rulebook { return book }

// Start returns the position before the first kick-off (rules 2.2). An unknown
// variant wraps ErrUnknown.
func (Game) Start(variant string) (engine.Position, error) {
	r, err := rulesOf(variant)
	if err != nil {
		return nil, err
	}
	return r.start(), nil
}

// start returns the position before the first kick-off.
func (r rules) start() position {
	p := position{
		scene:      scene{board: board{noMarkers, noKeepers}, phase: kickoff, side: firstKickOff, rules: r},
		possession: 1,
		last:       nobody,
	}
	if r.keepers {
		p.keepers = [2]point{goalCentre(white), goalCentre(black)}
	}
	return p
}

// Parse reads the text of a position (rules 2.13). A text that is none wraps
// ErrParse, an unknown variant ErrUnknown.
func (Game) Parse(variant, text string) (engine.Position, error) {
	r, err := rulesOf(variant)
	if err != nil {
		return nil, err
	}
	p, err := parsePosition(r, text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// rulesOf reads the text of a variant.
func rulesOf(variant string) (rules, error) {
	set, err := Game{}.Info().Ruleset(variant)
	if err != nil {
		return rules{}, err
	}
	var r rules
	for _, p := range profiles {
		if p.variant.ID == set.ID {
			r = p.rules
		}
	}
	r.goals = uint8(set.Value(goalsOption))
	r.step, r.roam, r.dice = set.Value(stepOption) == 1, set.Value(roamOption) == 1, set.Value(diceOption) == 1
	return r, nil
}
