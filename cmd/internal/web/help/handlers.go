// Package help answers with the manuals of the site.
package help

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/views/help"
)

// Handlers answer with the manuals.
type Handlers struct{ *request.Site }

// New returns them.
func New(s *request.Site) *Handlers { return &Handlers{s} }

// List is the page that lists the manuals.
func (s *Handlers) List(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, help.List(help.NewListPage(frame)))
}

// Manual is the page of a manual.
func (s *Handlers) Manual(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	page, err := help.NewManualPage(frame, c.Param("topic"))
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, help.Manual(page))
}
