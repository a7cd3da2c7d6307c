package web

import (
	"errors"
	"io"
	"net/http"
	"os"

	"github.com/labstack/echo/v4"

	"kickabout/league"
)

// sessionCookie holds the session token. The prefix makes browsers refuse it
// from anything but this very origin over a secure connection (or loopback).
const sessionCookie = "__Host-session"

// sessionAge is how long a browser keeps the cookie: 400 days, the most that
// browsers grant.
const sessionAge = 400 * 24 * 60 * 60

// token returns the browser's session token; a browser that has none gets one.
// It costs nothing until its visitor does something.
func (s *site) token(c echo.Context) string {
	if cookie, err := c.Cookie(sessionCookie); err == nil && cookie.Value != "" {
		return cookie.Value
	}
	return s.renew(c)
}

// renew gives the browser a new session token.
func (s *site) renew(c echo.Context) string {
	token := s.office.NewToken()
	c.SetCookie(&http.Cookie{
		Name: sessionCookie, Value: token, Path: "/", MaxAge: sessionAge,
		Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
	return token
}

// viewer returns who is looking; the zero player if it is nobody known.
func (s *site) viewer(c echo.Context) (league.Player, error) {
	return s.office.Visitor(c.Request().Context(), s.token(c))
}

// admit returns who acts; whoever is nobody yet becomes a guest by it. A cookie
// that is not ours is replaced.
func (s *site) admit(c echo.Context) (league.Player, error) {
	ctx := c.Request().Context()
	p, err := s.office.Admit(ctx, s.token(c))
	if err != nil && league.KindOf(err) == league.Forbidden {
		return s.office.Admit(ctx, s.renew(c))
	}
	return p, err
}

// playerKey is where as leaves the player who acts.
const playerKey = "player"

// as reads the form and finds out who acts before a handler runs.
func (s *site) as(who func(echo.Context) (league.Player, error), next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := c.Request().ParseForm(); err != nil {
			return badForm(err)
		}
		p, err := who(c)
		if err != nil {
			return err
		}
		c.Set(playerKey, p)
		return next(c)
	}
}

// actor returns the player whom as has found; zero if it is nobody known.
func actor(c echo.Context) league.Player { return c.Get(playerKey).(league.Player) }

// badForm is the answer to a body that is too long, did not arrive or is no form.
func badForm(err error) error {
	var tooLong *echo.HTTPError
	if errors.As(err, &tooLong) {
		return tooLong
	}
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, io.ErrUnexpectedEOF) {
		return echo.NewHTTPError(http.StatusBadRequest, "What was sent did not arrive whole, so nothing of it was done. Go back and send it again.")
	}
	return echo.NewHTTPError(http.StatusBadRequest, "What was sent is no form. Open the page again and use the form there.")
}
