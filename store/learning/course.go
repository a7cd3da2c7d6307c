package learning

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/store/sqldb"
)

type chapterRow struct {
	PlayerID string `gorm:"primaryKey"`
	Game     string `gorm:"primaryKey"`
	Chapter  string `gorm:"primaryKey"`
	DoneMs   int64
}

func (chapterRow) TableName() string { return "chapters" }

// Chapters lists the chapters that a player has done, in the order in which that was.
func (s *Store) Chapters(ctx context.Context, player string) ([]league.Chapter, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []chapterRow
	err := s.db.Reader(ctx).Where("player_id = ?", player).Order("done_ms, game, chapter").Find(&rows).Error
	list := make([]league.Chapter, len(rows))
	for i, r := range rows {
		list[i] = league.Chapter{Player: r.PlayerID, Game: r.Game, Name: r.Chapter, Done: sqldb.Moment(r.DoneMs)}
	}
	return list, sqldb.Explain(err, "listing the chapters that a player has done")
}

// PutChapter notes that a player has done a chapter, unless they had before.
func (s *Store) PutChapter(ctx context.Context, c league.Chapter) error {
	row := chapterRow{c.Player, c.Game, c.Name, sqldb.Millis(c.Done)}
	return sqldb.Explain(s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error
	}), "noting that a player has done a chapter")
}
