package tournament

import (
	"kickabout/league"
	"kickabout/views/ui"
)

// RequestInput is what the page is built from on which a reader reports a request for a ruling.
type RequestInput struct {
	ui.Frame
	Request league.RulingRequest
	Reason  string // as typed
	Errors  map[string]string
	Told    bool // a report has just been taken
}

// RequestPage is that page.
type RequestPage struct {
	ui.Frame
	URL, Match, Cup string // addresses
	Name, Text      string // who asked, and what they wrote
	May             bool   // the viewer can report it
	Own             bool   // it is theirs
	Reason          string
	Errors          map[string]string
	Told            bool
}

// NewRequestPage builds the page.
func NewRequestPage(in RequestInput) RequestPage {
	in.Title = "Request for a ruling"
	r := in.Request
	return RequestPage{
		Frame: in.Frame, URL: ui.RequestURL(r.Tournament, r.Seq), Match: ui.MatchURL(r.Match), Cup: ui.TournamentURL(r.Tournament), Name: r.By.Name, Text: r.Text,
		May: mayReport(in.Viewer, r.By) && !in.Told, Own: in.Viewer.ID == r.By.ID, Reason: in.Reason, Errors: in.Errors, Told: in.Told,
	}
}

// mayReport says that a viewer can report what an author wrote.
func mayReport(viewer, author league.Player) bool {
	return viewer.Kind == league.Member && viewer.ID != author.ID
}

// ReportURL is where a viewer reports what an event of a tournament's log says in somebody's own words; "" if they cannot.
func ReportURL(viewer league.Player, tournament string, d league.Decision) string {
	if _, _, text := league.ParseRulingRequest(d); d.Act != league.ActRequested || text == league.RemovedText || !mayReport(viewer, d.Player) {
		return ""
	}
	return ui.RequestURL(tournament, d.Seq)
}
