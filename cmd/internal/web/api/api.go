// Package api is what the operations of the API share: who calls, replies, problems, and the document that
// describes them. Package request lets programs in; the operations stand with their areas, in files api_*.go.
package api

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humaecho"
	"github.com/labstack/echo/v4"

	"kickabout/league"
)

// Root is where the API begins. Below it every answer is JSON, errors included.
const Root = "/api/v1"

// TokenScheme is what the document calls the way in which programs say who they are.
const TokenScheme = "token"

// OAuthScheme is what the document calls the way in which apps of others come by a token.
const OAuthScheme = "oauth"

// scopesOfApps are what members may allow an app, by the names of scopes.
var scopesOfApps = map[string]string{
	league.ScopeRead.String(): "Look at what the member may see.", league.ScopePlay.String(): "Play: move, chat, make and take offers, go on vacation.",
	league.ScopeEnter.String(): "Enter and leave tournaments, ladders and cups.", league.ScopeOrganise.String(): "Open and direct tournaments.",
}

// New returns an API without operations that a router will serve.
func New(e *echo.Echo) huma.API {
	names := func(t reflect.Type, hint string) string {
		return strings.TrimSuffix(huma.DefaultSchemaNamer(t, hint), "Body")
	}
	return humaecho.New(e, huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Servers: []*huma.Server{{URL: "/", Description: "The site that serves this document."}},
			Info: &huma.Info{
				Title: "Kickabout", Version: "1", License: &huma.License{Name: "MIT", Identifier: "MIT"},
				Description: "Play by program. Make a token on your account page, or with “kickabout token NAME”, and send it as a bearer token with every request. " +
					"Times are UTC, durations are milliseconds, sides are \"first\" and \"second\". Moves, positions and steps are in the notation of the game.",
			},
			Components: &huma.Components{
				Schemas: huma.NewMapRegistry("#/components/schemas/", names),
				SecuritySchemes: map[string]*huma.SecurityScheme{
					TokenScheme: {Type: "http", Scheme: "bearer", Description: "A token that a player has made, or that an app got by OAuth 2: where and how says /.well-known/oauth-authorization-server."},
					OAuthScheme: {
						Type: "oauth2", Description: "For apps of others: authorization code with PKCE (S256), without a secret. The member says yes or no on a page of the site.",
						Flows: &huma.OAuthFlows{AuthorizationCode: &huma.OAuthFlow{AuthorizationURL: AuthorizePath, TokenURL: TokenPath, RefreshURL: TokenPath, Scopes: scopesOfApps}},
					},
				},
			},
		},
		Formats:       map[string]huma.Format{"application/json": {Marshal: Marshal, Unmarshal: json.Unmarshal}, "json": {Marshal: Marshal, Unmarshal: json.Unmarshal}},
		DefaultFormat: "application/json",
		Transformers:  []huma.Transformer{worded},
	})
}

// Marshal writes a value as JSON, moves and positions as they are. Whether the reader
// is still there does not matter here.
func Marshal(w io.Writer, v any) error {
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	if err := to.Encode(v); err != nil {
		return err
	}
	_, _ = w.Write(b.Bytes())
	return nil
}

// LineStream is the content type of answers of one JSON object a line.
const LineStream = "application/x-ndjson"

// Caller is who asks for an operation, and when.
type Caller struct {
	Player  league.Player
	Arrived time.Time
	Request echo.Context
}

// Reply is an answer with a body.
type Reply[B any] struct{ Body B }

// Steady is a body with something in it that time alone changes.
type Steady interface {
	// Steady returns the body without that.
	Steady() any
}

// body is an answer that has a body.
type body interface{ body() any }

func (r Reply[B]) body() any { return r.Body }

// SteadyOf returns of an answer what changes only when what it tells of does.
func SteadyOf(answer any) any {
	with, ok := answer.(body)
	if !ok {
		return answer
	}
	if steady, ok := with.body().(Steady); ok {
		return steady.Steady()
	}
	return with.body()
}

// Created is the answer to what has made something, with where to find it.
type Created[B any] struct {
	Location string `header:"Location"`
	Body     B
}

// NameOf returns what a program calls a player.
func NameOf(p league.Player) string {
	if p.Kind == league.Bot {
		return p.ID
	}
	return p.Name
}
