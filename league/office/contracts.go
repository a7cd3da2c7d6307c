package office

import (
	"context"
	"time"

	"kickabout/league"
)

// OfficeStore is what Office needs of the store.
type OfficeStore interface {
	// ClaimFacts takes facts that are due for a holder, the longest due first and at most limit of
	// them, for as long as a lease lasts.
	ClaimFacts(ctx context.Context, holder string, lease time.Duration, limit int) ([]league.OpenFact, error)
	// ClosedAccounts lists who has deleted his account or was expelled, and still has a running match
	// or a place in a tournament.
	ClosedAccounts(ctx context.Context) ([]league.Player, error)
	// DelayFact notes that looking after a fact has failed: it is due again after a while, unless
	// it has happened again since it was read.
	DelayFact(ctx context.Context, f league.OpenFact, wait time.Duration, problem string) error
	// OpenFact returns what is written of a fact; league.NotFound if it has been looked after.
	OpenFact(ctx context.Context, f league.Fact) (league.OpenFact, error)
	// SettleFact takes away a fact that has been looked after, unless it has happened again since
	// it was read.
	SettleFact(ctx context.Context, f league.OpenFact) error
}
