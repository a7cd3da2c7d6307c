package request

import (
	"cmp"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/views/ui"
)

// MineShown is of how many of a viewer's matches a page counts those that run.
const MineShown = 50

// Frame builds what surrounds every page, with the viewer's running matches that
// it counts.
func (s *Site) Frame(c echo.Context) (ui.Frame, []league.Match, error) {
	viewer, err := s.Viewer(c)
	if err != nil {
		return ui.Frame{}, nil, err
	}
	settled, err := s.office.Site.Values(c.Request().Context())
	if err != nil {
		return ui.Frame{}, nil, err
	}
	frame := ui.Frame{Viewer: viewer, LAN: s.lan, Now: s.office.Now(), Site: siteOf(settled, s.office.RuleSets(), s.office.Retired())}
	glance, err := s.office.Reach.Glance(c.Request().Context(), viewer)
	if err != nil {
		return ui.Frame{}, nil, err
	}
	frame.Bell, frame.Invited, frame.Bounced, frame.Exposed = glance.Bell, glance.Invited, glance.Bounced, glance.Exposed
	matches, err := s.office.PlayedBy(c.Request().Context(), s.Sees(c), viewer.ID, MineShown)
	if err != nil {
		return ui.Frame{}, nil, err
	}
	var running []league.Match
	for _, m := range matches {
		mover, ok := m.Mover()
		if !ok {
			continue
		}
		running = append(running, m)
		if mover.ID == viewer.ID {
			frame.Waiting++
		}
	}
	return frame, running, nil
}

// AddressOf is where the site is: on a loopback address, as the browser says it.
func (s *Site) AddressOf(c echo.Context) string {
	if s.Address != "" {
		return strings.TrimSuffix(s.Address, "/")
	}
	return "http://" + c.Request().Host
}

// LettersLead is where links in letters lead. Others than whoever has sent the request open them, so that what it says of
// the host is of no matter.
func LettersLead(s *Site, c echo.Context) string { return cmp.Or(s.letters, s.AddressOf(c)) }
