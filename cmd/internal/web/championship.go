package web

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/views"
)

// lately is how old the seasons are at most that the list of championships looks at.
const lately = 400 * 24 * time.Hour

// championships is the list of championships.
func (s *site) championships(c echo.Context) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	var list []views.ChampionshipInput
	for _, k := range s.office.Competitions() {
		if k.Format != championship.ID {
			continue
		}
		seasons, err := s.office.Editions(c.Request().Context(), k, s.office.Now().Add(-lately))
		if err != nil {
			return err
		}
		list = append(list, views.ChampionshipInput{Games: s.office.Games(), Competition: k, Seasons: seasons})
	}
	return s.render(c, http.StatusOK, views.Championships(views.NewChampionshipsPage(frame, list)))
}

// championshipOf finds the championship that an address names.
func (s *site) championshipOf(game, variant string) (league.Competition, error) {
	k, err := s.office.Competition(league.Competition{Format: championship.ID, Game: game, Variant: variant}.ID())
	if err != nil {
		return k, league.Errorf(league.NotFound, "There is no such championship.")
	}
	return k, nil
}

// championship is the page of the championship of a game and variant.
func (s *site) championship(c echo.Context) error {
	k, err := s.championshipOf(c.Param("game"), c.Param("variant"))
	if err != nil {
		return err
	}
	return s.championshipPage(c, k, http.StatusOK, "")
}

func (s *site) championshipPage(c echo.Context, k league.Competition, status int, refusal string) error {
	frame, _, err := s.frame(c)
	if err != nil {
		return err
	}
	seasons, err := s.office.Editions(c.Request().Context(), k, time.Time{})
	if err != nil {
		return err
	}
	return s.render(c, status, views.Championship(views.NewChampionshipPage(views.ChampionshipInput{
		Frame: frame, Games: s.office.Games(), Competition: k, Seasons: seasons, Error: refusal,
	})))
}

// confirmEntry is that the viewer stays in the next season of a championship.
func (s *site) confirmEntry(c echo.Context) error {
	return s.tournamentActed(c, s.office.Confirm(c.Request().Context(), actor(c), c.Param("id")))
}

// seasonInput reads a season with all of its groups.
func (s *site) seasonInput(ctx context.Context, game, variant, season string) (views.SeasonInput, error) {
	k, err := s.championshipOf(game, variant)
	if err != nil {
		return views.SeasonInput{}, err
	}
	v, err := s.office.Edition(ctx, k, season)
	if league.KindOf(err) == league.NotFound || err == nil && v.Tournament.Started.IsZero() {
		err = league.Errorf(league.NotFound, "There is no such season.")
	}
	in := views.SeasonInput{Games: s.office.Games(), Tournament: v.Tournament}
	for _, g := range v.Groups {
		in.Groups = append(in.Groups, views.SeasonGroup{Group: g.Group, Table: g.Table, Matches: g.Matches})
	}
	return in, err
}

// groupInput reads a season with one of its groups.
func (s *site) groupInput(ctx context.Context, game, variant, season, group string) (views.SeasonInput, error) {
	k, err := s.championshipOf(game, variant)
	if err != nil {
		return views.SeasonInput{}, err
	}
	g := views.GroupOfURL(group)
	if level, _ := championship.ParseGroup(g); level == 0 {
		return views.SeasonInput{}, league.Errorf(league.NotFound, "There is no such group.")
	}
	v, err := s.office.EditionGroup(ctx, k, season, g)
	if league.KindOf(err) == league.NotFound {
		err = league.Errorf(league.NotFound, "There is no such group.")
	}
	if err != nil {
		return views.SeasonInput{}, err
	}
	given, err := s.office.Odds(ctx, v.Tournament, v.Groups[0])
	return views.SeasonInput{
		Games: s.office.Games(), Tournament: v.Tournament, Groups: []views.SeasonGroup{{Group: g, Table: v.Groups[0].Table, Matches: v.Matches, Odds: given}},
	}, err
}

// pyramidOf reads the season that an address names, for a page or an export.
func (s *site) pyramidOf(c echo.Context) (in views.SeasonInput, err error) {
	if in, err = s.seasonInput(c.Request().Context(), c.Param("game"), c.Param("variant"), c.Param("season")); err == nil {
		in.Frame, _, err = s.frame(c)
	}
	return in, err
}

// groupOf reads the group that an address names, likewise.
func (s *site) groupOf(c echo.Context) (in views.SeasonInput, err error) {
	if in, err = s.groupInput(c.Request().Context(), c.Param("game"), c.Param("variant"), c.Param("season"), c.Param("group")); err == nil {
		in.Ask = views.TableAsk{Sort: c.QueryParam("sort"), If: c.QueryParam("if"), Luck: c.QueryParam("luck")}
		in.Frame, _, err = s.frame(c)
	}
	return in, err
}

// season is the page of a season: its pyramid.
func (s *site) season(c echo.Context) error {
	in, err := s.pyramidOf(c)
	if err != nil {
		return err
	}
	in.Ask.Luck = c.QueryParam("luck")
	if in.Worth, err = s.office.WorthIn(c.Request().Context(), league.WorthScope{Tournament: in.Tournament.ID}); err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.Season(views.NewPyramid(in)))
}

// seasonGroup is the page of a group of a season.
func (s *site) seasonGroup(c echo.Context) error {
	in, err := s.groupOf(c)
	if err != nil {
		return err
	}
	if in.Worth, err = s.office.WorthIn(c.Request().Context(), league.WorthScope{Tournament: in.Tournament.ID, Group: in.Groups[0].Group}); err != nil {
		return err
	}
	return s.render(c, http.StatusOK, views.ChampionshipTable(views.NewChampionshipGroup(in)))
}

func (s *site) pyramidCSV(c echo.Context) error {
	in, err := s.pyramidOf(c)
	if err != nil {
		return err
	}
	return attachment(c, "pyramid.csv", views.PyramidCSV(in))
}

func (s *site) pyramidJSON(c echo.Context) error {
	in, err := s.pyramidOf(c)
	if err != nil {
		return err
	}
	tables, err := views.PyramidJSON(in)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, tables)
}

func (s *site) groupCSV(c echo.Context) error {
	in, err := s.groupOf(c)
	if err != nil {
		return err
	}
	return attachment(c, "table.csv", views.GroupCSV(in))
}

func (s *site) groupJSON(c echo.Context) error {
	in, err := s.groupOf(c)
	if err != nil {
		return err
	}
	table, err := views.GroupJSON(in)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, table)
}

// attachment sends a table for spreadsheets.
func attachment(c echo.Context, name string, table []byte) error {
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`"`)
	return c.Blob(http.StatusOK, "text/csv; charset=UTF-8", table)
}
