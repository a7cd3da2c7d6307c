package web

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/views"
)

// The tables of luck and skill: what the finished matches of a tournament, a season, a group or a ladder were worth
// to their players.

func (s *site) tournamentWorth(c echo.Context) ([]league.PlayerWorth, error) {
	return s.office.WorthIn(c.Request().Context(), league.WorthScope{Tournament: c.Param("id")})
}

// seasonWorth is that of the season that an address names, or of one of its groups.
func (s *site) seasonWorth(c echo.Context) ([]league.PlayerWorth, error) {
	return s.worthOfSeason(c.Request().Context(), c.Param("game"), c.Param("variant"), c.Param("season"), c.Param("group"))
}

// worthOfSeason is that of a season, or of one of its groups; "" is all of them.
func (s *site) worthOfSeason(ctx context.Context, game, variant, season, group string) ([]league.PlayerWorth, error) {
	k, err := s.championshipOf(game, variant)
	if err != nil {
		return nil, err
	}
	return s.office.EditionWorth(ctx, k, season, views.GroupOfURL(group))
}

// ladderWorth is that of the last time on a ladder.
func (s *site) ladderWorth(c echo.Context) ([]league.PlayerWorth, error) {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return nil, err
	}
	return s.office.LadderWorth(c.Request().Context(), ladder, time.Time{})
}

// ladderMonthWorth is that of a month on a ladder that has ended.
func (s *site) ladderMonthWorth(c echo.Context) ([]league.PlayerWorth, error) {
	m, err := s.monthOf(c)
	if err != nil {
		return nil, err
	}
	return s.office.LadderWorth(c.Request().Context(), m.Competition, m.Begins)
}

// luckCSV sends a table of luck and skill for spreadsheets.
func luckCSV(of func(echo.Context) ([]league.PlayerWorth, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		list, err := of(c)
		if err != nil {
			return err
		}
		return attachment(c, "luck.csv", views.LuckCSV(list))
	}
}

// luckJSON sends one for programs.
func luckJSON(of func(echo.Context) ([]league.PlayerWorth, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		list, err := of(c)
		if err != nil {
			return err
		}
		table, err := views.LuckJSON(list)
		if err != nil {
			return err
		}
		return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, table)
	}
}

type ladderLuckQuery struct {
	Game    string `path:"game" maxLength:"64"`
	Variant string `path:"variant" maxLength:"64"`
	Month   string `query:"month" maxLength:"7" doc:"One that has ended, as in 2027-05; none: the last 90 days."`
}

func luckReply(list []league.PlayerWorth, err error) (*reply[views.JSONLuck], error) {
	if err != nil {
		return nil, err
	}
	return &reply[views.JSONLuck]{views.NewJSONLuck(list)}, nil
}

// apiTournamentLuck sums up the luck and skill of a tournament's players.
func (s *site) apiTournamentLuck(ctx context.Context, _ caller, in *tournamentPath) (*reply[views.JSONLuck], error) {
	return luckReply(s.office.WorthIn(ctx, league.WorthScope{Tournament: in.ID}))
}

// apiSeasonLuck sums up that of a season's players.
func (s *site) apiSeasonLuck(ctx context.Context, _ caller, in *seasonPath) (*reply[views.JSONLuck], error) {
	return luckReply(s.worthOfSeason(ctx, in.Game, in.Variant, in.Season, ""))
}

// apiSeasonGroupLuck sums up that of the players of a group of a season.
func (s *site) apiSeasonGroupLuck(ctx context.Context, _ caller, in *seasonGroupPath) (*reply[views.JSONLuck], error) {
	return luckReply(s.worthOfSeason(ctx, in.Game, in.Variant, in.Season, in.Group))
}

// apiLadderLuck sums up that of a ladder's players.
func (s *site) apiLadderLuck(ctx context.Context, _ caller, in *ladderLuckQuery) (*reply[views.JSONLuck], error) {
	c, err := s.ladderNamed(in.Game, in.Variant)
	if err != nil {
		return nil, err
	}
	var month time.Time
	if in.Month != "" {
		m, err := s.ladderMonthNamed(ctx, c, in.Month)
		if err != nil {
			return nil, err
		}
		month = m.Begins
	}
	return luckReply(s.office.LadderWorth(ctx, c, month))
}
