package front

import (
	"slices"

	"kickabout/engine"
	"kickabout/engine/scene"
	"kickabout/league"
	"kickabout/views/offer"
	"kickabout/views/ui"
)

// StartInput is what a page is built from on which a match against a bot can be begun.
type StartInput struct {
	ui.Frame
	Games       []engine.Game
	Reservation string        // signed proof of the dice reserved for the next match
	Sealed      league.Sealed // of those dice, shown before anybody contributes
	Opponents   []ui.Opponent // the bots, the default first
}

// SceneGame returns the game of a scene by its id, by default the first that has scenes; nil if a match of it cannot be
// begun here.
func (in StartInput) SceneGame(id string) engine.Game {
	for _, g := range ui.NewOpenChoice(in.Site, in.Games, "", nil).Games {
		if scene.Count(g.ID) > 0 && (id == "" || g.ID == id) {
			return ui.GameOf(in.Games, g.ID)
		}
	}
	return nil
}

// StartPageInput is what the page of all choices of a match against a bot is built from.
type StartPageInput struct {
	StartInput
	Form   offer.StartForm   // what was typed; zero: the defaults
	Errors map[string]string // sentences by the field they are about; "": about the whole form
}

// StartPage is the page of all choices of a match against a bot.
type StartPage struct {
	ui.Frame
	Reservation  string
	Errors       map[string]string
	Closed       string // why the viewer begins no game here; "" if they may
	Opponents    []ui.Option
	Rules        ui.RulesChoice
	Kickoffs     []ui.Option
	Controls     []ui.Option
	Contribution offer.ContributionField
}

// NewStartPage builds the page of all choices of a match against a bot.
func NewStartPage(in StartPageInput) StartPage {
	p := StartPage{
		Frame: in.Frame, Reservation: in.Reservation, Errors: in.Errors,
		Opponents: ui.Opponents(in.Opponents), Rules: ui.NewOpenChoice(in.Site, in.Games, in.Form.Rules, in.Errors), Kickoffs: kickoffs(),
		Contribution: offer.NewContributionField(in.Sealed, in.Form.Contribution, in.Errors),
		Controls:     ui.TimeControls(),
	}
	p.Title = "Play a bot"
	p.Description = "Begin a game of StreetSoccer, One-Two-Fun or CuFootball against a bot: choose game, rules, opponent and time."
	p.Closed = closed(in.StartInput, p.Rules)
	asked := in.Form.Opponent
	if !slices.ContainsFunc(p.Opponents, func(o ui.Option) bool { return o.ID == asked }) {
		asked = firstOpponent // also for a game against a bot that people are offered no more
	}
	ui.ChooseOption(p.Opponents, asked)
	ui.ChooseOption(p.Kickoffs, in.Form.Kickoff)
	ui.ChooseOption(p.Controls, in.Form.Control)
	return p
}

// firstOpponent is whom one meets unless one asks for another, here as on the front page.
const firstOpponent = "bot:trainee"

func kickoffs() []ui.Option { return offer.Kickoffs("The bot does", "The bot makes the first move.") }

// closed says why somebody begins no game here; "" if they may.
func closed(in StartInput, rules ui.RulesChoice) string {
	switch {
	case len(rules.Games) == 0:
		return "No new games begin on this site at the moment."
	case in.Site.NoGuests && in.Viewer.Kind != league.Member:
		return "Soccer board games with dice, played turn by turn. Playing here takes an account."
	}
	return ""
}

// QuickStart is a match that begins with one click: against the bot of the scenes, the visitor first, with the usual
// time. A form sends it whole.
type QuickStart struct {
	Reservation                       string
	Rules, Opponent, Kickoff, Control string
	Games                             []ui.GameChoice // that may be begun, each with its usual rules
}

// NewQuickStart builds it, or says why the viewer begins no game here.
func NewQuickStart(in StartInput) (*QuickStart, string) {
	rules := ui.NewOpenChoice(in.Site, in.Games, "", nil)
	if why := closed(in, rules); why != "" {
		return nil, why
	}
	q := QuickStart{
		Reservation: in.Reservation, Rules: rules.Games[0].Variants[0].ID, Kickoff: kickoffs()[0].ID, Control: ui.TimeControls()[0].ID, Games: rules.Games,
	}
	for i, o := range in.Opponents {
		if i == 0 || o.ID == firstOpponent {
			q.Opponent = o.ID
		}
	}
	return &q, ""
}

// Of is a match of another game; nil if none of it may be begun.
func (q QuickStart) Of(game string) *QuickStart {
	for _, g := range q.Games {
		if g.ID == game {
			q.Rules = g.Variants[0].ID
			return &q
		}
	}
	return nil
}
