package offer

import (
	"fmt"

	"kickabout/engine"
	"kickabout/league"
	memberview "kickabout/views/member"
	"kickabout/views/ui"
)

// WaitingRoomInput is what the waiting room is built from.
type WaitingRoomInput struct {
	ui.Frame
	Games     []engine.Game
	Offers    []league.Offer   // open to anyone, as far as they pass the filter, and the viewer's own
	Obstacles map[string]error // why the viewer cannot take one, by its id
	Filter    league.OfferFilter
	Hidden    int            // how many others do not pass it
	ToMe      []league.Offer // invitations
	FromMe    []league.Offer
	Blocks    []league.Block         // of the viewer
	Paces     map[string]league.Pace // of authors, by their ids
}

// WaitingRoom is the page of open offers.
type WaitingRoom struct {
	ui.Frame
	Member bool // the viewer has an account
	ToMe   []OfferLine
	Filter FilterForm
	Open   []OfferLine // of others
	Hidden int         // how many others do not pass the filter
	Mine   []OfferLine // of the viewer, to anyone and to somebody
	// Blocked are the players of whom nothing is shown here.
	Blocked []memberview.PlayerLink
}

// FilterForm is what is looked for.
type FilterForm struct {
	Rules    []ui.Option // any, each game, each of its variants
	Controls []ui.Option
	Rated    []ui.Option
	Free     bool
	Set      bool // something is looked for
}

// NewWaitingRoom builds the page of open offers.
func NewWaitingRoom(in WaitingRoomInput) WaitingRoom {
	p := WaitingRoom{Frame: in.Frame, Member: in.Viewer.Kind == league.Member, Filter: newFilterForm(in.Games, in.Filter), Hidden: in.Hidden}
	p.Title = "Waiting room"
	p.Description = "Open seats for games against people, by correspondence."
	p.ToMe = NewInvitations(in.Games, in.ToMe, nil, in.Paces, in.Viewer, in.Now).ToMe
	lines := newOfferLines(in.Games, in.Offers, in.Viewer, in.Now)
	addPaces(lines, in.Offers, in.Paces)
	for i, line := range lines {
		line.Obstacle = ui.Sentence(in.Obstacles[in.Offers[i].ID])
		if line.Yours {
			line.Pace = ""
			p.Mine = append(p.Mine, line)
		} else {
			p.Open = append(p.Open, line)
		}
	}
	p.Mine = append(newOfferLines(in.Games, in.FromMe, in.Viewer, in.Now), p.Mine...)
	for _, b := range in.Blocks {
		p.Blocked = append(p.Blocked, memberview.PlayerLink{Name: b.Other.Name, URL: ui.PlayerURL(b.Other)})
	}
	return p
}

func newFilterForm(games []engine.Game, f league.OfferFilter) FilterForm {
	form := FilterForm{
		Rules:    []ui.Option{{Name: "Any game"}},
		Controls: []ui.Option{{Name: "Any clock"}},
		Rated:    []ui.Option{{Name: "Rated or not"}, {ID: league.RatedOnly, Name: "Rated"}, {ID: league.UnratedOnly, Name: "Not rated"}},
		Free:     f.Free,
		Set:      f != league.OfferFilter{},
	}
	for _, g := range games {
		info := g.Info()
		if len(info.Live()) > 1 {
			form.Rules = append(form.Rules, ui.Option{ID: info.ID, Name: info.Name + ", any variant"})
		}
		for _, v := range info.Live() {
			form.Rules = append(form.Rules, ui.Option{ID: ui.RulesID(info.ID, v.ID), Name: ui.RulesName(info, v.ID)})
		}
	}
	form.Controls = append(form.Controls, ui.TimeControls()...)
	ui.ChooseOption(form.Rules, f.Rules)
	ui.ChooseOption(form.Controls, f.Control)
	ui.ChooseOption(form.Rated, f.Rated)
	return form
}

// hiddenText says that a filter lets none of so many seats through.
func hiddenText(n int) string {
	if n == 1 {
		return "There is one open seat, which is not what you look for."
	}
	return fmt.Sprintf("None of the %d open seats is what you look for.", n)
}

// othersText says that a filter keeps so many seats away beside those that are shown.
func othersText(n int) string {
	if n == 1 {
		return "One other seat is not what you look for."
	}
	return fmt.Sprintf("%d other seats are not what you look for.", n)
}
