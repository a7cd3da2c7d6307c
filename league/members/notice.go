package members

import (
	"context"

	"kickabout/league"
	"kickabout/league/core"
)

// Notices lists what concerns a player after a notice that he has seen, in order.
func (s *Mailbox) Notices(ctx context.Context, player string, after, limit int) ([]league.Notice, error) {
	return s.store.Notices(ctx, player, after, limit)
}

// LastNotice returns the number of a player's last notice, 0 if there was none yet.
func (s *Mailbox) LastNotice(ctx context.Context, player string) (int, error) {
	return s.store.LastNotice(ctx, player)
}

// Forget deletes notices and keys of requests that are older than 30 days.
func (s *Mailbox) Forget(ctx context.Context) error {
	return s.store.Forget(ctx, s.core.Now().Add(-core.Remembered))
}
