package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/views"
)

// ladders is the list of ladders.
func (s *site) ladders(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	list, err := s.office.Ladders(c.Request().Context(), frame.Viewer)
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Ladders(views.NewLaddersPage(views.LaddersInput{Frame: frame, Ladders: list})))
}

// ladderOf finds the ladder that an address names.
func (s *site) ladderOf(c echo.Context) (league.Competition, error) {
	return s.ladderNamed(c.Param("game"), c.Param("variant"))
}

// ladder is the page of a ladder.
func (s *site) ladder(c echo.Context) error { return s.ladderPage(c, http.StatusOK, "") }

// ladderPage is the page of a ladder with the sentence that says why something was not done.
func (s *site) ladderPage(c echo.Context, status int, refused string) error {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return err
	}
	return s.ladderPageOf(c, ladder, status, refused)
}

func (s *site) ladderPageOf(c echo.Context, ladder league.Competition, status int, refused string) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	v, err := s.office.Ladder(c.Request().Context(), frame.Viewer, ladder)
	if err != nil {
		return err
	}
	worth, err := s.office.LadderWorth(c.Request().Context(), ladder, time.Time{})
	if err != nil {
		return err
	}
	page, _ := strconv.Atoi(c.QueryParam("page")) // what is no number asks for nothing
	return s.render(c, status, views.Ladder(views.NewLadderPage(views.LadderInput{
		Frame: frame, Ladder: v, Ask: views.LadderAsk{Sort: c.QueryParam("sort"), Page: page, Luck: c.QueryParam("luck")}, Worth: worth, Error: refused,
	})))
}

// challenge begins a match against a player above, and goes to it.
func (s *site) challenge(c echo.Context) error {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return err
	}
	m, err := s.office.Challenge(c.Request().Context(), actor(c), ladder, c.Request().PostFormValue("opponent"))
	if err != nil {
		return s.ladderRefused(c, ladder, err)
	}
	return c.Redirect(http.StatusSeeOther, "/matches/"+m.ID)
}

// setLadder changes what a player has set for himself on a ladder.
func (s *site) setLadder(c echo.Context) error {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return err
	}
	setting := office.LadderSetting(c.Request().PostFormValue("setting"))
	if err := s.office.SetLadder(c.Request().Context(), actor(c), ladder, setting); err != nil {
		return s.ladderRefused(c, ladder, err)
	}
	return c.Redirect(http.StatusSeeOther, ladderPath(ladder))
}

// ladderRefused shows the ladder with the sentence that says why something was not done.
func (s *site) ladderRefused(c echo.Context, ladder league.Competition, refusal error) error {
	kind := league.KindOf(refusal)
	if kind == league.Internal || kind == league.NotFound {
		return refusal
	}
	return s.ladderPageOf(c, ladder, statusOf(kind), refusal.Error())
}

// ladderOfTournament returns the ladder that a tournament is; false if it is none.
func ladderOfTournament(t league.Tournament) (league.Competition, bool) {
	c, ok := league.ParseCompetition(t.Competition)
	return c, ok && c.Format == "ladder"
}

// ladderPath is the address of a ladder's page.
func ladderPath(c league.Competition) string {
	return "/ladder/" + url.PathEscape(c.Game) + "/" + url.PathEscape(c.Variant)
}

// ladderCSV sends a ladder's table for spreadsheets.
func (s *site) ladderCSV(c echo.Context) error {
	v, err := s.ladderView(c)
	if err != nil {
		return err
	}
	return attach(c, "ladder.csv", views.LadderCSV(v))
}

// ladderJSON sends a ladder's table for programs.
func (s *site) ladderJSON(c echo.Context) error {
	v, err := s.ladderView(c)
	if err != nil {
		return err
	}
	table, err := views.LadderJSON(v)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, table)
}

// ladderView is a ladder as nobody in particular sees it.
func (s *site) ladderView(c echo.Context) (league.LadderView, error) {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return league.LadderView{}, err
	}
	return s.office.Ladder(c.Request().Context(), league.Player{}, ladder)
}

func attach(c echo.Context, name string, file []byte) error {
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`"`)
	return c.Blob(http.StatusOK, "text/csv; charset=UTF-8", file)
}

// ladderMonth is a ladder at the end of a month.
func (s *site) ladderMonth(c echo.Context) error {
	m, err := s.monthOf(c)
	if err != nil {
		return err
	}
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	worth, err := s.office.LadderWorth(c.Request().Context(), m.Competition, m.Begins)
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.LadderMonth(views.NewLadderMonthPage(views.LadderMonthInput{
		Frame: frame, Month: m, Worth: worth, Luck: c.QueryParam("luck"),
	})))
}

func (s *site) monthOf(c echo.Context) (league.LadderMonth, error) {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return league.LadderMonth{}, err
	}
	return s.ladderMonthNamed(c.Request().Context(), ladder, c.Param("month"))
}

// ladderMonthNamed reads the end of a month of a ladder by its name.
func (s *site) ladderMonthNamed(ctx context.Context, ladder league.Competition, name string) (league.LadderMonth, error) {
	month, err := time.Parse("2006-01", name)
	if err != nil {
		return league.LadderMonth{}, league.Errorf(league.NotFound, "There is no such month.")
	}
	return s.office.LadderMonth(ctx, ladder, month)
}

func (s *site) ladderMonthCSV(c echo.Context) error {
	m, err := s.monthOf(c)
	if err != nil {
		return err
	}
	return attach(c, "ladder-"+m.Begins.Format("2006-01")+".csv", views.LadderMonthCSV(m))
}

func (s *site) ladderMonthJSON(c echo.Context) error {
	m, err := s.monthOf(c)
	if err != nil {
		return err
	}
	table, err := views.LadderMonthJSON(m)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, table)
}

// ladderPlayer is a player's way on a ladder.
func (s *site) ladderPlayer(c echo.Context) error {
	path, err := s.pathOf(c)
	if err != nil {
		return err
	}
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.LadderPath(views.NewLadderPathPage(views.LadderPathInput{Frame: frame, Path: path})))
}

func (s *site) pathOf(c echo.Context) (league.LadderPath, error) {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return league.LadderPath{}, err
	}
	return s.office.LadderPath(c.Request().Context(), ladder, c.Param("id"))
}

func (s *site) ladderPlayerCSV(c echo.Context) error {
	path, err := s.pathOf(c)
	if err != nil {
		return err
	}
	return attach(c, "places.csv", views.LadderPathCSV(path))
}

func (s *site) ladderPlayerJSON(c echo.Context) error {
	path, err := s.pathOf(c)
	if err != nil {
		return err
	}
	places, err := views.LadderPathJSON(path)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, places)
}
