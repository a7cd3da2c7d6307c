package matches

import (
	"context"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// Seals keeps the moves of pairs that are in and not shown yet (R-FD-7). Nobody but its author may read one.
type Seals struct{ db *sqldb.DB }

// NewSeals returns the seals of a database.
func NewSeals(db *sqldb.DB) *Seals { return &Seals{db} }

// sealMove keeps the move that is in and not shown yet, behind the guarded write.
func sealMove(tx *gorm.DB, p league.Progress) error {
	if p.Seal == nil {
		return nil
	}
	if err := tx.Exec("DELETE FROM sealed_moves WHERE match_id = ?", p.Match).Error; err != nil || *p.Seal == "" {
		return err
	}
	return tx.Exec("INSERT INTO sealed_moves (match_id, move) VALUES (?, ?)", p.Match, *p.Seal).Error
}

// SealedMove returns the move of a match that is in and not shown yet; league.NotFound if there is none.
func (s *Seals) SealedMove(ctx context.Context, match string) (move string, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Table("sealed_moves").Where("match_id = ?", match).Select("move").Take(&move).Error
	return move, sqldb.Explain(sqldb.Missing(err, "No move of this match is sealed."), "reading the sealed move of match %s", match)
}
