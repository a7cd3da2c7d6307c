// Package channels serves the ways by which the site reaches people besides its pages: feeds and calendars, and as an app.
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

// NewFeeds returns them.
func NewFeeds(site *request.Site, o *office.Office) *Feeds {
	return &Feeds{Site: site, office: o, reads: request.NewLimiter(feedReads)}
}
