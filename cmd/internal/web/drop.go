package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/views"
)

// drops is the page of sudden rating drops, for the site's directors.
func (s *site) drops(c echo.Context) error {
	list, err := s.office.Drops(c.Request().Context(), actor(c))
	if err != nil {
		return err
	}
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Drops(views.NewDropsPage(frame, s.office.Games(), list)))
}
