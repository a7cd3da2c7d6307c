package arena

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/program"
)

// Store is what Arena needs of the store.
type Store interface {
	// ArenaGames lists the games of the arena since a moment, the earliest hour first.
	ArenaGames(ctx context.Context, since time.Time) ([]program.Game, error)
	// ArenaHour returns the hour that was paired last; the zero time if none was.
	ArenaHour(ctx context.Context) (time.Time, error)
	// BeginArena stores what an hour brings, with notices of it. If the hour has been begun, or a reservation is taken, the
	// error is of kind league.Stale and nothing is written.
	BeginArena(ctx context.Context, hour, now time.Time, matches []league.Match, notices ...league.Notice) error
	// LatestOver lists the matches that each of some players finished last, at most limit of each.
	LatestOver(ctx context.Context, viewer league.Viewer, players []string, limit int) ([]league.Match, error)
	// Programs lists the BOT accounts of an owner, or all of them if that is "", the oldest first.
	Programs(ctx context.Context, owner string) ([]program.Program, error)
}
