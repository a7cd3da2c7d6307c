// Package channels serves the ways by which the site reaches people besides its pages: feeds and calendars.
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

// NewFeeds returns them.
func NewFeeds(site *request.Site, o *office.Office) *Feeds {
	return &Feeds{Site: site, office: o, reads: request.NewLimiter(feedReads)}
}
