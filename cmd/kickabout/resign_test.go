package main

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/league/play"
)

// resign gives a match up, and looks after what comes of it as a server does before it answers.
func resign(o *office.Office, ctx context.Context, p league.Player, match string, at time.Time) (play.View, error) {
	v, err := o.Resign(ctx, p, match, at)
	if err == nil {
		err = o.Deliver(ctx, office.Budget{})
	}
	return v, err
}
