package people

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// Recoveries keeps the ways back into accounts: codes and links.
type Recoveries struct{ db *sqldb.DB }

// NewRecoveries returns the store that keeps them in a database.
func NewRecoveries(db *sqldb.DB) *Recoveries { return &Recoveries{db} }

type codeRow struct {
	Hash     []byte
	PlayerID string
	MadeMs   int64
	UsedMs   int64
}

func (codeRow) TableName() string { return "recovery_codes" }

type linkRow struct {
	Hash     []byte
	PlayerID string
	Bound    []byte
	MadeMs   int64
	EndsMs   int64
}

func (linkRow) TableName() string { return "recovery_links" }

// PutCodes gives a member other recovery codes than those before. If the player has no account the error is of kind
// league.Forbidden and nothing is written.
func (s *Recoveries) PutCodes(ctx context.Context, player string, hashes [][32]byte, at time.Time) error {
	rows := make([]codeRow, len(hashes))
	for i, hash := range hashes {
		rows[i] = codeRow{hash[:], player, sqldb.Millis(at), 0}
	}
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := HoldAccount(tx, player); err != nil {
			return err
		}
		if err := tx.Where("player_id = ?", player).Delete(&codeRow{}).Error; err != nil {
			return err
		}
		return tx.Create(&rows).Error
	})
	return sqldb.Explain(err, "storing the recovery codes of player %s", player)
}

// Codes returns how many recovery codes of a player are not used yet, and when they were made; zero if there never
// were any.
func (s *Recoveries) Codes(ctx context.Context, player string) (left int, made time.Time, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []codeRow
	err = s.db.Reader(ctx).Where("player_id = ?", player).Find(&rows).Error
	for _, r := range rows {
		made = sqldb.Moment(r.MadeMs)
		if r.UsedMs == 0 {
			left++
		}
	}
	return left, made, sqldb.Explain(err, "counting the recovery codes of player %s", player)
}

// CodeOwner returns the id of the player whose recovery code has a hash and is not used yet; league.NotFound if there
// is none.
func (s *Recoveries) CodeOwner(ctx context.Context, hash [32]byte) (string, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row codeRow
	err := s.db.Reader(ctx).Where("hash = ? AND used_ms = 0", hash[:]).Take(&row).Error
	return row.PlayerID, sqldb.Explain(sqldb.Missing(err, "There is no such code."), "looking for a recovery code")
}

// PutLink stores a link. If its player has no account the error is of kind league.Forbidden and nothing is written.
func (s *Recoveries) PutLink(ctx context.Context, l league.RecoveryLink) error {
	row := linkRow{l.Hash[:], l.Player, l.Bound[:], sqldb.Millis(l.Made), sqldb.Millis(l.Ends)}
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := HoldAccount(tx, l.Player); err != nil {
			return err
		}
		return tx.Create(&row).Error
	})
	return sqldb.Explain(err, "storing a recovery link of player %s", l.Player)
}

// Link returns a link that was not used yet, over or not; league.NotFound if there is none.
func (s *Recoveries) Link(ctx context.Context, hash [32]byte) (league.RecoveryLink, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row linkRow
	if err := s.db.Reader(ctx).Where("hash = ?", hash[:]).Take(&row).Error; err != nil {
		return league.RecoveryLink{}, sqldb.Explain(sqldb.Missing(err, "There is no such link."), "looking for a recovery link")
	}
	return league.RecoveryLink{
		Hash: [32]byte(row.Hash), Player: row.PlayerID, Bound: [32]byte(row.Bound), Made: sqldb.Moment(row.MadeMs), Ends: sqldb.Moment(row.EndsMs),
	}, nil
}

// ForgetLinks deletes the links that were over before a moment.
func (s *Recoveries) ForgetLinks(ctx context.Context, before time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("ends_ms < ?", sqldb.Millis(before)).Delete(&linkRow{}).Error
	})
	return sqldb.Explain(err, "forgetting old recovery links")
}

// Recover gives an account another password, and uses up the link and the code by which that is done. All sessions,
// tokens and links of the account end. If the link or the code was used before, or the password is another by now,
// the error is of kind league.Stale and nothing is written.
func (s *Recoveries) Recover(ctx context.Context, r league.Recovered) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if r.Link != nil {
			used := tx.Where("hash = ? AND player_id = ? AND ends_ms > ?", r.Link[:], r.Player, sqldb.Millis(r.At)).Delete(&linkRow{})
			if err := once(used, "This link has been used."); err != nil {
				return err
			}
		}
		if r.Code != nil {
			if err := useCode(tx, r.Player, *r.Code, r.At); err != nil {
				return err
			}
		}
		if err := replacePassword(tx, r.Player, r.Had, r.Password); err != nil {
			return err
		}
		return endAll(tx, r.Player, [32]byte{})
	})
	return sqldb.Explain(err, "recovering the account of player %s", r.Player)
}

// UseCode uses up a recovery code of a player. If it was used before, or is another's, the error is of kind
// league.Stale.
func (s *Recoveries) UseCode(ctx context.Context, player string, hash [32]byte, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error { return useCode(tx, player, hash, at) })
	return sqldb.Explain(err, "using a recovery code of player %s", player)
}

// useCode uses up a recovery code.
func useCode(tx *gorm.DB, player string, hash [32]byte, at time.Time) error {
	return once(tx.Model(&codeRow{}).Where("hash = ? AND player_id = ? AND used_ms = 0", hash[:], player).Update("used_ms", sqldb.Millis(at)), "This code has been used.")
}

// once is for what succeeds for the first of many.
func once(won *gorm.DB, late string) error {
	if won.Error == nil && won.RowsAffected != 1 {
		return league.Errorf(league.Stale, "%s", late)
	}
	return won.Error
}

// endAll ends all that somebody may do for an account by what they have: tokens, links, feeds, and sessions but one.
func endAll(tx *gorm.DB, player string, but [32]byte) error {
	if err := AwaitAdditions(tx, player); err != nil {
		return err
	}
	if err := tx.Where("player_id = ? AND hash <> ?", player, but[:]).Delete(&sessionRow{}).Error; err != nil {
		return err
	}
	for _, rows := range []any{&tokenRow{}, &linkRow{}} {
		if err := tx.Where("player_id = ?", player).Delete(rows).Error; err != nil {
			return err
		}
	}
	return endFeeds(tx, player)
}
