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
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humaecho"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/league"
	"kickabout/league/members"
)

type callerKey struct{}

// Authenticate finds out who asks before anything else is looked at, refuses tokens that are not made for what is
// asked, and reads the body whole.
func (s *Site) Authenticate(needs league.Scopes) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		c := humaecho.Unwrap(ctx)
		player, err := s.TokenPlayer(c, needs)
		if err == nil {
			_, wait := s.Limits.Requests.Take(player.ID, Arrived(c))
			err = tooFast(c, wait)
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

// tooFast refuses a program that has to wait, and tells it how long.
func tooFast(c echo.Context, wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	seconds := int(math.Ceil(wait.Seconds()))
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(seconds))
	return league.Errorf(league.Busy, "These are more requests than one player's programs may send. Go on in %d s.", seconds)
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
			out, err := handle(ctx, who, in)
			if err != nil {
				return nil, s.apiProblem(err, who.Request)
			}
			return out, nil
		})
	}
}
