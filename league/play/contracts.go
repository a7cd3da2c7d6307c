package play

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/league/vacation"
)

// BotsStore is what Bots needs of the store.
type BotsStore interface {
	// Due lists running matches in which one of some bots is to move at or before a moment,
	// the longest due first.
	Due(ctx context.Context, viewer league.Viewer, by time.Time, bots []string, limit int) ([]league.Match, error)
	// PartOf lists a part of a player's matches behind a place, without logs.
	PartOf(ctx context.Context, viewer league.Viewer, player string, part league.Part, after league.Place, limit int) ([]league.Match, error)
	// Postpone lets a bot wait until a later moment in a match that still is where it was seen.
	Postpone(ctx context.Context, match string, seen int, due time.Time) error
	// PutBots stores the bots that are not there yet.
	PutBots(ctx context.Context, bots []league.Player) error
	// Running lists running matches, the one that moved last first.
	Running(ctx context.Context, viewer league.Viewer, limit int) ([]league.Match, error)
}

// ClocksStore is what Clocks needs of the store.
type ClocksStore interface {
	// PausedSince returns since when the tournament of a match that was read has been paused; the zero time
	// if it is not.
	PausedSince(ctx context.Context, m league.Match) (time.Time, error)
}

// EndsStore is what Ends needs of the store.
type EndsStore interface {
	// EndedAfter lists finished matches that ended before a moment, behind a place, in the order of their ends and
	// without logs.
	EndedAfter(ctx context.Context, viewer league.Viewer, after league.Place, before time.Time, limit int) ([]league.Match, error)
}

// MatchesStore is what Matches needs of the store.
type MatchesStore interface {
	// Answer returns what was remembered of a request.
	Answer(ctx context.Context, player, key string) (league.Answer, error)
	// Append adds progress to a match. If the match's last event is no longer
	// Seen, if it is over, or if Arrived is after its deadline, the error is of kind
	// league.Stale and nothing is written; if it is locked, of kind league.Damaged.
	Append(ctx context.Context, p league.Progress) error
	// Latest lists so many running matches, then so many finished ones, of each those first that moved or ended last.
	Latest(ctx context.Context, viewer league.Viewer, running, finished int) ([]league.Match, error)
	// Lock puts a match into quarantine: nothing is appended to it from then on, and no clock of it
	// runs. One that is locked stays so.
	Lock(ctx context.Context, l league.Lock) error
	// Head returns a match without its log.
	Head(ctx context.Context, viewer league.Viewer, id string) (league.Head, error)
	// MatchesOf lists a player's matches: running ones first, by deadline, then
	// finished ones, the latest first.
	MatchesOf(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.Match, error)
	// Overdue lists running matches whose deadline is before a moment, the oldest first.
	Overdue(ctx context.Context, viewer league.Viewer, before time.Time, limit int) ([]league.Match, error)
	// PartOf lists a part of a player's matches behind a place, without logs.
	PartOf(ctx context.Context, viewer league.Viewer, player string, part league.Part, after league.Place, limit int) ([]league.Match, error)
	// PausedSince returns since when the tournament of a match that was read has been paused; the zero time
	// if it is not.
	PausedSince(ctx context.Context, m league.Match) (time.Time, error)
	// WithLog returns a match of which the head was read together with its log. If what is stored is no log at
	// all, the error is of kind league.Damaged.
	WithLog(ctx context.Context, m league.Match) (league.Match, error)
	// SealedMove returns the move of a match that is in and not shown yet.
	SealedMove(ctx context.Context, match string) (string, error)
	// VacationBook returns all that a member's vacation follows from; an empty book for
	// whoever has no account.
	VacationBook(ctx context.Context, player string) (vacation.Book, error)
}

// PairsStore is what Pairs needs of the store.
type PairsStore interface {
	// Held lists matches that wait for their twins and may be able to go on, without logs.
	Held(ctx context.Context, viewer league.Viewer, limit int) ([]league.Match, error)
	// Match returns a match with its log.
	Match(ctx context.Context, viewer league.Viewer, id string) (league.Match, error)
	// PausedSince returns since when the tournament of a match that was read has been paused; the zero time
	// if it is not.
	PausedSince(ctx context.Context, m league.Match) (time.Time, error)
	// SealedMove returns the move of a match that is in and not shown yet.
	SealedMove(ctx context.Context, match string) (string, error)
}

// ReadingsStore is what Readings needs of the store.
type ReadingsStore interface {
	// MarkSeen notes that a player has been shown a match up to an event. What was shown stays shown: an
	// earlier event than the one kept changes nothing.
	MarkSeen(ctx context.Context, player, match string, seq int) error
	// SetUpright settles whether boards lie with First below for a player, whichever side is theirs.
	SetUpright(ctx context.Context, player string, upright bool) error
}

// ReservationsStore is what Reservations needs of the store.
type ReservationsStore interface {
	// CreateMatch stores a match with its log, and notices of it. If its id or GID is
	// taken the error is of kind league.Stale and nothing is written.
	CreateMatch(ctx context.Context, m league.Match, notices ...league.Notice) error
	// Match returns a match with its log.
	Match(ctx context.Context, viewer league.Viewer, id string) (league.Match, error)
	// SanctionsOf lists the steps that were taken against a player, the latest first.
	SanctionsOf(ctx context.Context, player string) ([]league.Sanction, error)
}

// VacationsStore is what Vacations needs of the store.
type VacationsStore interface {
	// ChangeVacation stores what has become of a vacation, but puts no end off and keeps when
	// it began; one that has ended is not found.
	ChangeVacation(ctx context.Context, v vacation.Vacation, facts ...league.Fact) error
	// LastUsedDay returns the last day of vacation that a player used after a moment because time ran out in a match; the
	// zero value if there is none.
	LastUsedDay(ctx context.Context, player string, after time.Time) (vacation.Day, error)
	// OpenVacations lists the vacations that are still to end and have begun by a moment.
	OpenVacations(ctx context.Context, by time.Time) ([]vacation.Vacation, error)
	// OpenVacationsOf lists the vacations of some players that are still to end.
	OpenVacationsOf(ctx context.Context, players ...string) ([]vacation.Vacation, error)
	// PlanVacation stores a vacation. If its number is taken the error is of kind
	// league.Stale; if another one is open or its player has no account, of kind
	// league.Forbidden.
	PlanVacation(ctx context.Context, v vacation.Vacation, facts ...league.Fact) error
	// RunningOf lists all running matches of a player that began at or after a moment,
	// without logs.
	RunningOf(ctx context.Context, viewer league.Viewer, player string, since time.Time) ([]league.Match, error)
	// SanctionsOfAll lists the steps that were taken against some players, the latest first.
	SanctionsOfAll(ctx context.Context, players ...string) ([]league.Sanction, error)
	// TellVacation writes a notice of an open vacation once: told is false if one of the same event and number is there.
	TellVacation(ctx context.Context, notice league.Notice) (told bool, err error)
	// TournamentGroup returns a tournament with the entries of some groups alone.
	TournamentGroup(ctx context.Context, viewer league.Viewer, id string, groups ...league.Group) (league.Tournament, error)
	// UseDay uses a day of vacation. One that is used because time ran out in a match gives
	// every running match of the player a day, but for those without vacation and those that are full, and the notice
	// of it is kept, all at once. If the day's number is taken, or that match is no longer at
	// the event seen, nor a full one at the one that stands with its id, the error is of kind league.Stale.
	UseDay(ctx context.Context, d vacation.Day, seen int, full map[string]int, notice league.Notice) error
	// VacationBook returns all that a member's vacation follows from; an empty book for
	// whoever has no account.
	VacationBook(ctx context.Context, player string) (vacation.Book, error)
}

// WatchStore is what Watch needs of the store.
type WatchStore interface {
	// RecordHeartbeat moves the heartbeat from its last moment to another. If it has been moved
	// meanwhile the error is of kind league.Stale.
	RecordHeartbeat(ctx context.Context, last, now time.Time) error
	// Credit moves the heartbeat over an outage, gives the side to move in every running
	// match that does not wait for its twin as much time, and keeps the notice of it, at
	// once; it returns how many matches there were. If the heartbeat has been moved meanwhile the error is of kind
	// league.Stale.
	Credit(ctx context.Context, outage league.SiteNotice) (matches int, err error)
	// Heartbeat returns when the site was last known to run; the zero time if never.
	Heartbeat(ctx context.Context) (time.Time, error)
	// SiteNoticesOf lists all that the site has told everybody of a kind, the latest first.
	SiteNoticesOf(ctx context.Context, kind league.SiteNoticeKind) ([]league.SiteNotice, error)
	// SiteNotices lists what the site has told everybody from a moment on, the latest first.
	SiteNotices(ctx context.Context, since time.Time, limit int) ([]league.SiteNotice, error)
}
