package channels

import (
	"kickabout/league/contact"
	"kickabout/views/ui"
)

// HooksInput is what a page of webhooks is built from.
type HooksInput struct {
	ui.Frame
	Scope  contact.HookScope
	Of     string // whose they are: the name of a tournament; "" where there is no need to say
	Action string // address of the page
	Back   ui.Link
	Hooks  []contact.Hook
	Made   contact.Hook // that has just been added; zero: none
	Secret string       // by which what is sent to it is signed
	Tested string       // what came back of a test
	Done   string       // what has just been done: "end" or ""
	URL    string       // as typed
	Label  string       // likewise
	Format contact.HookFormat
	Errors map[string]string
}

// HooksPage is a page of webhooks.
type HooksPage struct {
	ui.Frame
	Heading, Lead string
	Action        string
	Back          ui.Link
	Notice        string
	Secret        string // "": none
	Hooks         []HookLine
	URL, Label    string
	Formats       []ui.Option
	Errors        map[string]string
}

// HookLine is a webhook in the list.
type HookLine struct {
	ID, Label, Shown, Kind string
	Made, MadeAt           string
	Tried, TriedAt         string // "": never
	Said                   string
	Off                    bool
}

// formatNames names the formats.
var formatNames = map[contact.HookFormat]string{contact.HookJSON: "JSON, signed", contact.HookDiscord: "Discord"}

// NewHooksPage builds the page.
func NewHooksPage(in HooksInput) HooksPage {
	p := HooksPage{Frame: in.Frame, Heading: "Webhooks", Action: in.Action, Back: in.Back, Secret: in.Secret, URL: in.URL, Label: in.Label, Errors: in.Errors}
	switch in.Scope {
	case contact.HookTournament:
		p.Heading = "Webhooks of " + in.Of
		p.Lead = "Each address here is told what the log of the tournament says."
	case contact.HookSite:
		p.Heading = "Webhooks of the site"
		p.Lead = "Each address here is told when a public tournament or an edition of a competition opens, starts and ends."
	default:
		p.Lead = "Each address here is told what you are told: your turns, invitations, results. It may be a program of yours or a channel of Discord."
	}
	p.Title = p.Heading
	p.Description = "Addresses that are told what happens."
	if in.Done == "end" {
		p.Notice = "The webhook is removed."
	}
	if in.Tested != "" {
		p.Notice = "A test was sent. " + in.Tested
	}
	if in.Format == "" {
		in.Format = contact.HookJSON
	}
	for _, f := range []contact.HookFormat{contact.HookJSON, contact.HookDiscord} {
		p.Formats = append(p.Formats, ui.Option{ID: string(f), Name: formatNames[f], Chosen: f == in.Format})
	}
	for _, h := range in.Hooks {
		line := HookLine{ID: h.ID, Label: h.Label, Shown: h.Shown, Kind: formatNames[h.Format], Made: ui.Datetime(h.Created), MadeAt: ui.DayText(h.Created), Said: h.Said, Off: !h.Off.IsZero()}
		if line.Label == "" {
			line.Label = "without a label"
		}
		if !h.Tried.IsZero() {
			line.Tried, line.TriedAt = ui.Datetime(h.Tried), ui.Moment(h.Tried)
		}
		p.Hooks = append(p.Hooks, line)
	}
	return p
}
