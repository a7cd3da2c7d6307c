package member

import (
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"kickabout/league"
	"kickabout/views/member"
	"kickabout/views/series"
)

// How much a player's page shows.
const (
	playingShown   = 12  // running matches
	opponentsShown = 10  // whom he has met most often
	curveReadings  = 500 // the latest, of a rating
)

// Page is a player's page.
func (s *Players) Page(c echo.Context) error {
	ctx := c.Request().Context()
	who, err := s.office.Player(ctx, c.Param("id"))
	if err != nil {
		return err
	}
	frame, _, err := s.Frame(c)
	if err != nil {
		return err
	}
	in := member.PlayerInput{Frame: frame, Games: s.office.Games(), Player: who}
	if in.Tallies, err = s.office.Tallies(ctx, s.Sees(c), who.ID, ""); err != nil {
		return err
	}
	if in.ByGame, err = s.office.GameTallies(ctx, s.Sees(c), who.ID); err != nil {
		return err
	}
	if in.Met, err = s.office.MostMet(ctx, s.Sees(c), who.ID, opponentsShown); err != nil {
		return err
	}
	if in.Worth, err = s.office.LuckOf(ctx, s.Sees(c), who.ID); err != nil {
		return err
	}
	if in.Ratings, err = s.playersRatings(ctx, s.Sees(c), who); err != nil {
		return err
	}
	if frame.Viewer.ID != "" {
		if in.Against, err = s.office.Tallies(ctx, s.Sees(c), who.ID, frame.Viewer.ID); err != nil {
			return err
		}
		muted, err := s.office.Muted(ctx, frame.Viewer.ID)
		if err != nil {
			return err
		}
		in.Muted = slices.Contains(muted, who.ID)
		blocks, err := s.office.Blocks(ctx, frame.Viewer)
		if err != nil {
			return err
		}
		in.Blocked = slices.ContainsFunc(blocks, func(b league.Block) bool { return b.Other.ID == who.ID })
	}
	if vacation, on, err := s.office.OnVacation(ctx, who.ID); err != nil {
		return err
	} else if on {
		in.Away = vacation.Ends
	}
	entered, stands, err := s.standings(ctx, s.Sees(c), who.ID)
	if err != nil {
		return err
	}
	in.InNow, in.WasIn = series.StandingLines(in.Games, who.ID, stands)
	in.Won = series.Trophies(in.Games, who.ID, entered)
	running, err := s.office.MatchesOf(ctx, s.Sees(c), who.ID, playingShown)
	if err != nil {
		return err
	}
	for _, m := range running {
		if _, ok := m.Mover(); ok {
			in.Running = append(in.Running, m)
		}
	}
	if in.Over, in.Older, in.OverEnd, err = s.matches.Over(c, who.ID); err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, member.Player(member.NewPlayerPage(in)))
}

// playersRatings returns a player's ratings with how they came about.
func (s *Players) playersRatings(ctx context.Context, viewer league.Viewer, who league.Player) ([]member.PlayerRating, error) {
	lines, err := s.office.PlayersRatings(ctx, who)
	if err != nil {
		return nil, err
	}
	ratings := make([]member.PlayerRating, len(lines))
	for i, l := range lines {
		history, err := s.office.RatingHistory(ctx, viewer, who.ID, l.Pool, curveReadings)
		if err != nil {
			return nil, err
		}
		ratings[i] = member.PlayerRating{Line: l, History: history}
	}
	return ratings, nil
}

// How much is told of a player's tournaments.
const (
	trophiesRead   = 200 // tournaments in which trophies are looked for
	standingsShown = 8   // tournaments with his place
)

// standings reads the tournaments of a player, and where he stands in those that are being
// played or ended last.
func (s *Players) standings(ctx context.Context, viewer league.Viewer, player string) (all []league.Tournament, stands []series.Standing, err error) {
	if all, err = s.office.EntriesOf(ctx, viewer, player, trophiesRead); err != nil {
		return nil, nil, err
	}
	shown := slices.Clone(all)
	slices.SortStableFunc(shown, func(a, b league.Tournament) int { return b.Ended.Compare(a.Ended) })
	slices.SortStableFunc(shown, func(a, b league.Tournament) int {
		switch {
		case a.Ended.IsZero() && !b.Ended.IsZero():
			return -1
		case b.Ended.IsZero() && !a.Ended.IsZero():
			return 1
		}
		return 0
	})
	for _, t := range shown[:min(standingsShown, len(shown))] {
		stand := series.Standing{Tournament: t}
		if t.State != league.Registration && !t.Rolling {
			v, err := s.office.Tournament(ctx, viewer, t.ID)
			if err != nil {
				return nil, nil, err
			}
			for _, g := range v.Groups {
				for _, r := range g.Rows {
					if r.Player == player {
						stand.Row = &r
					}
				}
			}
		}
		stands = append(stands, stand)
	}
	return all, stands, nil
}
