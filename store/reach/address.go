package reach

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

type addressRow struct {
	PlayerID   string `gorm:"primaryKey"`
	Address    string
	VerifiedMs int64
	Wanted     string
	WantedHash []byte
	WantedMs   int64
	StoppedMs  int64
	Problem    string
	Refused    int
	RefusedMs  int64
}

func (addressRow) TableName() string { return "addresses" }

func (r addressRow) address() contact.Address {
	return contact.Address{
		Player: r.PlayerID, Address: r.Address, Verified: sqldb.Moment(r.VerifiedMs), Wanted: r.Wanted, Asked: sqldb.Moment(r.WantedMs),
		Stopped: sqldb.Moment(r.StoppedMs), Problem: r.Problem,
	}
}

// Address returns where a player gets mail; the zero address of who has settled none.
func (s *Store) Address(ctx context.Context, player string) (contact.Address, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	row := addressRow{PlayerID: player}
	err := s.db.Reader(ctx).Where("player_id = ?", player).Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return contact.Address{Player: player}, nil
	}
	return row.address(), sqldb.Explain(err, "reading the address of player %s", player)
}

// AddressesOf lists who gets mail at an address, in whatever case it is written.
func (s *Store) AddressesOf(ctx context.Context, address string) ([]contact.Address, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []addressRow
	err := s.db.Reader(ctx).Where("address = ? AND address <> ''", address).Order("player_id").Find(&rows).Error
	list := make([]contact.Address, len(rows))
	for i, r := range rows {
		list[i] = r.address()
	}
	return list, sqldb.Explain(err, "looking for an address")
}

// WantAddress keeps an address that a member wants, until whoever has the token of a hash shows that it is theirs.
func (s *Store) WantAddress(ctx context.Context, player, address string, hash [32]byte, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, player); err != nil {
			return err
		}
		row := addressRow{PlayerID: player, Wanted: address, WantedHash: hash[:], WantedMs: sqldb.Millis(at)}
		keep := clause.OnConflict{Columns: []clause.Column{{Name: "player_id"}}, DoUpdates: clause.AssignmentColumns([]string{"wanted", "wanted_hash", "wanted_ms"})}
		return tx.Clauses(keep).Create(&row).Error
	})
	return sqldb.Explain(err, "keeping an address that player %s wants", player)
}

// UnwantAddress forgets the address that waits for the token of a hash; it is no error if there is none.
func (s *Store) UnwantAddress(ctx context.Context, hash [32]byte) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Model(&addressRow{}).Where("wanted_hash = ?", hash[:]).Updates(map[string]any{"wanted": "", "wanted_hash": nil, "wanted_ms": 0}).Error
	})
	return sqldb.Explain(err, "forgetting an address that was wanted")
}

// WantedAddress returns the address that waits for the token of a hash; league.NotFound if there is none.
func (s *Store) WantedAddress(ctx context.Context, hash [32]byte) (contact.Address, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row addressRow
	err := s.db.Reader(ctx).Where("wanted_hash = ?", hash[:]).Take(&row).Error
	return row.address(), sqldb.Explain(sqldb.Missing(err, "This link has been used, or another one was sent since."), "looking for an address that is wanted")
}

// TakeAddress makes the address that waits for the token of a hash the one where its player gets mail: once. If most
// others have it already, the error is of kind league.Forbidden; if it does not wait any more, league.NotFound.
func (s *Store) TakeAddress(ctx context.Context, hash [32]byte, at time.Time, most int) (was contact.Address, err error) {
	err = s.db.Write(ctx, func(tx *gorm.DB) error {
		var row addressRow
		if err := tx.Where("wanted_hash = ?", hash[:]).Take(&row).Error; err != nil {
			return sqldb.Missing(err, "This link has been used, or another one was sent since.")
		}
		if err := hasRoom(tx, row.PlayerID, row.Wanted, most); err != nil {
			return err
		}
		was = row.address()
		done := tx.Model(&addressRow{}).Where("player_id = ? AND wanted_hash = ?", row.PlayerID, hash[:]).Updates(map[string]any{
			"address": row.Wanted, "verified_ms": sqldb.Millis(at), "wanted": "", "wanted_hash": nil, "wanted_ms": 0,
			"stopped_ms": 0, "problem": "", "refused": 0, "refused_ms": 0,
		})
		if done.Error == nil && done.RowsAffected == 0 {
			return league.Errorf(league.NotFound, "This link has been used, or another one was sent since.")
		}
		return done.Error
	})
	return was, sqldb.Explain(err, "taking an address")
}

// hasRoom makes sure that fewer than most others get mail at an address.
func hasRoom(tx *gorm.DB, player, address string, most int) error {
	var others int64
	err := tx.Model(&addressRow{}).Where("address = ? AND player_id <> ?", address, player).Count(&others).Error
	if err == nil && others >= int64(most) {
		err = league.Errorf(league.Forbidden, "%d accounts get mail at this address already. Use another one.", others)
	}
	return err
}

// PutAddress makes an address the one where a member gets mail, whoever has shown that it is theirs. If most others have
// it already, the error is of kind league.Forbidden. What was wanted waits no more.
func (s *Store) PutAddress(ctx context.Context, player, address string, at time.Time, most int) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, player); err != nil {
			return err
		}
		if err := hasRoom(tx, player, address, most); err != nil {
			return err
		}
		row := addressRow{PlayerID: player, Address: address, VerifiedMs: sqldb.Millis(at)}
		return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "player_id"}}, UpdateAll: true}).Create(&row).Error
	})
	return sqldb.Explain(err, "settling the address of player %s", player)
}

// DropAddress forgets where a player gets mail, and what they wanted.
func (s *Store) DropAddress(ctx context.Context, player string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("player_id = ?", player).Delete(&addressRow{}).Error
	})
	return sqldb.Explain(err, "dropping the address of player %s", player)
}

// RefuseAddress notes that the server of a player's address has refused a letter. Nothing more is sent there if stop,
// or if it is the third time within a span; who was sent letters elsewhere by then is not concerned.
func (s *Store) RefuseAddress(ctx context.Context, player, address, problem string, at time.Time, within time.Duration, stop bool) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		var row addressRow
		if err := tx.Where("player_id = ? AND address = ? AND address <> ''", player, address).Take(&row).Error; err != nil {
			if errors.Is(err, gorm.ErrRecordNotFound) {
				return nil
			}
			return err
		}
		if row.Refused == 0 || at.Sub(sqldb.Moment(row.RefusedMs)) > within {
			row.Refused, row.RefusedMs = 0, sqldb.Millis(at)
		}
		row.Refused++
		change := map[string]any{"refused": row.Refused, "refused_ms": row.RefusedMs, "problem": problem}
		if (stop || row.Refused >= 3) && row.StoppedMs == 0 {
			change["stopped_ms"] = sqldb.Millis(at)
		}
		return tx.Model(&addressRow{}).Where("player_id = ? AND address = ?", player, address).Updates(change).Error
	})
	return sqldb.Explain(err, "noting that an address takes no letters")
}
