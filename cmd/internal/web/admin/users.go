package admin

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/member"
	"kickabout/league"
	"kickabout/league/conduct"
	"kickabout/league/moderation"
	"kickabout/views/admin"
)

// usersAtOnce is how many members a list has.
const usersAtOnce = 50

// Users is the page on which members are looked for.
func (s *Handlers) Users(c echo.Context) error {
	return s.users(c, http.StatusOK, admin.UsersInput{Text: c.QueryParam("q")})
}

func (s *Handlers) users(c echo.Context, status int, in admin.UsersInput) error {
	errors := in.Errors
	shell, err := s.shell(c, conduct.SeeUsers)
	if err != nil {
		return err
	}
	in.Shell, in.Most = shell, usersAtOnce
	in.Errors = errors
	if in.Users, err = s.office.Moderation.Users(c.Request().Context(), by(c), in.Text, usersAtOnce); err != nil {
		return err
	}
	return s.Render(c, status, admin.Users(admin.NewUsers(in)))
}

// EndAllSessions signs everybody out but whoever says so.
func (s *Handlers) EndAllSessions(c echo.Context) error {
	reason := c.Request().PostFormValue("reason")
	err := s.office.Moderation.EndAllSessions(c.Request().Context(), by(c), s.Token(c), reason)
	if err == nil {
		return finish(c, "/admin/users", "all")
	}
	status, fields, err := wrong(err)
	if err != nil || status == http.StatusForbidden {
		return s.refused(c, err, conduct.EndAllSessions)
	}
	in := admin.UsersInput{At: "sessions", Reason: reason}
	in.Errors = fields
	return s.users(c, status, in)
}

// refused is the answer to who may not do something at all.
func (s *Handlers) refused(c echo.Context, err error, act conduct.Act) error {
	if err != nil {
		return err
	}
	return s.office.Moderation.May(c.Request().Context(), by(c), act)
}

// User is the page about a member.
func (s *Handlers) User(c echo.Context) error {
	return s.user(c, http.StatusOK, admin.UserInput{})
}

func (s *Handlers) user(c echo.Context, status int, in admin.UserInput) error {
	errors := in.Errors
	shell, err := s.shell(c, conduct.SeeUsers)
	if err != nil {
		return err
	}
	f, err := s.office.Moderation.User(c.Request().Context(), by(c), c.Param("id"))
	if err != nil {
		return err
	}
	in.Shell, in.Player, in.Theirs, in.Sanctions, in.People, in.Requests, in.Before = shell, f.Player, f.Role, f.Sanctions, f.People, f.Requests, f.Before
	in.Errors = errors
	for _, e := range f.Log {
		in.Log = append(in.Log, admin.LogLine{AuditLine: e.AuditLine, Actor: e.Actor, About: e.About})
	}
	return s.Render(c, status, admin.User(admin.NewUser(in)))
}

// userDone leads back to the page of a member, or shows it with what was wrong with a form.
func (s *Handlers) userDone(c echo.Context, err error, what, at string) error {
	if err == nil {
		return finish(c, admin.UserURL(c.Param("id")), what)
	}
	status, fields, err := wrong(err)
	if err != nil {
		return err
	}
	in := admin.UserInput{At: at, Typed: map[string]string{}}
	in.Errors = fields
	for name := range c.Request().PostForm {
		if name != member.ProofField {
			in.Typed[name] = c.Request().PostFormValue(name)
		}
	}
	return s.user(c, status, in)
}

// TakeStep takes a step against a member.
func (s *Handlers) TakeStep(c echo.Context) error {
	form := c.Request().PostFormValue
	order := moderation.Order{Kind: league.SanctionKind(form("kind")), Player: c.Param("id"), Reason: form("reason")}
	var err error
	switch order.Kind {
	case league.SanctionMute, league.SanctionRestrict:
		order.Days, err = strconv.Atoi(form("days"))
	case league.SanctionRename:
		order.Name = form("name")
	case league.SanctionHide: // of lines of a chat the queue of reports decides
		if order.Line = form("line"); strings.Contains(order.Line, "/r") {
			_, err = s.office.Moderation.Impose(c.Request().Context(), by(c), order)
			return s.userDone(c, err, "step", order.Line)
		}
	}
	if err != nil {
		order.Days = 0 // which no step takes that takes days
	}
	if order.Kind == league.SanctionHide || conduct.ActOf(order.Kind) == "" {
		err = league.FieldErrorf("kind", "Choose a step.")
		if may := s.office.Moderation.May(c.Request().Context(), by(c), conduct.Warn); may != nil {
			err = may
		}
		return s.userDone(c, err, "", "step")
	}
	_, err = s.office.Moderation.Impose(c.Request().Context(), by(c), order)
	return s.userDone(c, err, "step", "step")
}

// UndoStep undoes a step.
func (s *Handlers) UndoStep(c echo.Context) error {
	id := c.Request().PostFormValue("step")
	return s.userDone(c, s.office.Moderation.Undo(c.Request().Context(), by(c), id, c.Request().PostFormValue("reason")), "undone", id)
}

// EndSessions signs a member out everywhere.
func (s *Handlers) EndSessions(c echo.Context) error {
	err := s.office.Moderation.EndSessions(c.Request().Context(), by(c), c.Param("id"), c.Request().PostFormValue("reason"))
	return s.userDone(c, err, "sessions", "sessions")
}

// SetRole gives a member a role.
func (s *Handlers) SetRole(c echo.Context) error {
	ctx, form := c.Request().Context(), c.Request().PostFormValue
	f, err := s.office.Moderation.User(ctx, by(c), c.Param("id"))
	if err != nil {
		return err
	}
	role := league.SiteRole(form("role"))
	if role == "none" {
		role = league.NoRole
	}
	return s.userDone(c, s.office.Moderation.SetRole(ctx, by(c), f.Player.Name, role, form("reason")), "role", "role")
}
