// Package offer serves offers and invitations, up to the match that comes of them.
package offer

import (
	"kickabout/cmd/internal/web/match"
	"kickabout/cmd/internal/web/request"
	"kickabout/cmd/internal/web/study"
	"kickabout/league/office"
)

// Handlers answer the requests of this area.
type Handlers struct {
	*request.Site
	office  *office.Office
	matches *match.Handlers
	study   *study.Handlers
}

// New returns the handlers of this area.
func New(site *request.Site, o *office.Office, matches *match.Handlers, lessons *study.Handlers) *Handlers {
	return &Handlers{Site: site, office: o, matches: matches, study: lessons}
}
