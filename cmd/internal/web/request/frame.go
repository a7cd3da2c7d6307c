package request

import (
	"cmp"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/views/ui"
)

// Frame builds what surrounds every page.
func (s *Site) Frame(c echo.Context) (ui.Frame, error) {
	viewer, err := s.Viewer(c)
	if err != nil {
		return ui.Frame{}, err
	}
	settled, err := s.office.Site.Values(c.Request().Context())
	if err != nil {
		return ui.Frame{}, err
	}
	frame := ui.Frame{Viewer: viewer, LAN: s.lan, Now: s.office.Now(), Site: siteOf(settled, s.office.RuleSets(), s.office.Retired())}
	glance, err := s.office.Reach.Glance(c.Request().Context(), viewer)
	frame.Waiting, frame.Bell, frame.Invited, frame.Bounced, frame.Exposed = glance.Waiting, glance.Bell, glance.Invited, glance.Bounced, glance.Exposed
	return frame, err
}

// MineShown is how many of a viewer's matches a page looks at.
const MineShown = 50

// Running lists the running matches of whoever looks at a page, by deadline.
func Running(s *Site, c echo.Context, viewer league.Player) ([]league.Match, error) {
	matches, err := s.office.PlayedBy(c.Request().Context(), s.Sees(c), viewer.ID, MineShown)
	return slices.DeleteFunc(matches, func(m league.Match) bool {
		_, ok := m.Mover()
		return !ok
	}), err
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
