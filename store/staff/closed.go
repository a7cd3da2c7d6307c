package staff

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// closedRow is the hash of the mail address of an account that was closed.
type closedRow struct {
	PlayerID string `gorm:"primaryKey"`
	Hash     []byte
	AtMs     int64
}

func (closedRow) TableName() string { return "closed_addresses" }

// Expel is Impose of a step that closes an account, and keeps the hash of its mail address; nil: it has none.
func (s *Store) Expel(ctx context.Context, i league.Imposition, hash []byte) error {
	return s.impose(ctx, i, func(tx *gorm.DB) error {
		if hash == nil {
			return nil
		}
		return tx.Create(&closedRow{i.Player, hash, sqldb.Millis(i.At)}).Error
	})
}

// ClosedAt lists those whose accounts were closed from a moment on and whose mail address has a hash, the latest first.
func (s *Store) ClosedAt(ctx context.Context, hash []byte, since time.Time) ([]league.Player, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []people.PlayerRow
	err := s.db.Reader(ctx).Model(&people.PlayerRow{}).Select("players.*").Joins("JOIN closed_addresses ON player_id = players.id").
		Where("hash = ? AND at_ms >= ?", hash, sqldb.Millis(since)).Order("at_ms DESC, players.id").Find(&rows).Error
	list := make([]league.Player, len(rows))
	for i, r := range rows {
		list[i] = r.Player()
	}
	return list, sqldb.Explain(err, "looking for closed accounts by an address")
}

// ForgetClosed deletes the hashes of accounts that were closed before a moment.
func (s *Store) ForgetClosed(ctx context.Context, before time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Exec("DELETE FROM closed_addresses WHERE at_ms < ?", sqldb.Millis(before)).Error
	})
	return sqldb.Explain(err, "forgetting the addresses of closed accounts")
}

// reopen forgets the hash of an account that is given back.
func reopen(tx *gorm.DB, player string) error {
	return tx.Exec("DELETE FROM closed_addresses WHERE player_id = ?", player).Error
}
