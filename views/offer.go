package views

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/dice"
	"kickabout/league"
)

// OfferLine is an offer in a list, as one viewer sees it.
type OfferLine struct {
	URL      string
	Who      string // "Ann" or, of the viewer's own, "For Bob", "For anyone"
	WhoURL   string // of that player's page; "" for anyone
	Rules    string // "StreetSoccer, Little Golem"
	Clock    string // "10 days each, 36 hours more after each move"
	Rated    bool
	Kickoff  string // "You go first"
	Message  string
	Expires  time.Time
	Left     string
	Yours    bool   // the viewer made it
	Withdraw string // where to; "" if that is not his to do
}

func offerURL(id string) string { return "/offers/" + id }

// newOfferLine builds the line of an offer.
func newOfferLine(games []engine.Game, o league.Offer, viewer league.Player, now time.Time) OfferLine {
	line := OfferLine{
		URL: offerURL(o.ID), Who: o.Author.Name, WhoURL: playerURL(o.Author),
		Rules: cupRules(games, o.Game, o.Variant), Clock: clockText(o.Control), Rated: o.Rated, Kickoff: kickoffText(o, viewer),
		Message: o.Message, Expires: o.Expires, Left: left(o.Expires.Sub(now)),
	}
	if viewer.ID != "" && o.Author.ID == viewer.ID {
		line.Yours, line.Withdraw = true, line.URL+"/withdrawal"
		line.Who, line.WhoURL = "For anyone", ""
		if o.Personal() {
			line.Who, line.WhoURL = "For "+o.Invited.Name, playerURL(o.Invited)
		}
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
	return fmt.Sprintf("%s each, %s more after each move", span(c.Bank), span(c.Increment))
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

// WaitingRoomInput is what the waiting room is built from.
type WaitingRoomInput struct {
	Frame
	Games  []engine.Game
	Offers []league.Offer // open to anyone, the viewer's own among them
	ToMe   []league.Offer // invitations
	FromMe []league.Offer
	Blocks []league.Block // of the viewer
}

// WaitingRoom is the page of open offers.
type WaitingRoom struct {
	Frame
	Member bool // the viewer has an account
	ToMe   []OfferLine
	Open   []OfferLine // of others
	Mine   []OfferLine // of the viewer, to anyone and to somebody
	// Blocked are the players of whom nothing is shown here.
	Blocked []PlayerLink
}

// PlayerLink is a player's name and page.
type PlayerLink struct{ Name, URL string }

// NewWaitingRoom builds the page of open offers.
func NewWaitingRoom(in WaitingRoomInput) WaitingRoom {
	p := WaitingRoom{Frame: in.Frame, Member: in.Viewer.Kind == league.Member}
	p.Title = "Waiting room"
	p.Description = "Open seats for games against people, by correspondence."
	p.ToMe = newOfferLines(in.Games, in.ToMe, in.Viewer, in.Now)
	for _, line := range newOfferLines(in.Games, in.Offers, in.Viewer, in.Now) {
		if line.Yours {
			p.Mine = append(p.Mine, line)
		} else {
			p.Open = append(p.Open, line)
		}
	}
	p.Mine = append(newOfferLines(in.Games, in.FromMe, in.Viewer, in.Now), p.Mine...)
	for _, b := range in.Blocks {
		p.Blocked = append(p.Blocked, PlayerLink{b.Other.Name, playerURL(b.Other)})
	}
	return p
}

// InvitationsView is the invitations of a player, to him and from him.
type InvitationsView struct{ ToMe, FromMe []OfferLine }

// NewInvitations builds the invitations of a viewer, for any page that shows them.
func NewInvitations(games []engine.Game, toMe, fromMe []league.Offer, viewer league.Player, now time.Time) InvitationsView {
	return InvitationsView{newOfferLines(games, toMe, viewer, now), newOfferLines(games, fromMe, viewer, now)}
}

// How the form names who may play against its author, besides the ids of bots.
const (
	OpponentAnyone = "anyone"
	OpponentPerson = "person" // the one with the name
)

// OfferFormInput is what the form of an offer is built from.
type OfferFormInput struct {
	Frame
	Games       []engine.Game
	Reservation string
	Head        dice.Link
	Opponents   []Opponent // the bots
	Form        StartForm  // what was typed, or what a rematch begins with
	Errors      map[string]string
}

// OfferForm is the form that makes an offer.
type OfferForm struct {
	Frame
	Member       bool
	Errors       map[string]string
	Reservation  string
	Opponents    []Option
	Name         string
	Rules        RulesChoice
	Kickoffs     []Option
	Controls     []Option
	Rated        bool
	Message      string
	MostLetters  int
	Contribution ContributionField
}

// NewOfferForm builds the form that makes an offer.
func NewOfferForm(in OfferFormInput) OfferForm {
	p := OfferForm{
		Frame: in.Frame, Member: in.Viewer.Kind == league.Member, Errors: in.Errors, Reservation: in.Reservation,
		Opponents: proposable(in.Opponents),
		Name:      in.Form.Name, Rules: newRulesChoice(in.Games, in.Form.Rules, in.Errors), Kickoffs: kickoffs("The other one does", "Your opponent makes the first move."), Controls: controls(),
		Rated: in.Form.Rated, Message: in.Form.Message, MostLetters: league.MessageLength,
		Contribution: newContributionField(in.Head, in.Form.Contribution, in.Errors),
	}
	p.Title = "Make an offer"
	choose(p.Opponents, in.Form.Opponent)
	choose(p.Kickoffs, in.Form.Kickoff)
	choose(p.Controls, in.Form.Control)
	return p
}

// proposable are all against whom a member may play. The player with a name is the last, beside
// the field for the name.
func proposable(bots []Opponent) []Option {
	options := []Option{{ID: OpponentAnyone, Name: "Anyone", Summary: "The seat stands in the waiting room until somebody takes it."}}
	for _, o := range opponents(bots) {
		o.Name += ", a bot"
		o.Summary = "Begins at once. " + o.Summary
		options = append(options, o)
	}
	return append(options, Option{ID: OpponentPerson, Name: "A player by name", Summary: "Only this player sees it, and says yes or no."})
}

// ContributionField is where a player adds his part of the dice.
type ContributionField struct {
	Head      string // in hexadecimal, shown before he does
	Typed     string
	MostBytes int
	Error     string
}

func newContributionField(head dice.Link, typed string, errors map[string]string) ContributionField {
	return ContributionField{hex.EncodeToString(head[:]), typed, dice.MaxContribution, errors["contribution"]}
}

// kickoffs are the ways to settle who goes first; other is what the opponent does then.
func kickoffs(other, means string) []Option {
	return []Option{
		{ID: league.KickoffMe, Name: "I do", Summary: "You make the first move."},
		{ID: league.KickoffYou, Name: other, Summary: means},
		{ID: league.KickoffLot, Name: "By lot", Summary: "The first throw of the dice decides."},
	}
}

// OfferInput is what the page of one offer is built from.
type OfferInput struct {
	Frame
	Games        []engine.Game
	Offer        league.Offer // as it stands now
	Contribution string       // what was typed
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
	Accept       string // "Take the seat"
	Other        string // name of the other one, "" if that may be anyone
	Block        string // where the viewer can block him
}

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
	if c, err := clock.ByID(o.Control); err == nil {
		p.ClockName = c.Name
	}
	if o.State == league.OfferAccepted {
		p.MatchURL = matchURL(o.ID)
	}
	switch {
	case p.Author && p.Personal:
		p.Heading, p.Other = "You invite "+o.Invited.Name, o.Invited.Name
	case p.Author:
		p.Heading, p.Other = "Your offer", ""
	case p.Personal:
		p.Heading, p.Accept = o.Author.Name+" invites you", "Accept and play"
	default:
		p.Heading = o.Author.Name + " offers a game"
	}
	p.Title = p.Heading
	p.Description = strings.Join([]string{p.Line.Rules, p.Line.Clock}, ". ") + "."
	return p
}

// goneText says what has become of an offer that is no longer open.
func goneText(o league.Offer, viewer league.Player) string {
	mine := viewer.ID != "" && viewer.ID == o.Author.ID
	switch {
	case o.State == league.OfferOpen:
		return ""
	case o.State == league.OfferAccepted && o.Personal():
		return "This invitation has been accepted, and the game has begun."
	case o.State == league.OfferAccepted && mine:
		return "Somebody has taken the seat, and the game has begun."
	case o.State == league.OfferAccepted:
		return "This seat is taken, and the game has begun."
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

// RoomView is what the front page shows of the waiting room.
type RoomView struct {
	Member  bool
	Lines   []OfferLine // the first few seats that the viewer may take
	More    string      // "All 12 open seats"
	Invited string      // "You are invited to 2 games."
}

// roomShown is how many open seats the front page shows.
const roomShown = 3

// newRoomView builds what the front page shows of the waiting room.
func newRoomView(games []engine.Game, offers []league.Offer, invited int, viewer league.Player, now time.Time) RoomView {
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

// rematchURL is where a match may be asked for once more; "" if it is not the viewer's or
// goes on. Games against bots begin on the front page.
func rematchURL(m league.Match, viewer league.Player) string {
	if m.State.ToMove != engine.NoSide || m.SideOf(viewer.ID) == engine.NoSide {
		return ""
	}
	query := "?rematch=" + url.QueryEscape(m.ID)
	for _, seat := range m.Seats {
		if seat.Player.Kind == league.Bot {
			return "/" + query
		}
	}
	return "/offers/new" + query
}

// seatWords are on the link to an open seat of somebody else.
func seatWords(member bool) string {
	if member {
		return "Take the seat"
	}
	return "Look at it"
}
