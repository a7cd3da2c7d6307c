package offers

import (
	"context"
	"time"

	"kickabout/league"
)

// LinksStore is what Links needs of the store.
type LinksStore interface {
	// CounterOffer declines the open offer that another one answers, and stores that. The
	// errors are those of CloseOffer and PutOffer.
	CounterOffer(ctx context.Context, o league.Offer, limits league.OfferLimits, notices ...league.Notice) error
	// Offer returns an offer as it is stored.
	Offer(ctx context.Context, id string) (league.Offer, error)
}

// OffersBlocks is what Offers needs of the store.
type OffersBlocks interface {
	// Avoids says whether a player has muted another one, and whether they have blocked them.
	Avoids(ctx context.Context, player, other string) (muted, blocked bool, err error)
	// Block notes that a player has blocked another. Unblock undoes it. Both may be done twice.
	Block(ctx context.Context, b league.Block) error
	// Blocks lists whom a player has blocked, by name.
	Blocks(ctx context.Context, player string) ([]league.Block, error)
	Unblock(ctx context.Context, player, other string) error
}

// OffersStore is what Offers needs of the store.
type OffersStore interface {
	// AcceptOffer gives the next slot of an open offer, and stores the matches that come of it. If
	// the offer is no longer open, if another slot is next, or if the player has a slot of
	// it already, the error is of kind league.Stale; if one of the two has blocked the other, or
	// they have begun too many rated matches, of kind league.Forbidden; nothing is written then.
	AcceptOffer(ctx context.Context, a league.Acceptance) error
	// CloseOffer gives an offer that is marked as open another state: league.OfferExpired
	// if it has expired by that moment, any other one if it has not. Else the error is of kind
	// league.Stale.
	CloseOffer(ctx context.Context, id string, state league.OfferState, at time.Time, notices ...league.Notice) error
	// DeclineOffer is CloseOffer for an invitation that is declined with a message.
	DeclineOffer(ctx context.Context, id, answer string, at time.Time, notices ...league.Notice) error
	// LapsedOffers lists offers that are still marked as open and are so no longer, since their
	// time has run out, one of their players has no account any more, or their rules are retired:
	// "streetsoccer/board", with any options.
	LapsedOffers(ctx context.Context, at time.Time, retired []string, limit int) ([]league.Offer, error)
	// Match returns a match with its log.
	Match(ctx context.Context, viewer league.Viewer, id string) (league.Match, error)
	// MatchesOfOffer lists the matches that have come of an offer, without logs, in the order of
	// its slots and legs.
	MatchesOfOffer(ctx context.Context, viewer league.Viewer, offer string) ([]league.Match, error)
	// Offer returns an offer as it is stored.
	Offer(ctx context.Context, id string) (league.Offer, error)
	// OpenInvitations lists open invitations of a player, to them and from them, the newest
	// first; none to them from players whom they have blocked.
	OpenInvitations(ctx context.Context, player string, at time.Time, limit int) (to, from []league.Offer, err error)
	// OpenInvitationsTo lists those to them.
	OpenInvitationsTo(ctx context.Context, player string, at time.Time, limit int) ([]league.Offer, error)
	// OpenOffers lists open offers to anybody, the newest first: those of a player themselves
	// and those of others, without players who have blocked them or whom they have.
	OpenOffers(ctx context.Context, viewer string, at time.Time, limit int) ([]league.Offer, error)
	// PutOffer stores a new offer and notices of it. If its id or GID is taken, by an offer
	// or by a match, the error is of kind league.Stale; if its author has too many, or one of
	// the two players has blocked the other, of kind league.Forbidden.
	PutOffer(ctx context.Context, o league.Offer, limits league.OfferLimits, notices ...league.Notice) error
}

// OffersBetween is what Offers needs of the store about a player and others.
type OffersBetween interface {
	// BlocksBetween lists in which pairs of a player and one of some others one has blocked the other; of these players
	// it knows the ids alone.
	BlocksBetween(ctx context.Context, player string, others []string) ([]league.Block, error)
	// RatedBetween counts the rated matches that a player has begun with each of some others since a moment, by the
	// others' ids, those of tournaments apart.
	RatedBetween(ctx context.Context, player string, others []string, since time.Time) (map[string]int, error)
	// TakenBy lists those of some offers of which a player has taken a slot.
	TakenBy(ctx context.Context, player string, offers []string) ([]string, error)
}
