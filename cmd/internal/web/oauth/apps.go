package oauth

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league/app"
	"kickabout/views/member"
)

// Page shows members what they have allowed, and what they have registered.
func (s *Handlers) Page(c echo.Context) error {
	return s.page(c, http.StatusOK, member.AppsInput{Done: c.QueryParam("done")})
}

func (s *Handlers) page(c echo.Context, status int, in member.AppsInput) (err error) {
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	ctx, who := c.Request().Context(), request.Actor(c)
	if in.Allowed, err = s.office.Apps.Allowed(ctx, who); err != nil {
		return err
	}
	if in.Registered, err = s.office.Apps.Of(ctx, who); err != nil {
		return err
	}
	in.Metadata = s.AddressOf(c) + MetadataPath
	return s.Render(c, status, member.Apps(member.NewAppsPage(in)))
}

// Register registers an app of the viewer.
func (s *Handlers) Register(c echo.Context) error {
	form := app.Form{Name: c.Request().PostFormValue("name"), Site: c.Request().PostFormValue("site"), Redirects: c.Request().PostFormValue("redirects")}
	made, err := s.office.Apps.Register(c.Request().Context(), request.Actor(c), form)
	if sentences, ok := request.SentencesOf(err); ok {
		return s.page(c, request.StatusOfForm(err), member.AppsInput{Form: form, Errors: sentences})
	}
	if err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogAppRegistered, request.Actor(c).ID)
	return s.page(c, http.StatusCreated, member.AppsInput{Made: made})
}

// Remove removes an app of the viewer.
func (s *Handlers) Remove(c echo.Context) error {
	if err := s.office.Apps.Remove(c.Request().Context(), request.Actor(c), c.Request().PostFormValue("app")); err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogAppRemoved, request.Actor(c).ID)
	return c.Redirect(http.StatusSeeOther, "/account/apps?done=removed")
}

// End ends what the viewer has allowed an app.
func (s *Handlers) End(c echo.Context) error {
	if err := s.office.Apps.End(c.Request().Context(), request.Actor(c), c.Request().PostFormValue("grant")); err != nil {
		return err
	}
	s.NoteSecurity(c, request.LogAppEnded, request.Actor(c).ID)
	return c.Redirect(http.StatusSeeOther, "/account/apps?done=ended")
}
