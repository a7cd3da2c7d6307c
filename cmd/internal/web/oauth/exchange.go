package oauth

import (
	"context"
	"net/http"
	"time"

	oauth2 "github.com/go-oauth2/oauth2/v4"
	"github.com/go-oauth2/oauth2/v4/errors"
	"github.com/go-oauth2/oauth2/v4/manage"
	"github.com/go-oauth2/oauth2/v4/models"
	"github.com/go-oauth2/oauth2/v4/server"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/app"
	"kickabout/league/members"
)

// An exchange is one request of an app as the library sees it: its clients, its codes and its tokens. What was spent in it
// is kept for its end. Moments are ours: the library's clock decides nothing.
type exchange struct {
	apps   *members.Apps
	client string
	player league.Player // who allows; zero where tokens are asked for
	app    app.App
	grant  app.Grant // that was spent
	scope  string    // asked for with a refresh token
	ended  string    // the player whose app has ended since a secret of it came twice, or to the wrong one
	next   members.Tokens
}

// newServer makes the library's server for one request.
func newServer(e *exchange) *server.Server {
	m := manage.NewManager()
	m.MapClientStorage(e)
	m.MapTokenStorage(e)
	m.MapAuthorizeGenerate(codes{e})
	m.MapAccessGenerate(e)
	m.SetAuthorizeCodeExp(app.CodeLasts)
	m.SetAuthorizeCodeTokenCfg(&manage.Config{AccessTokenExp: app.AccessLasts, RefreshTokenExp: app.RefreshLasts, IsGenerateRefresh: true})
	m.SetRefreshTokenCfg(&manage.RefreshingConfig{AccessTokenExp: app.AccessLasts, RefreshTokenExp: app.RefreshLasts, IsGenerateRefresh: true, IsResetRefreshTime: true})
	m.SetValidateURIHandler(func(_, address string) error {
		if !e.app.Returns(address) {
			return errors.ErrInvalidRedirectURI
		}
		return nil
	})
	s := server.NewServer(&server.Config{
		TokenType: "Bearer", AllowedResponseTypes: []oauth2.ResponseType{oauth2.Code}, AllowedGrantTypes: []oauth2.GrantType{oauth2.AuthorizationCode, oauth2.Refreshing},
		AllowedCodeChallengeMethods: []oauth2.CodeChallengeMethod{oauth2.CodeChallengeS256}, ForcePKCE: true,
	}, m)
	s.SetClientInfoHandler(func(r *http.Request) (id, secret string, err error) {
		if id = r.PostFormValue("client_id"); id == "" {
			return "", "", errors.ErrInvalidClient
		}
		return id, "", nil
	})
	return s
}

// GetByID finds the app that asks.
func (e *exchange) GetByID(ctx context.Context, id string) (oauth2.ClientInfo, error) {
	if e.app.ID != id {
		found, _, err := e.apps.App(ctx, id)
		if league.KindOf(err) == league.NotFound {
			return nil, errors.ErrInvalidClient
		}
		if err != nil {
			return nil, err
		}
		e.app = found
	}
	return &models.Client{ID: e.app.ID, UserID: e.app.Owner, Public: true}, nil
}

// codes makes codes: the library asks for those and for tokens by methods of one name.
type codes struct{ *exchange }

// Token allows the app what its user has agreed to.
func (c codes) Token(ctx context.Context, data *oauth2.GenerateBasic) (string, error) {
	scopes, err := league.ParseScopes(data.TokenInfo.GetScope())
	if err != nil {
		return "", errors.ErrInvalidScope
	}
	return c.apps.Allow(ctx, c.player, app.Grant{App: c.app, Scopes: scopes, Redirect: data.TokenInfo.GetRedirectURI(), Challenge: data.TokenInfo.GetCodeChallenge()})
}

// Token makes the tokens for what was spent.
func (e *exchange) Token(context.Context, *oauth2.GenerateBasic, bool) (access, refresh string, err error) {
	e.next = e.apps.NewTokens(e.grant)
	return e.next.Access, e.next.Refresh, nil
}

// Create stores tokens. A code is stored when it is made.
func (e *exchange) Create(ctx context.Context, info oauth2.TokenInfo) error {
	if info.GetAccess() == "" {
		return nil
	}
	scopes, err := league.ParseScopes(info.GetScope())
	if err != nil {
		return errors.ErrInvalidScope
	}
	err = e.apps.Issue(ctx, e.grant, e.next, scopes)
	if league.KindOf(err) == league.NotFound {
		return errors.ErrInvalidGrant
	}
	return err
}

// GetByCode spends a code. What is compared with the request comes after, so that a code that was shown with anything
// wrong is gone.
func (e *exchange) GetByCode(ctx context.Context, code string) (oauth2.TokenInfo, error) {
	var err error
	if e.grant, err = e.apps.SpendCode(ctx, code); err != nil {
		e.ended = e.grant.Player
		return nil, e.refusal(err, errors.ErrInvalidAuthorizeCode)
	}
	info := e.info()
	info.Code, info.CodeCreateAt, info.CodeExpiresIn = code, time.Now(), app.CodeLasts
	info.CodeChallenge, info.CodeChallengeMethod = e.grant.Challenge, oauth2.CodeChallengeS256.String()
	return info, nil
}

// GetByRefresh spends a refresh token, once in a request. One that another app shows was stolen.
func (e *exchange) GetByRefresh(ctx context.Context, refresh string) (oauth2.TokenInfo, error) {
	if e.grant.Family == "" {
		if err := e.within(ctx, refresh); err != nil {
			return nil, err
		}
		var err error
		if e.grant, err = e.apps.SpendRefresh(ctx, refresh); err != nil {
			e.ended = e.grant.Player
			return nil, e.refusal(err, errors.ErrInvalidRefreshToken)
		}
	}
	if e.grant.App.ID != e.client {
		e.ended = e.grant.Player
		if err := e.apps.Break(ctx, e.grant); err != nil {
			return nil, err
		}
		return nil, errors.ErrInvalidRefreshToken
	}
	info := e.info()
	info.Refresh, info.RefreshCreateAt, info.RefreshExpiresIn = refresh, time.Now(), app.RefreshLasts
	return info, nil
}

// within refuses a scope that a refresh token is not good for, before it is spent: the app may ask again.
func (e *exchange) within(ctx context.Context, refresh string) error {
	some, err := league.ParseScopes(e.scope)
	if err != nil {
		return errors.ErrInvalidScope
	}
	all, err := e.apps.Behind(ctx, refresh)
	if err == nil && all.Family != "" && !all.Scopes.Has(some) {
		return errors.ErrInvalidScope
	}
	return err
}

func (e *exchange) info() *models.Token {
	return &models.Token{ClientID: e.grant.App.ID, UserID: e.grant.Player, RedirectURI: e.grant.Redirect, Scope: e.grant.Scopes.String()}
}

// refusal is what the library says where there is nothing to spend.
func (e *exchange) refusal(err, said error) error {
	if league.KindOf(err) == league.NotFound {
		return said
	}
	return err
}

// GetByAccess is asked by nobody: the API looks after its tokens.
func (e *exchange) GetByAccess(context.Context, string) (oauth2.TokenInfo, error) { return nil, nil }

// RemoveByCode has nothing to do: what is spent is gone.
func (e *exchange) RemoveByCode(context.Context, string) error { return nil }

// RemoveByAccess is the same.
func (e *exchange) RemoveByAccess(context.Context, string) error { return nil }

// RemoveByRefresh is the same.
func (e *exchange) RemoveByRefresh(context.Context, string) error { return nil }

// Token exchanges a code or a refresh token (RFC 6749, 4.1.3 and 6). What is asked stands in the body alone.
func (s *Handlers) Token(c echo.Context) error {
	if _, wait := s.exchanges.Take(request.Neighbourhood(c.RealIP()), request.Arrived(c)); wait > 0 {
		return request.TooOften(c, wait)
	}
	asked, err := inBody(c)
	if err != nil {
		return err
	}
	if err := app.CheckVerifier(asked.PostFormValue("code_verifier")); err != nil {
		return s.answer(c, map[string]any{"error": errors.ErrInvalidRequest.Error(), "error_description": err.Error()}, nil)
	}
	var fault error
	e := &exchange{apps: s.office.Apps, client: asked.PostFormValue("client_id"), scope: asked.PostFormValue("scope")}
	library := newServer(e)
	library.SetInternalErrorHandler(func(err error) *errors.Response { fault = err; return nil })
	library.SetResponseTokenHandler(func(_ http.ResponseWriter, data map[string]any, header http.Header, status ...int) error {
		if fault != nil {
			return fault // the site's own errors, with their statuses
		}
		if e.ended != "" { // somebody has copied what was the app's alone
			s.NoteSecurity(c, request.LogAppEnded, e.ended)
		}
		return s.answer(c, data, status)
	})
	return library.HandleTokenRequest(c.Response(), asked)
}

// answer sends what the library says (RFC 6749, 5.1 and 5.2).
func (s *Handlers) answer(c echo.Context, data map[string]any, status []int) error {
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, request.NoStore)
	h.Set("Pragma", "no-cache")
	code := http.StatusOK
	if len(status) > 0 && status[0] > 0 {
		code = status[0]
	}
	if kind, wrong := data["error"].(string); wrong {
		if code = http.StatusBadRequest; kind == errors.ErrInvalidClient.Error() {
			code = http.StatusUnauthorized
		}
		s.NoteSecurity(c, request.LogInputRefused, "")
	}
	return c.JSON(code, data)
}

// Revoke ends what an app was allowed, by one of its tokens (RFC 7009). The answer does not tell whether there was one.
func (s *Handlers) Revoke(c echo.Context) error {
	if _, wait := s.exchanges.Take(request.Neighbourhood(c.RealIP()), request.Arrived(c)); wait > 0 {
		return request.TooOften(c, wait)
	}
	asked, err := inBody(c)
	if err != nil {
		return err
	}
	if asked.PostFormValue("token") == "" || asked.PostFormValue("client_id") == "" {
		return s.answer(c, map[string]any{"error": errors.ErrInvalidRequest.Error(), "error_description": "Send a token and the client_id."}, nil)
	}
	if err := s.office.Apps.Revoke(c.Request().Context(), asked.PostFormValue("client_id"), asked.PostFormValue("token")); err != nil {
		return err
	}
	return c.NoContent(http.StatusOK)
}

// inBody returns the request without what stands in its address, which others may have written down, and with the form in
// its body read (RFC 6749, 2.3.1).
func inBody(c echo.Context) (*http.Request, error) {
	asked := c.Request().Clone(c.Request().Context())
	asked.URL.RawQuery, asked.Form, asked.PostForm = "", nil, nil
	if err := asked.ParseForm(); err != nil {
		return nil, echo.ErrBadRequest
	}
	return asked, nil
}
