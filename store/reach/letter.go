package reach

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/store/sqldb"
)

type letterRow struct {
	Key       string `gorm:"primaryKey"`
	PlayerID  string
	Channel   string
	Target    string
	Event     string
	Joined    string
	Subject   string
	Seq       int
	N         int
	Items     int
	SinceMs   int64
	DueMs     int64
	Tries     int
	State     string
	Holder    string
	ExpiresMs int64
	Problem   string
	EndedMs   int64
}

func (letterRow) TableName() string { return "outbox" }

func letterToRow(l contact.Letter) letterRow {
	return letterRow{
		Key: l.Key, PlayerID: l.Player, Channel: l.Channel, Target: l.Target, Event: string(l.Event), Joined: l.Joined, Subject: l.Subject, Seq: l.Seq,
		N: l.N, Items: max(1, l.Items), SinceMs: sqldb.Millis(l.Since), DueMs: sqldb.Millis(l.Due), State: string(contact.LetterWaiting),
	}
}

func (r letterRow) letter() contact.Letter {
	return contact.Letter{
		Key: r.Key, Player: r.PlayerID, Channel: r.Channel, Target: r.Target, Event: league.EventName(r.Event), Joined: r.Joined, Subject: r.Subject, Seq: r.Seq,
		N: r.N, Items: r.Items, Since: sqldb.Moment(r.SinceMs), Due: sqldb.Moment(r.DueMs), Tries: r.Tries, State: contact.LetterState(r.State), Problem: r.Problem, Holder: r.Holder,
	}
}

// putLetters adds letters. One that joins another goes into that while it waits; one with a key that is there was put
// before.
func putLetters(tx *gorm.DB, letters []contact.Letter) error {
	for _, l := range letters {
		if l.Joined != "" {
			joined := tx.Exec("UPDATE outbox SET items = items + 1, n = CASE WHEN n < ? THEN ? ELSE n END, seq = ?, event = ?"+
				" WHERE player_id = ? AND channel = ? AND target = ? AND joined = ? AND state = 'waiting'",
				l.N, l.N, l.Seq, string(l.Event), l.Player, l.Channel, l.Target, l.Joined)
			if joined.Error != nil {
				return joined.Error
			}
			if joined.RowsAffected > 0 {
				continue
			}
		}
		row := letterToRow(l)
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
			return err
		}
	}
	return nil
}

// PutLetters adds letters to the outbox; those whose keys are there already were put before.
func (s *Store) PutLetters(ctx context.Context, letters ...contact.Letter) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error { return putLetters(tx, letters) })
	return sqldb.Explain(err, "putting letters into the outbox")
}

// ripe are letters that are due at a moment: those that wait, and those whose sender is gone.
const ripe = "channel = @channel AND (state = 'waiting' AND due_ms <= @at OR state = 'sending' AND expires_ms <= @at)"

// ClaimLetters takes letters of a channel that are due at a moment for a holder, the longest due first and at most limit
// of them, for as long as a lease lasts. One whose sender is gone was tried once more: it may have come.
func (s *Store) ClaimLetters(ctx context.Context, channel, holder string, at time.Time, lease time.Duration, limit int) ([]contact.Letter, error) {
	values := map[string]any{"at": sqldb.Millis(at), "until": sqldb.Millis(at.Add(lease)), "channel": channel, "holder": holder, "limit": limit}
	due, err := s.anyRipe(ctx, values)
	if err != nil || !due { // the usual case writes nothing
		return nil, sqldb.Explain(err, "looking for letters")
	}
	var rows []letterRow
	err = s.db.Write(ctx, func(tx *gorm.DB) error {
		skip := ""
		if s.db.IsPostgres() {
			skip = " FOR UPDATE SKIP LOCKED"
		}
		return tx.Raw("UPDATE outbox SET tries = CASE WHEN state = 'sending' THEN tries + 1 ELSE tries END, state = 'sending', holder = @holder, expires_ms = @until WHERE key IN "+
			"(SELECT key FROM outbox WHERE state IN ('waiting', 'sending') AND "+ripe+" ORDER BY due_ms, key LIMIT @limit"+skip+") RETURNING *", values).Find(&rows).Error
	})
	letters := make([]contact.Letter, len(rows))
	for i, r := range rows {
		letters[i] = r.letter()
	}
	slices.SortFunc(letters, func(a, b contact.Letter) int { return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Key, b.Key)) }) // RETURNING knows no order
	return letters, sqldb.Explain(err, "claiming letters")
}

// anyRipe says whether a letter is due.
func (s *Store) anyRipe(ctx context.Context, values map[string]any) (bool, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var n int
	err := s.db.Reader(ctx).Raw("SELECT COUNT(*) FROM (SELECT 1 FROM outbox WHERE state IN ('waiting', 'sending') AND "+ripe+" LIMIT 1) due", values).Find(&n).Error
	return n > 0, err
}

// EndLetter notes what has become of a letter for good, for whoever holds it, and puts those that follow from it; if
// somebody else holds it by now nothing is written.
func (s *Store) EndLetter(ctx context.Context, l contact.Letter, state contact.LetterState, at time.Time, problem string, next ...contact.Letter) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		done := s.held(tx, l).Updates(map[string]any{
			"state": string(state), "ended_ms": sqldb.Millis(at), "problem": problem, "expires_ms": 0, "tries": gorm.Expr("tries + 1"),
		})
		if done.Error != nil || done.RowsAffected == 0 {
			return done.Error
		}
		return putLetters(tx, next)
	})
	return sqldb.Explain(err, "ending letter %s", l.Key)
}

// DelayLetter lets a letter wait until a moment, for whoever holds it; tried counts an attempt to send it.
func (s *Store) DelayLetter(ctx context.Context, l contact.Letter, due time.Time, tried bool, problem string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		change := map[string]any{"state": string(contact.LetterWaiting), "due_ms": sqldb.Millis(due), "expires_ms": 0, "problem": problem}
		if tried {
			change["tries"] = gorm.Expr("tries + 1")
		}
		return s.held(tx, l).Updates(change).Error
	})
	return sqldb.Explain(err, "delaying letter %s", l.Key)
}

func (s *Store) held(tx *gorm.DB, l contact.Letter) *gorm.DB {
	return tx.Model(&letterRow{}).Where("key = ? AND state = 'sending' AND holder = ?", l.Key, l.Holder)
}

// Measure is what of a channel a player has had since a moment, of all events but some, and what is on its way besides a
// letter. What ended otherwise after a try may have come. A letter of the day and one that was tried keep their place, and
// what another holder tries for the first time just now may get one.
func (s *Store) Measure(ctx context.Context, l contact.Letter, since time.Time, but []league.EventName) (m contact.Measure, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	const ended, placed = "state NOT IN ('waiting', 'sending')", "state IN ('waiting', 'sending') AND (event = @day OR tries > 0)"
	err = s.db.Reader(ctx).Raw("SELECT COALESCE(SUM(CASE WHEN "+ended+" THEN 1 ELSE 0 END), 0) sent, "+
		"COALESCE(SUM(CASE WHEN "+placed+" THEN 1 ELSE 0 END), 0) ordered, "+
		"COALESCE(SUM(CASE WHEN state = 'sending' AND event <> @day AND tries = 0 THEN 1 ELSE 0 END), 0) others FROM outbox "+
		"WHERE player_id = @player AND channel = @channel AND key <> @key AND event NOT IN @but AND ("+ended+" AND (state = 'sent' OR tries > 1) AND ended_ms >= @since "+
		"OR "+placed+" OR state = 'sending' AND holder <> @holder)",
		map[string]any{"player": l.Player, "channel": l.Channel, "but": but, "since": sqldb.Millis(since), "holder": l.Holder, "key": l.Key, "day": string(league.DayLetter)}).Find(&m).Error
	return m, sqldb.Explain(err, "measuring the letters to player %s", l.Player)
}

// SentLast is when a letter that joins the same as another was brought last to the same target; zero: never.
func (s *Store) SentLast(ctx context.Context, l contact.Letter) (time.Time, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var ms int64
	err := s.db.Reader(ctx).Model(&letterRow{}).Select("COALESCE(MAX(ended_ms), 0)").
		Where("player_id = ? AND channel = ? AND state = 'sent' AND target = ? AND joined = ?", l.Player, l.Channel, l.Target, l.Joined).Find(&ms).Error
	return sqldb.Moment(ms), sqldb.Explain(err, "looking for the letter before %s", l.Key)
}

// SentKeys lists the keys of the letters that a channel has brought to a player since a moment.
func (s *Store) SentKeys(ctx context.Context, player, channel string, since time.Time) (keys []string, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Model(&letterRow{}).
		Where("player_id = ? AND channel = ? AND state = 'sent' AND ended_ms >= ?", player, channel, sqldb.Millis(since)).Order("ended_ms, key").Pluck("key", &keys).Error
	return keys, sqldb.Explain(err, "listing the letters to player %s", player)
}

// Outbox is how the outbox stands.
func (s *Store) Outbox(ctx context.Context, at time.Time) (o contact.Outbox, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row struct {
		Waiting, Dead int
		Oldest        int64
	}
	err = s.db.Reader(ctx).Raw("SELECT (SELECT COUNT(*) FROM outbox WHERE state IN ('waiting', 'sending')) AS waiting,"+
		" (SELECT COUNT(*) FROM outbox WHERE state = 'dead' AND ended_ms > 0) AS dead,"+
		" (SELECT COALESCE(MIN(due_ms), 0) FROM outbox WHERE state IN ('waiting', 'sending') AND due_ms <= ?) AS oldest", sqldb.Millis(at)).Find(&row).Error
	o = contact.Outbox{Waiting: row.Waiting, Dead: row.Dead, Oldest: sqldb.Moment(row.Oldest)}
	return o, sqldb.Explain(err, "counting the outbox")
}

// OutboxRows counts the letters by channel and state, in the order of both.
func (s *Store) OutboxRows(ctx context.Context) (rows []contact.OutboxRows, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Raw("SELECT channel, state, COUNT(*) AS n FROM outbox GROUP BY channel, state ORDER BY channel, state").Find(&rows).Error
	return rows, sqldb.Explain(err, "counting the letters by channel and state")
}
