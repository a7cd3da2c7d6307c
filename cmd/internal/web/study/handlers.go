// Package study serves what there is to look at and to learn without playing: rules, positions that
// are tried, records, pictures, what matches were worth, and the bots.
package study

import (
	"kickabout/cmd/internal/web/picturecache"
	"kickabout/cmd/internal/web/request"
	"kickabout/league/office"
)

// Handlers answer the requests of this area.
type Handlers struct {
	*request.Site
	office   *office.Office
	hints    chan struct{} // full of bots that are being asked
	pictures *picturecache.Cache
}

// New returns the handlers of this area.
func New(site *request.Site, o *office.Office) *Handlers {
	return &Handlers{Site: site, office: o, hints: make(chan struct{}, hintsAtOnce), pictures: picturecache.New()}
}

// Learning answers the requests about what one learns by: lessons, courses, puzzles.
type Learning struct {
	*request.Site
	office *office.Office
}

// NewLearning returns those handlers.
func NewLearning(site *request.Site, o *office.Office) *Learning {
	return &Learning{Site: site, office: o}
}
