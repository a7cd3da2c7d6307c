package ranking

import (
	"context"

	"kickabout/league"
)

// Player returns a player by his id; league.NotFound if there is none.
func (s *Tallies) Player(ctx context.Context, id string) (league.Player, error) {
	return s.store.Player(ctx, id)
}

// Tallies counts a player's finished matches by their ending, against one opponent
// or against all ("").
func (s *Tallies) Tallies(ctx context.Context, viewer league.Viewer, player, opponent string) ([]league.Tally, error) {
	return s.store.Tallies(ctx, viewer, player, opponent)
}

// Waiting counts the running matches in which it is a player's turn.
func (s *Tallies) Waiting(ctx context.Context, player string) (int, error) {
	if player == "" {
		return 0, nil
	}
	return s.store.Waiting(ctx, player)
}

// GameTallies counts a player's finished matches by game.
func (s *Tallies) GameTallies(ctx context.Context, viewer league.Viewer, player string) (map[string]league.Tally, error) {
	return s.store.GameTallies(ctx, viewer, player)
}

// MostMet lists whom a player has finished most matches with, and counts these, at most
// limit of them.
func (s *Tallies) MostMet(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Met, error) {
	players, err := s.store.MostMet(ctx, viewer, player, limit)
	if err != nil {
		return nil, err
	}
	met := make([]league.Met, len(players))
	for i, p := range players {
		tallies, err := s.store.Tallies(ctx, viewer, player, p.ID)
		if err != nil {
			return nil, err
		}
		met[i] = league.Met{Player: p, Tally: league.Sum(tallies)}
	}
	return met, nil
}
