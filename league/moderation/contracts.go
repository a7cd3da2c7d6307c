package moderation

import (
	"context"

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
	// SetRole gives a member a role, or takes it away, and writes a line of the log. If they have no account
	// the error is of kind league.Forbidden; if they have had another role by then, of kind league.Stale.
	SetRole(ctx context.Context, player string, had, role league.SiteRole, line league.AuditLine) error
}
