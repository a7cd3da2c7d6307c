package tournament

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league/correction"
	"kickabout/views/tournament"
)

// ExitsPage is the page on which it is corrected how somebody counts who was taken out of a tournament that is over; with a
// choice in its address it shows what that would change.
func (s *Desk) ExitsPage(c echo.Context) error {
	f := typedExit(c.QueryParams())
	f.Was = ""
	return s.exitForm(c, f, nil)
}

// CorrectExit corrects how somebody counts, and shows the tournament.
func (s *Desk) CorrectExit(c echo.Context) error {
	if err := c.Request().ParseForm(); err != nil {
		return err
	}
	f := typedExit(c.Request().PostForm)
	return s.exitCorrected(c, f, s.office.CorrectExit(c.Request().Context(), request.Actor(c), c.Param("id"), f))
}

// UndoExit takes back the last correction of how somebody counts.
func (s *Desk) UndoExit(c echo.Context) error {
	r := c.Request()
	event, _ := strconv.Atoi(r.PostFormValue("event")) // 0 is none, which is refused
	f := correction.ExitForm{Player: r.PostFormValue("player"), Reason: r.PostFormValue("reason")}
	return s.exitCorrected(c, f, s.office.UndoExit(r.Context(), request.Actor(c), c.Param("id"), f.Player, event, f.Reason))
}

// typedExit reads what was typed.
func typedExit(typed url.Values) correction.ExitForm {
	return correction.ExitForm{Player: typed.Get("player"), Was: typed.Get("was"), Now: typed.Get("now"), Reason: typed.Get("reason")}
}

// exitCorrected answers an act: with the tournament, or with the form and what is wrong with it.
func (s *Desk) exitCorrected(c echo.Context, f correction.ExitForm, err error) error {
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/tournaments/"+c.Param("id"))
	}
	return s.exitForm(c, f, err)
}

// exitForm shows the form with what was typed, and what is wrong: an act that was refused, or the choice itself.
func (s *Desk) exitForm(c echo.Context, f correction.ExitForm, refused error) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	view, err := s.office.Exit(c.Request().Context(), frame.Viewer, c.Param("id"), f)
	if view.Tournament.ID == "" { // they may not, or there is nothing to correct
		return err
	}
	if refused == nil {
		refused = err
	}
	status, fields, err := request.RefusedForm(refused)
	if err != nil {
		return err
	}
	in := tournament.ExitInput{Frame: frame, View: view, Form: f, Errors: fields}
	return s.Render(c, status, tournament.Exits(tournament.NewExitPage(in)))
}
