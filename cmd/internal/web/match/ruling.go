package match

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/play"
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
	frame, _, err := s.Frame(c)
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

// Request asks who directs the tournament of a match for a ruling, and shows the match again.
func (s *Handlers) Request(c echo.Context) error {
	err := s.office.RequestRuling(c.Request().Context(), request.Actor(c), c.Param("id"), c.Request().PostFormValue("text"))
	if fields := ui.FieldSentences(err); fields != nil { // the page asks for it
		return league.Errorf(league.Invalid, "%s", fields["text"])
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, request.MatchURL(c.Param("id")))
}

// wanted returns the ruling that is asked for in a match of a tournament; nil if none is.
func (s *Handlers) wanted(c echo.Context, v play.View, cup league.Tournament) (*league.RulingRequest, error) {
	cup.Roles = slices.DeleteFunc(slices.Clone(cup.Roles), func(a league.Appointment) bool { return a.Role != league.WantsRuling(v.Match.ID) })
	if len(cup.Roles) == 0 {
		return nil, nil
	}
	list, err := s.office.RulingRequests(c.Request().Context(), s.Sees(c), cup)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}
