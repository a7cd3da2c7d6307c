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
