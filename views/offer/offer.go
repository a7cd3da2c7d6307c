// Package offer is the waiting room: offers, invitations and the forms that make them.
package offer

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/views/ui"
)

// StartForm is the form that starts a match or makes an offer, as it was typed.
type StartForm struct {
	Opponent     string // id of a bot; in an offer also OpponentAnyone or OpponentPerson
	Name         string // of that person
	Rules        string // "streetsoccer/lg", "onetwofun/basic,goals=3"
	Kickoff      string // "me", "you" or "lot": who is First
	Control      string // id of a clock.Control
	Rated        bool
	Message      string
	Contribution string // to the dice

	Helps bool

	Legs, Slots, Days, From, To, Around string // of an offer, as office.Proposal has them
}

// OfferLine is an offer in a list, as one viewer sees it.
type OfferLine struct {
	URL      string
	Who      string // "Ann" or, of the viewer's own, "For Bob", "For anyone"
	WhoURL   string // of that player's page; "" for anyone
	Rules    string // "StreetSoccer, Little Golem"
	Clock    string // "10 days each, 36 hours more after each move"
	Rated    bool
	Helps    bool   // if a BOT account takes it, the game helps to rate that
	Kickoff  string // "You go first"
	Message  string
	Expires  time.Time
	Left     string
	Yours    bool   // the viewer made it
	Legs     string // "Two games, a kick-off each"; "" if it is one
	Seats    string // "3 of 5 seats free"; "" if there is one
	Window   string // "For ratings of 1500 to 1700"; "" if for all
	Obstacle string // why the viewer cannot take it; "" if they can
	Withdraw string // where to; "" if that is not theirs to do
	Pace     string // how its author plays: "5 h a move · 88 % of 8 games not lost on time"; "" where it is not told
}

// newOfferLine builds the line of an offer.
func newOfferLine(games []engine.Game, o league.Offer, viewer league.Player, now time.Time) OfferLine {
	line := OfferLine{
		URL: ui.OfferURL(o.ID), Who: o.Author.Name, WhoURL: ui.PlayerURL(o.Author),
		Rules: ui.GameRules(games, o.Game, o.Variant), Clock: clockText(o.Control), Rated: o.Rated, Helps: o.Helps, Kickoff: kickoffText(o, viewer),
		Message: o.Message, Expires: o.Expires, Left: clock.Left(o.Expires.Sub(now)),
	}
	if viewer.ID != "" && o.Author.ID == viewer.ID {
		line.Yours, line.Withdraw = true, line.URL+"/withdrawal"
		line.Who, line.WhoURL = "For anyone", ""
		switch {
		case o.Personal():
			line.Who, line.WhoURL = "For "+o.Invited.Name, ui.PlayerURL(o.Invited)
		case o.Linked:
			line.Who = "For whoever has the link"
		}
	}
	switch {
	case o.Pairs:
		line.Legs = "Two games with the same throws, a kick-off each"
	case o.Legs > 1:
		line.Legs = "Two games, a kick-off each"
	}
	if o.Slots > 1 {
		line.Seats = fmt.Sprintf("%d of %d seats free", o.Left(), o.Slots)
	}
	if !o.Window.Open() {
		line.Window = "For ratings " + o.Window.String()
	}
	return line
}

func newOfferLines(games []engine.Game, offers []league.Offer, viewer league.Player, now time.Time) []OfferLine {
	var lines []OfferLine
	for _, o := range offers {
		lines = append(lines, newOfferLine(games, o, viewer, now))
	}
	return lines
}

// clockText writes a time control in words.
func clockText(id string) string {
	c, err := clock.ByID(id)
	if err != nil {
		return id
	}
	return fmt.Sprintf("%s each, %s more after each move", ui.SpanText(c.Bank), ui.SpanText(c.Increment))
}

// kickoffText says who goes first, as a viewer would say it who is the author or
// else might take the seat.
func kickoffText(o league.Offer, viewer league.Player) string {
	mine := viewer.ID != "" && viewer.ID == o.Author.ID
	switch {
	case o.Kickoff == league.KickoffLot:
		return "The dice decide who goes first"
	case mine == (o.Kickoff == league.KickoffMe):
		return "You go first"
	case !mine:
		return o.Author.Name + " goes first"
	case o.Personal():
		return o.Invited.Name + " goes first"
	}
	return "Who takes the seat goes first"
}

// InvitationsView is the invitations of a player, to them and from them.
type InvitationsView struct{ ToMe, FromMe []OfferLine }

// NewInvitations builds the invitations of a viewer, for any page that shows them, with the paces of who invites.
func NewInvitations(games []engine.Game, toMe, fromMe []league.Offer, paces map[string]league.Pace, viewer league.Player, now time.Time) InvitationsView {
	v := InvitationsView{newOfferLines(games, toMe, viewer, now), newOfferLines(games, fromMe, viewer, now)}
	addPaces(v.ToMe, toMe, paces)
	return v
}

// addPaces adds to lines how the authors of their offers play.
func addPaces(lines []OfferLine, offers []league.Offer, paces map[string]league.Pace) {
	for i, o := range offers {
		if p, ok := paces[o.Author.ID]; ok && o.Author.Kind == league.Member {
			lines[i].Pace = paceText(p)
		}
	}
}

// paceText writes the facts of a pace in a line.
func paceText(p league.Pace) string {
	var parts []string
	if p.Moves > 0 {
		parts = append(parts, clock.Left(p.Median)+" a move")
	}
	if share, ok := p.Share(); ok {
		parts = append(parts, fmt.Sprintf("%.0f %% of %s not lost on time", 100*share, ui.CountText(p.Finished, "game", "games")))
	}
	if len(parts) == 0 {
		return "No finished games yet"
	}
	return strings.Join(parts, " · ")
}

// How the form names who may play against its author, besides the ids of bots.
const (
	OpponentAnyone = "anyone"
	OpponentLink   = "link"   // whoever gets the link
	OpponentPerson = "person" // the one with the name
)

// FormInput is what the form of an offer is built from.
type FormInput struct {
	ui.Frame
	Games       []engine.Game
	Reservation string
	Sealed      league.Sealed
	Further     []league.Sealed // of the matches after the first, if there are several
	Opponents   []ui.Opponent   // the bots
	Answers     league.Offer    // the invitation that it answers with other terms; zero: none
	Form        StartForm       // what was typed, or what a rematch begins with
	Errors      map[string]string
}

// Form is the form that makes an offer.
type Form struct {
	ui.Frame
	Member       bool
	Errors       map[string]string
	Action       string // where it is sent
	Against      string // whose invitation it answers; "" if it is a new one
	Back         string // to that invitation
	Reservation  string
	Opponents    []ui.Option
	Name         string
	Legs         []ui.Option
	More         OfferNumbers
	Rules        ui.RulesChoice
	Kickoffs     []ui.Option
	Controls     []ui.Option
	Rated, Helps bool
	Message      string
	MostLetters  int
	Contribution ContributionField
}

// NewForm builds the form that makes an offer.
func NewForm(in FormInput) Form {
	p := Form{
		Frame: in.Frame, Member: in.Viewer.Kind == league.Member, Errors: in.Errors, Reservation: in.Reservation,
		Opponents: proposable(in.Opponents),
		Name:      in.Form.Name, Rules: ui.NewOpenChoice(in.Site, in.Games, in.Form.Rules, in.Errors), Kickoffs: Kickoffs("The other one does", "Your opponent makes the first move."), Controls: ui.TimeControls(),
		Rated: in.Form.Rated, Helps: in.Form.Helps, Message: in.Form.Message, MostLetters: league.MessageLength,
		Contribution: NewContributionField(in.Sealed, in.Form.Contribution, in.Errors),
		Action:       "/offers", Legs: legs(), More: newOfferNumbers(in.Form, in.Errors),
	}
	for _, s := range in.Further {
		p.Contribution.Further = append(p.Contribution.Further, s.Fingerprint())
	}
	p.Title = "Make an offer"
	if o := in.Answers; o.ID != "" {
		p.Action, p.Against, p.Back = ui.OfferURL(o.ID)+"/counter", o.Author.Name, ui.OfferURL(o.ID)
		p.Title = "Other terms for " + o.Author.Name
	}
	ui.ChooseOption(p.Opponents, in.Form.Opponent)
	ui.ChooseOption(p.Legs, in.Form.Legs)
	ui.ChooseOption(p.Kickoffs, in.Form.Kickoff)
	ui.ChooseOption(p.Controls, in.Form.Control)
	return p
}

// legs are how many games an offer may be for.
func legs() []ui.Option {
	return []ui.Option{
		{ID: "1", Name: "One game", Summary: "One of you goes first, as said above."},
		{ID: "2", Name: "Two games", Summary: "Both begin at once, and each of you goes first in one."},
		{ID: "pair", Name: "Two games, same dice", Summary: "A duplicate pair: both games have the same throws, with the sides swapped. The next throw is made when both games have come to it."},
	}
}

// OfferNumbers are the numbers of an offer that most leave as they are.
type OfferNumbers struct {
	Open                          bool // some are filled in, or wrong
	Slots, Days, From, To, Around string
	MostSlots, MostDays           string
	Errors                        map[string]string
}

func newOfferNumbers(form StartForm, errors map[string]string) OfferNumbers {
	n := OfferNumbers{
		Slots: form.Slots, Days: form.Days, From: form.From, To: form.To, Around: form.Around,
		MostSlots: strconv.Itoa(league.MostSlots), MostDays: strconv.Itoa(league.MostDays), Errors: errors,
	}
	n.Open = n.Slots+n.Days+n.From+n.To+n.Around != ""
	for _, field := range []string{"slots", "days", "from", "to", "around"} {
		n.Open = n.Open || errors[field] != ""
	}
	return n
}

// proposable are all against whom a member may play. The player with a name is the last, beside
// the field for the name.
func proposable(bots []ui.Opponent) []ui.Option {
	options := []ui.Option{{ID: OpponentAnyone, Name: "Anyone", Summary: "The seat stands in the waiting room until somebody takes it."}}
	options = append(options, ui.Option{ID: OpponentLink, Name: "Whoever gets a link", Summary: "You get a link to pass on. The first who accepts plays; guests may too, if the game is not rated."})
	for _, o := range ui.Opponents(bots) {
		o.Name += ", a bot"
		o.Summary = "Begins at once. " + o.Summary
		options = append(options, o)
	}
	return append(options, ui.Option{ID: OpponentPerson, Name: "A player by name", Summary: "Only this player sees it, and says yes or no."})
}

// ContributionField is where a player adds their part of the dice.
type ContributionField struct {
	Head      string   // in hexadecimal, shown before they do
	Further   []string // of further games
	Typed     string
	MostBytes int
	Error     string
}

// NewContributionField shows the seal of the dice and keeps what was typed.
func NewContributionField(sealed league.Sealed, typed string, errors map[string]string) ContributionField {
	return ContributionField{Head: sealed.Fingerprint(), Typed: typed, MostBytes: dice.MaxContribution, Error: errors["contribution"]}
}

// Kickoffs are the ways to settle who goes first; other is what the opponent does then.
func Kickoffs(other, means string) []ui.Option {
	return []ui.Option{
		{ID: league.KickoffMe, Name: "I do", Summary: "You make the first move."},
		{ID: league.KickoffYou, Name: other, Summary: means},
		{ID: league.KickoffLot, Name: "Random", Summary: "The first throw of the dice decides."},
	}
}

// RoomView is what the front page shows of the waiting room.
type RoomView struct {
	Member   bool
	Lines    []OfferLine // the first few seats that the viewer may take
	More     string      // "All 12 open seats"
	Invited  string      // "You are invited to 2 games."
	NoSignUp bool        // the site takes no new accounts
}

// roomShown is how many open seats the front page shows.
const roomShown = 3

// NewRoomView builds what the front page shows of the waiting room.
func NewRoomView(games []engine.Game, offers []league.Offer, invited int, viewer league.Player, now time.Time) RoomView {
	v := RoomView{Member: viewer.Kind == league.Member, More: "Waiting room"}
	for _, o := range offers {
		if viewer.ID == "" || o.Author.ID != viewer.ID {
			v.Lines = append(v.Lines, newOfferLine(games, o, viewer, now))
		}
	}
	if n := len(v.Lines); n > roomShown {
		v.Lines, v.More = v.Lines[:roomShown], "All "+strconv.Itoa(n)+" open seats"
	}
	switch invited {
	case 0:
	case 1:
		v.Invited = "You are invited to a game."
	default:
		v.Invited = fmt.Sprintf("You are invited to %d games.", invited)
	}
	return v
}

// seatWords are on the link to an open seat of somebody else.
func seatWords(member bool) string {
	if member {
		return "Take the seat"
	}
	return "Look at it"
}

// lineWords are on the link to an offer: who cannot take a seat looks at it.
func lineWords(line OfferLine, open string) string {
	if line.Obstacle != "" {
		return "Look at it"
	}
	return open
}
