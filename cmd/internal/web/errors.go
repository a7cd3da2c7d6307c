package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
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

// fault is what an answer says of an error: whole sentences, "" for those that fit
// the status.
type fault struct {
	status int
	text   string
	id     string // under which the log has what is not meant for users
}

// explain says how an error is answered. What is not meant for users is logged under
// an id, and the answer shows the id alone.
func (s *site) explain(err error, c echo.Context) (f fault) {
	var fromEcho *echo.HTTPError
	switch kind := league.KindOf(err); {
	case kind != league.Internal:
		f.status, f.text = statusOf(kind), err.Error()
	case errors.As(err, &fromEcho):
		f.status = fromEcho.Code
		if text, ok := fromEcho.Message.(string); ok && text != http.StatusText(f.status) {
			f.text = text
		}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		f.status = http.StatusServiceUnavailable
		level := slog.LevelWarn
		if c.Request().Context().Err() != nil { // the reader has gone
			level = slog.LevelDebug
		}
		s.log.Log(context.WithoutCancel(c.Request().Context()), level, "request not finished", "method", c.Request().Method, "path", c.Request().URL.Path, "err", err)
	default:
		f.status, f.id = http.StatusInternalServerError, rand.Text()[:8]
		s.log.Error("request failed", "id", f.id, "method", c.Request().Method, "path", c.Request().URL.Path, "err", err)
	}
	if f.status == http.StatusUnauthorized {
		c.Response().Header().Set(echo.HeaderWWWAuthenticate, "Bearer")
	}
	retryLater(c, f.status)
	return f
}

// problem turns every error that a handler returns into a page, or for programs into
// JSON.
func (s *site) problem(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	if forPrograms(c) {
		s.answerProblem(err, c)
		return
	}
	f := s.explain(err, c)
	p := views.ProblemInput{Frame: views.Frame{Now: s.office.Now()}, Status: f.status, Text: f.text, ID: f.id}
	if viewer, err := s.viewer(c); err == nil {
		p.Frame.Viewer = viewer
	}
	p.SignIn = league.KindOf(err) == league.Forbidden && p.Frame.Viewer.Kind != league.Member
	if err := s.render(c, p.Status, views.Problem(views.NewProblem(p))); err != nil {
		s.log.Error("rendering a problem", "err", err)
		_ = c.NoContent(p.Status) // the status at least: saying nothing would mean 200
	}
}

// retryLater tells programs when to try again, unless that has been said already.
func retryLater(c echo.Context, status int) {
	seconds := map[int]string{http.StatusServiceUnavailable: "5", http.StatusTooManyRequests: "60"}[status]
	if seconds != "" && c.Response().Header().Get(echo.HeaderRetryAfter) == "" {
		c.Response().Header().Set(echo.HeaderRetryAfter, seconds)
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
