package matches

import (
	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/runs"
	"kickabout/store/sqldb"
)

// RenewDice makes the dice of a match anew, as a part of a transaction. If it is not as it was any more the error is of kind
// league.Stale, and the transaction must fail.
func RenewDice(s *Store, tx *gorm.DB, r league.Renewal) error {
	if err := sound(r.Progress.Events, r.Progress.Seen+1, r.Progress.State); err != nil {
		return err
	}
	if err := s.appendTo(tx, r.Progress); err != nil {
		return err
	}
	now := r.Runs[len(r.Runs)-1]
	return tx.Model(&Row{}).Where("id = ?", r.Progress.Match).Updates(map[string]any{
		"runs": runs.Text(r.Runs), "epoch": now.Dice.Epoch, "seal": sqldb.SealOf(now.Dice), "head": now.Head[:], "tour": sqldb.TourOf(now.Dice),
		"contribution0": []byte(now.Contributions[0]), "contribution1": []byte(now.Contributions[1]),
	}).Error
}
