package matches

import (
	"fmt"

	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/correction"
	"kickabout/store/sqldb"
)

// correctedText is the column of a correction.
func correctedText(o engine.Outcome) string {
	if !o.Over() {
		return ""
	}
	return correction.ResultText(o)
}

// Correct writes how ended matches of a tournament count from now on, beside their logs (R-CO-1). Where they are rated, all
// that was rated from there on is rated again at its old place (R-RA-6). One that is not over, is locked or is of no such
// tournament is an error of kind league.Stale.
func Correct(tx *gorm.DB, tournament string, corrected []league.Match) error {
	for _, m := range corrected {
		written := tx.Model(&Row{}).Where("id = ? AND tournament = ? AND tournament <> '' AND to_move = 0 AND ending <> '' AND "+notLocked, m.ID, tournament).
			Updates(map[string]any{
				"corrected": correctedText(m.Corrected), "ending": string(m.State.Outcome.Ending), "winner": int(m.State.Outcome.Winner),
				"score_first": m.State.Outcome.Score[0], "score_second": m.State.Outcome.Score[1],
			})
		if written.Error == nil && written.RowsAffected != 1 {
			written.Error = league.Errorf(league.Stale, movedOn)
		}
		if written.Error == nil {
			written.Error = rateAgain(tx, m.ID)
		}
		if written.Error != nil {
			return fmt.Errorf("correcting match %s: %w", m.ID, written.Error)
		}
	}
	return nil
}

// rateAgain has a match rated again, and all that were rated after it.
func rateAgain(tx *gorm.DB, match string) error {
	var row Row
	err := tx.Select("id, moved_ms").Where("id = ? AND weighed = 1 AND "+Weighable, match).Limit(1).Find(&row).Error
	if err != nil || row.ID == "" {
		return err
	}
	if err := tx.Exec("UPDATE weighing SET epoch = epoch + 1").Error; err != nil {
		return err
	}
	return Unweigh(tx, league.Moment{Ended: sqldb.Moment(row.State.MovedMs), Match: row.ID})
}
