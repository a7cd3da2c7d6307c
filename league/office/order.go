package office

import (
	"context"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// Order gives a player's side a standing order, at any time while the match runs. If
// the decision that the match waits for is one that the order makes, it is made at
// once, with all that follows. The order that holds already is no error. The errors,
// in the order in which they are looked for: not found; over or too late (late); not
// the player's match (forbidden); no order of the game (illegal). With an error of a
// kind other than not found comes the view as it is.
func (o *Office) Order(ctx context.Context, player league.Player, id, order string, arrived time.Time) (View, error) {
	v, _, err := o.act(ctx, id, arrived, league.Answer{}, func(v View) (engine.Event, error) {
		side := v.Match.SideOf(player.ID)
		if err := late(v, arrived); err != nil {
			return engine.Event{}, err
		}
		if side == engine.NoSide {
			return engine.Event{}, errNotYours()
		}
		if v.Record.Orders[side-1] == order && order != "" {
			return engine.Event{}, errDone
		}
		return engine.Event{By: side, Act: engine.ActOrder, Text: order}, nil
	})
	return v, err
}
