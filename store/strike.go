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

// Conduct says how a player has played so far: how many matches he has finished, those that are
// void apart, and of the last so many how many there are and how many he lost on time (R-UT-2).
func (s *Store) Conduct(ctx context.Context, player string, last int) (finished, recent, flagged int, err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	query, arguments := tallyQuery(s.Seen(ctx, nil), player, "") // a rule does not hang on who asks
	db := s.reader.WithContext(ctx)
	if err := db.Raw("SELECT COALESCE(SUM(matches), 0) FROM ("+query+") t", arguments...).Scan(&finished).Error; err != nil {
		return 0, 0, 0, explain(err, "counting the matches of player %s", player)
	}
	half := func(seat, lost string) string { // each half has its index
		return "SELECT * FROM (SELECT moved_ms, id, CASE WHEN ending = @timeout AND winner <> " + lost + " THEN 1 ELSE 0 END AS lost FROM matches" +
			" WHERE " + seat + " = @player AND to_move = 0 AND ending <> @void ORDER BY moved_ms DESC, id LIMIT @last) half"
	}
	var counted struct{ Recent, Flagged int }
	err = db.Raw("SELECT COUNT(*) AS recent, COALESCE(SUM(lost), 0) AS flagged FROM (SELECT * FROM ("+half("player0", "1 + first_seat")+
		" UNION ALL "+half("player1", "2 - first_seat")+") both_seats ORDER BY moved_ms DESC, id LIMIT @last) latest",
		map[string]any{"player": player, "timeout": string(engine.Timeout), "void": string(engine.Void), "last": last}).Scan(&counted).Error
	return finished, counted.Recent, counted.Flagged, explain(err, "reading how player %s has played", player)
}
