package office

import (
	"context"

	"kickabout/league"
)

// Tallies knows players and counts their matches.
type Tallies interface {
	// Player returns a player.
	Player(ctx context.Context, id string) (league.Player, error)
	// Tallies counts a player's finished matches by their ending, against one opponent or
	// against all ("").
	Tallies(ctx context.Context, player, opponent string) ([]league.Tally, error)
	// GameTallies counts a player's finished matches by game.
	GameTallies(ctx context.Context, player string) (map[string]league.Tally, error)
	// MostMet lists whom a player has finished most matches with, at most limit of them.
	MostMet(ctx context.Context, player string, limit int) ([]league.Player, error)
	// Waiting counts the running matches in which it is a player's turn.
	Waiting(ctx context.Context, player string) (int, error)
}

// Player returns a player by his id; league.NotFound if there is none.
func (o *Office) Player(ctx context.Context, id string) (league.Player, error) {
	return o.store.Player(ctx, id)
}

// Tallies counts a player's finished matches by their ending, against one opponent
// or against all ("").
func (o *Office) Tallies(ctx context.Context, player, opponent string) ([]league.Tally, error) {
	return o.store.Tallies(ctx, player, opponent)
}

// Waiting counts the running matches in which it is a player's turn.
func (o *Office) Waiting(ctx context.Context, player string) (int, error) {
	if player == "" {
		return 0, nil
	}
	return o.store.Waiting(ctx, player)
}

// GameTallies counts a player's finished matches by game.
func (o *Office) GameTallies(ctx context.Context, player string) (map[string]league.Tally, error) {
	return o.store.GameTallies(ctx, player)
}

// MostMet lists whom a player has finished most matches with, and counts these, at most
// limit of them.
func (o *Office) MostMet(ctx context.Context, player string, limit int) ([]league.Met, error) {
	players, err := o.store.MostMet(ctx, player, limit)
	if err != nil {
		return nil, err
	}
	met := make([]league.Met, len(players))
	for i, p := range players {
		tallies, err := o.store.Tallies(ctx, player, p.ID)
		if err != nil {
			return nil, err
		}
		met[i] = league.Met{Player: p, Tally: league.Sum(tallies)}
	}
	return met, nil
}
