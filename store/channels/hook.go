package channels

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

type hookRow struct {
	ID        string `gorm:"primaryKey"`
	PlayerID  string
	Scope     string
	Subject   string
	Format    string
	Label     string
	Sealed    []byte
	Shown     string
	CreatedMs int64
	Failures  int
	FailingMs int64
	OffMs     int64
	TriedMs   int64
	Said      string
	Told      int64
	DueMs     int64
}

func (hookRow) TableName() string { return "hooks" }

func hookToRow(h contact.Hook) hookRow {
	return hookRow{
		h.ID, h.Owner, string(h.Scope), h.Subject, string(h.Format), h.Label, h.Sealed, h.Shown, sqldb.Millis(h.Created),
		h.Failures, sqldb.Millis(h.Failing), sqldb.Millis(h.Off), sqldb.Millis(h.Tried), h.Said, h.Told, sqldb.Millis(h.Due),
	}
}

func (r hookRow) hook() contact.Hook {
	return contact.Hook{
		ID: r.ID, Owner: r.PlayerID, Scope: contact.HookScope(r.Scope), Subject: r.Subject, Format: contact.HookFormat(r.Format), Label: r.Label,
		Sealed: r.Sealed, Shown: r.Shown, Created: sqldb.Moment(r.CreatedMs),
		Failures: r.Failures, Failing: sqldb.Moment(r.FailingMs), Off: sqldb.Moment(r.OffMs), Tried: sqldb.Moment(r.TriedMs), Said: r.Said, Told: r.Told, Due: sqldb.Moment(r.DueMs),
	}
}

// AddHook stores a webhook of a member. If they have no account, or its subject has most webhooks already, the error is
// of kind league.Forbidden and nothing is written.
func (s *Store) AddHook(ctx context.Context, h contact.Hook, most int) error {
	row := hookToRow(h)
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, h.Owner); err != nil {
			return err
		}
		var have int64
		if err := tx.Model(&hookRow{}).Where("scope = ? AND subject = ?", row.Scope, row.Subject).Count(&have).Error; err != nil {
			return err
		}
		if have >= int64(most) {
			return league.Errorf(league.Forbidden, "There are %d webhooks already. Remove one first.", have)
		}
		return tx.Create(&row).Error
	})
	return sqldb.Explain(err, "storing a webhook of player %s", h.Owner)
}

// Hook returns a webhook; league.NotFound if there is none.
func (s *Store) Hook(ctx context.Context, id string) (contact.Hook, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row hookRow
	err := s.db.Reader(ctx).Where("id = ?", id).Take(&row).Error
	return row.hook(), sqldb.Explain(sqldb.Missing(err, "There is no such webhook."), "reading webhook %s", id)
}

// HooksOf lists the webhooks of a subject, the oldest first.
func (s *Store) HooksOf(ctx context.Context, scope contact.HookScope, subject string) ([]contact.Hook, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []hookRow
	err := s.db.Reader(ctx).Where("scope = ? AND subject = ?", string(scope), subject).Order("created_ms, id").Find(&rows).Error
	list := make([]contact.Hook, len(rows))
	for i, r := range rows {
		list[i] = r.hook()
	}
	return list, sqldb.Explain(err, "listing the webhooks of %s %s", scope, subject)
}

// DueHooks lists the webhooks of tournaments and of the site that are not off and due at a moment.
func (s *Store) DueHooks(ctx context.Context, at time.Time) ([]contact.Hook, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []hookRow
	err := s.db.Reader(ctx).Where("scope <> ? AND off_ms = 0 AND due_ms <= ?", string(contact.HookPlayer), sqldb.Millis(at)).Order("created_ms, id").Find(&rows).Error
	list := make([]contact.Hook, len(rows))
	for i, r := range rows {
		list[i] = r.hook()
	}
	return list, sqldb.Explain(err, "listing the webhooks that are due")
}

// NoteHook notes what became of the last try; of one that is removed nothing.
func (s *Store) NoteHook(ctx context.Context, h contact.Hook) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		row := hookToRow(h)
		return tx.Model(&hookRow{}).Where("id = ?", h.ID).Select("failures", "failing_ms", "off_ms", "tried_ms", "said", "told", "due_ms").Updates(row).Error
	})
	return sqldb.Explain(err, "noting a try of webhook %s", h.ID)
}

// DropHook removes a webhook of a subject; it is no error if there is none.
func (s *Store) DropHook(ctx context.Context, scope contact.HookScope, subject, id string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("id = ? AND scope = ? AND subject = ?", id, string(scope), subject).Delete(&hookRow{}).Error
	})
	return sqldb.Explain(err, "removing webhook %s", id)
}
