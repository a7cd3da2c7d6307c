package tournament

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	contests "kickabout/league/tournaments"
	"kickabout/views/tournament"
	"kickabout/views/ui"
)

// GrantPage is the page on which a director gives time.
func (s *Desk) GrantPage(c echo.Context) error {
	return s.grantForm(c, http.StatusOK, tournament.GrantInput{Player: c.QueryParam("player"), Other: c.QueryParam("other"), Days: "1", Seen: -1})
}

// Grant gives time and goes to the tournament.
func (s *Desk) Grant(c echo.Context) error {
	form := c.Request().PostFormValue
	days, _ := strconv.Atoi(form("days")) // nonsense is refused as no days
	seen, _ := strconv.Atoi(form("seen"))
	g := contests.TimeGrant{Player: form("player"), Other: form("other"), Days: days, Reason: form("reason"), Seen: seen}
	_, err := s.office.AddTime(c.Request().Context(), request.Actor(c), c.Param("id"), g)
	if err == nil {
		return c.Redirect(http.StatusSeeOther, "/tournaments/"+c.Param("id"))
	}
	fields := ui.FieldSentences(err)
	if fields == nil {
		return err
	}
	return s.grantForm(c, request.StatusOf(league.KindOf(err)), tournament.GrantInput{
		Player: g.Player, Other: g.Other, Days: form("days"), Reason: g.Reason, Seen: seen, Errors: fields,
	})
}

func (s *Desk) grantForm(c echo.Context, status int, in tournament.GrantInput) (err error) {
	v, frame, err := s.directed(c, "can give time in it")
	if err != nil {
		return err
	}
	in.Frame, in.Tournament = frame, v.Tournament
	if in.Seen < 0 {
		in.Seen = in.Tournament.Last
	}
	return s.Render(c, status, tournament.GrantTime(tournament.NewGrantPage(in)))
}
