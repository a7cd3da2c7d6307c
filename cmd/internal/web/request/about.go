package request

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strings"

	"github.com/labstack/echo/v4"
)

// idHeader tells whoever asks under which id the log has the request. What a client says there itself is not
// believed: they could make their requests look like those of others.
const idHeader = "X-Request-Id"

// The keys under which Identify leaves what it finds.
const (
	idKey    = "request id"
	routeKey = "route"
)

// Identify gives a request an id, and notes which route it takes.
func Identify(c echo.Context, route string) {
	id := rand.Text()[:12] // 60 bits: short enough to be quoted by hand
	c.Set(idKey, id)
	c.Set(routeKey, route)
	c.SetRequest(c.Request().WithContext(context.WithValue(c.Request().Context(), contextKey{}, id)))
	c.Response().Header().Set(idHeader, id)
}

// ID returns the id of a request.
func ID(c echo.Context) string {
	id, _ := c.Get(idKey).(string)
	return id
}

// contextKey is where the context of a request has its id.
type contextKey struct{}

// idAttribute is under which name the log has the id of a request.
const idAttribute = "request_id"

// identified is a log that names the request.
type identified struct{ slog.Handler }

// WithIDs returns a log in which each line that is written for a request, by its context, has the id of the request:
// also those of services and of the store, which know of no requests.
func WithIDs(h slog.Handler) slog.Handler { return identified{h} }

// Handle writes a line.
func (h identified) Handle(ctx context.Context, line slog.Record) error {
	if id, ok := ctx.Value(contextKey{}).(string); ok && !has(line, idAttribute) {
		line = line.Clone()
		line.AddAttrs(slog.String(idAttribute, id))
	}
	return h.Handler.Handle(ctx, line)
}

// has says whether a line has an attribute already.
func has(line slog.Record, name string) (found bool) {
	line.Attrs(func(a slog.Attr) bool {
		found = a.Key == name
		return !found
	})
	return found
}

// WithAttrs and WithGroup keep the ids.
func (h identified) WithAttrs(attrs []slog.Attr) slog.Handler {
	return identified{h.Handler.WithAttrs(attrs)}
}

func (h identified) WithGroup(name string) slog.Handler { return identified{h.Handler.WithGroup(name)} }

// UnknownRoute is what requests of no route are counted and logged under: their paths are whatever somebody sent.
const UnknownRoute = "unknown"

// Route returns the pattern of the path of a request, or UnknownRoute.
func Route(c echo.Context) string {
	route, _ := c.Get(routeKey).(string)
	return route
}

// About is what every line of the log says of a request: its id, what it is, where it comes from, roughly, and
// the id of the player who asks, if that is known by now. Whatever else is logged must hold no password, token
// or session.
func About(c echo.Context) []any {
	about := []any{idAttribute, ID(c), "method", c.Request().Method, "route", Route(c), "neighbourhood", Neighbourhood(c.RealIP())}
	if id, ok := c.Get(readerKey).(string); ok && id != "" {
		about = append(about, "player", id)
	}
	return about
}

// Path returns the path of a request as the log may have it: where the link of an invitation or the secret of a feed,
// which let in whoever has them, would stand in it, it is the pattern.
func Path(c echo.Context) string {
	if route := Route(c); strings.Contains(route, ":link") || strings.Contains(route, ":token") {
		return route
	}
	return c.Request().URL.Path
}
