package match

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// RulingPage is the page on which a director rules in a match.
func (s *Handlers) RulingPage(c echo.Context) error {
	return s.rulingForm(c, http.StatusOK, "", "", nil)
}

// Ruling rules in a match and shows it.
func (s *Handlers) Ruling(c echo.Context) error {
	r := c.Request()
	ruling, reason := r.PostFormValue("ruling"), r.PostFormValue("reason")
	err := s.office.RuleMatch(r.Context(), request.Actor(c), c.Param("id"), league.Ruling(ruling), reason)
	if err == nil {
		return c.Redirect(http.StatusSeeOther, request.MatchURL(c.Param("id")))
	}
	fields := ui.FieldSentences(err)
	if fields == nil {
		return err
	}
	return s.rulingForm(c, request.StatusOf(league.KindOf(err)), ruling, reason, fields)
}

func (s *Handlers) rulingForm(c echo.Context, status int, ruling, reason string, errors map[string]string) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	rulings, err := s.office.MatchRulings(c.Request().Context(), frame.Viewer, c.Param("id"))
	if err != nil {
		return err
	}
	in := tournament.RulingInput{Frame: frame, Rulings: rulings, Ruling: ruling, Reason: reason, Errors: errors}
	return s.Render(c, status, tournament.MatchRuling(tournament.NewRulingPage(in)))
}
