// Package tournament serves tournaments: the form that opens one, entry, tables, teams, and the desk
// of those who direct it.
package tournament

import (
	"context"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views/ui"
)

// Handlers answer requests for the pages of tournaments.
type Handlers struct {
	*request.Site
	office  *office.Office
	refused map[string]refusal // by the format of competitions
	embeds  map[string]embed   // likewise
}

// A refusal shows the page of a competition with the sentence that says why something was not done.
type refusal func(echo.Context, league.Competition, error) error

// New returns the handlers of the pages of tournaments.
func New(site *request.Site, o *office.Office) *Handlers {
	return &Handlers{Site: site, office: o, refused: map[string]refusal{}, embeds: map[string]embed{}}
}

// RefuseAt says how competitions of a format, whose editions have no page of their own here, show what
// was refused.
func (s *Handlers) RefuseAt(format string, show func(echo.Context, league.Competition, error) error) {
	s.refused[format] = show
}

// embed is what a page of another site shows of the tables of a competition.
type embed func(ctx context.Context, frame ui.Frame, competition league.Competition) (templ.Component, error)

// EmbedAt says what pages of other sites show of competitions of a format, whose editions have no table here.
func (s *Handlers) EmbedAt(format string, show func(ctx context.Context, frame ui.Frame, competition league.Competition) (templ.Component, error)) {
	s.embeds[format] = show
}

// Bots answers the requests about bots in tournaments.
type Bots struct{ *Handlers }

// Desk answers the requests of those who direct tournaments.
type Desk struct {
	*request.Site
	office *office.Office
}

// NewDesk returns the handlers of the desk.
func NewDesk(site *request.Site, o *office.Office) *Desk {
	return &Desk{Site: site, office: o}
}

// API answers the requests of programs about tournaments.
type API struct {
	*request.Site
	office *office.Office
}

// NewAPI returns the handlers for programs.
func NewAPI(site *request.Site, o *office.Office) *API {
	return &API{Site: site, office: o}
}
