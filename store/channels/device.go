package channels

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

type subscriptionRow struct {
	Hash      []byte `gorm:"primaryKey"`
	PlayerID  string
	Session   []byte
	Endpoint  string
	P256dh    string
	Auth      string
	CreatedMs int64
}

func (subscriptionRow) TableName() string { return "subscriptions" }

// PutSubscription keeps a subscription of a session of a member, in the place of one with the same endpoint; of those of
// the player the oldest go beyond most. If the session is not there, or not the player's, the error is of kind
// league.Forbidden and nothing is written.
func (s *Store) PutSubscription(ctx context.Context, sub contact.Subscription, most int) error {
	row := subscriptionRow{sub.Hash[:], sub.Player, sub.Session[:], sub.Endpoint, sub.Key, sub.Auth, sqldb.Millis(sub.Created)}
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, sub.Player); err != nil {
			return err
		}
		var sessions int64
		if err := tx.Table("sessions").Where("hash = ? AND player_id = ?", row.Session, sub.Player).Count(&sessions).Error; err != nil {
			return err
		}
		if sessions != 1 {
			return league.Errorf(league.Forbidden, "Sign in first: this is about an account.")
		}
		if err := tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error; err != nil {
			return err
		}
		var all []subscriptionRow
		if err := tx.Where("player_id = ?", sub.Player).Order("created_ms DESC, hash").Find(&all).Error; err != nil {
			return err
		}
		for _, old := range all[min(len(all), most):] {
			if err := tx.Where("hash = ?", old.Hash).Delete(&subscriptionRow{}).Error; err != nil {
				return err
			}
		}
		return nil
	})
	return sqldb.Explain(err, "storing a subscription of player %s", sub.Player)
}

// Subscriptions lists those of a player, the newest first.
func (s *Store) Subscriptions(ctx context.Context, player string) ([]contact.Subscription, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		Row     subscriptionRow `gorm:"embedded"`
		Browser string
	}
	err := s.db.Reader(ctx).Table("subscriptions").Select("subscriptions.*, sessions.browser").
		Joins("JOIN sessions ON sessions.hash = subscriptions.session").
		Where("subscriptions.player_id = ?", player).Order("subscriptions.created_ms DESC, subscriptions.hash").Find(&rows).Error
	list := make([]contact.Subscription, len(rows))
	for i, r := range rows {
		list[i] = contact.Subscription{
			Hash: [32]byte(r.Row.Hash), Player: r.Row.PlayerID, Session: [32]byte(r.Row.Session), Browser: r.Browser,
			Endpoint: r.Row.Endpoint, Key: r.Row.P256dh, Auth: r.Row.Auth, Created: sqldb.Moment(r.Row.CreatedMs),
		}
	}
	return list, sqldb.Explain(err, "listing the subscriptions of player %s", player)
}

// CountSubscriptions counts those of all members, and those that were made before a moment.
func (s *Store) CountSubscriptions(ctx context.Context, before time.Time) (all, old int64, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var n struct{ All, Old int64 }
	err = s.db.Reader(ctx).Model(&subscriptionRow{}).Select(`COUNT(*) AS "all", COUNT(CASE WHEN created_ms < ? THEN 1 END) AS old`, sqldb.Millis(before)).Scan(&n).Error
	return n.All, n.Old, sqldb.Explain(err, "counting the subscriptions")
}

// EndSubscription ends a subscription of a player; it is no error if there is none.
func (s *Store) EndSubscription(ctx context.Context, player string, hash [32]byte) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("hash = ? AND player_id = ?", hash[:], player).Delete(&subscriptionRow{}).Error
	})
	return sqldb.Explain(err, "ending a subscription of player %s", player)
}
