package request

import (
	"crypto/rand"
	"strings"

	"github.com/labstack/echo/v4"
)

// idHeader tells whoever asks under which id the log has the request. What a client says there itself is not
// believed: he could make his requests look like those of others.
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
	c.Response().Header().Set(idHeader, id)
}

// ID returns the id of a request.
func ID(c echo.Context) string {
	id, _ := c.Get(idKey).(string)
	return id
}

// Route returns the pattern of the path of a request.
func Route(c echo.Context) string {
	route, _ := c.Get(routeKey).(string)
	return route
}

// About is what every line of the log says of a request: its id, what it is, where it comes from, roughly, and
// the id of the player who asks, if that is known by now. Whatever else is logged must hold no password, token
// or session.
func About(c echo.Context) []any {
	about := []any{"request_id", ID(c), "method", c.Request().Method, "route", Route(c), "neighbourhood", Neighbourhood(c.RealIP())}
	if id, ok := c.Get(readerKey).(string); ok && id != "" {
		about = append(about, "player", id)
	}
	return about
}

// Path returns the path of a request as the log may have it: where the link of an invitation, which lets in
// whoever has it, would stand in it, it is the pattern.
func Path(c echo.Context) string {
	if route := Route(c); strings.Contains(route, ":link") {
		return route
	}
	return c.Request().URL.Path
}
