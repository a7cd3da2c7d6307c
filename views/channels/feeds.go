package channels

import (
	"encoding/hex"

	"kickabout/league/contact"
	"kickabout/views/ui"
)

// FeedsInput is what the page of a member's feeds is built from.
type FeedsInput struct {
	ui.Frame
	Feeds   []contact.Feed
	Address string            // of the site
	Secret  string            // of a feed that has just been made
	Label   string            // as typed
	Done    string            // what has just been done: "end" or ""
	Errors  map[string]string // sentences by field; "": about the whole form
}

// FeedsPage is the page of a member's feeds.
type FeedsPage struct {
	ui.Frame
	Notice string
	Feeds  []FeedLine
	Made   Made // just now; zero: none
	Label  string
	Errors map[string]string
}

// Made is how a feed is reached: at its addresses, or at those of all feeds with a password.
type Made struct {
	Atom, Calendar       string
	AllAtom, AllCalendar string
	Password             string
}

// FeedLine is a feed in the list.
type FeedLine struct {
	ID     string
	Label  string
	Made   string
	MadeAt string
	Used   string // "": never
	UsedAt string
}

// NewFeedsPage builds the page.
func NewFeedsPage(in FeedsInput) FeedsPage {
	p := FeedsPage{Frame: in.Frame, Label: in.Label, Errors: in.Errors}
	p.Title = "Feeds and calendars"
	p.Description = "Addresses at which your programs read what waits for you."
	if in.Done == "end" {
		p.Notice = "The feed has ended. Its addresses lead nowhere now."
	}
	if in.Secret != "" {
		base := in.Address + "/feeds/"
		p.Made = Made{base + in.Secret + ".atom", base + in.Secret + ".ics", base + ByPassword + ".atom", base + ByPassword + ".ics", in.Secret}
	}
	for _, f := range in.Feeds {
		line := FeedLine{ID: hex.EncodeToString(f.Hash[:]), Label: f.Label, Made: ui.Datetime(f.Created), MadeAt: ui.DayText(f.Created)}
		if line.Label == "" {
			line.Label = "without a label"
		}
		if !f.Used.IsZero() {
			line.Used, line.UsedAt = ui.Datetime(f.Used), ui.Moment(f.Used)
		}
		p.Feeds = append(p.Feeds, line)
	}
	return p
}
