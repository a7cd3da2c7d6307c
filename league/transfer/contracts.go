package transfer

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/archive"
)

// ArchiveStore is what Archive needs of the store.
type ArchiveStore interface {
	// ArchiveTables returns the tables that files of exports have, in their order.
	ArchiveTables(ctx context.Context) ([]*archive.Table, error)
	// BeginImport begins to import a file, known by its hash, or goes on with it: it returns
	// up to which line of it all is here. If the database holds anything else, the error is
	// of kind league.Stale and nothing is written.
	BeginImport(ctx context.Context, file [32]byte) (line int64, err error)
	// Editions lists the editions of a competition that have not ended or ended after a
	// moment, with their entries and without logs, by their opening.
	Editions(ctx context.Context, viewer league.Viewer, competition string, after time.Time) ([]league.Tournament, error)
	// Import writes the rows of a file behind one of its lines, up to another one, all or none.
	Import(ctx context.Context, after, upTo int64, rows []archive.Row) error
	// EndImport says that all is here.
	EndImport(ctx context.Context) error
	// Export passes on the rows of a scope, in the order of exports, all of one moment.
	// Matches come with their logs.
	Export(ctx context.Context, viewer league.Viewer, scope archive.Scope, each func(archive.Row) error) error
	// Schema returns the version of the tables.
	Schema(ctx context.Context) (int64, error)
	// Tournament returns a tournament with its entries and without its log.
	Tournament(ctx context.Context, viewer league.Viewer, id string) (league.Tournament, error)
}

// RecheckStore is what Recheck needs of the store.
type RecheckStore interface {
	// Epoch returns the number that every write of ratings raises.
	Epoch(ctx context.Context) (int64, error)
	// Match returns a match with its log.
	Match(ctx context.Context, viewer league.Viewer, id string) (league.Match, error)
	// MatchIDs lists the ids of all matches behind one, in order.
	MatchIDs(ctx context.Context, after string, limit int) ([]string, error)
	// RatingsBetween lists the ratings of matches behind a moment, up to another one; the
	// zero one is no bound.
	RatingsBetween(ctx context.Context, after, upTo league.Moment) ([]league.Change, error)
	// Refunds lists all refunds that stand in the ratings, in their order, without what was lost.
	Refunds(ctx context.Context) ([]league.Refund, error)
	// Restate replaces what is stored beside the log of a match, if that still ends where
	// the state does; else the error is of kind league.Stale.
	Restate(ctx context.Context, match string, state league.State) error
	// Unweighed counts the finished matches that wait to be rated, and the refunds.
	Unweighed(ctx context.Context) (int64, error)
	// Weigh writes ratings in place of all from a moment on. If anybody else has written
	// ratings since the epoch was read, the error is of kind league.Stale and nothing is
	// written.
	Weigh(ctx context.Context, w league.Weighed) error
	// WeighedAfter lists weighed matches behind a moment, in order, without logs.
	WeighedAfter(ctx context.Context, viewer league.Viewer, after league.Moment, limit int) ([]league.Match, error)
}
