package office

import (
	"context"

	"kickabout/league"
)

// Drafts keeps proposals of tournaments that are not sent yet.
type Drafts interface {
	// PutDraft stores a draft, in place of one of the same id if that is the player's too; if it
	// is somebody else's, or he would have more than so many, the error is of kind
	// league.Forbidden.
	PutDraft(ctx context.Context, d league.Draft, most int) error
	// Drafts lists a player's drafts, the one changed last first.
	Drafts(ctx context.Context, player string) ([]league.Draft, error)
	// Draft returns a player's draft.
	Draft(ctx context.Context, player, id string) (league.Draft, error)
	// DropDraft deletes a player's draft; one that is gone already is no error.
	DropDraft(ctx context.Context, player, id string) error
}

const (
	mostDrafts   = 20
	longestDraft = 4000 // bytes
)

// SaveDraft keeps a form that is not sent yet, as its text: under an id that it came with, or
// under a new one. It returns the id.
func (o *Office) SaveDraft(ctx context.Context, player league.Player, id, name, form string) (string, error) {
	if err := mustBeMember(player, tournamentsTake); err != nil {
		return "", err
	}
	if len(form) > longestDraft {
		return "", league.Errorf(league.Invalid, "This is too long to be kept.")
	}
	name, err := league.CleanText("name", name, longestName)
	if err != nil {
		return "", err
	}
	if id == "" {
		id = o.newID()
	}
	return id, o.store.PutDraft(ctx, league.Draft{ID: id, Player: player.ID, Name: name, Form: form, Changed: o.Now()}, mostDrafts)
}

// Drafts lists a player's drafts, the one changed last first.
func (o *Office) Drafts(ctx context.Context, player league.Player) ([]league.Draft, error) {
	return o.store.Drafts(ctx, player.ID)
}

// Draft returns a player's draft.
func (o *Office) Draft(ctx context.Context, player league.Player, id string) (league.Draft, error) {
	return o.store.Draft(ctx, player.ID, id)
}

// DropDraft deletes a player's draft.
func (o *Office) DropDraft(ctx context.Context, player league.Player, id string) error {
	if err := mustBeMember(player, tournamentsTake); err != nil {
		return err
	}
	return o.store.DropDraft(ctx, player.ID, id)
}
