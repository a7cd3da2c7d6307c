package office

import (
	"context"
	"slices"

	"kickabout/league"
	"kickabout/league/rating"
)

// DirectsSite says whether a player is one of those who direct the site's own competitions.
func (o *Office) DirectsSite(player league.Player) bool {
	return player.Kind == league.Member && slices.Contains(o.Directors, player.Name)
}

// Drops lists the sudden rating drops by early resignations of the last months, for the site's
// directors alone (R-RA-7). It is found anew each time, and nothing follows from it by itself.
func (o *Office) Drops(ctx context.Context, viewer league.Player) ([]rating.Drop, error) {
	if !o.DirectsSite(viewer) {
		return nil, league.Errorf(league.Forbidden, "Only those who direct the site can see this.")
	}
	rule := rating.StandardDrop()
	matches, err := o.store.GivenUp(ctx, o.Now().Add(-rule.Back), rule.Moves)
	return rule.Drops(matches), err
}
