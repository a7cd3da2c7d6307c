package admin

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/views/admin"
	"kickabout/views/ui"
)

// Standing is the page on which members read what was decided about them. Whoever is not signed in is asked who they
// are.
func (s *Handlers) Standing(c echo.Context) error {
	viewer, err := s.Viewer(c)
	if err != nil {
		return err
	}
	in := admin.StandingInput{Done: c.QueryParam("done") != ""}
	if viewer.Kind == league.Member {
		in.Player = viewer
	}
	return s.standing(c, http.StatusOK, in)
}

func (s *Handlers) standing(c echo.Context, status int, in admin.StandingInput) error {
	standing, err := s.office.Moderation.Standing(c.Request().Context(), in.Player)
	if err != nil {
		return err
	}
	in.Sanctions, in.Reports, in.Away = standing.Sanctions, standing.Reports, standing.Away
	if in.Frame, err = s.Frame(c); err != nil {
		return err
	}
	return s.Render(c, status, admin.Standing(admin.NewStanding(in)))
}

// Identify shows their standing to whoever cannot sign in, by name and password.
func (s *Handlers) Identify(c echo.Context) error {
	name := c.Request().PostFormValue("name")
	var who league.Player
	err := s.accounts.Guarded(c, name, "password", func(ctx context.Context) (err error) {
		who, err = s.office.Identify(ctx, name, c.Request().PostFormValue("password"))
		return err
	})
	if err != nil {
		if ui.FieldSentences(err)["password"] != "" {
			s.accounts.NoteFailed(c, name)
		}
		status, fields, err := wrong(err)
		if err != nil {
			return err
		}
		return s.standing(c, status, admin.StandingInput{Name: name, Errors: fields})
	}
	return s.standing(c, http.StatusOK, admin.StandingInput{Player: who, Ticket: s.office.Moderation.Ticket(who)})
}

// Appeal notes what somebody says against a step.
func (s *Handlers) Appeal(c echo.Context) error {
	ctx, form := c.Request().Context(), c.Request().PostFormValue
	who, ticket := request.Actor(c), form("ticket")
	if ticket != "" {
		var err error
		if who, err = s.office.Moderation.ByTicket(ctx, ticket); err != nil {
			return err
		}
	}
	err := s.office.Moderation.Appeal(ctx, who, form("step"), form("text"))
	if err == nil && ticket == "" {
		return c.Redirect(http.StatusSeeOther, "/standing?done=appeal")
	}
	in := admin.StandingInput{Player: who, Ticket: ticket, Done: err == nil, At: form("step"), Text: form("text")}
	if err == nil {
		return s.standing(c, http.StatusOK, in)
	}
	status, fields, err := wrong(err)
	if err != nil {
		return err
	}
	in.Errors = fields
	return s.standing(c, status, in)
}
