package desk

import (
	"context"
	"time"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/league"
)

// DeskStore is what Desk needs of the store.
type DeskStore interface {
	// Fixtures lists the matches of a tournament, without logs, by their keys.
	Fixtures(ctx context.Context, viewer league.Viewer, tournament string) ([]league.Match, error)
	// GroupFixtures lists the matches of a group of a tournament, without logs, by their keys.
	GroupFixtures(ctx context.Context, viewer league.Viewer, tournament string, g league.Group) ([]league.Match, error)
	// OpenHeads lists what has dice that are still to be thrown.
	OpenHeads(ctx context.Context) (league.OpenHeads, error)
	// RenewHead replaces the head of the dice of a tournament that has not started; league.Stale if it has.
	RenewHead(ctx context.Context, tournament string, head dice.Link) error
	// CloseOffer ends an open offer.
	CloseOffer(ctx context.Context, id string, state league.OfferState, at time.Time, notices ...league.Notice) error
	// TournamentLog returns the events of a tournament after one of them, in their order.
	TournamentLog(ctx context.Context, viewer league.Viewer, id string, after, limit int) ([]league.Decision, error)
}

// CorrectionsStore is what Corrections needs of the store besides what Rulings do.
type CorrectionsStore interface {
	// Role returns what a member does for the site.
	Role(ctx context.Context, player string) (league.SiteRole, error)
}

// Previews say what a match would do to ratings by another result.
type Previews interface {
	RatedAs(ctx context.Context, viewer league.Viewer, m league.Match, result engine.Outcome) ([]league.Change, error)
}
