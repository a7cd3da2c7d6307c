package play

import (
	"context"

	"kickabout/engine"
	"kickabout/league"
)

// MarkSeen notes that a player has been shown a match up to an event, so that another device goes on behind it. What
// was shown stays shown. The errors: not found; not the player's match (forbidden); no event of it (invalid).
func (s *Readings) MarkSeen(ctx context.Context, player league.Player, id string, seq int) error {
	v, err := s.own(ctx, player, id)
	if err != nil {
		return err
	}
	if seq < 1 || seq > len(v.Record.Log) {
		return league.Errorf(league.Invalid, "This game has no step %d.", seq)
	}
	return s.store.MarkSeen(ctx, player.ID, id, seq)
}

// SetUpright settles, from a match of theirs, whether boards lie with First below for a player or with their own side.
// The errors: not found; not the player's match (forbidden).
func (s *Readings) SetUpright(ctx context.Context, player league.Player, id string, upright bool) error {
	if _, err := s.own(ctx, player, id); err != nil {
		return err
	}
	return s.store.SetUpright(ctx, player.ID, upright)
}

// own reads a match in which a player has a seat.
func (s *Readings) own(ctx context.Context, player league.Player, id string) (View, error) {
	v, err := s.matches.read(ctx, league.Of(player), id)
	if err == nil && v.Match.SideOf(player.ID) == engine.NoSide {
		err = ErrNotYours()
	}
	return v, err
}
