package dicelog

import (
	"context"
	"time"

	"kickabout/engine/dice"
	"kickabout/engine/dice/anchor"
	"kickabout/league"
)

// LeavesStore is what Log needs of the store to read and to write the tree.
type LeavesStore interface {
	// AppendLeaves adds leaves behind the first size ones, with the hashes that follow from them, the first of which has a
	// number, and notes what the log has of some games then. If it is of another size by now nothing is written, and the
	// error is of kind league.Stale.
	AppendLeaves(ctx context.Context, size int64, leaves []anchor.Leaf, from int64, hashes []dice.Digest, games []anchor.Moved) error
	// AppendRenewals is AppendLeaves, and makes the dice of games anew with it. If one of them is not as it was any more nothing
	// is written either.
	AppendRenewals(ctx context.Context, size int64, leaves []anchor.Leaf, from int64, hashes []dice.Digest, games []anchor.Moved, renewals []league.Renewal) error
	// AppendOpening adds the leaf that opens a key, as AppendLeaves does, and notes when that was. If it is open already nothing
	// is written, and the error is of kind league.Stale too.
	AppendOpening(ctx context.Context, size int64, leaf anchor.Leaf, from int64, hashes []dice.Digest, opened league.KeyRecord) error
	// LastLeaves lists the last leaves of a kind that name no game, the last one first.
	LastLeaves(ctx context.Context, kind anchor.Kind, limit int) ([]anchor.Placed, error)
	// Leaves lists leaves from one on.
	Leaves(ctx context.Context, from int64, limit int) ([]anchor.Placed, error)
	// LeavesOf lists the leaves that name a game by one of some GIDs, in their order.
	LeavesOf(ctx context.Context, gids ...dice.GID) ([]anchor.Placed, error)
	// NumberedLeaves lists the leaves of a kind that have one of some numbers and name no game, in their order.
	NumberedLeaves(ctx context.Context, kind anchor.Kind, numbers ...int64) ([]anchor.Placed, error)
	// LogHashes returns hashes of the tree by their numbers, in the order asked for; fewer if some are not there.
	LogHashes(ctx context.Context, at []int64) ([]dice.Digest, error)
	// LogSize returns how many leaves the log has.
	LogSize(ctx context.Context) (int64, error)
}

// GamesStore is what Log needs of the store to find what the log lacks.
type GamesStore interface {
	// ClosedTournaments lists the tournaments whose entries are closed and that have changed at or after a moment, in the order
	// of their serial numbers.
	ClosedTournaments(ctx context.Context, viewer league.Viewer, since time.Time) ([]anchor.Closed, error)
	// DiceCounts counts all games by what may be said of their dice.
	DiceCounts(ctx context.Context) (anchor.Counts, error)
	// EpochUse counts what may still be thrown by the keys of the dice of some epochs; 0: under the first scheme. Games have the
	// key of each run of their dice; of tournaments that roll only the draw counts.
	EpochUse(ctx context.Context, epochs []uint32) (anchor.Use, error)
	// KeyEpochs returns all keys that there were of a name, the first one first.
	KeyEpochs(ctx context.Context, name string) ([]league.KeyRecord, error)
	// LogLooked returns up to when games were looked at whose states the log may lack; the zero time if never.
	LogLooked(ctx context.Context) (time.Time, error)
	// NoteLogLooked notes that games were looked at up to a moment.
	NoteLogLooked(ctx context.Context, at time.Time) error
	// ScopeCounts counts all tournaments that have a serial number by the epochs under which they were made, the first one first;
	// epochs without any are left out.
	ScopeCounts(ctx context.Context) ([]anchor.Scopes, error)
	// SiteNoticesOf lists all that the site has told everybody of a kind, the latest first.
	SiteNoticesOf(ctx context.Context, kind league.SiteNoticeKind) ([]league.SiteNotice, error)
	// UnloggedGames lists games under the second scheme behind a cursor, of those that are over or of those that go on, whose
	// seals or end the log lacks, and, where that is asked for, those whose newest state it lacks. Where the next ones begin is the
	// zero cursor after the last.
	UnloggedGames(ctx context.Context, viewer league.Viewer, over bool, after anchor.Cursor, states bool, limit int) ([]anchor.Moved, anchor.Cursor, error)
	// UnopenedScopes lists the serial numbers behind one of tournaments in which nothing is thrown any more and whose key the
	// log has not opened, in order.
	UnopenedScopes(ctx context.Context, viewer league.Viewer, after uint32, limit int) ([]uint32, error)
	// UnloggedScopes lists the tournaments that the log does not have, by their serial numbers: all of those that no leaf names,
	// and those that go on and that no leaf names from one on: of those that roll from another one on.
	UnloggedScopes(ctx context.Context, viewer league.Viewer, since, rolling int64, limit int) ([]anchor.Unlogged, error)
}
