package views

import "kickabout/engine"

// RulesInput is what the rules page of a game is built from.
type RulesInput struct {
	Frame
	Game engine.Game
}

// RulesPage is the rules page.
type RulesPage struct {
	Frame
	Name    string
	Credits string
	Board   *Board // nil if the game cannot start
}

// NewRulesPage builds the rules page: the board is that of the first variant's start.
func NewRulesPage(in RulesInput) RulesPage {
	info := in.Game.Info()
	p := RulesPage{Frame: in.Frame, Name: info.Name, Credits: info.Credits}
	p.Title = "Rules of " + info.Name
	p.Description = "How " + info.Name + " is played: the board, the die, walking, kicking, goals and points."
	if len(info.Variants) == 0 {
		return p
	}
	if start, err := in.Game.Start(info.Variants[0].ID); err == nil {
		board := NewBoard(BoardInput{Diagram: start.Diagram()})
		board.Label = "The board before the figures are placed"
		p.Board = &board
	}
	return p
}
