package contests

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
)

// Delay moves the dates of every tournament that has some to come by an outage, each with an event in its log (R-TC-4).
func (s *Store) Delay(tx *gorm.DB, outage league.SiteNotice) error {
	var rows []tournamentRow
	dated := "rolling = 0 AND (state = ? OR state = ? AND (starts_ms > 0 OR closes_ms > 0))"
	open := tx
	if s.db.IsPostgres() {
		open = tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate})
	}
	if err := open.Where(dated, string(league.Running), string(league.Registration)).Order("id").Find(&rows).Error; err != nil {
		return err
	}
	for _, row := range rows {
		was, err := organisedRow{Tournament: row}.tournament()
		if err != nil {
			continue // what this program cannot read it does not write to
		}
		is, moved := was.Delay(outage)
		if !moved {
			continue
		}
		change := tournamentToRow(is)
		err = tx.Model(&tournamentRow{}).Where("id = ?", row.ID).
			Select("Terms", "ClosesMs", "StartsMs", "LateMs", "ChangedMs", "LastSeq", "Rests").Updates(change).Error
		if err != nil {
			return err
		}
		if err = insertDecisions(tx, is, was.Last); err != nil {
			return err
		}
	}
	return nil
}
