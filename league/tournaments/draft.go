package tournaments

import (
	"context"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/oneline"
)

const (
	mostDrafts   = 20
	longestDraft = 4000 // bytes
)

// SaveDraft keeps a form that is not sent yet, as its text: under an id that it came with, or
// under a new one. It returns the id.
func (s *Proposals) SaveDraft(ctx context.Context, player league.Player, id, name, form string) (string, error) {
	if err := core.MustBeMember(player, TournamentsTake); err != nil {
		return "", err
	}
	if len(form) > longestDraft {
		return "", league.Errorf(league.Invalid, "This is too long to be kept.")
	}
	name, err := oneline.Clean("name", name, longestName)
	if err != nil {
		return "", err
	}
	if id == "" {
		id = s.core.NewID()
	}
	return id, s.store.PutDraft(ctx, league.Draft{ID: id, Player: player.ID, Name: name, Form: form, Changed: s.core.Now()}, mostDrafts)
}

// Drafts lists a player's drafts, the one changed last first.
func (s *Proposals) Drafts(ctx context.Context, player league.Player) ([]league.Draft, error) {
	return s.store.Drafts(ctx, player.ID)
}

// Draft returns a player's draft.
func (s *Proposals) Draft(ctx context.Context, player league.Player, id string) (league.Draft, error) {
	return s.store.Draft(ctx, player.ID, id)
}

// DropDraft deletes a player's draft.
func (s *Proposals) DropDraft(ctx context.Context, player league.Player, id string) error {
	if err := core.MustBeMember(player, TournamentsTake); err != nil {
		return err
	}
	return s.store.DropDraft(ctx, player.ID, id)
}
