package moderation

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/members"
)

// Closed finds by the hash of a mail address alone whether somebody whom the site has expelled comes back under another name.
type Closed struct {
	core      *core.Core
	addresses *members.Addresses
	store     ClosedStore
}

// closedFor is how long the hash of the mail address of an account is kept that the site has closed (R-RA-7).
const closedFor = 365 * 24 * time.Hour

// hash returns the hash of the mail address of a player under the key of the site, by which it is found whether
// somebody comes back under another name; nil if they have shown none to be theirs.
func (s *Closed) hash(ctx context.Context, player string) ([]byte, error) {
	a, err := s.addresses.Address(ctx, player)
	if err != nil || a.Address == "" {
		return nil, err
	}
	sum := s.core.Site.Mix("closed address", a.Address)
	return sum[:], nil
}

// expel takes a step that closes an account.
func (s *Closed) expel(ctx context.Context, i league.Imposition) error {
	hash, err := s.hash(ctx, i.Player)
	if err != nil {
		return err
	}
	return s.store.Expel(ctx, i, hash)
}

// before lists the accounts that were closed within a year and had the mail address of a player, the latest first.
func (s *Closed) before(ctx context.Context, player string) (list []league.Player, err error) {
	hash, err := s.hash(ctx, player)
	if err != nil || hash == nil {
		return nil, err
	}
	all, err := s.store.ClosedAt(ctx, hash, s.core.Now().Add(-closedFor))
	for _, p := range all {
		if p.ID != player {
			list = append(list, p)
		}
	}
	return list, err
}

// Forget forgets the hashes of accounts that were closed more than a year ago.
func (s *Closed) Forget(ctx context.Context) error {
	return s.store.ForgetClosed(ctx, s.core.Now().Add(-closedFor))
}
