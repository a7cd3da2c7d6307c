package study

import (
	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/views/law"
	"kickabout/views/ui"
)

// LawPage is a text of the law.
type LawPage struct {
	ui.Frame
	Text law.Text
	More []LawLink // where else to read
}

// LawLink leads to another page about the same.
type LawLink struct{ Name, URL string }

// NewLeagueRulesPage builds the page of the rules of the league.
func NewLeagueRulesPage(f ui.Frame) (LawPage, error) {
	text, err := ui.LeagueRules()
	f.Title = text.Title
	f.Description = "What a game is worth, who goes up and down, clocks, vacations and ratings: every rule of the competitions here."
	return LawPage{f, text, []LawLink{{"Rules of the games", "/rules"}, {"How the dice are made", "/dice"}}}, err
}

// NewDiceSchemePage builds the page of the scheme of the dice.
func NewDiceSchemePage(f ui.Frame) (LawPage, error) {
	text, err := law.Parse(dice.SchemeText(), ui.RuleURL)
	f.Title = text.Title
	f.Description = "How each throw of this site is made, byte by byte, so that anybody can make it again."
	return LawPage{f, text, []LawLink{{"How the dice are made", "/dice"}, {"Rules of the league", ui.LeagueRulesURL}}}, err
}

// NewFullRulesPage builds the page of a game's rules to the letter; an error of kind
// league.NotFound if they are not written down.
func NewFullRulesPage(f ui.Frame, game engine.Game) (LawPage, error) {
	info, text := game.Info(), game.Rules().Text
	if text == "" {
		return LawPage{}, league.Errorf(league.NotFound, "There is no such text of this game.")
	}
	rules, err := law.Parse(text, ui.RuleURL)
	f.Title = rules.Title
	f.Description = "The rules of " + info.Name + " to the letter, with the sources of each and the choices that were made."
	return LawPage{f, rules, []LawLink{{"Rules of " + info.Name, ui.RulesURL(info.ID)}, {"Rules of the league", ui.LeagueRulesURL}, {"How the dice are made", "/dice"}}}, err
}
