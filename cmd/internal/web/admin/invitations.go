package admin

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/views/admin"
)

// Invitations is how people are invited to sign up.
type Invitations struct{ admin *Handlers }

// Make makes the link of an invitation, and shows it this once: it is kept nowhere.
func (s *Invitations) Make(c echo.Context) error {
	reason := c.Request().PostFormValue("reason")
	link, until, err := s.admin.office.Moderation.Invite(c.Request().Context(), by(c), reason)
	if err == nil {
		return s.admin.users(c, http.StatusOK, admin.UsersInput{Invitation: admin.Invitation{Address: s.admin.AddressOf(c) + "/signup?invitation=" + link, Until: until}})
	}
	status, fields, err := wrong(err)
	if err != nil {
		return err
	}
	in := admin.UsersInput{At: "invitation", Reason: reason}
	in.Errors = fields
	return s.admin.users(c, status, in)
}
