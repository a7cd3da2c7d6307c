package tournament

import (
	"fmt"
	"strconv"
	"time"

	"kickabout/league"
	leaguelot "kickabout/league/lot"
	matchview "kickabout/views/match"
	"kickabout/views/ui"
)

// ValueInput is what the page is built from on which an admin enters the public value of a draw.
type ValueInput struct {
	ui.Frame
	Tournament league.Tournament
	Round      uint64 // 0: it is not fixed yet
	At         time.Time
	Path       string // of the value at each server of the network
	Typed      string
	Errors     map[string]string
}

// ValuePage is that page.
type ValuePage struct {
	ui.Frame
	Cup    matchview.CupLink
	URL    string
	Lead   string
	Round  string
	Path   string
	Comes  bool // it can be known by now
	Typed  string
	Errors map[string]string
}

// NewValuePage builds the page.
func NewValuePage(in ValueInput) ValuePage {
	t := in.Tournament
	in.Title = "Enter the public value"
	p := ValuePage{
		Frame: in.Frame, Cup: matchview.CupLink{Name: t.Name, URL: ui.TournamentURL(t.ID)}, URL: valueURL(t),
		Round: strconv.FormatUint(in.Round, 10), Path: in.Path, Typed: in.Typed, Errors: in.Errors,
	}
	switch {
	case in.Round == 0:
		p.Lead = "Which public value this draw takes is fixed in a minute or two. Open this page again then."
	case in.Now.Before(in.At):
		p.Lead = fmt.Sprintf("This draw takes public value %s of drand's quicknet. Nobody can know it before %s.", p.Round, ui.Moment(in.At))
	default:
		p.Comes = true
		p.Lead = fmt.Sprintf("This draw takes public value %s of drand's quicknet, which was signed on %s.", p.Round, ui.Moment(in.At))
	}
	return p
}

// valueURL is where an admin enters the public value of a tournament.
func valueURL(t league.Tournament) string { return ui.TournamentURL(t.ID) + "/value" }

// valuedText tells that somebody has entered the public value; "" of anything else. That the site has fetched it nobody is told:
// the start follows.
func valuedText(d league.Decision) string {
	if d.Act != league.ActValued || d.By.ID == "" {
		return ""
	}
	value, _ := leaguelot.ParsePublic(d.Text) // as the log was read
	return fmt.Sprintf("%s entered public value %d of drand's quicknet by hand. The network's signature is right.", d.By.Name, value.Round)
}
