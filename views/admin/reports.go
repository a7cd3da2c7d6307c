package admin

import (
	"net/url"
	"strconv"
	"strings"

	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/views/ui"
)

// ReportsInput is what the queue is built from.
type ReportsInput struct {
	Shell
	Reports []league.Report   // open ones, the longest waiting first
	Appeals []league.Sanction // likewise
	People  map[string]league.Player
	Skipped int    // reports that come before these
	Next    int    // that come before the next page; 0: there is none
	At      string // the report or appeal that Errors are about, as ReportID and ids of steps name them
	Typed   string // the answer that was typed for it
}

// ReportsPage is what waits for a decision.
type ReportsPage struct {
	Shell
	After   string // where the page begins, as forms and addresses say it
	First   string // address of the first page; "" if this is it
	Later   string // address of the next one; "" if there is none
	Reports []ReportLine
	Appeals []AppealLine
}

// ReportLine is a line of a chat, or a request for a ruling, that somebody reported.
type ReportLine struct {
	What             string // "line" or "request"
	ID               string // unique on the page
	Line, Reader     string // as forms name it
	Text, Reason     string
	Author, AuthorAt string
	By, Game         string
	Hidden           bool
	At               Moment
	Taken            string // who looks after it; "" if nobody does
	Typed            string
	Errors           map[string]string
}

// AppealLine is an appeal.
type AppealLine struct {
	SanctionLine
	Player, PlayerAt string
	Typed            string
	Errors           map[string]string
}

// ReportID names the report of a line, "match/number", or of a request, as league.RequestName has it, by a reader.
func ReportID(line, reader string) string {
	return strings.Replace(line, "/", "-", 1) + "-" + reader
}

// lineAt is where what a step took away was said: a line of a chat, or a request for a ruling.
func lineAt(subject string) (name, address string) {
	if tournament, _, ok := strings.Cut(subject, "/r"); ok {
		return "the tournament", ui.TournamentURL(tournament)
	}
	return "the game", lineURL(subject)
}

// lineURL is the address of the match of a line, "match/number".
func lineURL(line string) string {
	match, _, _ := strings.Cut(line, "/")
	return "/matches/" + url.PathEscape(match) + "#chat"
}

// NewReports builds the page.
func NewReports(in ReportsInput) ReportsPage {
	p := ReportsPage{Shell: in.Shell}
	p.Title = "Reports"
	p.After = strconv.Itoa(max(in.Skipped, 0))
	if in.Skipped > 0 {
		p.First = "/admin/reports"
	}
	if in.Next > 0 {
		p.Later = "/admin/reports?after=" + strconv.Itoa(in.Next)
	}
	for _, r := range in.Reports {
		name, what := r.Line.Match+"/"+strconv.Itoa(r.Line.N), "line"
		if r.Cup != "" {
			name, what = league.RequestName(r.Cup, r.Line.N), "request"
		}
		l := ReportLine{
			ID: ReportID(name, r.Reader), Line: name, Reader: r.Reader, Text: r.Line.Text, Reason: r.Reason, Author: in.People[r.Line.Author].Name, AuthorAt: UserURL(r.Line.Author),
			By: in.People[r.Reader].Name, What: what, Game: lineURL(r.Line.Match), Hidden: r.Line.Hidden, At: momentOf(r.At),
		}
		if !r.Taken.At.IsZero() {
			l.Taken = "the operator"
			if r.Taken.By != "" {
				l.Taken = in.People[r.Taken.By].Name
			}
		}
		if in.At == l.ID {
			l.Typed, l.Errors = in.Typed, in.Errors
		}
		p.Reports = append(p.Reports, l)
	}
	for _, s := range in.Appeals {
		who := in.People[s.Player]
		l := AppealLine{SanctionLine: newSanction(s, in.People, in.Now, false), Player: who.Name, PlayerAt: UserURL(who.ID)}
		if in.At == s.ID {
			l.Typed, l.Errors = in.Typed, in.Errors
		}
		p.Appeals = append(p.Appeals, l)
	}
	return p
}

// QueueFacts says what waits.
func QueueFacts(q Queue, role league.SiteRole) []Fact {
	if !conduct.May(role, conduct.SeeReports) {
		return nil
	}
	line := func(name string, n int, one, more string) Fact {
		return Fact{Name: name, Text: ui.CountText(n, one, more), URL: "/admin/reports", Bad: n > 0}
	}
	reports := line("Reports", q.Reports, "open report", "open reports")
	if q.MoreReports {
		reports.Text = "more than " + reports.Text
	}
	return []Fact{reports, line("Appeals", q.Appeals, "open appeal", "open appeals")}
}
