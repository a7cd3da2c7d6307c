package member

import (
	"encoding/hex"
	"fmt"
	"time"

	"kickabout/league"
	"kickabout/views/ui"
)

// SecurityInput is what the page about sign-in and security is built from.
type SecurityInput struct {
	ui.Frame
	Session       league.Session // by which the viewer is known
	Sessions      []league.Session
	Passkeys      []league.Passkey
	Log           []league.SecurityEvent
	TakesPasskeys bool              // the site does
	PasskeyName   string            // as typed
	CodesLeft     int               // recovery codes that are not used yet
	CodesMade     time.Time         // zero: never
	Done          string            // what has just been done: "password", "session" or ""
	Spare         bool              // the tokens are to go on, as ticked
	At            string            // the part that Errors are about: "password"
	Errors        map[string]string // sentences by field; "": about the whole form
}

// SecurityPage is the page on which members look after the ways into their account.
type SecurityPage struct {
	ui.Frame
	Notice        string
	At            string
	Spare         bool
	Errors        map[string]string
	Sessions      []SessionLine
	Passkeys      []PasskeyLine
	Log           []SecurityLine
	TakesPasskeys bool
	PasskeyName   string
	CodesLeft     string // "3 of 8 codes are left"
	CodesMade     string // "": never
	CodesMadeAt   string
}

// SessionLine is a session in the list.
type SessionLine struct {
	ID      string
	Browser string // "Firefox on Linux"
	Here    bool   // the one that is looking
	Began   string
	BeganAt string
	Seen    string
	SeenAt  string
	Ends    string
	EndsAt  string
}

// acts is what can be done about a session: the one that is looking signs out.
func (s SessionLine) acts() []ui.HeldAct {
	if s.Here {
		return nil
	}
	return []ui.HeldAct{{Verb: "End", URL: "/account/sessions/end", Field: "session", ID: s.ID}}
}

// NewSecurityPage builds the page about sign-in and security.
func NewSecurityPage(in SecurityInput) SecurityPage {
	p := SecurityPage{
		Frame: in.Frame, At: in.At, Spare: in.Spare, Errors: in.Errors,
		Passkeys: passkeyLines(in.Passkeys), Log: securityLines(in.Log), TakesPasskeys: in.TakesPasskeys, PasskeyName: in.PasskeyName,
		Notice: map[string]string{
			"password":  "Your password is changed. Every other session has ended, and every token that you did not spare.",
			"session":   "Ended.",
			"passkey":   "The passkey is added. Signing in takes it from now on, or a recovery code besides the password.",
			"not-me":    "Every other session and every token has ended. Change your password now.",
			"unpasskey": "The passkey is removed.",
		}[in.Done],
	}
	p.Title = "Sign-in and security"
	for _, s := range in.Sessions {
		p.Sessions = append(p.Sessions, SessionLine{
			ID: hex.EncodeToString(s.Hash[:]), Browser: BrowserText(s.Browser), Here: s.Hash == in.Session.Hash,
			Began: ui.Datetime(s.Created), BeganAt: day(s.Created), Seen: ui.Datetime(s.Seen), SeenAt: ui.Moment(s.Seen),
		})
		if last := &p.Sessions[len(p.Sessions)-1]; !s.Ends.IsZero() {
			last.Ends, last.EndsAt = ui.Datetime(s.Ends), ui.Moment(s.Ends)
		}
	}
	if !in.CodesMade.IsZero() {
		p.CodesMade, p.CodesMadeAt = ui.Datetime(in.CodesMade), day(in.CodesMade)
		p.CodesLeft = codesText(in.CodesLeft)
	}
	return p
}

// codesText says how many recovery codes are left.
func codesText(left int) string {
	switch left {
	case 0:
		return "All codes are used"
	case 1:
		return "1 code is left"
	}
	return fmt.Sprintf("%d codes are left", left)
}

// CodesInput is what the page is built from that shows new recovery codes.
type CodesInput struct {
	ui.Frame
	Codes   []string
	Welcome bool   // the viewer has just signed up
	Next    string // where to go on; a path of this site, or ""
	Address string // of the site
}

// CodesPage shows new recovery codes, this once.
type CodesPage struct {
	CodesInput
	Made      string
	RecoverAt string // address of the page where a code is used
}

// NewCodesPage builds it.
func NewCodesPage(in CodesInput) CodesPage {
	p := CodesPage{CodesInput: in, Made: day(in.Now), RecoverAt: in.Address + "/recover"}
	p.Title = "Your recovery codes"
	if p.Next == "" {
		p.Next = "/account/security"
	}
	return p
}

// RecoverInput is what the page is built from on which a recovery code is used.
type RecoverInput struct {
	ui.Frame
	Name    string            // as typed
	Code    string            // as typed
	Mail    bool              // the site sends letters
	Mailed  bool              // a letter was asked for
	Who     string            // as typed for it
	Contact bool              // the site says how to reach those who run it
	Errors  map[string]string // sentences by field; "": about the whole form
}

// RecoverPage is the page on which a recovery code is used.
type RecoverPage RecoverInput

// NewRecoverPage builds it.
func NewRecoverPage(in RecoverInput) RecoverPage {
	in.Title = "Get into your account again"
	in.Description = "Set a new password with a recovery code."
	return RecoverPage(in)
}

// RecoverLinkInput is what the page is built from to which a recovery link leads.
type RecoverLinkInput struct {
	ui.Frame
	Name   string            // of the account
	Second bool              // it takes a recovery code as well
	Code   string            // as typed
	Errors map[string]string // sentences by field; "": about the whole form
}

// RecoverLinkPage is the page to which a recovery link leads.
type RecoverLinkPage RecoverLinkInput

// NewRecoverLinkPage builds it.
func NewRecoverLinkPage(in RecoverLinkInput) RecoverLinkPage {
	in.Title = "Choose a new password"
	return RecoverLinkPage(in)
}
