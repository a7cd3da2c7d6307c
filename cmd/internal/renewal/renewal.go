// Package renewal makes the dice of a site anew whose database was restored or whose key is lost, opens keys of the dice that nothing
// needs any more, and notes beside the keys that this was done.
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
	"kickabout/league"
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
	o := OfficeOf(s, keys)
	offers, err := o.EndOffers(ctx)
	if err != nil {
		return "", err
	}
	done, err := renew(ctx, o, standing, reason)
	if err != nil {
		return "", err
	}
	said = fmt.Sprintf("Games with new dice: %d. In quarantine, with the dice that they had: %d. Of the first scheme, with the dice that they had: %d. Open offers that have ended: %d. Start the site.\n", done.Anew, done.Locked, done.First, offers)
	return said, mark(ctx, folder, s)
}

// OpenEpoch opens a key of the dice by its number, if nothing is thrown by it any more. Nothing may serve the site meanwhile.
func OpenEpoch(ctx context.Context, folder string, s *store.Store, keys core.Keys, epoch uint32) error {
	if err := OfficeOf(s, keys).DiceLog.OpenEpoch(ctx, epoch); err != nil {
		return err
	}
	return mark(ctx, folder, s)
}

// OfficeOf returns the office of a site that no server serves.
func OfficeOf(s *store.Store, keys core.Keys) *office.Office {
	return office.New(office.Over(s), keys, games.All(), bot.All(), time.Now, slog.New(slog.NewTextHandler(os.Stderr, nil)))
}

// renew makes the dice of all running games anew, as often as it takes.
func renew(ctx context.Context, o *office.Office, standing secret.LogStanding, reason string) (done breaks.Renewed, err error) {
	if err := o.DiceLog.AppendToLog(ctx); err != nil {
		return done, err
	}
	for range standing.Renewals() {
		if done, err = o.Breaks.Renew(ctx, reason); err != nil {
			return done, err
		}
	}
	return done, nil
}

// Lost is what has become of what was to be thrown by a key of the dice that is lost.
type Lost struct{ Anew, Void, Offers, Draws int }

// Lose makes the dice of the running games anew whose key is lost while its file is there, and ends what else was to be thrown
// by it. If the database was restored and nobody has made its dice anew since, those of all games are. Done again it
// changes nothing. Servers that start at once may each do so.
func Lose(ctx context.Context, folder string, s *store.Store, o *office.Office, reason string) (lost Lost, err error) {
	if o.Signers != nil {
		if lost.Anew, err = renewLost(ctx, folder, s, o, reason); err != nil {
			return lost, err
		}
	}
	ended, err := o.EndLost(ctx, reason)
	lost.Void, lost.Offers, lost.Draws = ended.Void, ended.Offers, ended.Draws
	return lost, err
}

// EndLost is Lose for a site that no server serves: it sends what players are told of it, and says in a line what was done.
func EndLost(ctx context.Context, folder string, s *store.Store, keys core.Keys, reason string) (said string, err error) {
	o := OfficeOf(s, keys)
	lost, err := Lose(ctx, folder, s, o, reason)
	if err == nil {
		err = o.Deliver(ctx, office.Budget{})
	}
	if err != nil {
		return "", fmt.Errorf("there is a new dice key, and the next start of the site ends what was to be thrown with the old one: %w", err)
	}
	return fmt.Sprintf("There is a new dice key. Games with new dice: %d. Games that are void: %d. Offers that have ended: %d. Tournaments that will be drawn with the new key: %d. Export the keys again.\n", lost.Anew, lost.Void, lost.Offers, lost.Draws), nil
}

// renewLost makes dice anew, and says of how many games.
func renewLost(ctx context.Context, folder string, s *store.Store, o *office.Office, reason string) (int, error) {
	if _, err := breaks.MustBeReason(reason); err != nil {
		reason = "The key of the dice was lost." // sites of old have put it down in words that no log of a game can hold
	}
	standing, err := secret.StandingOf(ctx, folder, s)
	if err != nil {
		return 0, err
	}
	if standing.Restored() {
		if _, err := o.EndOffers(ctx); err != nil {
			return 0, err
		}
		done, err := renew(ctx, o, standing, reason)
		if err != nil {
			return done.Anew, err
		}
		return done.Anew, mark(ctx, folder, s)
	}
	for range attempts {
		if err = o.DiceLog.AppendToLog(ctx); err != nil { // that it is lost comes first
			return 0, err
		}
		var done breaks.Renewed
		done, err = o.Breaks.RenewLost(ctx, reason)
		switch {
		case err == nil && done.Anew == 0:
			return 0, nil
		case err == nil:
			return done.Anew, mark(ctx, folder, s)
		case league.KindOf(err) != league.Stale: // another server was first
			return 0, err
		}
	}
	return 0, err
}

// attempts is how often what another server has changed meanwhile is looked at again.
const attempts = 5

// mark notes how far the log has come.
func mark(ctx context.Context, folder string, s *store.Store) error {
	standing, err := secret.StandingOf(ctx, folder, s)
	if err == nil {
		_, err = secret.NewMarker(folder, s, standing)
	}
	return err
}
