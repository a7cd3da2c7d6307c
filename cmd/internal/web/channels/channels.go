// Package channels serves the ways by which the site reaches people besides its pages: feeds and calendars, webhooks, notices on
// devices, and as an app.
package channels

import (
	"kickabout/cmd/internal/web/request"
	"kickabout/league/office"
)

// Feeds answer requests for feeds, and about those of members.
type Feeds struct {
	*request.Site
	office *office.Office
	reads  *request.Limiter
}

// App serves what makes the site one that can be installed, and the page that is kept for when there is no connection.
type App struct {
	*request.Site
	office *office.Office
}

// NewApp returns it.
func NewApp(site *request.Site, o *office.Office) *App { return &App{Site: site, office: o} }

// Hooks answer requests about webhooks.
type Hooks struct {
	*request.Site
	office *office.Office
	tries  *request.Limiter
}

// NewHooks returns them.
func NewHooks(site *request.Site, o *office.Office) *Hooks {
	return &Hooks{Site: site, office: o, tries: request.NewLimiter(tries)}
}

// Devices answer requests about the devices to which words are pushed.
type Devices struct {
	*request.Site
	office *office.Office
	tries  *request.Limiter
}

// NewDevices returns them.
func NewDevices(site *request.Site, o *office.Office) *Devices {
	return &Devices{Site: site, office: o, tries: request.NewLimiter(tries)}
}

// NewFeeds returns them.
func NewFeeds(site *request.Site, o *office.Office) *Feeds {
	return &Feeds{Site: site, office: o, reads: request.NewLimiter(feedReads)}
}
