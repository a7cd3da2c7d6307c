package series

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/ladders"
	seasons "kickabout/league/series"
	"kickabout/views/series"
	"kickabout/views/ui"
)

// List is the list of ladders.
func (s *Ladders) List(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	list, err := s.office.Ladders(c.Request().Context(), frame.Viewer)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, series.Ladders(series.NewLaddersPage(series.LaddersInput{Frame: frame, Ladders: list})))
}

// ladderOf finds the ladder that an address names.
func (s *Ladders) ladderOf(c echo.Context) (league.Competition, error) {
	return s.named(c.Param("game"), c.Param("variant"))
}

// Page is the page of a ladder.
func (s *Ladders) Page(c echo.Context) error { return s.page(c, http.StatusOK, "") }

// page is the page of a ladder with the sentence that says why something was not done.
func (s *Ladders) page(c echo.Context, status int, refused string) error {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return err
	}
	return s.pageOf(c, ladder, status, refused)
}

func (s *Ladders) pageOf(c echo.Context, ladder league.Competition, status int, refused string) error {
	in, err := request.ForVisitors(s.Site, c, func() (series.LadderInput, error) { return s.ladderInput(c, ladder) })
	if err != nil {
		return err
	}
	in.Error = refused
	return s.Render(c, status, series.Ladder(series.NewLadderPage(in)))
}

func (s *Ladders) ladderInput(c echo.Context, ladder league.Competition) (series.LadderInput, error) {
	frame, err := s.Frame(c)
	if err != nil {
		return series.LadderInput{}, err
	}
	board, err := request.Piece(s.Site, c, "ladder "+ladder.ID(), func(viewer league.Viewer) (seasons.LadderBoard, error) {
		return s.office.LadderBoard(c.Request().Context(), viewer, ladder)
	})
	if err != nil {
		return series.LadderInput{}, err
	}
	v, err := s.office.LadderFor(c.Request().Context(), board, frame.Viewer)
	if err != nil {
		return series.LadderInput{}, err
	}
	worth, err := request.Piece(s.Site, c, "luck on "+ladder.ID(), func(viewer league.Viewer) ([]assessment.PlayerLuck, error) {
		return s.office.LadderLuck(c.Request().Context(), viewer, ladder, time.Time{})
	})
	page, _ := strconv.Atoi(c.QueryParam("page")) // what is no number asks for nothing
	return series.LadderInput{
		Frame: frame, Games: s.office.Games(), Ladder: v, Ask: series.LadderAsk{Sort: c.QueryParam("sort"), Page: page, Luck: c.QueryParam("luck")}, Worth: worth,
	}, err
}

// embedded is a ladder on a page of another site.
func (s *Ladders) embedded(ctx context.Context, frame ui.Frame, ladder league.Competition) (templ.Component, error) {
	v, err := s.office.Ladder(ctx, league.Player{}, ladder)
	if err != nil {
		return nil, err
	}
	return series.EmbeddedLadder(series.NewLadderPage(series.LadderInput{Frame: frame, Ladder: v, Ask: series.LadderAsk{Page: 1}})), nil
}

// Challenge begins a match against a player above, and goes to it.
func (s *Ladders) Challenge(c echo.Context) error {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return err
	}
	m, err := s.office.Challenge(c.Request().Context(), request.Actor(c), ladder, c.Request().PostFormValue("opponent"))
	if err != nil {
		return s.refused(c, ladder, err)
	}
	return c.Redirect(http.StatusSeeOther, "/matches/"+m.ID)
}

// Set changes what a player has set for themselves on a ladder.
func (s *Ladders) Set(c echo.Context) error {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return err
	}
	setting := seasons.LadderSetting(c.Request().PostFormValue("setting"))
	if err := s.office.SetLadder(c.Request().Context(), request.Actor(c), ladder, setting); err != nil {
		return s.refused(c, ladder, err)
	}
	return c.Redirect(http.StatusSeeOther, ui.LadderURL(ladder))
}

// refused shows the ladder with the sentence that says why something was not done.
func (s *Ladders) refused(c echo.Context, ladder league.Competition, refusal error) error {
	kind := league.KindOf(refusal)
	if kind == league.Internal || kind == league.NotFound {
		return refusal
	}
	return s.pageOf(c, ladder, request.StatusOf(kind), ui.Sentence(refusal))
}

// TableCSV sends a ladder's table for spreadsheets.
func (s *Ladders) TableCSV(c echo.Context) error {
	v, err := s.view(c)
	if err != nil {
		return err
	}
	return request.Attachment(c, "ladder.csv", series.LadderCSV(v))
}

// TableJSON sends a ladder's table for programs.
func (s *Ladders) TableJSON(c echo.Context) error {
	v, err := s.view(c)
	if err != nil {
		return err
	}
	table, err := series.LadderJSON(v)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, table)
}

// view is a ladder as nobody in particular sees it.
func (s *Ladders) view(c echo.Context) (ladders.View, error) {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return ladders.View{}, err
	}
	return s.office.Ladder(c.Request().Context(), league.Player{}, ladder)
}

// Month is a ladder at the end of a month.
func (s *Ladders) Month(c echo.Context) error {
	m, err := s.monthOf(c)
	if err != nil {
		return err
	}
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	worth, err := s.office.LadderLuck(c.Request().Context(), s.Sees(c), m.Competition, m.Begins)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, series.LadderMonth(series.NewLadderMonthPage(series.LadderMonthInput{
		Frame: frame, Month: m, Worth: worth, Luck: c.QueryParam("luck"),
	})))
}

func (s *Ladders) monthOf(c echo.Context) (ladders.Month, error) {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return ladders.Month{}, err
	}
	return s.monthNamed(c.Request().Context(), s.Sees(c), ladder, c.Param("month"))
}

// monthNamed reads the end of a month of a ladder by its name.
func (s *Ladders) monthNamed(ctx context.Context, viewer league.Viewer, ladder league.Competition, name string) (ladders.Month, error) {
	month, err := time.Parse("2006-01", name)
	if err != nil {
		return ladders.Month{}, league.Errorf(league.NotFound, "There is no such month.")
	}
	return s.office.LadderMonth(ctx, viewer, ladder, month)
}

// MonthCSV sends the table at the end of a month for spreadsheets.
func (s *Ladders) MonthCSV(c echo.Context) error {
	m, err := s.monthOf(c)
	if err != nil {
		return err
	}
	return request.Attachment(c, "ladder-"+m.Begins.Format("2006-01")+".csv", series.LadderMonthCSV(m))
}

// MonthJSON sends it for programs.
func (s *Ladders) MonthJSON(c echo.Context) error {
	m, err := s.monthOf(c)
	if err != nil {
		return err
	}
	table, err := series.LadderMonthJSON(m)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, table)
}

// Player is a player's way on a ladder.
func (s *Ladders) Player(c echo.Context) error {
	path, err := s.pathOf(c)
	if err != nil {
		return err
	}
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, series.LadderPath(series.NewLadderPathPage(series.LadderPathInput{Frame: frame, Path: path})))
}

func (s *Ladders) pathOf(c echo.Context) (ladders.Path, error) {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return ladders.Path{}, err
	}
	return s.office.LadderPath(c.Request().Context(), s.Sees(c), ladder, c.Param("id"))
}

// PlayerCSV sends a player's way for spreadsheets.
func (s *Ladders) PlayerCSV(c echo.Context) error {
	path, err := s.pathOf(c)
	if err != nil {
		return err
	}
	return request.Attachment(c, "places.csv", series.LadderPathCSV(path))
}

// PlayerJSON sends it for programs.
func (s *Ladders) PlayerJSON(c echo.Context) error {
	path, err := s.pathOf(c)
	if err != nil {
		return err
	}
	places, err := series.LadderPathJSON(path)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, places)
}
