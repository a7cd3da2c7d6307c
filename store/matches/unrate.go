package matches

import (
	"fmt"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// Weighable are the matches that are rated once they are finished.
const Weighable = "rated = 1 AND to_move = 0"

// Unweigh drops all ratings from a moment on. Whoever loses their latest one by that has the
// one before it for their latest again.
func Unweigh(tx *gorm.DB, from league.Moment) error {
	at := []any{sqldb.Millis(from.Ended), from.Match}
	var dropped []struct{ Game, Variant, PlayerID string }
	err := tx.Table("ratings").Select("game, variant, player_id").Where("latest = 1 AND (ended_ms, match_id) >= (?, ?)", at...).Find(&dropped).Error
	if err != nil || len(dropped) == 0 && from != (league.Moment{}) {
		return err
	}
	if err := tx.Exec("DELETE FROM ratings WHERE (ended_ms, match_id) >= (?, ?)", at...).Error; err != nil {
		return err
	}
	err = tx.Exec("UPDATE matches SET weighed = 0 WHERE "+Weighable+" AND weighed = 1 AND (moved_ms, id) >= (?, ?)", at...).Error
	if err == nil {
		err = tx.Exec("UPDATE refunds SET weighed = 0 WHERE weighed = 1 AND (at_ms, match_id) >= (?, ?)", at...).Error
	}
	if err != nil || from == (league.Moment{}) {
		return err
	}
	for _, d := range dropped {
		err := tx.Exec("UPDATE ratings SET latest = 1 WHERE (match_id, seat) = (SELECT match_id, seat FROM ratings"+
			" WHERE player_id = ? AND game = ? AND variant = ? ORDER BY ended_ms DESC, match_id DESC, seat DESC LIMIT 1)",
			d.PlayerID, d.Game, d.Variant).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// Unrate takes the matches out of the ratings in whose place others begin: what was rated from
// there on is rated again without them.
func Unrate(tx *gorm.DB, begun []league.Match) error {
	for _, m := range begun {
		before, again := league.Key(m.Fixture).Before()
		if !again {
			continue
		}
		var was Row
		err := tx.Select("id, moved_ms").Where("tournament = ? AND fixture = ? AND rated = 1", m.Tournament, string(before)).Limit(1).Find(&was).Error
		if err == nil && was.ID != "" {
			err = unrateOne(tx, league.Moment{Ended: sqldb.Moment(was.State.MovedMs), Match: was.ID})
		}
		if err != nil {
			return fmt.Errorf("taking match %s out of the ratings: %w", was.ID, err)
		}
	}
	return nil
}

// unrateOne takes a match out of the ratings.
func unrateOne(tx *gorm.DB, at league.Moment) error {
	var rated int64
	err := tx.Table("ratings").Where("match_id = ?", at.Match).Count(&rated).Error
	if err == nil && rated > 0 {
		if err = tx.Exec("UPDATE weighing SET epoch = epoch + 1").Error; err == nil {
			err = Unweigh(tx, at)
		}
	}
	if err == nil {
		err = tx.Exec("DELETE FROM refunds WHERE match_id = ?", at.Match).Error
	}
	if err == nil {
		err = tx.Exec("UPDATE matches SET rated = 0 WHERE id = ?", at.Match).Error
	}
	return err
}
