package damage

import (
	"context"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/chain"
)

// LocksStore is what Quarantine needs of the store.
type LocksStore interface {
	// CheckAuditLog follows the chain of the log of the site. An error about a line that is not what was
	// written is a *chain.Damage.
	CheckAuditLog(ctx context.Context) (last chain.Value, err error)
	// CheckChats follows the chains of all chats, and gives values to the lines that have none. It returns
	// what is damaged.
	CheckChats(ctx context.Context) ([]league.Damage, error)
	// CheckTournamentLogs follows the chains of the logs of all tournaments likewise.
	CheckTournamentLogs(ctx context.Context) ([]league.Damage, error)
	// FillChain gives the first events of a match their values in the chain where they have none.
	FillChain(ctx context.Context, match string, chain [][]byte) error
	// Lock puts a match into quarantine; one that is there stays so.
	Lock(ctx context.Context, l league.Lock) error
	// Locked lists the matches in quarantine, the one found first first.
	Locked(ctx context.Context) ([]league.Lock, error)
	// Match returns a match with its log. If what is stored is no log at all, the error is of kind
	// league.Damaged.
	Match(ctx context.Context, viewer league.Viewer, id string) (league.Match, error)
	// MatchHead returns a match without its log, whatever that is like.
	MatchHead(ctx context.Context, id string) (league.Match, error)
	// MatchIDs lists the ids of all matches behind one, in order.
	MatchIDs(ctx context.Context, after string, limit int) ([]string, error)
	// Mend replaces the record of a match in quarantine, and the state beside it, and ends the quarantine,
	// with what has happened by it; league.NotFound if it is not in quarantine.
	Mend(ctx context.Context, m league.Match, facts ...league.Fact) error
	// StoredLog returns the events of a match as far as they are there, by their numbers, with their values.
	StoredLog(ctx context.Context, match string) (log []engine.Event, chain [][]byte, err error)
}
