package request

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
)

// What pages of other sites may send and read. There are no cookies among it: what a browser sends by itself says
// nothing here, so that another site can do no more in somebody's name than it could without them.
const (
	allowedMethods = "GET, POST, PUT, DELETE"
	allowedHeaders = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
	exposedHeaders = "ETag, Location, RateLimit-Limit, RateLimit-Policy, RateLimit-Remaining, RateLimit-Reset, Retry-After, WWW-Authenticate, X-Request-Id"
)

// CrossOrigin lets pages of any site read what programs are answered (Fetch, 3.2). A site in a network of its own is
// not read by what its visitors open elsewhere: what is public there is public in that network alone.
func CrossOrigin(lan bool, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if lan || !api.ForPrograms(c) {
			return next(c)
		}
		h := c.Response().Header()
		OpenToAll(h)
		h.Set("Access-Control-Expose-Headers", exposedHeaders)
		if c.Request().Method != http.MethodOptions || c.Request().Header.Get("Access-Control-Request-Method") == "" {
			return next(c)
		}
		h.Set("Access-Control-Allow-Methods", allowedMethods)
		h.Set("Access-Control-Allow-Headers", allowedHeaders)
		h.Set("Access-Control-Max-Age", "7200")
		h.Set(echo.HeaderCacheControl, "max-age=7200")
		return c.NoContent(http.StatusNoContent)
	}
}

// answered runs a handler. Those who read without a token are shown the same: of all who ask for one thing in the
// same moment, one reads it.
func answered[I, O any](ctx context.Context, s *Site, who api.Caller, in *I, handle func(context.Context, api.Caller, *I) (*O, error)) (*O, error) {
	if _, streams := any((*O)(nil)).(*huma.StreamResponse); streams || !reads(who) || who.Player.ID != "" {
		return handle(ctx, who, in)
	}
	return ForFollowers(s, who.Request, "", func() (*O, error) { return handle(context.WithoutCancel(ctx), who, in) })
}

// reads says whether a request changes nothing.
func reads(who api.Caller) bool {
	return who.Request.Request().Method == http.MethodGet || who.Request.Request().Method == http.MethodHead
}

// unchanged names what is about to be sent by an entity tag, and says whether that is what the reader has already
// (RFC 9110, 13.1.2). Whoever keeps an answer has to ask again before they use it: a match may move on at any time.
// A tag is weak: what time alone changes, such as what is left on a clock, is none of it (see api.Steady).
func unchanged(who api.Caller, out any) bool {
	if _, streams := out.(*huma.StreamResponse); streams || !reads(who) {
		return false
	}
	var text bytes.Buffer
	if err := api.Marshal(&text, api.SteadyOf(out)); err != nil {
		return false // it will fail again when it is sent
	}
	if h := who.Request.Response().Header(); who.Player.ID == "" { // what somebody is shown by a token stays out of every cache
		h.Set(echo.HeaderVary, echo.HeaderAuthorization)
		h.Set(echo.HeaderCacheControl, "public, no-cache")
	}
	return Has(who.Request, WeakTag(text.Bytes()))
}

// WeakTag names bytes by an entity tag, which stays the same when they are compressed.
func WeakTag(parts ...[]byte) string {
	sum := sha256.New()
	for _, part := range parts {
		sum.Write(part)
	}
	return `W/"` + hex.EncodeToString(sum.Sum(nil)[:12]) + `"`
}

// Has names what is about to be sent by an entity tag, and says whether the reader has it already (RFC 9110, 13.1.2).
func Has(c echo.Context, tag string) bool {
	c.Response().Header().Set("ETag", tag)
	return names(c.Request().Header.Values("If-None-Match"), tag)
}

// OpenToAll lets pages of any site read an answer, and show what it is of (Fetch, 3.2).
func OpenToAll(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
}

// NoStore is what a cache is told of what nobody may keep (RFC 9111, 5.2.2.5).
const NoStore = "no-store"

// names says whether a list of entity tags has one of them, compared weakly (RFC 9110, 8.8.3.2), or is for any.
func names(lists []string, tag string) bool {
	for _, list := range lists {
		for one := range strings.SplitSeq(list, ",") {
			one = strings.TrimSpace(one)
			if one == "*" || strings.TrimPrefix(one, "W/") == strings.TrimPrefix(tag, "W/") {
				return true
			}
		}
	}
	return false
}
