package series

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/request"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/formats/championship"
	"kickabout/views/series"
	"kickabout/views/ui"
)

// lately is how old the seasons are at most that the list of championships looks at.
const lately = 400 * 24 * time.Hour

// List is the list of championships.
func (s *Championships) List(c echo.Context) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	shown, err := s.office.Shown(c.Request().Context())
	if err != nil {
		return err
	}
	var list []series.ChampionshipInput
	for _, k := range shown {
		if k.Format != championship.ID {
			continue
		}
		seasons, err := s.office.Editions(c.Request().Context(), s.Sees(c), k, s.office.Now().Add(-lately))
		if err != nil {
			return err
		}
		list = append(list, series.ChampionshipInput{Games: s.office.Games(), Competition: k, Seasons: seasons})
	}
	return s.Render(c, http.StatusOK, series.Championships(series.NewChampionshipsPage(frame, list)))
}

// competition finds the championship that an address names.
func (s *Championships) competition(game, variant string) (league.Competition, error) {
	k, err := s.office.Competition(league.Competition{Format: championship.ID, Game: game, Variant: variant}.ID())
	if err != nil {
		return k, league.Errorf(league.NotFound, "There is no such championship.")
	}
	return k, nil
}

// Page is the page of the championship of a game and variant.
func (s *Championships) Page(c echo.Context) error {
	k, err := s.competition(c.Param("game"), c.Param("variant"))
	if err != nil {
		return err
	}
	return s.page(c, k, http.StatusOK, "")
}

func (s *Championships) page(c echo.Context, k league.Competition, status int, refusal string) error {
	frame, err := s.Frame(c)
	if err != nil {
		return err
	}
	seasons, err := s.office.Editions(c.Request().Context(), s.Sees(c), k, time.Time{})
	if err != nil {
		return err
	}
	return s.Render(c, status, series.Championship(series.NewChampionshipPage(series.ChampionshipInput{
		Frame: frame, Games: s.office.Games(), Competition: k, Seasons: seasons, Error: refusal,
	})))
}

// refused shows the championship with the sentence that says why something was not done.
func (s *Championships) refused(c echo.Context, k league.Competition, refusal error) error {
	return s.page(c, k, request.StatusOf(league.KindOf(refusal)), ui.Sentence(refusal))
}

// ConfirmEntry is that the viewer stays in the next season of a championship.
func (s *Championships) ConfirmEntry(c echo.Context) error {
	return s.tournaments.Acted(c, s.office.Confirm(c.Request().Context(), request.Actor(c), c.Param("id")))
}

// seasonInput reads a season with all of its groups.
func (s *Championships) seasonInput(ctx context.Context, viewer league.Viewer, game, variant, season string) (series.SeasonInput, error) {
	k, err := s.competition(game, variant)
	if err != nil {
		return series.SeasonInput{}, err
	}
	v, err := s.office.Edition(ctx, viewer, k, season)
	if league.KindOf(err) == league.NotFound || err == nil && v.Tournament.Started.IsZero() {
		err = league.Errorf(league.NotFound, "There is no such season.")
	}
	in := series.SeasonInput{Games: s.office.Games(), Tournament: v.Tournament}
	for _, g := range v.Groups {
		in.Groups = append(in.Groups, series.SeasonGroup{Group: g.Group, Table: g.Table, Matches: g.Matches})
	}
	return in, err
}

// groupInput reads a season with one of its groups.
func (s *Championships) groupInput(ctx context.Context, viewer league.Viewer, game, variant, season, group string) (series.SeasonInput, error) {
	k, err := s.competition(game, variant)
	if err != nil {
		return series.SeasonInput{}, err
	}
	g := ui.GroupOfURL(group)
	if level, _ := championship.ParseGroup(g); level == 0 {
		return series.SeasonInput{}, league.Errorf(league.NotFound, "There is no such group.")
	}
	v, err := s.office.EditionGroup(ctx, viewer, k, season, g)
	if league.KindOf(err) == league.NotFound {
		err = league.Errorf(league.NotFound, "There is no such group.")
	}
	if err != nil {
		return series.SeasonInput{}, err
	}
	shown := series.SeasonGroup{Group: g, Table: v.Groups[0].Table, Matches: v.Matches}
	if shown.Odds, err = s.office.Odds(ctx, v.Tournament, v.Groups[0]); err != nil {
		return series.SeasonInput{}, err
	}
	if shown.Odds != nil {
		shown.Days, err = s.office.DayOdds(ctx, viewer, v.Tournament.ID, g)
	}
	return series.SeasonInput{Games: s.office.Games(), Tournament: v.Tournament, Groups: []series.SeasonGroup{shown}}, err
}

// pyramidOf reads the season that an address names, for a page or an export.
func (s *Championships) pyramidOf(c echo.Context) (in series.SeasonInput, err error) {
	if in, err = s.seasonInput(c.Request().Context(), s.Sees(c), c.Param("game"), c.Param("variant"), c.Param("season")); err == nil {
		in.Frame, err = s.Frame(c)
	}
	return in, err
}

// groupOf reads the group that an address names, likewise.
func (s *Championships) groupOf(c echo.Context) (in series.SeasonInput, err error) {
	if in, err = s.groupInput(c.Request().Context(), s.Sees(c), c.Param("game"), c.Param("variant"), c.Param("season"), c.Param("group")); err == nil {
		in.Ask = ui.TableAsk{Sort: c.QueryParam("sort"), If: c.QueryParam("if"), Luck: c.QueryParam("luck")}
		in.Frame, err = s.Frame(c)
	}
	return in, err
}

// Season is the page of a season: its pyramid.
func (s *Championships) Season(c echo.Context) error {
	in, err := s.pyramidOf(c)
	if err != nil {
		return err
	}
	in.Ask.Luck, in.Directs = c.QueryParam("luck"), s.office.Directs(in.Viewer, in.Tournament)
	if in.Worth, err = s.office.LuckIn(c.Request().Context(), s.Sees(c), assessment.LuckScope{Tournament: in.Tournament.ID}); err != nil {
		return err
	}
	page, err := series.NewPyramid(in)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, series.Season(page))
}

// SeasonGroup is the page of a group of a season.
func (s *Championships) SeasonGroup(c echo.Context) error {
	in, err := s.groupOf(c)
	if err != nil {
		return err
	}
	if in.Worth, err = s.office.LuckIn(c.Request().Context(), s.Sees(c), assessment.LuckScope{Tournament: in.Tournament.ID, Group: in.Groups[0].Group}); err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, series.ChampionshipTable(series.NewChampionshipGroup(in)))
}

// PyramidCSV sends the tables of a season for spreadsheets.
func (s *Championships) PyramidCSV(c echo.Context) error {
	in, err := s.pyramidOf(c)
	if err != nil {
		return err
	}
	return request.Attachment(c, "pyramid.csv", series.PyramidCSV(in))
}

// PyramidJSON sends them for programs.
func (s *Championships) PyramidJSON(c echo.Context) error {
	in, err := s.pyramidOf(c)
	if err != nil {
		return err
	}
	tables, err := series.PyramidJSON(in)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, tables)
}

// GroupCSV sends the table of a group for spreadsheets.
func (s *Championships) GroupCSV(c echo.Context) error {
	in, err := s.groupOf(c)
	if err != nil {
		return err
	}
	return request.Attachment(c, "table.csv", series.GroupCSV(in))
}

// GroupJSON sends it for programs.
func (s *Championships) GroupJSON(c echo.Context) error {
	in, err := s.groupOf(c)
	if err != nil {
		return err
	}
	table, err := series.GroupJSON(in)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, table)
}
