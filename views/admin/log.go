package admin

import (
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/correction"
	"kickabout/views/ui"
)

// LogLine is a line of the log with the players whom it names.
type LogLine struct {
	league.AuditLine
	Actor, About league.Player // zero: the operator; nobody
}

// LogInput is what the page of the log is built from.
type LogInput struct {
	Shell
	Lines []LogLine // the latest first
	Most  int       // that were asked for
}

// LogPage is what was done for the site.
type LogPage struct {
	Shell
	Lines  []LogEntry
	Before string // address of the lines before these; "" if there are none
}

// LogEntry is a line of it.
type LogEntry struct {
	N                  string
	At                 Moment
	By, ByURL          string
	What               string // "Mute"
	Subject, SubjectAt string // whom or what it is about, and where that is
	Detail, Reason     string
}

// NewLog builds the page.
func NewLog(in LogInput) LogPage {
	p := LogPage{Shell: in.Shell}
	p.Title = "Log"
	for _, l := range in.Lines {
		p.Lines = append(p.Lines, newLogEntry(l))
	}
	if n := len(in.Lines); n > 0 && n == in.Most && in.Lines[n-1].N > 1 {
		p.Before = "/admin/log?before=" + strconv.Itoa(in.Lines[n-1].N)
	}
	return p
}

func newLogEntry(l LogLine) LogEntry {
	e := LogEntry{
		N: strconv.Itoa(l.N), At: momentOf(l.At), By: "the operator", What: ui.Upper(actText(conduct.Act(l.Act))),
		Subject: l.Subject, Detail: l.Detail, Reason: l.Reason,
	}
	if l.By != "" {
		e.By, e.ByURL = l.Actor.Name, ui.PlayerURL(l.Actor)
	}
	if l.About.ID != "" {
		e.Subject, e.SubjectAt = l.About.Name, ui.PlayerURL(l.About)
	}
	if conduct.Act(l.Act) == conduct.CorrectResult {
		e.Subject, e.SubjectAt, e.Detail = "the game", ui.MatchURL(l.Subject), correctedText(l.Detail)
	}
	if conduct.Act(l.Act) == conduct.CorrectStrike {
		e.Subject, e.SubjectAt = "the tournament", ui.TournamentURL(l.Subject)
	}
	if conduct.Act(l.Act) == conduct.EnterValue {
		e.Subject, e.SubjectAt, e.Detail = "the tournament", ui.TournamentURL(l.Subject), "round "+l.Detail
	}
	return e
}

// correctedText says how a game counted and how it counts, of what the log has of it.
func correctedText(detail string) string {
	before, after, _ := strings.Cut(detail, " ")
	was, err := correction.ParseResult(before)
	if err != nil {
		return detail
	}
	now, err := correction.ParseResult(after)
	if err != nil {
		return detail
	}
	sides := [2]string{"First", "Second"}
	return "Before: " + ui.OutcomeText(was, sides) + " Now: " + ui.OutcomeText(now, sides)
}

// actText says what was done, where the name of an act would not.
func actText(a conduct.Act) string {
	if text := map[conduct.Act]string{
		conduct.Hide: "hide a line", conduct.Restrict: "no new games", conduct.UndoHide: "show a line again",
		conduct.UndoRestrict: "new games again",
	}[a]; text != "" {
		return text
	}
	return string(a)
}
