package match

import (
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/play"
)

// GiveTime gives the opponent days and shows the match again.
func (s *Handlers) GiveTime(c echo.Context) error {
	form := c.Request().PostFormValue
	if err := request.CheckKey(form("key")); err != nil {
		return err
	}
	days, err := strconv.Atoi(form("days"))
	if err != nil || !slices.Contains(play.GiftDays(), days) {
		return league.Errorf(league.Invalid, "You can give one day or three.")
	}
	v, err := s.office.GiveTime(c.Request().Context(), request.Actor(c), c.Param("id"), days, form("key"), request.Arrived(c))
	return s.acted(c, v, "", err)
}

// away returns until when the players of First and Second are on vacation; the zero
// time for who is not.
func (s *Handlers) away(c echo.Context, v play.View) (until [2]time.Time, err error) {
	if !v.Away {
		return until, nil
	}
	away, err := s.office.Away(c.Request().Context(), v.Match.Seats[0].Player.ID, v.Match.Seats[1].Player.ID)
	for i, seat := range v.Match.Seats {
		if vacation, on := away[seat.Player.ID]; on {
			until[v.Record.SideOf(i)-1] = vacation.Ends
		}
	}
	return until, err
}
