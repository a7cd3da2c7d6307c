package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/league"
)

// Silence counts the matches that a player has lost on time since his last move.
func (s *Store) Silence(ctx context.Context, player string) (int, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var n int64
	// First, 1, has the seat first_seat; who is not the winner has lost.
	err := s.reader.WithContext(ctx).Table("matches").
		Where("to_move = 0 AND ending = ? AND moved_ms > (SELECT moved_ms FROM players WHERE id = ?)", string(engine.Timeout), player).
		Where("(player0 = ? AND winner <> 1 + first_seat) OR (player1 = ? AND winner <> 2 - first_seat)", player, player).
		Count(&n).Error
	return int(n), explain(err, "counting what player %s lost on time", player)
}

// Banned returns when a rule of the site last took a player out of a tournament; the zero
// time if it never did.
func (s *Store) Banned(ctx context.Context, player, rule string) (time.Time, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var at int64
	err := s.reader.WithContext(ctx).Table("tournament_events").Select("COALESCE(MAX(at_ms), 0)").
		Where("player_id = ? AND by_id IS NULL AND act IN ? AND text LIKE ?", player,
			[]string{string(league.ActStruck), string(league.ActLeft)}, "%"+rule+":%").Scan(&at).Error
	return moment(at), explain(err, "reading whether player %s was taken out", player)
}

// Expel closes the account of a member: his sessions and tokens end.
func (s *Store) Expel(ctx context.Context, player string) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		if err := tx.Where("player_id = ?", player).Delete(&sessionRow{}).Error; err != nil {
			return err
		}
		if err := tx.Where("player_id = ?", player).Delete(&tokenRow{}).Error; err != nil {
			return err
		}
		return tx.Model(&playerRow{}).Where("id = ?", player).Update("kind", string(league.Expelled)).Error
	})
	return explain(err, "expelling player %s", player)
}
