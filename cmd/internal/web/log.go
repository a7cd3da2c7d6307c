package web

import (
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/request"
)

// patternsOf returns the patterns of the paths that a router knows.
func patternsOf(e *echo.Echo) map[string]bool {
	patterns := map[string]bool{}
	for _, r := range e.Routes() {
		patterns[r.Path] = true
	}
	return patterns
}

// identified gives a request its id, and the name of its route.
func (s *site) identified(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		route := c.Path()
		if !s.patterns[route] {
			route = request.UnknownRoute
		}
		request.Identify(c, route)
		return next(c)
	}
}

// Lasts says whether the answer to a request goes on for as long as its reader likes.
func Lasts(r *http.Request) bool { return isStream(r.URL.Path) }

// isStream says so of a path, or the pattern of one.
func isStream(path string) bool {
	return strings.HasSuffix(path, "/stream") || path == api.Root+"/events"
}

// classOf says what kind of request is of a route, as far as the time that it takes goes; "" for streams, which
// last as long as their reader likes.
func classOf(route, method string) string {
	switch {
	case isStream(route):
		return ""
	case route == request.UnknownRoute:
		return "unknown"
	case route == "/healthz", route == "/readyz":
		return "health"
	case strings.HasPrefix(route, "/static/"), route == "/favicon.ico":
		return "static"
	case strings.HasPrefix(route, api.Root):
		return "api"
	case method == http.MethodGet, method == http.MethodHead:
		return "page"
	}
	return "act"
}

// logged counts a request and writes one line of it, without path, query, cookies or bodies.
func (s *site) logged(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := time.Now()
		err := next(c)
		if err != nil {
			c.Error(err) // for its status
		}
		s.note(c, time.Since(began))
		return err
	}
}

// note counts and logs a request that was answered.
func (s *site) note(c echo.Context, took time.Duration) {
	level, status := slog.LevelDebug, c.Response().Status
	gone := c.Request().Context().Err() != nil // who closes a page has nobody to complain to
	if status >= http.StatusInternalServerError && !gone && !request.TurnedAway(c) {
		level = slog.LevelError
	}
	route, method := request.Route(c), c.Request().Method
	s.Meter.Request(route, method, classOf(route, method), status, took)
	if request.TurnedAway(c) {
		s.NoteTurnedAway(c)
	} else {
		s.NoteRefusal(c, status)
	}
	ms := float64(took.Microseconds()) / 1000
	s.Log.Log(c.Request().Context(), level, "request", append(request.About(c), "status", status, "ms", ms)...)
}
