package member

import (
	"net/url"

	"kickabout/league"
	"kickabout/league/app"
	"kickabout/views/ui"
)

// ConsentInput is what the page is built from that asks whether an app may act for the viewer.
type ConsentInput struct {
	ui.Frame
	Wrong   bool // what it asks for is not understood, so that there is nothing to allow
	App     app.App
	Owner   league.Player
	Scopes  league.Scopes
	Returns string // the origin to which the viewer goes back
	Action  string
	Held    []Held // what the app has sent
}

// ConsentPage asks whether an app may act for the viewer.
type ConsentPage struct {
	ConsentInput
	By   string   // address of its author's page
	Host string   // of the page about it
	May  []string // what it could do
}

// NewConsentPage builds it.
func NewConsentPage(in ConsentInput) ConsentPage {
	p := ConsentPage{ConsentInput: in, By: ui.PlayerURL(in.Owner), Host: in.App.Site, May: []string{"See everything that you can see"}}
	p.Title = "Let an app act for you?"
	if in.Wrong {
		p.Title = "This app asks for something unknown"
	}
	if at, err := url.Parse(in.App.Site); err == nil {
		p.Host = at.Host
	}
	for _, s := range tokenScopes {
		if in.Scopes.Has(s.Scope) {
			p.May = append(p.May, s.Says)
		}
	}
	return p
}

// AppsInput is what the page of apps is built from.
type AppsInput struct {
	ui.Frame
	Allowed    []app.Grant
	Registered []app.App
	Made       app.App // that has just been registered; zero: none
	Done       string  // what has just been done: "ended", "removed" or ""
	Form       app.Form
	Errors     map[string]string
	Metadata   string // address of what libraries read
}

// AppsPage is the page of the programs that a member has allowed, and of their own.
type AppsPage struct {
	ui.Frame
	Notice     string
	Allowed    []GrantLine
	Registered []AppLine
	Made       app.App
	Form       app.Form
	Errors     map[string]string
	Metadata   string
}

// GrantLine is an app that may act for the viewer.
type GrantLine struct {
	ID, Name, Scopes string
	Made, MadeAt     string
	Used, UsedAt     string // "": never
	Ends, EndsAt     string
}

// AppLine is an app that the viewer has registered.
type AppLine struct {
	ID, Name     string
	Made, MadeAt string
	Redirects    []string
}

// NewAppsPage builds it.
func NewAppsPage(in AppsInput) AppsPage {
	p := AppsPage{
		Frame: in.Frame, Made: in.Made, Form: in.Form, Errors: in.Errors, Metadata: in.Metadata,
		Notice: map[string]string{
			"ended":   "The app can no longer act for you.",
			"removed": "The app is removed, and everything that players allowed it has ended.",
		}[in.Done],
	}
	p.Title = "Apps"
	for _, g := range in.Allowed {
		line := GrantLine{ID: g.Family, Name: g.App.Name, Scopes: g.Scopes.String(), Made: ui.Datetime(g.Made), MadeAt: day(g.Made), Ends: ui.Datetime(g.Ends), EndsAt: day(g.Ends)}
		if !g.Used.IsZero() {
			line.Used, line.UsedAt = ui.Datetime(g.Used), ui.Moment(g.Used)
		}
		p.Allowed = append(p.Allowed, line)
	}
	for _, a := range in.Registered {
		p.Registered = append(p.Registered, AppLine{ID: a.ID, Name: a.Name, Made: ui.Datetime(a.Created), MadeAt: day(a.Created), Redirects: a.Redirects})
	}
	return p
}
