// Package match serves single matches: their boards, moves and chats, rulings in them, and the lists
// of a player's own.
package match

import (
	"kickabout/cmd/internal/web/request"
	"kickabout/league/office"
)

// Handlers answer the requests of this area.
type Handlers struct {
	*request.Site
	office     *office.Office
	tellings   *tellings
	Formations Formations // what programs do with saved set-ups

	Corrections *Corrections // what is done to results
	Requests    Requests     // for rulings
}

// New returns the handlers of this area.
func New(site *request.Site, o *office.Office) *Handlers {
	s := &Handlers{Site: site, office: o, tellings: newTellings(), Formations: Formations{o}, Corrections: &Corrections{site, o}}
	s.Requests = Requests{s}
	return s
}
