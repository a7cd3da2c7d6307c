package series

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/study"
	"kickabout/league"
	"kickabout/league/assessment"
	studyview "kickabout/views/study"
	"kickabout/views/ui"
)

// SeasonLuck is that of the season that an address names, or of one of its groups.
func (s *Championships) SeasonLuck(c echo.Context) ([]assessment.PlayerLuck, error) {
	return s.worthOfSeason(c.Request().Context(), s.Sees(c), c.Param("game"), c.Param("variant"), c.Param("season"), c.Param("group"))
}

// worthOfSeason is that of a season, or of one of its groups; "" is all of them.
func (s *Championships) worthOfSeason(ctx context.Context, viewer league.Viewer, game, variant, season, group string) ([]assessment.PlayerLuck, error) {
	k, err := s.competition(game, variant)
	if err != nil {
		return nil, err
	}
	return s.office.EditionLuck(ctx, viewer, k, season, ui.GroupOfURL(group))
}

// PlayerLuck is that of the last time on a ladder.
func (s *Ladders) PlayerLuck(c echo.Context) ([]assessment.PlayerLuck, error) {
	ladder, err := s.ladderOf(c)
	if err != nil {
		return nil, err
	}
	return s.office.LadderLuck(c.Request().Context(), s.Sees(c), ladder, time.Time{})
}

// MonthLuck is that of a month on a ladder that has ended.
func (s *Ladders) MonthLuck(c echo.Context) ([]assessment.PlayerLuck, error) {
	m, err := s.monthOf(c)
	if err != nil {
		return nil, err
	}
	return s.office.LadderLuck(c.Request().Context(), s.Sees(c), m.Competition, m.Begins)
}

type ladderLuckQuery struct {
	Game    string `path:"game" maxLength:"64"`
	Variant string `path:"variant" maxLength:"64"`
	Month   string `query:"month" maxLength:"7" doc:"One that has ended, as in 2027-05; none: the last 90 days."`
}

// APISeasonLuck sums up that of a season's players.
func (s *Championships) APISeasonLuck(ctx context.Context, who api.Caller, in *seasonPath) (*api.Reply[studyview.JSONLuck], error) {
	return study.LuckReply(s.worthOfSeason(ctx, league.Of(who.Player), in.Game, in.Variant, in.Season, ""))
}

// APISeasonGroupLuck sums up that of the players of a group of a season.
func (s *Championships) APISeasonGroupLuck(ctx context.Context, who api.Caller, in *seasonGroupPath) (*api.Reply[studyview.JSONLuck], error) {
	return study.LuckReply(s.worthOfSeason(ctx, league.Of(who.Player), in.Game, in.Variant, in.Season, in.Group))
}

// APILadderLuck sums up that of a ladder's players.
func (s *Ladders) APILadderLuck(ctx context.Context, who api.Caller, in *ladderLuckQuery) (*api.Reply[studyview.JSONLuck], error) {
	c, err := s.named(in.Game, in.Variant)
	if err != nil {
		return nil, err
	}
	var month time.Time
	if in.Month != "" {
		m, err := s.monthNamed(ctx, league.Of(who.Player), c, in.Month)
		if err != nil {
			return nil, err
		}
		month = m.Begins
	}
	return study.LuckReply(s.office.LadderLuck(ctx, league.Of(who.Player), c, month))
}
