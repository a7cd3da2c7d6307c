package desk

import (
	"context"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// DeskStore is what Desk needs of the store.
type DeskStore interface {
	// Acts returns the events of some acts of a tournament that was read, after one event and up to another, in their order
	// and without the names of the players.
	Acts(ctx context.Context, t league.Tournament, after, until int, acts ...league.TournamentAct) ([]league.Decision, error)
	// Fixtures lists the matches of a tournament, without logs, by their keys.
	Fixtures(ctx context.Context, viewer league.Viewer, tournament string) ([]league.Match, error)
	// GroupFixtures lists the matches of a group of a tournament, without logs, by their keys.
	GroupFixtures(ctx context.Context, viewer league.Viewer, tournament string, g league.Group) ([]league.Match, error)
	// OpenHeads lists what has dice that are still to be thrown.
	OpenHeads(ctx context.Context) (league.OpenHeads, error)
	// RenewHead replaces the dice of a tournament, by its id, that has not started; league.Stale if it has.
	RenewHead(ctx context.Context, t league.Sealed) error
	// CloseOffer ends an open offer.
	CloseOffer(ctx context.Context, id string, state league.OfferState, at time.Time, notices ...league.Notice) error
	// TournamentLog returns the events of a tournament after one of them, in their order.
	TournamentLog(ctx context.Context, viewer league.Viewer, id string, after, limit int) ([]league.Decision, error)
	// ReportRequest stores what a reader found wrong with a request for a ruling. A second report by the same reader is of
	// kind league.Stale.
	ReportRequest(ctx context.Context, r league.Report) error
}

// SubstitutesStore is what Substitutes needs of the store.
type SubstitutesStore interface {
	// Acts returns the events of some acts of a tournament that was read, after one event and up to another, in their order
	// and without the names of the players.
	Acts(ctx context.Context, t league.Tournament, after, until int, acts ...league.TournamentAct) ([]league.Decision, error)
	// Calling lists the ids of tournaments that are being played and in which somebody is asked to play for another one.
	Calling(ctx context.Context) ([]string, error)
	// GroupFixtures lists the matches of a group of a tournament, without logs, by their keys.
	GroupFixtures(ctx context.Context, viewer league.Viewer, tournament string, g league.Group) ([]league.Match, error)
	// Tournament returns a tournament with its entries and without its log; league.NotFound if there is none.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
}

// CorrectionsStore is what Corrections needs of the store besides what Rulings do.
type CorrectionsStore interface {
	// EditionsFor lists the editions of a competition that have not ended, and of those that ended after a moment the ones in
	// which some players were, with their entries and without logs.
	EditionsFor(ctx context.Context, viewer league.Viewer, competition string, after time.Time, players []string) ([]league.Tournament, error)
	// Role returns what a member does for the site.
	Role(ctx context.Context, player string) (league.SiteRole, error)
}

// Previews say what a match would do to ratings by another result.
type Previews interface {
	RatedAs(ctx context.Context, viewer league.Viewer, m league.Match, result engine.Outcome) ([]league.Change, error)
}

// Places say who may have one in the site's own competitions.
type Places interface {
	// CheckEntry refuses who may have no place in an edition of one, and nobody in other tournaments.
	CheckEntry(ctx context.Context, t league.Tournament, player league.Player) error
}

// WatchStore is what Watch needs of the store.
type WatchStore interface {
	// Paced lists the ids of running tournaments whose rounds have a last day.
	Paced(ctx context.Context) ([]string, error)
	// Fixtures lists the matches of a tournament, without logs, by their keys.
	Fixtures(ctx context.Context, viewer league.Viewer, tournament string) ([]league.Match, error)
	// Gifts lists the matches of a tournament in which a player has given up at least so many thousandths of a point, by
	// resigning, by running out of time or by not playing, as far as matches are analysed: the latest first, at most limit.
	Gifts(ctx context.Context, viewer league.Viewer, tournament string, least, limit int) ([]league.Gift, error)
	// Still lists running matches of running tournaments that are not paused, without logs, in which nobody has moved at a
	// moment for 80 % of the time that there was, or whose clock has stood since another moment, and of which nobody was
	// told so by TellOnce: at most limit, those with the oldest last event first.
	Still(ctx context.Context, viewer league.Viewer, at, since time.Time, limit int) ([]league.Match, error)
	// TellOnce writes notices about something that has a key, once: false if they were written before.
	TellOnce(ctx context.Context, key string, at time.Time, notices ...league.Notice) (bool, error)
	// Tournament returns a tournament with its entries and without its log; league.NotFound if there is none.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
}
