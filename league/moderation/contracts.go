package moderation

import (
	"context"
	"time"

	"kickabout/league"
)

// StaffStore is what Moderation needs of the store to know who may act, and to write down what was done.
type StaffStore interface {
	// AuditLog lists the latest lines of the log before a number, the latest first; about is the subject
	// that they are about, "" for any.
	AuditLog(ctx context.Context, about string, before, limit int) ([]league.AuditLine, error)
	// Note writes a line of the log about what was done elsewhere.
	Note(ctx context.Context, l league.AuditLine) error
	// Officers lists the members who have a role, by name.
	Officers(ctx context.Context) ([]league.Officer, error)
	// Players returns players by their ids, without those that are not there.
	Players(ctx context.Context, ids []string) (map[string]league.Player, error)
	// Role returns the role of a member: none of whoever has no account, or none any more.
	Role(ctx context.Context, player string) (league.SiteRole, error)
	// SetRole gives a member a role, or takes it away, ends their sessions, and writes a line of the log. If they have no account
	// the error is of kind league.Forbidden; if they have had another role by then, of kind league.Stale.
	SetRole(ctx context.Context, player string, had, role league.SiteRole, line league.AuditLine) error
	// TellOnce writes notices about something that has a key, once: false if they were written before.
	TellOnce(ctx context.Context, key string, at time.Time, notices ...league.Notice) (bool, error)
}

// SanctionsStore is what Moderation needs of the store to take steps against members.
type SanctionsStore interface {
	// AnswerAppeal notes the answer to an appeal. If it was answered before the error is of kind league.Stale.
	AnswerAppeal(ctx context.Context, i league.Imposition) error
	// Appeal notes what a player says against a step. If they have done so before, or it was undone, the error is
	// of kind league.Stale.
	Appeal(ctx context.Context, id, text string, at time.Time) error
	// EndAllSessions ends the sessions of all members but one, and writes a line of the log.
	EndAllSessions(ctx context.Context, but [32]byte, line league.AuditLine) error
	// EndSessionsOf ends all sessions of a member, and with tokens their tokens and feeds too, and writes a line of the log.
	EndSessionsOf(ctx context.Context, player string, tokens bool, line league.AuditLine) error
	// FindUsers lists those who have an account, or were expelled, whose name, or one before, folds to what has a
	// key in it, by name.
	FindUsers(ctx context.Context, key string, limit int) ([]league.Player, error)
	// Impose takes a step against a player, with all that it comes to. If such a step is in force already, or a
	// new name is taken, the error is of kind league.Stale; if the line to be hidden is not there, of kind
	// league.NotFound.
	Impose(ctx context.Context, i league.Imposition) error
	// Lift undoes a step. If somebody else has undone it the error is of kind league.Stale.
	Lift(ctx context.Context, i league.Imposition) error
	// OpenAppeals lists the steps against which somebody has appealed and was not answered, the longest waiting
	// first.
	OpenAppeals(ctx context.Context) ([]league.Sanction, error)
	// Player returns a player.
	Player(ctx context.Context, id string) (league.Player, error)
	// Sanction returns a step by its id.
	Sanction(ctx context.Context, id string) (league.Sanction, error)
	// SanctionsOf lists the steps that were taken against a player, the latest first.
	SanctionsOf(ctx context.Context, player string) ([]league.Sanction, error)
	// ShortenBan sets the end of an absence's ban, which stands in i.Short. If it was struck out the error is of kind
	// league.Stale.
	ShortenBan(ctx context.Context, i league.Imposition) error
}

// ClosedStore is what Closed needs of the store to find who comes back under another name.
type ClosedStore interface {
	// ClosedAt lists those whose accounts were closed from a moment on and whose mail address has a hash, the latest first.
	ClosedAt(ctx context.Context, hash []byte, since time.Time) ([]league.Player, error)
	// Expel is Impose of a step that closes an account, and keeps the hash of its mail address; nil: it has none.
	Expel(ctx context.Context, i league.Imposition, hash []byte) error
	// ForgetClosed deletes the hashes of accounts that were closed before a moment.
	ForgetClosed(ctx context.Context, before time.Time) error
}

// ReportsStore is what Moderation needs of the store to look after reports, and after what else members say.
type ReportsStore interface {
	// CloseReport notes what was decided about a report that is open, with a notice to its reader and its line of
	// the log. If somebody else has decided it the error is of kind league.Stale.
	CloseReport(ctx context.Context, r league.Report, line league.AuditLine, notices ...league.Notice) error
	// OpenReports lists the reports that nobody has decided, the longest waiting first, without the first ones.
	OpenReports(ctx context.Context, skip, limit int) ([]league.Report, error)
	// ReportsBy lists the reports of a reader, the latest first.
	ReportsBy(ctx context.Context, reader string, limit int) ([]league.Report, error)
	// RequestsOf lists the requests of a player for rulings in tournaments that a viewer may know of, the latest first. Of those
	// whose words were taken away the text is league.RemovedText.
	RequestsOf(ctx context.Context, viewer league.Viewer, player string, limit int) ([]league.RulingRequest, error)
	// TakeReport notes who looks after a report that is open, and writes a line of the log.
	TakeReport(ctx context.Context, r league.Report, line league.AuditLine) error
}
