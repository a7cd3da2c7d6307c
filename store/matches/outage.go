package matches

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/span"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// heartbeatRow says when the site was last known to run.
type heartbeatRow struct {
	ID   int
	AtMs int64
}

func (heartbeatRow) TableName() string { return "heartbeats" }

type siteNoticeRow struct {
	Kind    string
	FromMs  int64
	UntilMs int64
}

func (siteNoticeRow) TableName() string { return "site_notices" }

func (r siteNoticeRow) notice() league.SiteNotice {
	return league.SiteNotice{Kind: league.SiteNoticeKind(r.Kind), From: sqldb.Moment(r.FromMs), Until: sqldb.Moment(r.UntilMs)}
}

const beatElsewhere = "Another server was first."

// Clock returns the time by the database's own clock.
func (s *Store) Clock(ctx context.Context) (time.Time, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	now := "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
	if !s.db.IsPostgres() {
		now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
	}
	var ms int64
	err := s.db.Reader(ctx).Raw("SELECT " + now).Scan(&ms).Error
	return sqldb.Moment(ms), sqldb.Explain(err, "reading the database's clock")
}

// Heartbeat returns when the site was last known to run; the zero time if never.
func (s *Store) Heartbeat(ctx context.Context) (time.Time, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []heartbeatRow
	err := s.db.Reader(ctx).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return time.Time{}, sqldb.Explain(err, "reading the heartbeat")
	}
	return sqldb.Moment(rows[0].AtMs), nil
}

// RecordHeartbeat moves the heartbeat from its last moment to another. If it has been moved by
// another server meanwhile the error is of kind league.Stale.
func (s *Store) RecordHeartbeat(ctx context.Context, last, now time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error { return beat(tx, last, now) })
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Stale, beatElsewhere)
	}
	return sqldb.Explain(err, "beating")
}

// beat is the guarded write by which only one server notices an outage.
func beat(tx *gorm.DB, last, now time.Time) error {
	if last.IsZero() {
		return tx.Create(&heartbeatRow{1, sqldb.Millis(now)}).Error
	}
	moved := tx.Model(&heartbeatRow{}).Where("id = 1 AND at_ms = ?", sqldb.Millis(last)).Update("at_ms", sqldb.Millis(now))
	if moved.Error == nil && moved.RowsAffected != 1 {
		return league.Errorf(league.Stale, beatElsewhere)
	}
	return moved.Error
}

// creditPatience is how long it may take to give time to every running match.
const creditPatience = 10 * time.Minute

// Credit moves the heartbeat from the beginning of an outage to its end, gives the side
// to move in every running match as much time, and after an outage of more than a day so much that it does not run out on
// the first day back; moves the dates that others keep (Also), and keeps the notice of it: all in one
// transaction, in a few statements however many matches there are. It returns how many
// there were. If the heartbeat has been moved meanwhile the error is of kind
// league.Stale and nothing is written.
func (s *Store) Credit(ctx context.Context, outage league.SiteNotice) (matches int, err error) {
	given := outage.Given()
	err = s.db.WriteWithin(ctx, creditPatience, func(tx *gorm.DB) error {
		if err := beat(tx, outage.From, outage.Until); err != nil {
			return err
		}
		for _, delay := range s.Also { // before the matches, as the steps of tournaments have it
			if err := delay(tx, outage); err != nil {
				return err
			}
		}
		if s.db.IsPostgres() { // so that the matches which are moved are those that get the event
			if err := tx.Exec("LOCK TABLE matches IN SHARE ROW EXCLUSIVE MODE").Error; err != nil {
				return err
			}
		}
		row := siteNoticeRow{string(outage.Kind), sqldb.Millis(outage.From), sqldb.Millis(outage.Until)}
		once := clause.OnConflict{DoNothing: true} // the clock was put back, and stood there again
		if err := tx.Clauses(once).Create(&row).Error; err != nil {
			return err
		}
		gift := gift{at: outage.Until, given: given, side: "to_move", which: "to_move <> 0 AND held = 0"}
		if outage.Until.Sub(outage.From) > span.FirstDay {
			gift.first = outage.Until.Add(span.FirstDay)
		}
		if matches, err = gift.give(tx); err != nil {
			return err
		}
		return people.TellMembers(tx, outage, league.SiteAway, outage.Until)
	})
	return matches, sqldb.Explain(err, "giving back %v", given)
}

// SiteNotices lists what the site has told everybody from a moment on, the latest first.
func (s *Store) SiteNotices(ctx context.Context, since time.Time, limit int) ([]league.SiteNotice, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []siteNoticeRow
	err := s.db.Reader(ctx).Where("until_ms >= ?", sqldb.Millis(since)).Order("until_ms DESC, kind, from_ms").Limit(limit).Find(&rows).Error
	notices := make([]league.SiteNotice, len(rows))
	for i, r := range rows {
		notices[i] = r.notice()
	}
	return notices, sqldb.Explain(err, "listing the site's notices")
}

// SiteNoticesOf lists all that the site has told everybody of a kind, the latest first.
func (s *Store) SiteNoticesOf(ctx context.Context, kind league.SiteNoticeKind) ([]league.SiteNotice, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []siteNoticeRow
	err := s.db.Reader(ctx).Where("kind = ?", string(kind)).Order("until_ms DESC, from_ms").Find(&rows).Error
	notices := make([]league.SiteNotice, len(rows))
	for i, r := range rows {
		notices[i] = r.notice()
	}
	return notices, sqldb.Explain(err, "listing the site's notices")
}

// A gift is time that many matches get at once, as one event in each log.
type gift struct {
	at    time.Time
	given time.Duration
	first time.Time // before which no deadline may be, in whole seconds or less; zero: there is no such moment
	side  string    // who gets it, as SQL over the columns of matches: "1", "2" or "to_move"
	which string    // the matches, likewise: all of them running, and held by the transaction
	args  []any     // of which
}

// give writes the events and what they change of the matches' rows: the deadline where
// the side is to move, and the moment of the last event, which is never before the one
// before it. It returns how many matches there were.
func (g gift) give(tx *gorm.DB) (int, error) {
	now, seconds := sqldb.Millis(g.at), int64(g.given/time.Second)
	// The event first, of the row as it was: what it gives depends on the deadline.
	given, more := "CAST(? AS BIGINT)", []any{seconds}
	if !g.first.IsZero() {
		lacks := "(? - deadline_ms + 999) / 1000"
		given, more = "CASE WHEN "+lacks+" > ? THEN "+lacks+" ELSE CAST(? AS BIGINT) END", []any{sqldb.Millis(g.first), seconds, sqldb.Millis(g.first), seconds}
	}
	arguments := slices.Concat([]any{now, now, string(engine.ActTime)}, more, g.args)
	added := tx.Exec(`INSERT INTO events (match_id, seq, at_ms, side, act, text)
		SELECT id, last_seq + 1, CASE WHEN moved_ms < ? THEN ? ELSE moved_ms END, 0, CAST(? AS TEXT), CASE `+g.side+` WHEN 1 THEN 'first ' ELSE 'second ' END || CAST(`+given+` AS TEXT)
		FROM matches WHERE `+g.which, arguments...)
	if added.Error != nil || added.RowsAffected == 0 {
		return 0, added.Error
	}
	arguments = slices.Concat([]any{now, now}, more, []any{now, now}, g.args)
	err := tx.Exec(`UPDATE matches SET last_seq = last_seq + 1,
		due_ms = CASE WHEN due_ms > 0 AND moved_ms < ? THEN due_ms + ? - moved_ms ELSE due_ms END,
		deadline_ms = deadline_ms + CASE WHEN held = 0 AND to_move = `+g.side+` THEN 1000 * (`+given+`) ELSE 0 END,
		moved_ms = CASE WHEN moved_ms < ? THEN ? ELSE moved_ms END
		WHERE `+g.which, arguments...).Error
	return int(added.RowsAffected), err
}
