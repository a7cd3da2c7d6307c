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

type feedRow struct {
	Hash      []byte
	PlayerID  string
	Label     string
	CreatedMs int64
	UsedMs    int64
}

func (feedRow) TableName() string { return "feeds" }

func (r feedRow) feed() contact.Feed {
	return contact.Feed{Hash: [32]byte(r.Hash), Player: r.PlayerID, Label: r.Label, Created: sqldb.Moment(r.CreatedMs), Used: sqldb.Moment(r.UsedMs)}
}

// AddFeed stores a feed of a member. If its player has no account, or has most feeds already, the error is of kind
// league.Forbidden and nothing is written.
func (s *Store) AddFeed(ctx context.Context, f contact.Feed, most int) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, f.Player); err != nil {
			return err
		}
		var have int64
		if err := tx.Model(&feedRow{}).Where("player_id = ?", f.Player).Count(&have).Error; err != nil {
			return err
		}
		if have >= int64(most) {
			return league.Errorf(league.Forbidden, "You have %d feeds already. End one first.", have)
		}
		return tx.Create(&feedRow{f.Hash[:], f.Player, f.Label, sqldb.Millis(f.Created), sqldb.Millis(f.Used)}).Error
	})
	return sqldb.Explain(err, "storing a feed of player %s", f.Player)
}

// Feed returns a feed and whose it is; league.NotFound if there is none.
func (s *Store) Feed(ctx context.Context, hash [32]byte) (contact.Feed, league.Player, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row struct {
		Feed   feedRow          `gorm:"embedded"`
		Player people.PlayerRow `gorm:"embedded;embeddedPrefix:p_"`
	}
	err := s.db.Reader(ctx).Table("feeds").
		Select("feeds.*, "+people.PlayerColumns("p", "p_")).
		Joins("JOIN players p ON p.id = feeds.player_id").
		Where("feeds.hash = ?", hash[:]).
		Take(&row).Error
	if err != nil {
		return contact.Feed{}, league.Player{}, sqldb.Explain(sqldb.Missing(err, "There is no such feed."), "reading a feed")
	}
	return row.Feed.feed(), row.Player.Player(), nil
}

// Feeds lists a player's feeds, the newest first.
func (s *Store) Feeds(ctx context.Context, player string) ([]contact.Feed, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []feedRow
	err := s.db.Reader(ctx).Where("player_id = ?", player).Order("created_ms DESC, hash").Find(&rows).Error
	list := make([]contact.Feed, len(rows))
	for i, r := range rows {
		list[i] = r.feed()
	}
	return list, sqldb.Explain(err, "listing the feeds of player %s", player)
}

// UseFeed notes a use; a feed that has ended stays so.
func (s *Store) UseFeed(ctx context.Context, hash [32]byte, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Model(&feedRow{}).Where("hash = ? AND used_ms < ?", hash[:], sqldb.Millis(at)).Update("used_ms", sqldb.Millis(at)).Error
	})
	return sqldb.Explain(err, "noting the use of a feed")
}

// EndFeed ends one feed of a player; it is no error if there is none.
func (s *Store) EndFeed(ctx context.Context, player string, hash [32]byte) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("player_id = ? AND hash = ?", player, hash[:]).Delete(&feedRow{}).Error
	})
	return sqldb.Explain(err, "ending a feed of player %s", player)
}
