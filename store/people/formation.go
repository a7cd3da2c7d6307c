package people

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store/sqldb"
)

type formationRow struct {
	PlayerID string `gorm:"primaryKey"`
	Game     string `gorm:"primaryKey"`
	Name     string `gorm:"primaryKey"`
	Variant  string
	Side     engine.Side
	Move     string
	MadeMs   int64
}

func (formationRow) TableName() string { return "formations" }

// Formations lists what a player has saved, by game and name.
func (s *Store) Formations(ctx context.Context, player string) ([]league.Formation, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []formationRow
	err := s.db.Reader(ctx).Where("player_id = ?", player).Order("game, name").Find(&rows).Error
	list := make([]league.Formation, len(rows))
	for i, r := range rows {
		list[i] = league.Formation{
			Player: r.PlayerID, Game: r.Game, Name: r.Name, Variant: r.Variant, Side: r.Side, Move: engine.Move(r.Move), Made: sqldb.Moment(r.MadeMs),
		}
	}
	return list, sqldb.Explain(err, "listing the formations of player %s", player)
}

// PutFormation keeps a formation in the place of one with the same name. If its player has no
// account, or most others of the game already, the error is of kind league.Forbidden and nothing
// is written.
func (s *Store) PutFormation(ctx context.Context, f league.Formation, most int) error {
	row := formationRow{f.Player, f.Game, f.Name, f.Variant, f.Side, string(f.Move), sqldb.Millis(f.Made)}
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := HoldAccount(tx, f.Player); err != nil {
			return err
		}
		var others int64
		if err := tx.Model(&formationRow{}).Where("player_id = ? AND game = ? AND name <> ?", f.Player, f.Game, f.Name).Count(&others).Error; err != nil {
			return err
		}
		if others >= int64(most) {
			return &league.Error{Kind: league.Forbidden, Field: "name", Format: "You have %d formations of this game. Delete one first.", Args: []any{others}}
		}
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error
	})
	return sqldb.Explain(err, "keeping a formation of player %s", f.Player)
}

// DropFormation forgets a formation; it is no error if there is none.
func (s *Store) DropFormation(ctx context.Context, player, game, name string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("player_id = ? AND game = ? AND name = ?", player, game, name).Delete(&formationRow{}).Error
	})
	return sqldb.Explain(err, "dropping a formation of player %s", player)
}
