package people

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/store/sqldb"
)

type blockRow struct {
	PlayerID string
	OtherID  string
	AtMs     int64
}

func (blockRow) TableName() string { return "blocks" }

// Block notes that a player has blocked another; done twice it is done.
func (s *Store) Block(ctx context.Context, b league.Block) error {
	row := blockRow{b.Player.ID, b.Other.ID, sqldb.Millis(b.At)}
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error
	})
	return sqldb.Explain(err, "blocking a player")
}

// Unblock undoes Block.
func (s *Store) Unblock(ctx context.Context, player, other string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("player_id = ? AND other_id = ?", player, other).Delete(&blockRow{}).Error
	})
	return sqldb.Explain(err, "unblocking a player")
}

// Blocks lists whom a player has blocked, by name.
func (s *Store) Blocks(ctx context.Context, player string) ([]league.Block, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		Block  blockRow  `gorm:"embedded"`
		Player PlayerRow `gorm:"embedded;embeddedPrefix:p_"`
		Other  PlayerRow `gorm:"embedded;embeddedPrefix:o_"`
	}
	err := s.db.Reader(ctx).Table("blocks").
		Select("blocks.*, "+PlayerColumns("p", "p_")+", "+PlayerColumns("o", "o_")).
		Joins("JOIN players p ON p.id = blocks.player_id").
		Joins("JOIN players o ON o.id = blocks.other_id").
		Where("blocks.player_id = ?", player).Order("o.name, o.id").
		Find(&rows).Error
	if err != nil {
		return nil, sqldb.Explain(err, "listing blocks")
	}
	blocks := make([]league.Block, len(rows))
	for i, r := range rows {
		blocks[i] = league.Block{Player: r.Player.Player(), Other: r.Other.Player(), At: sqldb.Moment(r.Block.AtMs)}
	}
	return blocks, nil
}

// Blocked refuses a game between two players of whom one has blocked the other. The
// field is that of a form which names the other one.
func Blocked(tx *gorm.DB, player, other league.Player, field string) error {
	blocks, err := blocksBetween(tx, player.ID, []string{other.ID})
	if err != nil {
		return err
	}
	return league.MayMeet(blocks, player, other, field)
}

// BlocksBetween lists in which pairs of a player and one of some others one has blocked the other; of these players it
// knows the ids alone.
func (s *Store) BlocksBetween(ctx context.Context, player string, others []string) ([]league.Block, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	blocks, err := blocksBetween(s.db.Reader(ctx), player, others)
	return blocks, sqldb.Explain(err, "looking for blocks")
}

func blocksBetween(db *gorm.DB, player string, others []string) ([]league.Block, error) {
	var rows []blockRow
	err := db.Where("(player_id = ? AND other_id IN ?) OR (player_id IN ? AND other_id = ?)", player, others, others, player).Find(&rows).Error
	blocks := make([]league.Block, len(rows))
	for i, r := range rows {
		blocks[i] = league.Block{Player: league.Player{ID: r.PlayerID}, Other: league.Player{ID: r.OtherID}, At: sqldb.Moment(r.AtMs)}
	}
	return blocks, err
}
