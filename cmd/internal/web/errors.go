package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/views"
)

// statusOf returns the HTTP status that an error of a kind is answered with.
func statusOf(kind league.Kind) int {
	switch kind {
	case league.Invalid, league.Illegal:
		return http.StatusUnprocessableEntity
	case league.NotFound:
		return http.StatusNotFound
	case league.Forbidden:
		return http.StatusForbidden
	case league.Stale:
		return http.StatusConflict
	case league.Late:
		return http.StatusGone
	case league.Busy:
		return http.StatusTooManyRequests
	}
	return http.StatusInternalServerError
}

// problem turns every error that a handler returns into a page. What is not
// meant for users is logged under an id, and the page shows the id alone.
func (s *site) problem(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	p := views.ProblemInput{Frame: views.Frame{Now: s.office.Now()}}
	var fromEcho *echo.HTTPError
	switch kind := league.KindOf(err); {
	case kind != league.Internal:
		p.Status, p.Text = statusOf(kind), err.Error()
	case errors.As(err, &fromEcho):
		p.Status = fromEcho.Code
		if text, ok := fromEcho.Message.(string); ok && text != http.StatusText(p.Status) {
			p.Text = text
		}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		p.Status = http.StatusServiceUnavailable
		s.log.Warn("request not finished", "method", c.Request().Method, "path", c.Request().URL.Path, "err", err)
	default:
		p.Status, p.ID = http.StatusInternalServerError, rand.Text()[:8]
		s.log.Error("request failed", "id", p.ID, "method", c.Request().Method, "path", c.Request().URL.Path, "err", err)
	}
	if viewer, err := s.viewer(c); err == nil {
		p.Frame.Viewer = viewer
	}
	switch p.Status {
	case http.StatusServiceUnavailable:
		c.Response().Header().Set(echo.HeaderRetryAfter, "5")
	case http.StatusTooManyRequests:
		c.Response().Header().Set(echo.HeaderRetryAfter, "60")
	}
	if err := s.render(c, p.Status, views.Problem(views.NewProblem(p))); err != nil {
		s.log.Error("rendering a problem", "err", err)
		_ = c.NoContent(p.Status) // the status at least: saying nothing would mean 200
	}
}

// render writes a page. It is built whole first, so that an error in the middle
// leaves no half page behind, and so that bytes which somebody sent and which are
// no text come back as the sign for such. A request that has been given up, as when
// its body took too long, still gets its answer.
func (s *site) render(c echo.Context, status int, page templ.Component) error {
	var b bytes.Buffer
	if err := page.Render(context.WithoutCancel(c.Request().Context()), &b); err != nil {
		return err
	}
	return c.HTMLBlob(status, bytes.ToValidUTF8(b.Bytes(), []byte("\uFFFD")))
}
