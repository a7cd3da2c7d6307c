// Package renewal makes the dice of a site anew whose database was restored, and notes beside its keys that this was done.
package renewal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"kickabout/cmd/internal/secret"
	"kickabout/engine/bot"
	"kickabout/engine/games"
	"kickabout/league/breaks"
	"kickabout/league/core"
	"kickabout/league/office"
	"kickabout/store"
)

// Renew makes the dice of all running games anew, as often as it takes so that no run of them is used twice, and says in a line what
// was done. Nothing may serve the site meanwhile.
func Renew(ctx context.Context, folder string, s *store.Store, keys core.Keys, reason string) (said string, err error) {
	if keys.Signers == nil {
		return "", errors.New("this site has never run, so that no dice of it are known to anybody")
	}
	standing, err := secret.StandingOf(ctx, folder, s)
	if err != nil {
		return "", err
	}
	if standing.Mark != nil && !standing.Extends && !standing.Restored() { // it was cut short before its last step, or done elsewhere
		return "The dice were made anew already. Start the site.\n", mark(ctx, folder, s)
	}
	o := office.New(office.Over(s), keys, games.All(), bot.All(), time.Now, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if err := o.DiceLog.AppendToLog(ctx); err != nil {
		return "", err
	}
	var done breaks.Renewed
	for range standing.Renewals() {
		if done, err = o.Breaks.Renew(ctx, reason); err != nil {
			return "", err
		}
	}
	said = fmt.Sprintf("Games with new dice: %d. In quarantine, with the dice that they had: %d. Of the first scheme, with the dice that they had: %d. Start the site.\n", done.Anew, done.Locked, done.First)
	return said, mark(ctx, folder, s)
}

// mark notes how far the log has come.
func mark(ctx context.Context, folder string, s *store.Store) error {
	standing, err := secret.StandingOf(ctx, folder, s)
	if err == nil {
		_, err = secret.NewMarker(folder, standing)
	}
	return err
}
