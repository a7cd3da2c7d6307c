// Package member is about people: their accounts, their pages, vacation, ratings.
package member

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"time"

	"kickabout/league"
	"kickabout/league/account"
	"kickabout/league/contact"
	"kickabout/views/ui"
)

// SignInput is what the pages for signing up and in are built from.
type SignInput struct {
	ui.Frame
	Up     bool              // make an account; else sign in to one
	Name   string            // as typed
	Next   string            // where to go afterwards; a path of this site, or ""
	Done   string            // what has just been done: "gone", "recovered" or ""
	Played int               // matches that the viewer played as a guest
	Errors map[string]string // sentences by field; "": about the whole form

	Brief      bool   // not to stay signed in
	Passkeys   bool   // the site takes passkeys
	Invitation string // what makes the link of an invitation to sign up
	Closed     string // why nobody can sign up, or not with that invitation; "" if they can
}

// SignPage is the form that makes an account or begins a session.
type SignPage struct {
	ui.Frame
	Up       bool
	Name     string
	Next     string
	Notice   string
	Lead     string
	Brief    bool
	Passkeys bool
	Other    string // address of the other form, with the same next
	Errors   map[string]string

	Invitation, Closed string // see SignInput
}

// NewSignPage builds the pages for signing up and in.
func NewSignPage(in SignInput) SignPage {
	p := SignPage{Frame: in.Frame, Up: in.Up, Name: in.Name, Next: in.Next, Brief: in.Brief, Passkeys: in.Passkeys, Errors: in.Errors, Other: "/signup", Invitation: in.Invitation, Closed: in.Closed}
	p.Title = "Sign in"
	p.Description = "Sign in to Kickabout."
	if in.Up {
		p.Title, p.Other = "Sign up", "/signin"
		p.Description = "Make an account at Kickabout: a name and a password, nothing else."
		p.Lead = "A name and a password, nothing else. With an account you play other people, enter tournaments and find your games again on every device."
	}
	switch {
	case in.Up && in.Played == 1:
		p.Notice = "The game that you played as " + in.Viewer.Name + " stays yours."
	case in.Up && in.Played > 1:
		p.Notice = "The games that you played as " + in.Viewer.Name + " stay yours."
	case in.Done == "gone":
		p.Notice = "Your account is deleted. What you played stays, without your name."
	case in.Done == "recovered":
		p.Notice = "Your new password is set. Sign in with it."
	}
	if in.Next != "" {
		p.Other += "?next=" + url.QueryEscape(in.Next)
	}
	return p
}

// AccountInput is what the account page is built from.
type AccountInput struct {
	ui.Frame
	Tokens []league.Token
	Done   string            // what has just been done: "token", "woken", "after-move" or ""
	At     string            // the part that Errors are about: "tokens" or "gone"
	Errors map[string]string // sentences by field; "": about the whole form
	Order  league.TokenOrder // of a token that was not made
	Secret string            // of a token that has just been made
	Role   league.SiteRole   // of the viewer
	After  contact.AfterMove // where the viewer goes after a move
}

// AccountPage is the page on which a member looks after their account.
type AccountPage struct {
	ui.Frame
	Profile string // address of the player's own page
	Since   string
	Notice  string
	At      string
	Errors  map[string]string
	Tokens  []TokenLine
	Asleep  bool        // some of them sleep
	After   []ui.Option // where one may go after a move
	Order   league.TokenOrder
	Secret  string
	Role    string // "": they do not look after the site
}

// TokenLine is a token in the list.
type TokenLine struct {
	ID     string
	Label  string
	Made   string
	MadeAt string
	Used   string // "": never
	UsedAt string
	Asleep bool // since the site was restored
	Scopes string
	Ends   string
	EndsAt string
	Over   bool
	Soon   bool // it ends within a week
}

// acts is what can be done about a token.
func (t TokenLine) acts() []ui.HeldAct {
	end := ui.HeldAct{Verb: "End", URL: "/account/tokens/end", Field: "token", ID: t.ID}
	if t.Asleep {
		return []ui.HeldAct{{Verb: "Wake", URL: "/account/tokens/wake", Field: "token", ID: t.ID}, end}
	}
	return []ui.HeldAct{end}
}

// tokenScopes is what may be chosen for a token.
var tokenScopes = []struct {
	Scope league.Scopes
	Says  string
}{
	{league.ScopePlay, "Play: move, chat, make and take offers, go on vacation"},
	{league.ScopeEnter, "Enter and leave competitions"},
	{league.ScopeOrganise, "Open and run tournaments"},
}

// placesAfterMove are where one may go after a move.
func placesAfterMove(chosen contact.AfterMove) []ui.Option {
	options := []ui.Option{
		{ID: string(contact.StayAtGame), Name: "Stay at the game", Summary: "A button there leads to the next game that waits."},
		{ID: string(contact.GoToNext), Name: "The next game", Summary: "The one with the least time left. If none waits, you stay."},
		{ID: string(contact.GoToMine), Name: "My games", Summary: "The list of all your games."},
	}
	ui.ChooseOption(options, string(chosen))
	return options
}

// NewAccountPage builds the account page.
func NewAccountPage(in AccountInput) AccountPage {
	p := AccountPage{
		Frame: in.Frame, Profile: ui.PlayerURL(in.Viewer), Since: day(in.Viewer.Created),
		At: in.At, Errors: in.Errors, After: placesAfterMove(in.After), Order: in.Order, Secret: in.Secret, Role: string(in.Role),
		Notice: map[string]string{
			"token": "The token has ended. Programs that use it can no longer act for you.",
			"woken": "The token is awake. Programs that use it act for you again.",

			"after-move": "Saved: where you go after a move.",
		}[in.Done],
	}
	p.Title = "Your account"
	if p.Order.Days == 0 {
		p.Order = league.TokenOrder{Label: p.Order.Label, Scopes: league.ScopeRead | league.ScopePlay, Days: 90}
	}
	for _, t := range in.Tokens {
		line := TokenLine{
			ID: hex.EncodeToString(t.Hash[:]), Label: t.Label, Made: ui.Datetime(t.Created), MadeAt: day(t.Created), Asleep: t.Asleep,
			Scopes: t.Scopes.String(), Ends: ui.Datetime(t.Ends), EndsAt: day(t.Ends), Over: !in.Now.Before(t.Ends),
		}
		line.Soon = !line.Over && t.Ends.Sub(in.Now) < 7*24*time.Hour
		if !t.Used.IsZero() {
			line.Used, line.UsedAt = ui.Datetime(t.Used), ui.Moment(t.Used)
		}
		if line.Label == "" {
			line.Label = "without a label"
		}
		p.Tokens, p.Asleep = append(p.Tokens, line), p.Asleep || line.Asleep
	}
	return p
}

// BrowserText says in plain words which browser a User-Agent is: what comes first in
// a list wins, since most browsers also claim to be others.
func BrowserText(agent string) string {
	find := func(among [][2]string) string {
		for _, b := range among {
			if strings.Contains(agent, b[0]) {
				return b[1]
			}
		}
		return ""
	}
	browser := find([][2]string{
		{"Edg", "Edge"},
		{"OPR/", "Opera"},
		{"Vivaldi", "Vivaldi"},
		{"SamsungBrowser", "Samsung Internet"},
		{"Firefox", "Firefox"},
		{"FxiOS", "Firefox"},
		{"CriOS", "Chrome"},
		{"Chrome", "Chrome"},
		{"Chromium", "Chromium"},
		{"Safari", "Safari"},
	})
	system := find([][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"}, {"Windows", "Windows"}, {"Mac OS X", "Mac"}, {"Linux", "Linux"},
	})
	switch {
	case browser == "":
		return "Another program"
	case system == "":
		return browser
	}
	return fmt.Sprintf("%s on %s", browser, system)
}

// day writes a date.
func day(t time.Time) string { return t.UTC().Format("2 January 2006") }

// The bounds that the forms tell.
const (
	shortestPassword = account.ShortestPassword
	shortestName     = account.ShortestName
	longestName      = account.LongestName
)
