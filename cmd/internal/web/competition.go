package web

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/views"
)

// competitions is the page of all competitions of the site.
func (s *site) competitions(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	in := views.CompetitionsInput{Frame: frame, Games: s.office.Games(), All: s.office.Competitions()}
	if in.Editions, err = s.office.AllEditions(c.Request().Context(), s.office.Now()); err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Competitions(views.NewCompetitionsPage(in)))
}

// lookBack is how long what is over stays in the calendar.
const lookBack = 31 * 24 * time.Hour

// calendar is what opens, starts and ends when, over all competitions and tournaments.
func (s *site) calendar(c echo.Context) error {
	in, err := s.calendarInput(c)
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Calendar(views.NewCalendarPage(in)))
}

// calendarICS is the same for calendar programs.
func (s *site) calendarICS(c echo.Context) error {
	in, err := s.calendarInput(c)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="kickabout.ics"`)
	return c.Blob(http.StatusOK, "text/calendar; charset=UTF-8", views.CalendarICS(in))
}

func (s *site) calendarInput(c echo.Context) (views.CalendarInput, error) {
	frame, _, err := s.frame(c)
	if err != nil {
		return views.CalendarInput{}, err
	}
	return s.dated(c.Request().Context(), views.CalendarInput{Frame: frame, Game: c.QueryParam("game"), Address: s.address})
}

// dated adds all that has dates.
func (s *site) dated(ctx context.Context, in views.CalendarInput) (_ views.CalendarInput, err error) {
	in.Games, in.Competitions = s.office.Games(), s.office.Competitions()
	in.Since = s.office.Now().Add(-lookBack)
	if in.Tournaments, err = s.office.AllEditions(ctx, in.Since); err != nil {
		return in, err
	}
	for _, state := range []league.TournamentState{league.Registration, league.Running, league.Finished} {
		list, err := s.office.Tournaments(ctx, state, tournamentsShown)
		if err != nil {
			return in, err
		}
		in.Tournaments = append(in.Tournaments, list...)
	}
	return in, nil
}
