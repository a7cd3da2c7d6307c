package request

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
	"kickabout/league/members"
)

// sessionCookie holds the session token. The prefix makes browsers refuse it
// from anything but this very origin over a secure connection (or loopback).
const sessionCookie = "__Host-session"

// lanCookie holds it where the site is served over http in a network of its own: browsers keep no cookie with the
// prefix then, nor one that is for secure connections.
const lanCookie = "kickabout_lan"

// cookieName is the name of the cookie of sessions.
func (s *Site) cookieName() string {
	if s.lan {
		return lanCookie
	}
	return sessionCookie
}

// Token returns the browser's session token; a browser that has none gets one.
// It costs nothing until its visitor does something.
func (s *Site) Token(c echo.Context) string {
	if token, ok := c.Get(tokenKey).(string); ok {
		return token
	}
	if cookie, err := c.Cookie(s.cookieName()); err == nil && cookie.Value != "" {
		return cookie.Value
	}
	return s.Renew(c)
}

// Renew gives the browser a new session token.
func (s *Site) Renew(c echo.Context) string {
	token := s.office.NewToken()
	s.SetToken(c, token, true)
	return token
}

// ClearCache has the browser forget what it has kept of the pages. The keys of dice and what else pages have stored stay.
func (s *Site) ClearCache(c echo.Context) {
	if !s.lan { // without a secure connection browsers do not heed it, and complain
		c.Response().Header().Set("Clear-Site-Data", `"cache"`)
	}
}

// deviceCookie tells a browser in which somebody was signed in before from one in which they were not. It opens nothing.
const deviceCookie = "__Host-device"

// deviceName is the name of the cookie, as cookieName.
func (s *Site) deviceName() string {
	if s.lan {
		return lanCookie + "_device"
	}
	return deviceCookie
}

// Recognise says whether a browser is one in which a player was signed in before, and lets it be known from now on.
// What gives it its session is done meanwhile.
func (s *Site) Recognise(c echo.Context, who league.Player, begin func()) (known bool) {
	shown := ""
	if cookie, err := c.Cookie(s.deviceName()); err == nil {
		shown = cookie.Value
	}
	known, anew := s.office.KnownBrowser(who, shown)
	begin()
	c.SetCookie(&http.Cookie{Name: s.deviceName(), Value: anew, Path: "/", MaxAge: int(members.SessionAge / time.Second), Secure: !s.lan, HttpOnly: true, SameSite: http.SameSiteLaxMode})
	return known
}

// tokenKey is where setToken leaves the token that the browser has from now on.
const tokenKey = "token"

// SetToken gives the browser a session token, whatever it had before. It is kept when the browser is closed, or not.
func (s *Site) SetToken(c echo.Context, token string, kept bool) {
	c.Set(tokenKey, token)
	c.Response().Header().Del(echo.HeaderSetCookie) // the other cookie of the site comes after this one
	age := 0
	if kept {
		age = int(members.SessionAge / time.Second) // the session itself may end before
	}
	c.SetCookie(&http.Cookie{Name: s.cookieName(), Value: token, Path: "/", MaxAge: age, Secure: !s.lan, HttpOnly: true, SameSite: http.SameSiteLaxMode})
}

// Viewer returns who is looking; the zero player if it is nobody known.
func (s *Site) Viewer(c echo.Context) (league.Player, error) {
	token := s.Token(c)
	visit, err := s.visit(c.Request().Context(), c, token)
	if err == nil {
		c.Set(readerKey, visit.Player.ID)
	}
	if visit.Player.Kind == league.Member {
		s.Members.Note(token, s.office.Now())
		s.office.Reach.Present(c.Request().Context(), visit.Player.ID)
	}
	if visit.Fresh {
		s.SetToken(c, token, visit.Session.Kept) // so that the cookie lasts as long as the session
	}
	return visit.Player, err
}

// Member returns the member who acts. Who is none is shown where to sign in.
func (s *Site) Member(c echo.Context) (league.Player, error) {
	p, err := s.Viewer(c)
	if err == nil && p.Kind != league.Member {
		err = errSignInFirst
	}
	return p, err
}

// readerKey is where the id of whoever asks is left once it is known.
const readerKey = "reader"

// Sees returns for whom a request reads: what is hidden from whoever asks is not there for any
// handler. Of programs, Authenticate says who asks.
func (s *Site) Sees(c echo.Context) league.Viewer {
	return league.Of(league.Player{ID: s.reader(c.Request().Context(), c)})
}

// reader returns the id of whoever asks; "" if it is nobody known.
func (s *Site) reader(ctx context.Context, c echo.Context) string {
	if id, ok := c.Get(readerKey).(string); ok {
		return id
	}
	if api.ForPrograms(c) {
		return ""
	}
	player, err := s.Known(ctx, c)
	if err != nil {
		s.Log.Warn("finding out who reads", append(About(c), "err", err)...)
		return "" // who sees what everybody sees
	}
	c.Set(readerKey, player.ID)
	return player.ID
}

// ViewerHeader says with each page whose it is: by it the worker in a browser knows when somebody else looks, and
// forgets what it has kept. "-": nobody known.
const ViewerHeader = "Kickabout-Viewer"

// NameViewer sets the header of a page that is about to be sent, if it is known who looks, or that it is nobody. It
// tells nothing of the session but whether it is still the same.
func (s *Site) NameViewer(c echo.Context) {
	h := c.Response().Header()
	if s.lan || c.Response().Status >= http.StatusInternalServerError || !strings.HasPrefix(h.Get(echo.HeaderContentType), "text/html") {
		return
	}
	switch id, known := c.Get(readerKey).(string); {
	case id != "":
		h.Set(ViewerHeader, s.office.Sign("viewer", s.Token(c))[:16])
	case known, s.Credential(c) == "":
		h.Set(ViewerHeader, "-")
	}
}

// Credential returns by what a request says who asks: a cookie, or the token of a program; "" if it does not.
func (s *Site) Credential(c echo.Context) string {
	if api.ForPrograms(c) {
		return bearerOf(c.Request())
	}
	if cookie, err := c.Cookie(s.cookieName()); err == nil {
		return cookie.Value
	}
	return ""
}

// Known returns whose session a request has, and gives out no cookie; the zero player if it is nobody known.
func (s *Site) Known(ctx context.Context, c echo.Context) (league.Player, error) {
	cookie, err := c.Cookie(s.cookieName())
	if err != nil {
		return league.Player{}, nil
	}
	visit, err := s.visit(ctx, c, cookie.Value)
	return visit.Player, err
}

// visitKey is where it is left whose session a request has, and that a stream has begun, for which it is not.
const visitKey = "visit"

// A visited is whose session a token is.
type visited struct {
	token string
	visit members.Visit
}

// visit returns whose session a token is. A page that asks again is told the same; what changes something, and a
// stream, which lasts, asks the database each time.
func (s *Site) visit(ctx context.Context, c echo.Context, token string) (members.Visit, error) {
	if v, ok := c.Get(visitKey).(visited); ok && v.token == token {
		return v.visit, nil
	}
	v, err := s.office.Visit(ctx, token)
	method := c.Request().Method
	if _, lasts := c.Get(visitKey).(unkept); err == nil && !lasts && (method == http.MethodGet || method == http.MethodHead) {
		c.Set(visitKey, visited{token, v})
	}
	return v, err
}

// unkept stands at visitKey for a stream.
type unkept struct{}

var errSignInFirst = league.Errorf(league.Forbidden, "Sign in first: this is about an account.")

// Admit returns who acts; whoever is nobody yet becomes a guest by it. A cookie
// that is not ours is replaced.
func (s *Site) Admit(c echo.Context) (league.Player, error) {
	ctx := c.Request().Context()
	p, err := s.office.Admit(ctx, s.Token(c))
	if err != nil && league.KindOf(err) == league.Forbidden {
		p, err = s.office.Admit(ctx, s.Renew(c))
	}
	c.Set(readerKey, p.ID)
	return p, err
}

// playerKey is where as leaves the player who acts.
const playerKey = "player"

// As reads the form and finds out who acts before a handler runs.
func (s *Site) As(who func(echo.Context) (league.Player, error), next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := c.Request().ParseForm(); err != nil {
			return badForm(err)
		}
		p, err := who(c)
		if err == errSignInFirst && (c.Request().Method == http.MethodGet || c.Request().Method == http.MethodHead) {
			return c.Redirect(http.StatusSeeOther, "/signin?next="+url.QueryEscape(c.Request().URL.RequestURI()))
		}
		if err != nil {
			return err
		}
		c.Set(playerKey, p)
		return next(c)
	}
}

// Actor returns the player whom as has found; zero if it is nobody known.
func Actor(c echo.Context) league.Player { return c.Get(playerKey).(league.Player) }

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
