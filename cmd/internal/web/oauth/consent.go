package oauth

import (
	"net/http"
	"net/url"
	"strings"

	oauth2 "github.com/go-oauth2/oauth2/v4"
	"github.com/go-oauth2/oauth2/v4/errors"
	"github.com/go-oauth2/oauth2/v4/server"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/app"
	"kickabout/views/member"
)

// parameters are what an app sends (RFC 6749, 4.1.1, and RFC 7636, 4.3).
var parameters = []string{"client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge", "code_challenge_method"}

// A demand is what an app asks a member for.
type demand struct {
	exchange *exchange
	library  *server.Server
	asked    *server.AuthorizeRequest
	scopes   league.Scopes
	owner    league.Player
	refused  error // what the app is told; nil: nothing is wrong
}

// read reads a demand. Where it is not certain to whom the member would be sent back the error is of the league, and they
// are not: else this site would lead people anywhere (RFC 9700, 4.11).
func (s *Handlers) read(c echo.Context) (d demand, err error) {
	r := c.Request()
	d.exchange = &exchange{apps: s.office.Apps, client: r.FormValue("client_id"), player: request.Actor(c)}
	if d.exchange.app, d.owner, err = s.office.Apps.App(r.Context(), d.exchange.client); league.KindOf(err) == league.NotFound {
		return demand{}, league.Errorf(league.NotFound, "This site knows no such app. Go back to it, and tell its author.")
	} else if err != nil {
		return demand{}, err
	}
	to := r.FormValue("redirect_uri")
	if !d.exchange.app.Returns(to) {
		return demand{}, echo.NewHTTPError(http.StatusBadRequest, "The app named an address that it has not registered, so you are not sent there.")
	}
	d.library = newServer(d.exchange)
	if d.asked, d.refused = d.library.ValidationAuthorizeRequest(r); d.refused == nil && !app.Challenged(d.asked.CodeChallenge) {
		d.refused = errors.ErrInvalidCodeChallengeLen
	}
	if r.FormValue("response_type") != oauth2.Code.String() { // the library says that others may do this
		d.refused = errors.ErrUnsupportedResponseType
	}
	if d.scopes, err = league.ParseScopes(r.FormValue("scope")); err != nil {
		d.refused = errors.ErrInvalidScope
	}
	d.scopes |= league.ScopeRead
	if d.asked == nil { // what is wrong is told all the same
		d.asked = &server.AuthorizeRequest{ResponseType: oauth2.Code, RedirectURI: to, State: r.FormValue("state"), Request: r}
	}
	d.asked.UserID, d.asked.Scope = request.Actor(c).ID, d.scopes.String()
	return d, nil
}

// sendBack sends a member back to the app, with what it is told (RFC 6749, 4.1.2, and RFC 9207).
func (s *Handlers) sendBack(c echo.Context, d demand, said map[string]any) error {
	said["iss"] = s.AddressOf(c)
	to, err := d.library.GetRedirectURI(d.asked, said)
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, to)
}

// refuse sends them back with an error.
func (s *Handlers) refuse(c echo.Context, d demand, err error) error {
	data, _, _ := d.library.GetErrorData(err)
	return s.sendBack(c, d, data)
}

// Ask asks a member whether they allow what an app wants.
func (s *Handlers) Ask(c echo.Context) error {
	d, err := s.read(c)
	if err != nil {
		return err
	}
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	allowForm(c, d.asked.RedirectURI)
	var kept []member.Held
	for _, name := range parameters {
		kept = append(kept, member.Held{Name: name, Value: c.Request().FormValue(name)})
	}
	status := http.StatusOK
	if d.refused != nil { // nobody is sent to an app that they have not chosen to go to (RFC 9700, 4.11.2)
		status = http.StatusBadRequest
	}
	return s.Render(c, status, member.Consent(member.NewConsentPage(member.ConsentInput{
		Wrong: d.refused != nil,
		Frame: frame, App: d.exchange.app, Owner: d.owner, Scopes: d.scopes, Returns: app.Origin(d.asked.RedirectURI), Action: AuthorizePath, Held: kept,
	})))
}

// allowForm lets the form of a page lead to an address besides the site itself: browsers look at where an answer sends them.
func allowForm(c echo.Context, address string) {
	h := c.Response().Header()
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "form-action 'self'", "form-action 'self' "+app.Origin(address), 1))
}

// Decide sends the member back with a code, or with what they decided instead. Who has not proved lately who they are is
// asked again.
func (s *Handlers) Decide(c echo.Context) error {
	d, err := s.read(c)
	if err != nil {
		return err
	}
	if d.refused != nil {
		return s.refuse(c, d, d.refused)
	}
	if c.Request().PostFormValue("decision") != "allow" {
		return s.refuse(c, d, errors.ErrAccessDenied)
	}
	proved, err := s.security.HasProved(c)
	if err != nil {
		return err
	}
	if !proved {
		return c.Redirect(http.StatusSeeOther, AuthorizePath+"?"+again(c).Encode())
	}
	info, err := d.library.GetAuthorizeToken(c.Request().Context(), d.asked)
	if err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogAppAllowed, request.Actor(c).ID)
	return s.sendBack(c, d, d.library.GetAuthorizeData(oauth2.Code, info))
}

// again is what was asked, without what was decided.
func again(c echo.Context) url.Values {
	asked := url.Values{}
	for _, name := range parameters {
		asked.Set(name, c.Request().FormValue(name))
	}
	return asked
}
