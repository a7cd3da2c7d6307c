package views

import (
	"encoding/hex"
	"strings"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
)

// OfferInput is what the page of one offer is built from.
type OfferInput struct {
	Frame
	Games        []engine.Game
	Offer        league.Offer   // as it stands now
	Matches      []league.Match // that have come of it, without logs
	Obstacle     string         // why the viewer cannot take it; "" if he can
	Path         string         // of a page that its link leads to; "" if the viewer came by its id
	Link         string         // the whole link, for its author
	Answer       string         // what was typed to decline with
	Contribution string         // what was typed
	Errors       map[string]string
}

// OfferPage is the page of one offer.
type OfferPage struct {
	Frame
	Heading      string
	Line         OfferLine
	ClockName    string
	Member       bool
	Author       bool   // the viewer made it
	Personal     bool   // an invitation
	Gone         string // why it is no longer open; "" while it is
	MatchURL     string // the match that came of it
	Given        string // what the author added to the dice, for him alone
	Contribution ContributionField
	Errors       map[string]string
	Games        []GameLink // that have come of it
	MayTake      bool       // the viewer is somebody who may accept
	AsGuest      bool       // without an account
	Linked       bool
	Link         string
	Counter      string // where other terms can be proposed; "" if that is not the viewer's to do
	Answered     string // the offer with other terms that answers this
	Answers      string // the one that this answers
	Answer       string // what was typed to decline with
	Reply        string // what who declined wrote
	MostLetters  int
	Accept       string // "Take the seat"
	Other        string // name of the other one, "" if that may be anyone
	Block        string // where the viewer can block him; "" if he cannot
}

// GameLink leads to a match that has come of an offer.
type GameLink struct{ Name, URL string }

// NewOfferPage builds the page of one offer.
func NewOfferPage(in OfferInput) OfferPage {
	o := in.Offer
	p := OfferPage{
		Frame: in.Frame, Line: newOfferLine(in.Games, o, in.Viewer, in.Now), Member: in.Viewer.Kind == league.Member,
		Personal: o.Personal(), Gone: goneText(o, in.Viewer), Given: o.Contribution, Errors: in.Errors,
		Contribution: newContributionField(o.Head, in.Contribution, in.Errors),
		Accept:       "Take the seat", Other: o.Author.Name, Block: playerURL(o.Author) + "/block",
	}
	p.Author = p.Line.Yours
	p.Line.Obstacle, p.Linked, p.Link, p.Reply = in.Obstacle, o.Linked, in.Link, o.Answer
	p.AsGuest = !p.Member && o.Linked && !o.Rated
	p.MayTake = p.Member || p.AsGuest
	p.Answer, p.MostLetters = in.Answer, league.MessageLength
	if in.Path != "" {
		p.Line.URL = in.Path
	}
	if !p.Member {
		p.Block = ""
	}
	if o.State == league.OfferOpen {
		p.Contribution = newSeals(o, in.Contribution, in.Errors)
		if o.Personal() && o.Invited.ID == in.Viewer.ID && o.Turn < league.MostTurns {
			p.Counter = p.Line.URL + "/counter"
		}
	}
	if o.Counter != "" {
		p.Answered = offerURL(o.Counter)
	}
	if o.Counters != "" {
		p.Answers = offerURL(o.Counters)
	}
	for _, m := range in.Matches {
		p.Games = append(p.Games, GameLink{m.Seats[0].Player.Name + " and " + m.Seats[1].Player.Name, matchURL(m.ID)})
	}
	if c, err := clock.ByID(o.Control); err == nil {
		p.ClockName = c.Name
	}
	if o.State == league.OfferAccepted && o.Slots*o.Legs == 1 {
		p.MatchURL = matchURL(o.ID)
	}
	if p.MatchURL != "" {
		p.Games = nil
	}
	switch {
	case p.Author && p.Personal:
		p.Heading, p.Other = "You invite "+o.Invited.Name, o.Invited.Name
	case p.Author && p.Linked:
		p.Heading, p.Other = "Your invitation by a link", ""
	case p.Author:
		p.Heading, p.Other = "Your offer", ""
	case p.Personal && o.Counters != "":
		p.Heading, p.Accept = o.Author.Name+" proposes other terms", "Accept and play"
	case p.Personal || p.Linked:
		p.Heading, p.Accept = o.Author.Name+" invites you", "Accept and play"
	default:
		p.Heading = o.Author.Name + " offers a game"
	}
	p.Title = p.Heading
	p.Description = strings.Join([]string{p.Line.Rules, p.Line.Clock}, ". ") + "."
	return p
}

// newSeals is where a player adds his part of the dice of an open offer: he sees the seals of
// every seat that is left, since another one may get in first.
func newSeals(o league.Offer, typed string, errors map[string]string) ContributionField {
	var heads []string
	for slot := o.Given; slot < o.Slots; slot++ {
		seals := o.Seals(slot)
		if o.Pairs {
			seals = seals[:1]
		}
		for _, seal := range seals {
			heads = append(heads, hex.EncodeToString(seal.Head[:]))
		}
	}
	f := newContributionField(o.Head, typed, errors)
	f.Head, f.Further = heads[0], heads[1:]
	return f
}

// goneText says what has become of an offer that is no longer open.
func goneText(o league.Offer, viewer league.Player) string {
	mine := viewer.ID != "" && viewer.ID == o.Author.ID
	switch {
	case o.State == league.OfferOpen:
		return ""
	case o.State == league.OfferAccepted && o.Slots*o.Legs > 1:
		return "All seats are taken, and the games have begun."
	case o.State == league.OfferAccepted && !o.Public():
		return "This invitation has been accepted, and the game has begun."
	case o.State == league.OfferAccepted && mine:
		return "Somebody has taken the seat, and the game has begun."
	case o.State == league.OfferAccepted:
		return "This seat is taken, and the game has begun."
	case o.Counter != "" && mine:
		return o.Invited.Name + " has answered with other terms."
	case o.Counter != "":
		return "You have answered with other terms."
	case o.State == league.OfferDeclined && mine:
		return o.Invited.Name + " has declined."
	case o.State == league.OfferDeclined:
		return "You have declined."
	case o.State == league.OfferWithdrawn && mine:
		return "You have withdrawn this."
	case o.State == league.OfferWithdrawn:
		return o.Author.Name + " has withdrawn this."
	}
	return "Its time has run out."
}
