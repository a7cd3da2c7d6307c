package request

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humaecho"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
	"kickabout/league/members"
)

type callerKey struct{}

// Authenticate finds out who asks before anything else is looked at, refuses tokens that are not made for what is
// asked, and reads the body whole. What is public is answered without a token, too: then nobody known asks, and is
// counted by their neighbourhood.
func (s *Site) Authenticate(needs league.Scopes, public bool) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		c := humaecho.Unwrap(ctx)
		player, err := league.Player{}, error(nil)
		if !public || bearerOf(c.Request()) != "" {
			player, err = s.TokenPlayer(c, needs)
		}
		if err == nil {
			err = paced(s.Limits, c, player)
		}
		if err == nil {
			c.Set(readerKey, player.ID)
			err = gather(c.Request())
		}
		if err != nil {
			s.Problem(err, c)
			return
		}
		next(huma.WithValue(ctx, callerKey{}, api.Caller{Player: player, Arrived: Arrived(c), Request: c}))
	}
}

// TokenPlayer returns the player for whom the request's token acts. A cookie does not
// count: what a browser sends by itself is no token.
func (s *Site) TokenPlayer(c echo.Context, needs league.Scopes) (league.Player, error) {
	token := bearerOf(c.Request())
	if token == "" {
		return league.Player{}, unauthorized("This takes a token. Make one on your account page and send it in a header: “Authorization: Bearer …”.")
	}
	player, err := s.office.PlayerByToken(c.Request().Context(), token, needs)
	if league.KindOf(err) == league.NotFound {
		err = unauthorized("There is no such token. Perhaps it has been ended, or its time is over: look at your account page.")
	}
	if lacks := new(members.ScopeError); errors.As(err, &lacks) { // RFC 6750, 3.1
		c.Response().Header().Set(echo.HeaderWWWAuthenticate, `Bearer error="insufficient_scope", scope="`+lacks.Needs.String()+`"`)
	}
	if err == nil {
		s.Members.Note(token, Arrived(c))
	}
	return player, err
}

// bearerOf returns the token of a request; "" if it has none.
func bearerOf(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get(echo.HeaderAuthorization), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

func unauthorized(text string) error { return echo.NewHTTPError(http.StatusUnauthorized, text) }

// paced counts a request against the rate of who asks, by their account or else by their neighbourhood, tells them
// how much of it is left, and refuses them if nothing is.
func paced(limits Limiters, c echo.Context, player league.Player) error {
	limiter, key, whose := limits.Requests, player.ID, "one player's programs may send"
	if player.ID == "" {
		limiter, key, whose = limits.Reads, Neighbourhood(c.RealIP()), "may come without a token from your network"
	}
	_, wait := limiter.Take(key, Arrived(c))
	limiter.tell(c.Response().Header(), key, Arrived(c))
	if wait <= 0 {
		return nil
	}
	seconds := int(math.Ceil(wait.Seconds()))
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(seconds))
	return league.Errorf(league.Busy, "These are more requests than %s. Go on in %d s.", whose, seconds)
}

// gather reads a request's body, so that one that is too long or does not arrive is
// refused as such.
func gather(r *http.Request) error {
	body, err := io.ReadAll(r.Body)
	var tooLong *echo.HTTPError
	if errors.As(err, &tooLong) {
		return tooLong
	}
	if err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, "What was sent did not arrive whole, so nothing of it was done. Send it again.")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// Does makes an operation of a handler: it is told who asks, and its errors become problems.
func Does[I, O any](s *Site, handle func(context.Context, api.Caller, *I) (*O, error)) func(huma.API, huma.Operation) {
	return func(to huma.API, op huma.Operation) {
		huma.Register(to, op, func(ctx context.Context, in *I) (*O, error) {
			who := ctx.Value(callerKey{}).(api.Caller)
			out, err := answered(ctx, s, who, in, handle)
			if err != nil {
				return nil, s.apiProblem(err, who.Request)
			}
			if unchanged(who, out) {
				return nil, huma.Status304NotModified()
			}
			return out, nil
		})
	}
}
