package tournament

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views/tournament"
)

// ValuePage is the page on which an admin enters the public value that a draw awaits, where the site cannot fetch it.
func (s *Desk) ValuePage(c echo.Context) error {
	return s.valueForm(c, "", nil)
}

// EnterValue draws a tournament with the value that was typed.
func (s *Desk) EnterValue(c echo.Context) error {
	r := c.Request()
	round, _ := strconv.ParseUint(r.PostFormValue("round"), 10, 64) // 0 is none, which is refused
	typed := r.PostFormValue("signature")
	if err := s.office.EnterValue(r.Context(), request.Actor(c), c.Param("id"), round, typed); err != nil {
		return s.valueForm(c, typed, err)
	}
	return c.Redirect(http.StatusSeeOther, "/tournaments/"+c.Param("id"))
}

// valueForm shows the form with what was typed, and what is wrong with it.
func (s *Desk) valueForm(c echo.Context, typed string, refused error) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	a, err := s.office.Awaited(c.Request().Context(), frame.Viewer, c.Param("id"))
	if err != nil {
		return err
	}
	status, fields, err := request.RefusedForm(refused)
	if err != nil {
		return err
	}
	in := tournament.ValueInput{Frame: frame, Tournament: a.Tournament, Round: a.Round, At: a.At, Path: a.Path(), Typed: typed, Errors: fields}
	return s.Render(c, status, tournament.Value(tournament.NewValuePage(in)))
}

// mayEnterValue says that a viewer may enter the public value that the draw of a tournament awaits.
func mayEnterValue(c echo.Context, o *office.Office, viewer league.Player, t league.Tournament) (bool, error) {
	if !t.AwaitsDraw() {
		return false, nil
	}
	return o.MayEnterValue(c.Request().Context(), viewer)
}
