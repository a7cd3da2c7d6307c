package series

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/formats/minicup"
	"kickabout/league/formats/monthlycup"
	"kickabout/views/series"
	tournamentview "kickabout/views/tournament"
)

// tablesShown is of how many running groups the page of a cup shows the tables: those of
// the viewer first, then the latest.
const tablesShown = 4

// MiniCups is the list of all mini cups.
func (s *Cups) MiniCups(c echo.Context) error { return s.cups(c, "minicup") }

// MonthlyCups is the list of all monthly cups.
func (s *Cups) MonthlyCups(c echo.Context) error { return s.cups(c, "monthlycup") }

func (s *Cups) cups(c echo.Context, format string) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	in := series.CupsInput{Frame: frame, Games: s.office.Games(), Format: format}
	if in.All, err = s.office.Shown(c.Request().Context()); err != nil {
		return err
	}
	if in.Editions, err = s.office.AllEditions(c.Request().Context(), s.Sees(c), s.office.Now()); err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, series.Cups(series.NewCupsPage(in)))
}

// MiniCup is the page of a mini cup.
func (s *Cups) MiniCup(c echo.Context) error {
	in, err := s.cupInput(c, "minicup", minicup.Format{}.Memory(), true)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, series.MiniCup(series.NewMiniCupPage(in)))
}

// MonthlyCup is the page of a monthly cup.
func (s *Cups) MonthlyCup(c echo.Context) error {
	in, err := s.cupInput(c, "monthlycup", monthlycup.Format{}.Memory(), true)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, series.MonthlyCup(series.NewMonthlyCupPage(in)))
}

// cupInput reads what the page of a cup is built from: its editions as far back as its
// rules remember, or the year that is asked for.
func (s *Cups) cupInput(c echo.Context, format string, memory time.Duration, tables bool) (in series.CupInput, err error) {
	ctx := c.Request().Context()
	in.Games = s.office.Games()
	if in.Competition, err = s.office.Competition(format + "/" + c.Param("game") + "/" + c.Param("variant")); err != nil {
		return in, err
	}
	if in.Frame, err = s.Frame(c); err != nil {
		return in, err
	}
	now := s.office.Now()
	in.Year = now.UTC().Year()
	if asked, err := strconv.Atoi(c.QueryParam("year")); err == nil && asked >= firstYear && asked < in.Year {
		in.Year = asked
	}
	after := now.Add(-memory)
	if year := time.Date(in.Year, time.January, 1, 0, 0, 0, 0, time.UTC); year.Before(after) {
		after = year
	}
	in.Editions, err = request.Piece(s.Site, c, "editions of "+in.Competition.ID()+" since "+after.UTC().Format(time.DateOnly), func(viewer league.Viewer) ([]league.Tournament, error) {
		return s.office.Editions(ctx, viewer, in.Competition, after)
	})
	if err != nil || !tables {
		return in, err
	}
	in.Groups, err = s.cupGroups(c, in)
	return in, err
}

// firstYear is the first one whose honours can be asked for.
const firstYear = 2020

// cupGroups reads the tables of some groups that are being played.
func (s *Cups) cupGroups(c echo.Context, in series.CupInput) ([]series.CupGroup, error) {
	var running []league.Tournament
	for _, t := range slices.Backward(in.Editions) {
		if t.State == league.Running {
			running = append(running, t)
		}
	}
	slices.SortStableFunc(running, func(a, b league.Tournament) int { return series.MineFirst(a, b, in.Viewer.ID) })
	var groups []series.CupGroup
	for _, t := range running[:min(tablesShown, len(running))] {
		g, err := request.Piece(s.Site, c, "tables of "+t.ID, func(viewer league.Viewer) (series.CupGroup, error) {
			return s.cupGroup(c.Request().Context(), viewer, t)
		})
		if err != nil {
			return nil, err
		}
		groups = append(groups, g)
	}
	return groups, nil
}

// cupGroup reads the tables of a tournament.
func (s *Cups) cupGroup(ctx context.Context, viewer league.Viewer, t league.Tournament) (g series.CupGroup, err error) {
	v, err := s.office.Tables(ctx, viewer, t)
	if err != nil {
		return g, err
	}
	var tables []tournamentview.GroupOf
	for _, of := range v.Groups {
		given, err := s.office.Odds(ctx, v.Tournament, of)
		if err != nil {
			return g, err
		}
		tables = append(tables, tournamentview.GroupOf{Group: of.Group, Table: of.Table, Matches: of.Matches, Odds: given})
	}
	return series.NewCupGroup(v.Tournament, tables), nil
}

// HonoursCSV sends the honours of a year of a mini cup for spreadsheets.
func (s *Cups) HonoursCSV(c echo.Context) error {
	in, err := s.cupInput(c, "minicup", 0, false)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="honours.csv"`)
	return c.Blob(http.StatusOK, "text/csv; charset=UTF-8", series.HonoursCSV(in))
}

// HonoursJSON sends the same for programs.
func (s *Cups) HonoursJSON(c echo.Context) error {
	in, err := s.cupInput(c, "minicup", 0, false)
	if err != nil {
		return err
	}
	list, err := series.HonoursJSON(in)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, list)
}

// MonthsCSV sends the months of a year of a monthly cup for spreadsheets.
func (s *Cups) MonthsCSV(c echo.Context) error {
	in, err := s.cupInput(c, "monthlycup", monthlycup.Format{}.Memory(), false)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="months.csv"`)
	return c.Blob(http.StatusOK, "text/csv; charset=UTF-8", series.MonthsCSV(in))
}

// MonthsJSON sends the same for programs.
func (s *Cups) MonthsJSON(c echo.Context) error {
	in, err := s.cupInput(c, "monthlycup", monthlycup.Format{}.Memory(), false)
	if err != nil {
		return err
	}
	list, err := series.MonthsJSON(in)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, list)
}

// Agree is the consent of a player to start a queue with those who wait there (R-MC-5).
func (s *Cups) Agree(c echo.Context) error {
	return s.tournaments.Acted(c, s.office.AgreeToStart(c.Request().Context(), request.Actor(c), c.Param("id")))
}
