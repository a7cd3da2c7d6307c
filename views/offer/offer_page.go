package offer

import (
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	memberview "kickabout/views/member"
	"kickabout/views/ui"
)

// Input is what the page of one offer is built from.
type Input struct {
	ui.Frame
	Games        []engine.Game
	Offer        league.Offer   // as it stands now
	Matches      []league.Match // that have come of it, without logs
	Pace         league.Pace    // of its author; zero: it is not told
	Obstacle     error          // why the viewer cannot take it; nil if they can
	Path         string         // of a page that its link leads to; "" if the viewer came by its id
	Link         string         // the whole link, for its author
	Answer       string         // what was typed to decline with
	Contribution string         // what was typed
	Helps        bool           // what was ticked
	Errors       map[string]string
}

// Page is the page of one offer.
type Page struct {
	ui.Frame
	Heading      string
	Line         OfferLine
	ClockName    string
	Member       bool
	Author       bool   // the viewer made it
	Personal     bool   // an invitation
	Gone         string // why it is no longer open; "" while it is
	MatchURL     string // the match that came of it
	Given        string // what the author added to the dice, for them alone
	Contribution ContributionField
	Errors       map[string]string
	Games        []memberview.GameLink // that have come of it
	MayTake      bool                  // the viewer is somebody who may accept
	AsGuest      bool                  // without an account
	MayHelp      bool                  // whether it helps to rate its author is for the viewer to say
	Helps        bool                  // and that is ticked
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
	Block        string // where the viewer can block them; "" if they cannot
	Facts        []ui.GroupFact
}

// NewPage builds the page of one offer.
func NewPage(in Input) Page {
	o := in.Offer
	p := Page{
		Frame: in.Frame, Line: newOfferLine(in.Games, o, in.Viewer, in.Now), Member: in.Viewer.Kind == league.Member,
		Personal: o.Personal(), Gone: goneText(o, in.Viewer, in.Now), Given: o.Contribution, Errors: in.Errors,
		Contribution: NewContributionField(o.Sealed(), in.Contribution, in.Errors),
		Accept:       "Take the seat", Other: o.Author.Name, Block: ui.PlayerURL(o.Author) + "/block",
	}
	p.Author = p.Line.Yours
	p.Line.Obstacle, p.Linked, p.Link, p.Reply = ui.Sentence(in.Obstacle), o.Linked, in.Link, o.Answer
	p.AsGuest = !p.Member && o.Linked && !o.Rated
	p.MayHelp, p.Helps = league.MayHelp(o.Author, in.Viewer), in.Helps
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
	if !p.Author {
		p.Facts = memberview.PaceFacts(in.Pace)
	}
	if c, err := clock.ByID(o.Control); err == nil {
		p.ClockName = c.Name
	}
	p.addLinks(in)
	p.addHeading(o)
	p.Title = p.Heading
	p.Description = strings.Join([]string{p.Line.Rules, p.Line.Clock}, ". ") + "."
	return p
}

// addLinks links to the offers of the same negotiation, and to what is played.
func (p *Page) addLinks(in Input) {
	o := in.Offer
	if o.Counter != "" {
		p.Answered = ui.OfferURL(o.Counter)
	}
	if o.Counters != "" {
		p.Answers = ui.OfferURL(o.Counters)
	}
	if o.State == league.OfferAccepted && o.Slots*o.Legs == 1 {
		p.MatchURL = ui.MatchURL(o.ID)
		return
	}
	for _, m := range in.Matches {
		p.Games = append(p.Games, memberview.GameLink{Name: m.Seats[0].Player.Name + " and " + m.Seats[1].Player.Name, URL: ui.MatchURL(m.ID)})
	}
}

// addHeading says whose offer it is, and how it is accepted.
func (p *Page) addHeading(o league.Offer) {
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
}

// newSeals is where a player adds their part of the dice of an open offer: they see the seals of
// every seat that is left, since another one may get in first.
func newSeals(o league.Offer, typed string, errors map[string]string) ContributionField {
	var heads []string
	for slot := o.Given; slot < o.Slots; slot++ {
		seals := o.Seals(slot)
		if o.Pairs {
			seals = seals[:1]
		}
		for _, seal := range seals {
			heads = append(heads, seal.Fingerprint())
		}
	}
	f := NewContributionField(o.Sealed(), typed, errors)
	f.Head, f.Further = heads[0], heads[1:]
	return f
}

// goneText says what has become of an offer that is no longer open.
func goneText(o league.Offer, viewer league.Player, now time.Time) string {
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
	case o.Lapsed(now):
		return "It has lapsed: its rules are retired, and nothing new begins by them."
	}
	return "Its time has run out."
}
