package match_test

import (
	"context"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/play"
)

func GiveTime(o webtest.Working, ctx context.Context, player league.Player, id string, days int, key string, arrived time.Time) (play.View, error) {
	defer o.Delivered()
	return o.Office.GiveTime(ctx, player, id, days, key, arrived)
}

func Sweep(o webtest.Working, ctx context.Context) error {
	defer o.Delivered()
	return o.Office.Sweep(ctx)
}
