// Package bot shows the BOT accounts of members, and the arena in which they play.
package bot

import (
	"encoding/hex"
	"time"

	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/program"
	"kickabout/views/ui"
)

// AccountURL is where members look after their BOT accounts.
const AccountURL = "/account/bots"

// Owned is a BOT account of the viewer.
type Owned struct {
	Program program.Program
	Tokens  []league.Token
}

// AccountInput is what the page is built from on which a member looks after their bots.
type AccountInput struct {
	ui.Frame
	Bots   []Owned           // the oldest first; those that are closed too
	Done   string            // what has just been done: "saved", "token", "woken", "closed" or ""
	At     string            // the bot that Errors are about, by its id; "": one that is to be registered
	Part   string            // likewise: "token", else what is said of it
	Form   program.Form      // that could not be read
	Order  league.TokenOrder // likewise
	Errors map[string]string // sentences by field; "": about the whole form
	Made   string            // the id of the bot that has just been registered
	Secret string            // of a token that has just been made, of the bot At
	Own    string            // the code by which another account becomes a bot of the viewer
	Until  time.Time         // for how long it is good
	Code   string            // that was typed to make this account a bot: then At is Self
}

// Self as At is the account of the viewer itself, which is to become a bot.
const Self = "self"

// AccountPage is that page.
type AccountPage struct {
	ui.Frame
	Notice string
	Bots   []OwnBot
	Closed []OwnBot
	Room   bool // for another one
	Form   program.Form
	Errors map[string]string
	Own    string // the code by which another account becomes a bot of the viewer
	Until  string
	Self   SelfForm
}

// SelfForm is the form that makes the account of the viewer itself a bot.
type SelfForm struct {
	Name   string // it has then
	Code   string
	Form   program.Form
	Errors map[string]string
}

// OwnBot is a bot of the viewer.
type OwnBot struct {
	ID, Name, URL  string
	Form           program.Form
	Arena          bool
	Heard, HeardAt string // "": never
	Tokens         []Token
	Asleep         bool // some of them
	New            bool
	Secret         string
	Order          league.TokenOrder
	Errors         map[string]string
	Part           string
}

// Token is a token of a bot.
type Token struct {
	ID, Label    string
	Made, MadeAt string
	Used, UsedAt string // "": never
	Ends, EndsAt string
	Asleep, Over bool
}

// address is where something of the bot is sent.
func (b OwnBot) address(what string) string {
	url := AccountURL + "/" + b.ID
	if what != "" {
		url += "/" + what
	}
	return url
}

// acts is what can be done about a token of the bot.
func (b OwnBot) acts(t Token) []ui.HeldAct {
	end := ui.HeldAct{Verb: "End", URL: b.address("tokens/end"), Field: "token", ID: t.ID}
	if t.Asleep {
		return []ui.HeldAct{{Verb: "Wake", URL: b.address("tokens/wake"), Field: "token", ID: t.ID}, end}
	}
	return []ui.HeldAct{end}
}

// field is the id of a field of the bot's forms.
func (b OwnBot) field(name string) string { return ui.FieldID(name, b.ID) }

// NewAccountPage builds it.
func NewAccountPage(in AccountInput) AccountPage {
	p := AccountPage{Frame: in.Frame, Notice: map[string]string{
		"saved": "Saved.", "token": "The token has ended.", "woken": "The token can be used again.", "closed": "The bot is closed. What it has played stays.",
	}[in.Done]}
	p.Title = "Your bots"
	p.Own, p.Until = in.Own, ui.Moment(in.Until)
	p.Self.Name = in.Viewer.Name + account.BotMark
	if in.At == Self {
		p.Self.Code, p.Self.Form, p.Self.Errors = in.Code, in.Form, in.Errors
	}
	if in.At == "" {
		p.Form, p.Errors = in.Form, in.Errors
	}
	for _, o := range in.Bots {
		b := newOwnBot(o, in)
		if o.Program.Closed.IsZero() {
			p.Bots = append(p.Bots, b)
		} else {
			p.Closed = append(p.Closed, b)
		}
	}
	p.Room = len(p.Bots) < program.Most
	return p
}

func newOwnBot(o Owned, in AccountInput) OwnBot {
	own := o.Program
	b := OwnBot{
		ID: own.Player.ID, Name: own.Player.Name, URL: ui.PlayerURL(own.Player), New: in.Made == own.Player.ID, Arena: own.Arena,
		Form: program.Form{Plays: own.Plays, Site: own.Site}, Order: league.TokenOrder{Days: league.TokenDays()[1]},
	}
	if !own.Heard.IsZero() {
		b.Heard, b.HeardAt = ui.Datetime(own.Heard), ui.Moment(own.Heard)
	}
	for _, t := range o.Tokens {
		line := Token{
			ID: hex.EncodeToString(t.Hash[:]), Label: t.Label, Made: ui.Datetime(t.Created), MadeAt: day(t.Created), Ends: ui.Datetime(t.Ends), EndsAt: day(t.Ends),
			Asleep: t.Asleep, Over: !in.Now.Before(t.Ends),
		}
		if line.Label == "" {
			line.Label = "Token"
		}
		if !t.Used.IsZero() {
			line.Used, line.UsedAt = ui.Datetime(t.Used), ui.Moment(t.Used)
		}
		b.Asleep = b.Asleep || t.Asleep
		b.Tokens = append(b.Tokens, line)
	}
	if in.At != own.Player.ID {
		return b
	}
	b.Secret, b.Errors, b.Part = in.Secret, in.Errors, in.Part
	switch {
	case in.Errors == nil:
	case in.Part == "token":
		b.Order = in.Order
	default:
		b.Form = in.Form
	}
	return b
}

// errorsOf are the errors of one of the bot's forms.
func (b OwnBot) errorsOf(part string) map[string]string {
	if b.Part != part {
		return nil
	}
	return b.Errors
}

func day(at time.Time) string { return at.UTC().Format("2 January 2006") }
