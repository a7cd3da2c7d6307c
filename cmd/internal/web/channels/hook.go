package channels

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	channelsleague "kickabout/league/channels"
	"kickabout/league/contact"
	"kickabout/views/channels"
	"kickabout/views/ui"
)

// tries is how often somebody may have the site send a test.
var tries = request.Rate{Count: 20, Per: time.Hour}

// subject is whose webhooks a request is about.
type subject struct {
	scope  contact.HookScope
	id, of string
	action string
	back   ui.Link
}

// A finder finds it, and refuses who may not see to them.
type finder func(c echo.Context) (subject, error)

// OfViewer is the webhooks of whoever acts.
func (s *Hooks) OfViewer(c echo.Context) (subject, error) {
	return subject{scope: contact.HookPlayer, id: request.Actor(c).ID, action: "/account/webhooks", back: ui.Link{Text: "Your account", URL: "/account"}}, nil
}

// OfTournament is the webhooks of a tournament, for those who direct it.
func (s *Hooks) OfTournament(c echo.Context) (subject, error) {
	viewer, err := s.Viewer(c)
	if err != nil {
		return subject{}, err
	}
	t, err := s.office.TournamentHead(c.Request().Context(), s.Sees(c), c.Param("id"))
	if err == nil {
		err = s.office.MustDirect(viewer, t)
	}
	at := ui.TournamentURL(t.ID)
	return subject{scope: contact.HookTournament, id: t.ID, of: t.Name, action: at + "/webhooks", back: ui.Link{Text: "Organiser page", URL: at + "/desk"}}, err
}

// OfSite is the webhooks of the site, for admins.
func (s *Hooks) OfSite(c echo.Context) (subject, error) {
	role, err := s.office.Moderation.RoleOf(c.Request().Context(), request.Actor(c))
	if err == nil && role != league.Admin {
		err = league.Errorf(league.Forbidden, "Only admins see to the webhooks of the site.")
	}
	return subject{scope: contact.HookSite, action: "/admin/webhooks", back: ui.Link{Text: "Settings of the site", URL: "/admin/settings"}}, err
}

// Page is a page of webhooks.
func (s *Hooks) Page(of finder) echo.HandlerFunc {
	return func(c echo.Context) error {
		at, err := of(c)
		if err != nil {
			return err
		}
		return s.page(c, http.StatusOK, at, channels.HooksInput{Done: c.QueryParam("done")})
	}
}

func (s *Hooks) page(c echo.Context, status int, at subject, in channels.HooksInput) (err error) {
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	in.Scope, in.Of, in.Action, in.Back = at.scope, at.of, at.action, at.back
	if in.Hooks, err = s.office.Channels.Hooks.Of(c.Request().Context(), at.scope, at.id); err != nil {
		return err
	}
	return s.Render(c, status, channels.Hooks(channels.NewHooksPage(in)))
}

// Add adds a webhook, and shows the secret of its signatures this once.
func (s *Hooks) Add(of finder) echo.HandlerFunc {
	return func(c echo.Context) error {
		at, err := of(c)
		if err != nil {
			return err
		}
		form := channelsleague.HookForm{
			URL: c.Request().PostFormValue("url"), Label: c.Request().PostFormValue("label"), Format: contact.HookFormat(c.Request().PostFormValue("format")),
		}
		made, err := s.office.Channels.Hooks.Add(c.Request().Context(), request.Actor(c), at.scope, at.id, form)
		if sentences, ok := request.SentencesOf(err); ok {
			return s.page(c, request.StatusOfForm(err), at, channels.HooksInput{URL: form.URL, Label: form.Label, Format: form.Format, Errors: sentences})
		}
		if err != nil {
			return err
		}
		s.NoteSecurity(c, request.LogHookAdded, request.Actor(c).ID)
		in := channels.HooksInput{Made: made}
		if made.Format == contact.HookJSON {
			in.Secret = s.office.Channels.Hooks.Secret(made)
		}
		return s.page(c, http.StatusCreated, at, in)
	}
}

// Test sends a test to a webhook, and says what came back.
func (s *Hooks) Test(of finder) echo.HandlerFunc {
	return func(c echo.Context) error {
		at, err := of(c)
		if err != nil {
			return err
		}
		if _, wait := s.tries.Take(request.Actor(c).ID, request.Arrived(c)); wait > 0 {
			return request.TooOften(c, wait)
		}
		_, outcome, err := s.office.Channels.Hooks.Test(c.Request().Context(), at.scope, at.id, c.Request().PostFormValue("hook"), s.AddressOf(c)+"/")
		if err != nil {
			return err
		}
		return s.page(c, http.StatusOK, at, channels.HooksInput{Tested: outcome.Said})
	}
}

// End removes a webhook.
func (s *Hooks) End(of finder) echo.HandlerFunc {
	return func(c echo.Context) error {
		at, err := of(c)
		if err != nil {
			return err
		}
		if err := s.office.Channels.Hooks.Remove(c.Request().Context(), at.scope, at.id, c.Request().PostFormValue("hook")); err != nil {
			return err
		}
		s.NoteSecurity(c, request.LogHookRemoved, request.Actor(c).ID)
		return c.Redirect(http.StatusSeeOther, at.action+"?done=end")
	}
}
