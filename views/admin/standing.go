package admin

import (
	"time"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/span"
	"kickabout/views/ui"
)

// StandingInput is what the page is built from on which somebody reads what was decided about them.
type StandingInput struct {
	ui.Frame
	Player    league.Player     // whose standing it is; zero: they have not said who they are
	Ticket    string            // by which somebody appeals who has no session
	Sanctions []league.Sanction // the latest first
	Reports   []league.Report   // of theirs, likewise
	Away      span.Set          // when the site was
	Done      bool              // they have just appealed
	At        string            // the step that Errors are about; "": who they are
	Name      string            // as typed
	Text      string            // likewise
	Errors    map[string]string
}

// StandingPage is what was decided about somebody.
type StandingPage struct {
	ui.Frame
	Known     bool
	Who       string
	Ticket    string
	Sanctions []OwnSanction
	Reports   []OwnReport
	Done      bool
	Name      string
	Errors    map[string]string // about who they are
}

// OwnSanction is a step as whom it is about reads it.
type OwnSanction struct {
	SanctionLine
	Forbidden []string // what they cannot do while it holds
	Means     string   // what else it does
	Absence   bool     // it is one: Ends is when it lapses
	Ban       Moment   // of an absence: until when they enter no events; none if they may
	MayAppeal bool
	Text      string // as typed
	Errors    map[string]string
}

// OwnReport is a report as whoever made it reads it.
type OwnReport struct {
	Text, Reason, State, Answer string
	At                          Moment
}

// NewStanding builds the page.
func NewStanding(in StandingInput) StandingPage {
	p := StandingPage{Frame: in.Frame, Known: in.Player.ID != "", Who: in.Player.Name, Ticket: in.Ticket, Done: in.Done, Name: in.Name}
	p.Title = "Your standing"
	if in.At == "" {
		p.Errors = in.Errors
	}
	for _, s := range in.Sanctions {
		l := OwnSanction{SanctionLine: newSanction(s, nil, in.Now, false), MayAppeal: conduct.MayAppeal(s, in.Now, in.Away) == nil}
		l.What = ownNames[s.Kind]
		if conduct.InForce(s, in.Now) {
			l.Forbidden, l.Means = ownForbidden[s.Kind], ownMeans[s.Kind]
		}
		if !s.Lifted.At.IsZero() {
			l.Lifted = "Undone: " + s.Lifted.Why
		}
		if !s.Appeal.Answer.At.IsZero() {
			l.Answer = "Answer: " + s.Appeal.Answer.Why
		}
		if s.Kind == league.SanctionAbsence {
			l.absence(s, in.Now, in.Away)
		}
		if s.Kind == league.SanctionRename {
			l.Subject, l.SubjectAt = "Your name was "+s.Subject+".", ""
		}
		if in.At == s.ID {
			l.Text, l.Errors = in.Text, in.Errors
		}
		p.Sanctions = append(p.Sanctions, l)
	}
	for _, r := range in.Reports {
		what := "line"
		if r.Cup != "" {
			what = "request"
		}
		l := OwnReport{Text: r.Line.Text, Reason: r.Reason, State: "waiting for a moderator", Answer: r.Closed.Why, At: momentOf(r.At)}
		switch {
		case !r.Closed.At.IsZero() && r.Upheld:
			l.State = "you were right: the " + what + " is hidden"
		case !r.Closed.At.IsZero():
			l.State = "the " + what + " stays"
		case !r.Taken.At.IsZero():
			l.State = "a moderator is dealing with it"
		}
		p.Reports = append(p.Reports, l)
	}
	return p
}

// absence adds what an absence comes to by now (R-FF-11, R-FF-12).
func (l *OwnSanction) absence(s league.Sanction, now time.Time, away span.Set) {
	l.Absence = true
	if !conduct.InForce(s, now) {
		return
	}
	until := conduct.BannedUntil(s, now, away)
	l.Ban = momentOf(until)
	switch {
	case !until.IsZero():
		l.Means = "Your running games go on, and you can play casual games."
	case s.Ban.IsZero():
		l.Means = "This is a warning. You can enter events as ever."
	case s.Ban.After(now) && !s.Appeal.At.IsZero():
		l.Means = "You can enter events: the ban is shortened, or waits for the answer to your appeal (R-FF-12)."
	default:
		l.Means = "The ban is over. The absence still counts until it lapses."
	}
}

// AbsencesText is what one absence costs, in a sentence, with its rules.
const AbsencesText = "Losing games of an event on time while you are away is an absence (R-FF-7). The first in 365 days is a warning. The second keeps you out of new events for 30 days, the third for 90, any other for 180 (R-FF-11)."

// ownNames are the headings of steps for those whom they are about.
var ownNames = map[league.SanctionKind]string{
	league.SanctionHide: "Line hidden", league.SanctionWarn: "Warning", league.SanctionMute: "Mute",
	league.SanctionRename: "New name", league.SanctionRestrict: "No new games", league.SanctionLock: "Account locked",
	league.SanctionExpel: "Account closed", league.SanctionProgram: "Marked as a bot", league.SanctionAbsence: "Absence",
}

// ownForbidden lists what they cannot do while a step is in force; a sentence that begins with "You cannot" goes on so.
var ownForbidden = map[league.SanctionKind][]string{
	league.SanctionMute: {"write in the chat of any game"},
	league.SanctionRestrict: {
		"make or accept offers, invitations and challenges", "start games against bots", "enter tournaments, leagues, ladders and cups", "write in the chat of any game",
	},
	league.SanctionLock: {"sign in"}, league.SanctionExpel: {"sign in", "play"}, league.SanctionProgram: {"sign in", "play"},
}

// ownMeans says to them what else a step does.
var ownMeans = map[league.SanctionKind]string{
	league.SanctionMute:     "Your games go on, and you can make your moves as ever.",
	league.SanctionRename:   "You can sign in by either name.",
	league.SanctionRestrict: "Your running games go on, and you can make your moves as ever.",
	league.SanctionLock:     "Somebody else may be using it. Your clocks stop for up to 7 days. Write to whoever runs this site; they can give you another password.",
	league.SanctionExpel:    "This can be undone for 30 days. Results of games that are over stay as they are.",
	league.SanctionProgram:  "A program played for this account without the mark, so its name ends in BOT and it is closed. This can be undone for 30 days, and then the name is as it was. Results of games that are over stay as they are.",
}
