package ranking

import (
	"cmp"
	"context"
	"slices"

	"kickabout/league"
)

// gainsTold is of how many opponents in a pool it is told what was won from them.
const gainsTold = 10

// Gains returns what a player has won from whom within a year, by pool, the most first (R-RA-9, R-RA-10): of at most
// gainsTold opponents each.
func (s *Tallies) Gains(ctx context.Context, viewer league.Viewer, player string) (map[league.Pool][]league.Gain, error) {
	now := s.core.Now()
	meetings, err := s.store.Meetings(ctx, viewer, player, now.Add(-league.RatedYear))
	if err != nil {
		return nil, err
	}
	type pair struct {
		pool     league.Pool
		opponent string
	}
	between := map[pair][]league.Meeting{}
	for _, m := range meetings {
		of := pair{m.Pool, m.Opponent}
		between[of] = append(between[of], m)
	}
	gains := map[league.Pool][]league.Gain{}
	for of, list := range between {
		won := s.core.Ratings.Pair.Sum(list, now)
		gains[of.pool] = append(gains[of.pool], league.Gain{
			Opponent: league.Player{ID: of.opponent}, Recent: won.Span, Year: won.Year, Left: s.core.Ratings.Pair.Left(won),
		})
	}
	var told []string
	for pool, list := range gains {
		slices.SortFunc(list, func(a, b league.Gain) int {
			return cmp.Or(cmp.Compare(b.Year, a.Year), cmp.Compare(a.Opponent.ID, b.Opponent.ID))
		})
		gains[pool] = list[:min(gainsTold, len(list))]
		for _, g := range gains[pool] {
			told = append(told, g.Opponent.ID)
		}
	}
	players, err := s.store.Players(ctx, told)
	if err != nil {
		return nil, err
	}
	for _, list := range gains {
		for i := range list {
			list[i].Opponent = players[list[i].Opponent.ID]
		}
	}
	return gains, nil
}
