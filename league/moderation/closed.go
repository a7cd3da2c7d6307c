package moderation

import (
	"context"
	"time"

	"kickabout/league"
)

// closedFor is how long the hash of the mail address of an account is kept that the site has closed (R-RA-7).
const closedFor = 365 * 24 * time.Hour

// addressHash returns the hash of the mail address of a player under the key of the site, by which it is found whether
// somebody comes back under another name; nil if they have shown none to be theirs.
func (s *Moderation) addressHash(ctx context.Context, player string) ([]byte, error) {
	a, err := s.addresses.Address(ctx, player)
	if err != nil || a.Address == "" {
		return nil, err
	}
	sum := s.core.Site.Mix("closed address", a.Address)
	return sum[:], nil
}

// expel takes a step that closes an account.
func (s *Moderation) expel(ctx context.Context, i league.Imposition) error {
	hash, err := s.addressHash(ctx, i.Player)
	if err != nil {
		return err
	}
	return s.closed.Expel(ctx, i, hash)
}

// closedBefore lists the accounts that were closed within a year and had the mail address of a player, the latest first.
func (s *Moderation) closedBefore(ctx context.Context, player string) (list []league.Player, err error) {
	hash, err := s.addressHash(ctx, player)
	if err != nil || hash == nil {
		return nil, err
	}
	all, err := s.closed.ClosedAt(ctx, hash, s.core.Now().Add(-closedFor))
	for _, p := range all {
		if p.ID != player {
			list = append(list, p)
		}
	}
	return list, err
}

// ForgetClosed forgets the hashes of accounts that were closed more than a year ago.
func (s *Moderation) ForgetClosed(ctx context.Context) error {
	return s.closed.ForgetClosed(ctx, s.core.Now().Add(-closedFor))
}
