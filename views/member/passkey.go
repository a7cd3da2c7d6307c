package member

import (
	"encoding/hex"

	"kickabout/league"
	"kickabout/views/ui"
)

// PasskeyLine is a passkey in the list.
type PasskeyLine struct {
	ID     string
	Name   string
	Made   string
	MadeAt string
	Used   string // "": never
	UsedAt string
}

// passkeyLines are those of the list.
func passkeyLines(list []league.Passkey) []PasskeyLine {
	var lines []PasskeyLine
	for _, k := range list {
		l := PasskeyLine{ID: hex.EncodeToString([]byte(k.ID)), Name: k.Name, Made: ui.Datetime(k.Made), MadeAt: day(k.Made)}
		if !k.Used.IsZero() {
			l.Used, l.UsedAt = ui.Datetime(k.Used), ui.Moment(k.Used)
		}
		if l.Name == "" {
			l.Name = "without a name"
		}
		lines = append(lines, l)
	}
	return lines
}

// SecondInput is what the page is built from that asks for the second factor.
type SecondInput struct {
	ui.Frame
	Name   string            // of the account
	Half   string            // says that the password was right
	Next   string            // where to go afterwards; a path of this site, or ""
	Brief  bool              // not to stay signed in
	Code   string            // as typed
	Errors map[string]string // sentences by field; "": about the whole form
}

// SecondPage asks for the second factor.
type SecondPage SecondInput

// NewSecondPage builds it.
func NewSecondPage(in SecondInput) SecondPage {
	in.Title = "One thing more"
	return SecondPage(in)
}

// PasskeyFirstInput is what the page is built from that asks an officer to add a passkey.
type PasskeyFirstInput struct {
	ui.Frame
	Role league.SiteRole
}

// PasskeyFirstPage asks an officer to add a passkey.
type PasskeyFirstPage struct {
	ui.Frame
	Role string // "an admin"
}

// NewPasskeyFirstPage builds it.
func NewPasskeyFirstPage(in PasskeyFirstInput) PasskeyFirstPage {
	p := PasskeyFirstPage{Frame: in.Frame, Role: map[league.SiteRole]string{league.Admin: "an admin", league.Moderator: "a moderator"}[in.Role]}
	p.Title = "Add a passkey first"
	return p
}
