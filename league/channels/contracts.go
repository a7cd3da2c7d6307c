package channels

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
)

// FeedsStore is what Feeds needs of the store.
type FeedsStore interface {
	// AddFeed stores a feed. If its player has no account, or most feeds already, the error is of kind
	// league.Forbidden.
	AddFeed(ctx context.Context, f contact.Feed, most int) error
	// EndFeed ends one feed of a player; it is no error if there is none.
	EndFeed(ctx context.Context, player string, hash [32]byte) error
	// Feed returns a feed and whose it is; league.NotFound if there is none.
	Feed(ctx context.Context, hash [32]byte) (contact.Feed, league.Player, error)
	// Feeds lists a player's feeds, the newest first.
	Feeds(ctx context.Context, player string) ([]contact.Feed, error)
	// UseFeed notes a use.
	UseFeed(ctx context.Context, hash [32]byte, at time.Time) error
}

// HooksStore is what Hooks needs of the store.
type HooksStore interface {
	// AddHook stores a webhook of a member. If they have no account, or its subject has most webhooks already, the
	// error is of kind league.Forbidden.
	AddHook(ctx context.Context, h contact.Hook, most int) error
	// DueHooks lists the webhooks of tournaments and of the site that are not off and due at a moment.
	DueHooks(ctx context.Context, at time.Time) ([]contact.Hook, error)
	// DropHook removes a webhook of a subject; it is no error if there is none.
	DropHook(ctx context.Context, scope contact.HookScope, subject, id string) error
	// Hook returns a webhook; league.NotFound if there is none.
	Hook(ctx context.Context, id string) (contact.Hook, error)
	// HooksOf lists the webhooks of a subject, the oldest first.
	HooksOf(ctx context.Context, scope contact.HookScope, subject string) ([]contact.Hook, error)
	// NoteHook notes what became of the last try; of one that is removed nothing.
	NoteHook(ctx context.Context, h contact.Hook) error
}

// DevicesStore is what Devices needs of the store.
type DevicesStore interface {
	// PutSubscription keeps a subscription of a session of a member, in the place of one with the same endpoint; of
	// those of the player the oldest go beyond most. If the session is not there, or not the player's, the error is of
	// kind league.Forbidden.
	PutSubscription(ctx context.Context, s contact.Subscription, most int) error
	// EndSubscription ends a subscription of a player; it is no error if there is none.
	EndSubscription(ctx context.Context, player string, hash [32]byte) error
	// Subscriptions lists those of a player, the newest first.
	Subscriptions(ctx context.Context, player string) ([]contact.Subscription, error)
}
