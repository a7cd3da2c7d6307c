package office

import (
	"context"

	"kickabout/league"
)

// Views reads for somebody.
type Views interface {
	// Seen returns a context in which everything that is read of tournaments, of their matches
	// and of what belongs to those is what a viewer may know of: the rest is as if it were not
	// there. The viewer is a player's id, "" for nobody known; nil: everything is read.
	Seen(ctx context.Context, viewer func() string) context.Context
}

// SeenBy returns a context for what somebody asks for: what he may not know of (see
// league.Tournament.Knows) is not there for him, in whatever way he asks for it. It is the one
// place where that is decided; without it an act is the site's own, which knows all. The viewer
// is the id of a player, asked for when something is read; "": nobody known.
func (o *Office) SeenBy(ctx context.Context, viewer func() string) context.Context {
	return o.store.Seen(ctx, viewer)
}

// seenBy is SeenBy of a player, or of the site.
func (o *Office) seenBy(ctx context.Context, viewer league.Player) context.Context {
	if viewer.Kind == league.Site {
		return o.store.Seen(ctx, nil)
	}
	return o.store.Seen(ctx, func() string { return viewer.ID })
}

// apart returns the context of what follows from an act for others: it is the site's own, and
// is carried out even if who acted no longer waits for it.
func (o *Office) apart(ctx context.Context) context.Context {
	return o.store.Seen(context.WithoutCancel(ctx), nil)
}
