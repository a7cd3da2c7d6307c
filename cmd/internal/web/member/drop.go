package member

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/views/member"
)

// Drops is the page of sudden rating drops, for the site's directors.
func (s *Players) Drops(c echo.Context) error {
	list, err := s.office.Drops(c.Request().Context(), request.Actor(c))
	if err != nil {
		return err
	}
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, member.Drops(member.NewDropsPage(frame, s.office.Games(), list)))
}
