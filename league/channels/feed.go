package channels

import (
	"context"
	"crypto/rand"
	"crypto/sha256"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/league/core"
	"kickabout/league/oneline"
)

// mostFeeds is how many feeds a member may have.
const mostFeeds = 5

// Feeds are the addresses at which programs of members read what waits for them.
type Feeds struct {
	core  *core.Core
	store FeedsStore
}

// Make makes a feed, and returns the secret of its address, which is not kept. A label tells its owner what it is for;
// one that is too long is a field error. Who is no member is forbidden.
func (s *Feeds) Make(ctx context.Context, player league.Player, label string) (secret string, err error) {
	if err := core.MustBeMember(player, "a feed tells of an account."); err != nil {
		return "", err
	}
	if label, err = oneline.Clean("label", label, longLabel); err != nil {
		return "", err
	}
	secret = rand.Text() // 130 bits
	f := contact.Feed{Hash: sha256.Sum256([]byte(secret)), Player: player.ID, Label: label, Created: s.core.Now()}
	return secret, s.store.AddFeed(ctx, f, mostFeeds)
}

// Owner returns the member of whom a feed tells; of kind league.NotFound if it is none, or one that has ended.
func (s *Feeds) Owner(ctx context.Context, secret string) (league.Player, error) {
	f, player, err := s.store.Feed(ctx, sha256.Sum256([]byte(secret)))
	if err == nil && player.Kind != league.Member {
		err = league.Errorf(league.NotFound, "There is no such feed.")
	}
	if err != nil {
		return league.Player{}, err
	}
	if now := s.core.Now(); now.Sub(f.Used) >= seenEvery {
		if err := s.store.UseFeed(ctx, f.Hash, now); err != nil {
			s.core.Log.WarnContext(ctx, "noting the use of a feed", "err", err) // who reads is not to suffer from it
		}
	}
	return player, nil
}

// Of lists a member's feeds, the newest first.
func (s *Feeds) Of(ctx context.Context, player league.Player) ([]contact.Feed, error) {
	return s.store.Feeds(ctx, player.ID)
}

// End ends a feed of a player, named by its hash in hexadecimal; it is no error if there is none.
func (s *Feeds) End(ctx context.Context, player league.Player, id string) error {
	hash, err := hashOf(id)
	if err != nil {
		return err
	}
	return s.store.EndFeed(ctx, player.ID, hash)
}
