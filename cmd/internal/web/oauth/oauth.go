// Package oauth serves OAuth 2: programs of others ask members here whether they may act for them, and get tokens for it.
// There is the authorization code grant with PKCE by S256 alone, for apps without a secret (RFC 6749, 7636, 9700).
package oauth

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/member"
	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/office"
)

// The addresses that apps are told.
const (
	AuthorizePath = api.AuthorizePath
	TokenPath     = api.TokenPath
	RevokePath    = api.RevokePath
	MetadataPath  = "/.well-known/oauth-authorization-server"
)

// exchanges is how often apps of one network may ask for tokens.
var exchanges = request.Rate{Count: 60, Per: time.Minute}

// Handlers answer apps, and members about apps.
type Handlers struct {
	*request.Site
	office    *office.Office
	security  *member.Security
	exchanges *request.Limiter
}

// New returns them.
func New(site *request.Site, o *office.Office, security *member.Security) *Handlers {
	return &Handlers{Site: site, office: o, security: security, exchanges: request.NewLimiter(exchanges)}
}

// Metadata tells apps where to ask, and what is understood (RFC 8414, RFC 9207).
func (s *Handlers) Metadata(c echo.Context) error {
	at := s.AddressOf(c)
	request.OpenToAll(c.Response().Header())
	return c.JSON(http.StatusOK, map[string]any{
		"issuer":                                         at,
		"authorization_endpoint":                         at + AuthorizePath,
		"token_endpoint":                                 at + TokenPath,
		"revocation_endpoint":                            at + RevokePath,
		"service_documentation":                          at + "/help/api",
		"scopes_supported":                               strings.Fields(league.AllScopes.String()),
		"response_types_supported":                       []string{"code"},
		"response_modes_supported":                       []string{"query"},
		"grant_types_supported":                          []string{"authorization_code", "refresh_token"},
		"code_challenge_methods_supported":               []string{"S256"},
		"token_endpoint_auth_methods_supported":          []string{"none"},
		"revocation_endpoint_auth_methods_supported":     []string{"none"},
		"authorization_response_iss_parameter_supported": true,
	})
}
