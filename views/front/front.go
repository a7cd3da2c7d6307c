// Package front is the front page, a player's own games, and what the site tells everybody.
package front

import (
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/views/match"
	"kickabout/views/offer"
	"kickabout/views/series"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// Input is what the front page is built from. The matches come without logs.
type Input struct {
	ui.Frame
	Games       []engine.Game       // the catalogue
	Reservation string              // signed proof of the dice reserved for the next match
	Head        dice.Link           // of those dice, shown before anybody contributes
	Opponents   []ui.Opponent       // the bots, the default first
	Form        offer.StartForm     // what was typed; zero: the defaults
	Errors      map[string]string   // sentences by the field they are about; "": about the whole form
	Mine        []league.Match      // running matches of the viewer
	Playing     []league.Tournament // being played, in which the viewer has a seat, with their entry
	Offers      []league.Offer      // of everybody, the newest first
	Invited     int                 // open invitations to the viewer
	Running     []league.Match      // of everybody, to watch
	Finished    []league.Match      // of everybody, the latest first
	Cups        []league.Tournament // open for entry, the latest first
	Nearest     []league.Tournament // of the site's competitions: the fullest first
	Notices     []league.SiteNotice // of the last days, the latest first
}

// Page is the front page.
type Page struct {
	ui.Frame
	Reservation  string
	Errors       map[string]string
	Closed       string // why the viewer begins no game here; "" if they may
	Opponents    []ui.Option
	Rules        ui.RulesChoice
	Kickoffs     []ui.Option
	Controls     []ui.Option
	Contribution offer.ContributionField
	Room         offer.RoomView
	Mine         []match.Card
	Watch        WatchView
	Results      []match.ResultLine
	Cups         []tournament.TournamentLine // open for entry
	Groups       []series.GroupLink          // in which the viewer plays
	Queues       []series.QueueView          // likewise, of the site's competitions
	Notices      []NoticeLine
}

// NewPage builds the front page.
func NewPage(in Input) Page {
	p := Page{
		Frame: in.Frame, Reservation: in.Reservation, Errors: in.Errors,
		Opponents: ui.Opponents(in.Opponents), Rules: ui.NewOpenChoice(in.Site, in.Games, in.Form.Rules, in.Errors), Kickoffs: offer.Kickoffs("The bot does", "The bot makes the first move."),
		Contribution: offer.NewContributionField(in.Head, in.Form.Contribution, in.Errors),
		Room:         offer.NewRoomView(in.Games, in.Offers, in.Invited, in.Viewer, in.Now),
		Controls:     ui.TimeControls(),
		Watch:        NewWatchView(in.Games, in.Running, in.Now),
		Cups:         tournament.TournamentLines(in.Games, in.Cups, in.Viewer.ID),
		Notices:      noticeLines(in.Notices),
		Groups:       series.GroupLinks(in.Playing, in.Viewer.ID),
	}
	p.Room.NoSignUp = in.Site.NoSignUp
	switch {
	case len(p.Rules.Games) == 0:
		p.Closed = "No new games begin on this site at the moment."
	case in.Site.NoGuests && in.Viewer.Kind != league.Member:
		p.Closed = "Soccer board games with dice, played turn by turn. Playing here takes an account."
	}
	ui.ChooseOption(p.Opponents, in.Form.Opponent)
	ui.ChooseOption(p.Kickoffs, in.Form.Kickoff)
	ui.ChooseOption(p.Controls, in.Form.Control)
	for _, m := range in.Mine {
		p.Mine = append(p.Mine, match.NewCard(in.Games, m, in.Viewer.ID, in.Now))
	}
	match.SortCards(p.Mine)
	p.Queues = series.NearestQueues(in.Frame, in.Games, in.Nearest)
	for _, m := range in.Finished {
		p.Results = append(p.Results, match.NewResult(in.Games, m))
	}
	return p
}

// WatchView is the running matches that the front page shows live.
type WatchView struct{ Cards []match.Card }

// NewWatchView builds the live boards of the front page.
func NewWatchView(games []engine.Game, running []league.Match, now time.Time) WatchView {
	var v WatchView
	for _, m := range running {
		v.Cards = append(v.Cards, match.NewCard(games, m, "", now))
	}
	return v
}
