package views

import (
	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
)

// FrontInput is what the front page is built from. The matches come without logs.
type FrontInput struct {
	Frame
	Games       []engine.Game     // the catalogue
	Reservation string            // signed proof of the dice reserved for the next match
	Head        dice.Link         // of those dice, shown before anybody contributes
	Opponents   []Opponent        // the bots, the default first
	Form        StartForm         // what was typed; zero: the defaults
	Errors      map[string]string // sentences by the field they are about; "": about the whole form
	Mine        []league.Match    // running matches of the viewer
	Running     []league.Match    // of everybody, to watch
	Finished    []league.Match    // of everybody, the latest first
}

// Opponent is a bot to play against.
type Opponent struct {
	ID, Name string
	Summary  string // how strong it is, in plain words
}

// StartForm is the form that starts a match, as it was typed.
type StartForm struct {
	Opponent     string // id of a bot
	Rules        string // "streetsoccer/lg"
	Kickoff      string // "me", "you" or "lot": who plays First
	Control      string // id of a clock.Control
	Contribution string // to the dice
}
