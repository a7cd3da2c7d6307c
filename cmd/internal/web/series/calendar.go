package series

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/cmd/internal/web/tournament"
	"kickabout/league"
	"kickabout/views/series"
)

// Competitions is the page of all competitions of the site.
func (s *Calendar) Competitions(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in := series.CompetitionsInput{Frame: frame, Games: s.office.Games()}
	if in.All, err = s.office.Shown(c.Request().Context()); err != nil {
		return err
	}
	var list []league.Tournament
	named := tournament.Lists(league.TournamentList{Limit: namedTournaments}, league.Registration, league.Running)
	if in.Editions, list, err = s.office.EditionsBeside(c.Request().Context(), s.Sees(c), s.office.Now(), named...); err != nil {
		return err
	}
	if in.Seats, err = s.Seats(c, frame.Viewer); err != nil {
		return err
	}
	in.Open, in.Running = tournament.In(league.Registration, list), tournament.In(league.Running, list)
	return s.Render(c, http.StatusOK, series.Competitions(series.NewCompetitionsPage(in)))
}

// How much the page of all competitions tells.
const (
	seatsShown       = 12 // groups in which the viewer plays
	namedTournaments = 3  // tournaments of users of each state
)

// Seats reads where the viewer plays.
func (s *Calendar) Seats(c echo.Context, viewer league.Player) ([]series.Seat, error) {
	list, err := s.office.Seats(c.Request().Context(), s.Sees(c), viewer, seatsShown)
	seats := make([]series.Seat, len(list))
	for i, seat := range list {
		g := seat.Group
		seats[i] = series.Seat{Tournament: seat.Tournament, SeasonGroup: series.SeasonGroup{Group: g.Group, Table: g.Table, Matches: g.Matches}}
	}
	return seats, err
}

// Standing is how the players of a match stand in its competition, for a panel of its page, which does not wait for it: 204
// where there is no table.
func (s *Calendar) Standing(c echo.Context) error {
	ctx := c.Request().Context()
	v, err := s.office.Match(ctx, s.Sees(c), c.Param("id"))
	if err != nil {
		return err
	}
	t, g, err := s.office.Standing(ctx, s.Sees(c), v.Match)
	if err != nil {
		return err
	}
	seat := series.Seat{Tournament: t, SeasonGroup: series.SeasonGroup{Group: g.Group, Table: g.Table, Matches: g.Matches}}
	if g.Table != nil {
		if seat.Odds, err = s.office.Odds(ctx, t, g); err != nil {
			return err
		}
	}
	players := []league.Player{v.Match.Seats[0].Player, v.Match.Seats[1].Player}
	rows := series.StandingRows(seat, players)
	if len(rows) == 0 {
		return c.NoContent(http.StatusNoContent)
	}
	return s.Render(c, http.StatusOK, series.Standings(rows))
}

// Hall is the hall of fame.
func (s *Calendar) Hall(c echo.Context) error {
	in, err := request.ForVisitors(s.Site, c, func() (in series.HallInput, err error) {
		in.Games = s.office.Games()
		if in.Frame, err = s.Frame(c); err != nil {
			return in, err
		}
		in.Won, err = request.Piece(s.Site, c, "honours", func(viewer league.Viewer) ([]league.Tournament, error) {
			return s.office.Honours(c.Request().Context(), viewer)
		})
		if err != nil {
			return in, err
		}
		in.Ladders, err = s.office.Ladders(c.Request().Context(), in.Viewer)
		return in, err
	})
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, series.Hall(series.NewHallPage(in)))
}

// lookBack is how long what is over stays in the calendar.
const lookBack = 31 * 24 * time.Hour

// Page is what opens, starts and ends when, over all competitions and tournaments.
func (s *Calendar) Page(c echo.Context) error {
	in, err := s.input(c)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, series.Calendar(series.NewCalendarPage(in)))
}

// ICS is the same for calendar programs.
func (s *Calendar) ICS(c echo.Context) error {
	in, err := s.input(c)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="kickabout.ics"`)
	return c.Blob(http.StatusOK, "text/calendar; charset=UTF-8", series.CalendarICS(in))
}

func (s *Calendar) input(c echo.Context) (series.CalendarInput, error) {
	frame, err := s.Frame(c)
	if err != nil {
		return series.CalendarInput{}, err
	}
	return s.dated(c.Request().Context(), s.Sees(c), series.CalendarInput{Frame: frame, Game: c.QueryParam("game"), Address: s.Address})
}

// dated adds all that has dates.
func (s *Calendar) dated(ctx context.Context, viewer league.Viewer, in series.CalendarInput) (_ series.CalendarInput, err error) {
	in.Games, in.Competitions = s.office.Games(), s.office.Competitions()
	in.Competitions = slices.DeleteFunc(in.Competitions, func(c league.Competition) bool { return !in.Site.Runs(c) })
	in.Since = s.office.Now().Add(-lookBack)
	editions, others, err := s.office.EditionsBeside(ctx, viewer, in.Since, tournament.Lists(league.TournamentList{Limit: tournament.TournamentsShown}, tournament.States...)...)
	in.Tournaments = slices.Concat(editions, others)
	return in, err
}
