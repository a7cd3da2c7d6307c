package desk

import (
	"context"

	"kickabout/league"
)

// DeskStore is what Desk needs of the store.
type DeskStore interface {
	// Fixtures lists the matches of a tournament, without logs, by their keys.
	Fixtures(ctx context.Context, viewer league.Viewer, tournament string) ([]league.Match, error)
	// GroupFixtures lists the matches of a group of a tournament, without logs, by their keys.
	GroupFixtures(ctx context.Context, viewer league.Viewer, tournament string, g league.Group) ([]league.Match, error)
	// TournamentLog returns the events of a tournament after one of them, in their order.
	TournamentLog(ctx context.Context, viewer league.Viewer, id string, after, limit int) ([]league.Decision, error)
}
