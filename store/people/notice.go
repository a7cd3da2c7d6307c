package people

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/store/sqldb"
)

type noticeRow struct {
	PlayerID string
	N        int
	AtMs     int64
	Kind     string
	Subject  string
	Seq      int
	Event    string
}

func (noticeRow) TableName() string { return "notices" }

func noticeToRow(n league.Notice) noticeRow {
	return noticeRow{n.Player, n.N, sqldb.Millis(n.At), string(n.Kind), n.Subject, n.Seq, string(n.Event)}
}

func (r noticeRow) notice() league.Notice {
	return league.Notice{Player: r.PlayerID, N: r.N, At: sqldb.Moment(r.AtMs), Kind: league.NoticeKind(r.Kind), Subject: r.Subject, Seq: r.Seq, Event: league.EventName(r.Event)}
}

// InsertNotices numbers notices and writes them, and notes with their notice that a player
// has moved: whoever has an account gets one of their own moves too. It is the last thing that
// a transaction does, and takes the players in the order of their ids: so two transactions
// never wait for each other.
func InsertNotices(tx *gorm.DB, notices []league.Notice, movers map[string]time.Time) error {
	if len(notices) == 0 {
		return nil
	}
	if len(movers) == 0 && len(notices) > singly {
		return insertMany(tx, notices)
	}
	sorted := slices.Clone(notices)
	slices.SortStableFunc(sorted, func(a, b league.Notice) int { return strings.Compare(a.Player, b.Player) })
	rows := make([]noticeRow, len(sorted))
	for i, n := range sorted {
		var last int
		at := int64(0)
		if moved, ok := movers[n.Player]; ok {
			at = sqldb.Millis(moved)
		}
		raised := tx.Raw("UPDATE players SET notices = notices + 1, moved_ms = CASE WHEN moved_ms < ? THEN ? ELSE moved_ms END WHERE id = ? RETURNING notices",
			at, at, n.Player).Find(&last)
		if raised.Error != nil {
			return raised.Error
		}
		n.N = last
		rows[i] = noticeToRow(n)
	}
	return tx.Create(&rows).Error
}

// singly is how many notices are numbered one by one at most, which takes a statement for each.
const singly = 8

// insertMany is InsertNotices for many at once, as at the start of a season: a few
// statements number them all.
func insertMany(tx *gorm.DB, notices []league.Notice) error {
	count := map[string]int{}
	for _, n := range notices {
		count[n.Player]++
	}
	last := make(map[string]int, len(count)) // of each player, before these
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(count)), sqldb.RowsAtOnce) {
		if tx.Name() == "postgres" { // one statement takes its rows in no order of ours
			if err := tx.Exec("SELECT id FROM players WHERE id IN ? ORDER BY id FOR UPDATE", ids).Error; err != nil {
				return err
			}
		}
		var numbers []struct {
			ID      string
			Notices int
		}
		if err := tx.Raw("SELECT id, notices FROM players WHERE id IN ?", ids).Find(&numbers).Error; err != nil {
			return err
		}
		more := map[int][]string{} // players by how many notices they get
		for _, n := range numbers {
			last[n.ID] = n.Notices
			more[count[n.ID]] = append(more[count[n.ID]], n.ID)
		}
		for n, players := range more {
			if err := tx.Exec("UPDATE players SET notices = notices + ? WHERE id IN ?", n, players).Error; err != nil {
				return err
			}
		}
	}
	rows := make([]noticeRow, len(notices))
	for i, n := range notices {
		last[n.Player]++
		n.N = last[n.Player]
		rows[i] = noticeToRow(n)
	}
	return sqldb.Insert(tx, rows)
}

// TellMembers gives all members a notice of what the site tells them. Like InsertNotices it is the last thing that a
// transaction does, and takes the players in the order of their ids.
func TellMembers(tx *gorm.DB, told league.SiteNotice, event league.EventName, at time.Time) error {
	if tx.Name() == "postgres" { // one statement takes its rows in no order of ours
		if err := tx.Exec("SELECT id FROM players WHERE kind = ? ORDER BY id FOR UPDATE", string(league.Member)).Error; err != nil {
			return err
		}
	}
	if err := tx.Exec("UPDATE players SET notices = notices + 1 WHERE kind = ?", string(league.Member)).Error; err != nil {
		return err
	}
	return tx.Exec("INSERT INTO notices (player_id, n, at_ms, kind, subject, seq, event) SELECT id, notices, ?, ?, ?, 0, ? FROM players WHERE kind = ?",
		sqldb.Millis(at), string(league.EveryoneNotice), told.Subject(), string(event), string(league.Member)).Error
}

// Notices lists a player's notices with numbers greater than after, in their order.
func (s *Store) Notices(ctx context.Context, player string, after, limit int) ([]league.Notice, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []noticeRow
	err := s.db.Reader(ctx).Where("player_id = ? AND n > ?", player, after).Order("n").Limit(limit).Find(&rows).Error
	if err != nil {
		return nil, sqldb.Explain(err, "reading notices")
	}
	notices := make([]league.Notice, len(rows))
	for i, r := range rows {
		notices[i] = r.notice()
	}
	return notices, nil
}

// toldRow is something that was told once.
type toldRow struct {
	Key  string
	AtMs int64
}

func (toldRow) TableName() string { return "told_once" }

// TellOnce writes notices about something that has a key, once: false if they were written before.
func (s *Store) TellOnce(ctx context.Context, key string, at time.Time, notices ...league.Notice) (told bool, err error) {
	err = s.db.Write(ctx, func(tx *gorm.DB) error {
		row := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&toldRow{key, sqldb.Millis(at)})
		if told = row.RowsAffected > 0; row.Error != nil || !told {
			return row.Error
		}
		return InsertNotices(tx, notices, nil)
	})
	return told && err == nil, sqldb.Explain(err, "telling %s once", key)
}

// LastNotice returns the number of a player's last notice, 0 if there was none yet.
func (s *Store) LastNotice(ctx context.Context, player string) (int, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var n int
	err := s.db.Reader(ctx).Table("players").Select("notices").Where("id = ?", player).Find(&n).Error
	return n, sqldb.Explain(err, "reading the number of a player's last notice")
}

// Forget deletes notices and remembered requests from before a moment.
func (s *Store) Forget(ctx context.Context, before time.Time) error {
	for _, row := range []any{&noticeRow{}, &answerRow{}} {
		err := s.db.Write(ctx, func(tx *gorm.DB) error {
			return tx.Where("at_ms < ?", sqldb.Millis(before)).Delete(row).Error
		})
		if err != nil {
			return sqldb.Explain(err, "forgetting what is old")
		}
	}
	return nil
}
