// Package series serves competitions that go on from edition to edition: championships, ladders and
// cups, and the calendar of them all.
package series

import (
	"kickabout/cmd/internal/web/request"
	"kickabout/cmd/internal/web/tournament"
	"kickabout/league/formats/championship"
	"kickabout/league/office"
)

// Championships answer requests about championships and their seasons.
type Championships struct {
	*request.Site
	office      *office.Office
	tournaments *tournament.Handlers
	programs    *tournament.API
}

// NewChampionships returns the handlers of championships.
func NewChampionships(site *request.Site, o *office.Office, tournaments *tournament.Handlers, programs *tournament.API) *Championships {
	s := &Championships{Site: site, office: o, tournaments: tournaments, programs: programs}
	tournaments.RefuseAt(championship.ID, s.refused)
	return s
}

// Ladders answer requests about ladders.
type Ladders struct {
	*request.Site
	office *office.Office
}

// NewLadders returns the handlers of ladders.
func NewLadders(site *request.Site, o *office.Office, tournaments *tournament.Handlers) *Ladders {
	s := &Ladders{Site: site, office: o}
	tournaments.RefuseAt("ladder", s.refused)
	tournaments.EmbedAt("ladder", s.embedded)
	return s
}

// Cups answer requests about mini cups and monthly cups.
type Cups struct {
	*request.Site
	office      *office.Office
	tournaments *tournament.Handlers
	programs    *tournament.API
}

// NewCups returns the handlers of cups.
func NewCups(site *request.Site, o *office.Office, tournaments *tournament.Handlers, programs *tournament.API) *Cups {
	return &Cups{Site: site, office: o, tournaments: tournaments, programs: programs}
}

// Calendar answers requests about all competitions, and what begins and ends when.
type Calendar struct {
	*request.Site
	office *office.Office
}

// NewCalendar returns the handlers of the calendar.
func NewCalendar(site *request.Site, o *office.Office) *Calendar {
	return &Calendar{Site: site, office: o}
}
