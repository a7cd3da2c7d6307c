package webtest

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/league/tournaments"
)

// Working is the office beside its workers, for tests that act without a request: what an act raises
// is looked after before it returns.
func (w *World) Working() Working { return Working{w.Office, w} }

// Working is an office whose acts are looked after before they return.
type Working struct {
	*office.Office
	world *World
}

// Delivered looks after what was raised.
func (o Working) Delivered() {
	if err := o.Deliver(context.Background(), office.Budget{}); err != nil {
		o.world.T.Errorf("delivering: %v", err)
	}
}

// Play is the office's.
func (o Working) Play(ctx context.Context, player league.Player, t play.Turn) (play.View, error) {
	defer o.Delivered()
	return o.Office.Play(ctx, player, t)
}

// Resign is the office's.
func (o Working) Resign(ctx context.Context, player league.Player, id string, arrived time.Time) (play.View, error) {
	defer o.Delivered()
	return o.Office.Resign(ctx, player, id, arrived)
}

// AddTime is the office's.
func (o Working) AddTime(ctx context.Context, by league.Player, id string, g tournaments.TimeGrant) (int, error) {
	defer o.Delivered()
	return o.Office.AddTime(ctx, by, id, g)
}

// RuleMatch is the office's.
func (o Working) RuleMatch(ctx context.Context, by league.Player, match string, ruling league.Ruling, reason string) error {
	defer o.Delivered()
	return o.Office.RuleMatch(ctx, by, match, ruling, reason)
}

// AdvanceCompetitions is the office's.
func (o Working) AdvanceCompetitions(ctx context.Context) error {
	defer o.Delivered()
	return o.Office.AdvanceCompetitions(ctx)
}

// MoveBots is the office's.
func (o Working) MoveBots(ctx context.Context) error {
	defer o.Delivered()
	return o.Office.MoveBots(ctx)
}
