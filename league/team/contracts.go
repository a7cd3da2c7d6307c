package team

import (
	"context"

	"kickabout/league"
)

// TeamsStore is what Teams needs of the store.
type TeamsStore interface {
	// Fixtures lists the matches of a tournament, without logs, by their keys.
	Fixtures(ctx context.Context, viewer league.Viewer, tournament string) ([]league.Match, error)
	// Tournament returns a tournament with its entries and without its log.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
	// TournamentLog returns the events of a tournament after one of them, in their order.
	TournamentLog(ctx context.Context, viewer league.Viewer, id string, after, limit int) ([]league.Decision, error)
}
