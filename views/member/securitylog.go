package member

import (
	"kickabout/league"
	"kickabout/views/ui"
)

// SecurityLine is an event in the list.
type SecurityLine struct {
	Says   string
	Failed bool
	At     string
	AtText string
	From   string // "Firefox on Linux, 203.0.113.0/24"
}

// eventWords are what events are called on the page.
var eventWords = map[string]string{
	"signed in": "Signed in", "signed in from a new browser": "Signed in from a new browser", "sign-in failed": "Sign-in failed", "signed up": "Signed up", "signed out": "Signed out",
	"password changed": "Password changed", "password not changed": "Password not changed", "password confirmed": "Confirmed who you are", "password not confirmed": "Not confirmed who you are",
	"sessions ended": "Sessions ended", "token made": "Token made", "token ended": "Token ended", "token woken": "Token woken",
	"passkey added": "Passkey added", "passkey removed": "Passkey removed", "passkey refused: it may be a copy": "Passkey refused: it may be a copy", "recovery codes made": "Recovery codes made", "account recovered": "Password set by recovery",
	"recovery failed": "Recovery failed", "recovery asked": "Recovery by mail asked for", "signed in after failures": "Signed in after failed attempts", "token ends in 7 days": "A token ends in 7 days",
	"app allowed": "App allowed", "app ended": "App ended", "app registered": "App registered", "app removed": "App removed",
	"feed made": "Feed made", "feed ended": "Feed ended", "webhook added": "Webhook added", "webhook removed": "Webhook removed", "mail address settled": "Mail address settled", "mail address removed": "Mail address removed",
	"operator: link": "The operator made a link to set a new password", "operator: passkeys": "The operator removed the passkeys", "operator: mail": "The operator settled the mail address", "operator: no mail": "The operator removed the mail address",
	"operator: sessions": "The operator ended all sessions", "operator: role": "The operator changed the role", "operator: password": "The operator set a password",
	"not me": "You said: this was not me", "forbidden": "Something that the account may not do", "no known token": "An unknown token", "refused by a limit": "Too much at once",
}

// securityLines are those of the list.
func securityLines(events []league.SecurityEvent) []SecurityLine {
	var lines []SecurityLine
	for _, e := range events {
		l := SecurityLine{Says: eventWords[e.Act], Failed: e.Failed, At: ui.Datetime(e.At), AtText: ui.Moment(e.At)}
		if e.Neighbourhood != "" { // else it was nobody’s browser
			l.From = BrowserText(e.Browser) + ", " + e.Neighbourhood
		}
		if l.Says == "" {
			l.Says = e.Act
		}
		if e.Factor != "" {
			l.Says += ", by " + map[string]string{"password": "password", "passkey": "passkey", "code": "recovery code", "token": "token", "link": "link"}[e.Factor]
		}
		lines = append(lines, l)
	}
	return lines
}

// NotMeInput is what the page is built from on which somebody says that it was not they.
type NotMeInput struct {
	ui.Frame
	Name   string // of the account
	Mail   string // where mail goes again by it; "": that stays as it is
	Done   bool   // it is done
	Undone bool   // mail goes there again, and nothing else has changed
}

// NotMePage is the page on which somebody says that it was not they.
type NotMePage NotMeInput

// NewNotMePage builds it.
func NewNotMePage(in NotMeInput) NotMePage {
	in.Title = "Was it not you?"
	if in.Undone {
		in.Title = "Your mail comes again"
	}
	if in.Done {
		in.Title = "The account is closed to everybody"
	}
	return NotMePage(in)
}
