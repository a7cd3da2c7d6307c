package reach

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league/contact"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

type hoursRow struct {
	PlayerID     string `gorm:"primaryKey"`
	Zone         string
	Hour         int
	QuietFrom    int
	QuietUntil   int
	ActiveMs     int64
	DigestMs     int64
	DigestMark   string
	DigestSentMs int64
	AfterMove    string
	WarnedMs     int64
}

func (hoursRow) TableName() string { return "reach" }

func hoursToRow(h contact.ReachHours) hoursRow {
	return hoursRow{h.Player, h.Zone, h.Digest, h.QuietFrom, h.QuietUntil, sqldb.Millis(h.Active), sqldb.Millis(h.DigestDue), h.DigestMark, sqldb.Millis(h.DigestSent), string(h.After), 0}
}

func (r hoursRow) hours() contact.ReachHours {
	return contact.ReachHours{
		Player: r.PlayerID, Zone: r.Zone, Digest: r.Hour, QuietFrom: r.QuietFrom, QuietUntil: r.QuietUntil,
		Active: sqldb.Moment(r.ActiveMs), DigestDue: sqldb.Moment(r.DigestMs), DigestMark: r.DigestMark, DigestSent: sqldb.Moment(r.DigestSentMs), After: contact.AfterMove(r.AfterMove),
	}
}

// usual is a player who has settled nothing.
func usual(player string) hoursRow {
	return hoursRow{PlayerID: player, Hour: 17, QuietFrom: 22, QuietUntil: 7}
}

type choiceRow struct {
	PlayerID string `gorm:"primaryKey"`
	Kind     string `gorm:"primaryKey"`
	Channel  string `gorm:"primaryKey"`
	How      string
}

func (choiceRow) TableName() string { return "reach_choices" }

// Hours returns at which hours a player wants to be told, and what they have chosen.
func (s *Store) Hours(ctx context.Context, player string) (contact.ReachHours, []contact.ReachChoice, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	row := usual(player)
	err := s.db.Reader(ctx).Where("player_id = ?", player).Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		row, err = usual(player), nil
	}
	var rows []choiceRow
	if err == nil {
		err = s.db.Reader(ctx).Where("player_id = ?", player).Order("kind, channel").Find(&rows).Error
	}
	choices := make([]contact.ReachChoice, len(rows))
	for i, r := range rows {
		choices[i] = contact.ReachChoice{Kind: r.Kind, Channel: r.Channel, How: r.How}
	}
	return row.hours(), choices, sqldb.Explain(err, "reading how player %s is told", player)
}

// SetHours keeps the hours of a member and, unless nil, all that they have chosen. When they were active, and the last
// digest, stay.
func (s *Store) SetHours(ctx context.Context, h contact.ReachHours, choices []contact.ReachChoice) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, h.Player); err != nil {
			return err
		}
		row := hoursToRow(h)
		keep := clause.OnConflict{Columns: []clause.Column{{Name: "player_id"}}, DoUpdates: clause.AssignmentColumns([]string{"zone", "hour", "quiet_from", "quiet_until", "digest_ms"})}
		if err := tx.Clauses(keep).Create(&row).Error; err != nil || choices == nil {
			return err
		}
		if err := tx.Where("player_id = ?", h.Player).Delete(&choiceRow{}).Error; err != nil {
			return err
		}
		for _, c := range choices {
			if err := tx.Create(&choiceRow{h.Player, c.Kind, c.Channel, c.How}).Error; err != nil {
				return err
			}
		}
		return nil
	})
	return sqldb.Explain(err, "keeping how player %s is told", h.Player)
}

// SetAfterMove keeps where a member goes after a move.
func (s *Store) SetAfterMove(ctx context.Context, player string, after contact.AfterMove) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, player); err != nil {
			return err
		}
		row := usual(player)
		row.AfterMove = string(after)
		keep := clause.OnConflict{Columns: []clause.Column{{Name: "player_id"}}, DoUpdates: clause.AssignmentColumns([]string{"after_move"})}
		return tx.Clauses(keep).Create(&row).Error
	})
	return sqldb.Explain(err, "keeping where player %s goes after a move", player)
}

// PutOff notes that a member has put off the warning that nothing but the password opens their account.
func (s *Store) PutOff(ctx context.Context, player string, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, player); err != nil {
			return err
		}
		row := usual(player)
		row.WarnedMs = sqldb.Millis(at)
		keep := clause.OnConflict{Columns: []clause.Column{{Name: "player_id"}}, DoUpdates: clause.AssignmentColumns([]string{"warned_ms"})}
		return tx.Clauses(keep).Create(&row).Error
	})
	return sqldb.Explain(err, "putting off a warning to player %s", player)
}

// Active notes that a member was there at a moment.
func (s *Store) Active(ctx context.Context, player string, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		row := usual(player)
		row.ActiveMs = sqldb.Millis(at)
		later := clause.OnConflict{Columns: []clause.Column{{Name: "player_id"}}, DoUpdates: clause.Set{{
			Column: clause.Column{Name: "active_ms"}, Value: gorm.Expr("CASE WHEN reach.active_ms < excluded.active_ms THEN excluded.active_ms ELSE reach.active_ms END"),
		}}}
		return tx.Clauses(later).Create(&row).Error
	})
	return sqldb.Explain(err, "noting that player %s is there", player)
}

// DueDigests lists whose digest is due at a moment.
func (s *Store) DueDigests(ctx context.Context, at time.Time, limit int) ([]contact.ReachHours, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []hoursRow
	err := s.db.Reader(ctx).Where("digest_ms > 0 AND digest_ms <= ?", sqldb.Millis(at)).Order("digest_ms, player_id").Limit(limit).Find(&rows).Error
	list := make([]contact.ReachHours, len(rows))
	for i, r := range rows {
		list[i] = r.hours()
	}
	return list, sqldb.Explain(err, "looking for digests")
}

// NextDigest says when the next digest of a player is due who had one due at a moment, and puts the letters that are
// sent now; if it was due at another moment somebody was quicker, and nothing is written.
func (s *Store) NextDigest(ctx context.Context, player string, was, next time.Time, letters ...contact.Letter) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		moved := tx.Model(&hoursRow{}).Where("player_id = ? AND digest_ms = ?", player, sqldb.Millis(was)).Update("digest_ms", sqldb.Millis(next))
		if moved.Error != nil || moved.RowsAffected == 0 {
			return moved.Error
		}
		return putLetters(tx, letters)
	})
	return sqldb.Explain(err, "ordering the next digest of player %s", player)
}

// DigestSaid keeps what the last digest of a player said, and when.
func (s *Store) DigestSaid(ctx context.Context, player, mark string, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Model(&hoursRow{}).Where("player_id = ?", player).Updates(map[string]any{"digest_mark": mark, "digest_sent_ms": sqldb.Millis(at)}).Error
	})
	return sqldb.Explain(err, "keeping what a digest said")
}
