package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views"
)

// rulingPage is the page on which a director rules in a match.
func (s *site) rulingPage(c echo.Context) error {
	return s.rulingForm(c, http.StatusOK, "", "", nil)
}

// ruling rules in a match and shows it.
func (s *site) ruling(c echo.Context) error {
	r := c.Request()
	ruling, reason := r.PostFormValue("ruling"), r.PostFormValue("reason")
	err := s.office.RuleMatch(r.Context(), actor(c), c.Param("id"), league.Ruling(ruling), reason)
	if err == nil {
		return c.Redirect(http.StatusSeeOther, matchURL(c.Param("id")))
	}
	fields := league.Fields(err)
	if fields == nil {
		return err
	}
	return s.rulingForm(c, statusOf(league.KindOf(err)), ruling, reason, fields)
}

func (s *site) rulingForm(c echo.Context, status int, ruling, reason string, errors map[string]string) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	rulings, err := s.office.MatchRulings(c.Request().Context(), frame.Viewer, c.Param("id"))
	if err != nil {
		return err
	}
	in := views.RulingInput{Frame: frame, Rulings: rulings, Ruling: ruling, Reason: reason, Errors: errors}
	return s.render(c, status, views.MatchRuling(views.NewRulingPage(in)))
}

// grantPage is the page on which a director gives time.
func (s *site) grantPage(c echo.Context) error {
	return s.grantForm(c, http.StatusOK, views.GrantInput{Player: c.QueryParam("player"), Other: c.QueryParam("other"), Days: "1", Seen: -1})
}

// grant gives time and goes to the tournament.
func (s *site) grant(c echo.Context) error {
	form := c.Request().PostFormValue
	days, _ := strconv.Atoi(form("days")) // nonsense is refused as no days
	seen, _ := strconv.Atoi(form("seen"))
	g := office.TimeGrant{Player: form("player"), Other: form("other"), Days: days, Reason: form("reason"), Seen: seen}
	_, err := s.office.AddTime(c.Request().Context(), actor(c), c.Param("id"), g)
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/tournaments/"+c.Param("id"))
	}
	fields := league.Fields(err)
	if fields == nil {
		return err
	}
	return s.grantForm(c, statusOf(league.KindOf(err)), views.GrantInput{
		Player: g.Player, Other: g.Other, Days: form("days"), Reason: g.Reason, Seen: seen, Errors: fields,
	})
}

func (s *site) grantForm(c echo.Context, status int, in views.GrantInput) (err error) {
	v, frame, err := s.directed(c, "can give time in it")
	if err != nil {
		return err
	}
	in.Frame, in.Tournament = frame, v.Tournament
	if in.Seen < 0 {
		in.Seen = in.Tournament.Last
	}
	return s.render(c, status, views.GrantTime(views.NewGrantPage(in)))
}
