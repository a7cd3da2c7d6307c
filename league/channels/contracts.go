package channels

import (
	"context"
	"time"

	"kickabout/league"
)

// FeedsStore is what Feeds needs of the store.
type FeedsStore interface {
	// AddFeed stores a feed. If its player has no account, or most feeds already, the error is of kind
	// league.Forbidden.
	AddFeed(ctx context.Context, f league.Feed, most int) error
	// EndFeed ends one feed of a player; it is no error if there is none.
	EndFeed(ctx context.Context, player string, hash [32]byte) error
	// Feed returns a feed and whose it is; league.NotFound if there is none.
	Feed(ctx context.Context, hash [32]byte) (league.Feed, league.Player, error)
	// Feeds lists a player's feeds, the newest first.
	Feeds(ctx context.Context, player string) ([]league.Feed, error)
	// UseFeed notes a use.
	UseFeed(ctx context.Context, hash [32]byte, at time.Time) error
}
