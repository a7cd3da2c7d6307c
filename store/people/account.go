package people

import (
	"context"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

const (
	noAccount = "There is no player of this name."
	nameTaken = "This name is taken."
)

type accountRow struct {
	PlayerID  string
	Password  string
	CreatedMs int64
}

func (accountRow) TableName() string { return "accounts" }

// nameRow is one way to read the name of a member.
type nameRow struct {
	Key      string
	PlayerID string
}

func (nameRow) TableName() string { return "names" }

// HoldAccount makes sure that a player has an account and keeps it as it is until
// the transaction ends: what is added to an account waits for its deletion, or the
// deletion for it. The error is of kind league.Forbidden if there is none.
func HoldAccount(tx *gorm.DB, player string) error {
	held := hold(tx, player)
	if held.Error == nil && held.RowsAffected != 1 {
		return league.Errorf(league.Forbidden, "This takes an account.")
	}
	return held.Error
}

// AwaitAdditions waits for what is being added to an account, if there is one, so that whoever ends all that it has sees
// that too in the statements that follow.
func AwaitAdditions(tx *gorm.DB, player string) error { return hold(tx, player).Error }

func hold(tx *gorm.DB, player string) *gorm.DB {
	return tx.Model(&accountRow{}).Where("player_id = ?", player).Update("password", gorm.Expr("password"))
}

// SignUp stores an account under all keys of its player's name and begins its first
// session. A guest of the same id becomes the member and keeps what they played; their
// sessions end. If a key is taken the error is of kind league.Stale; if the player is
// a member already, of kind league.Forbidden; nothing is written then.
func (s *Store) SignUp(ctx context.Context, a league.Account, keys []string, session league.Session) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		names := make([]nameRow, len(keys))
		for i, key := range keys {
			names[i] = nameRow{key, a.Player.ID}
		}
		if err := becomeMember(tx, a.Player); err != nil {
			return err
		}
		if err := tx.Create(&names).Error; sqldb.Duplicate(err) {
			return league.Errorf(league.Stale, nameTaken)
		} else if err != nil {
			return err
		}
		account := accountRow{a.Player.ID, a.Password, sqldb.Millis(a.Created)}
		if err := tx.Create(&account).Error; err != nil {
			return err
		}
		return renewSessions(tx, session)
	})
	return sqldb.Explain(err, "signing up player %s", a.Player.ID)
}

// becomeMember turns the guest of a player's id into the player, or makes the player
// where there is none.
func becomeMember(tx *gorm.DB, p league.Player) error {
	guest := tx.Model(&PlayerRow{}).Where("id = ? AND kind = ?", p.ID, league.Guest).Updates(PlayerRow{Name: p.Name, Kind: string(p.Kind)})
	if guest.Error != nil || guest.RowsAffected == 1 {
		return guest.Error
	}
	row := playerToRow(p)
	err := tx.Create(&row).Error
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Forbidden, "You have an account already.")
	}
	return err
}

// renewSessions ends all sessions of a session's player and begins that one.
func renewSessions(tx *gorm.DB, session league.Session) error {
	if err := tx.Where("player_id = ?", session.Player).Delete(&sessionRow{}).Error; err != nil {
		return err
	}
	row := sessionToRow(session)
	return tx.Create(&row).Error
}

// Account returns the account whose name has a key; league.NotFound if there is none.
func (s *Store) Account(ctx context.Context, key string) (league.Account, error) {
	return s.account(ctx, "JOIN names ON names.player_id = accounts.player_id", "names.key = ?", key)
}

// AccountOf returns the account of a player; league.NotFound if there is none.
func (s *Store) AccountOf(ctx context.Context, player string) (league.Account, error) {
	return s.account(ctx, "", "accounts.player_id = ?", player)
}

func (s *Store) account(ctx context.Context, join, where string, arg string) (league.Account, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row struct {
		Account accountRow `gorm:"embedded"`
		Player  PlayerRow  `gorm:"embedded;embeddedPrefix:p_"`
	}
	err := s.db.Reader(ctx).Table("accounts").
		Select("accounts.*, "+PlayerColumns("p", "p_")).
		Joins("JOIN players p ON p.id = accounts.player_id").Joins(join).
		Where(where, arg).
		Take(&row).Error
	if err != nil {
		return league.Account{}, sqldb.Explain(sqldb.Missing(err, noAccount), "reading an account")
	}
	return league.Account{Player: row.Player.Player(), Password: row.Account.Password, Created: sqldb.Moment(row.Account.CreatedMs)}, nil
}

// SetPassword replaces the password that an account had by another. If it is no
// longer that one, or the account is gone, the error is of kind league.Stale and nothing is
// written.
func (s *Store) SetPassword(ctx context.Context, player, had, password string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error { return replacePassword(tx, player, had, password) })
	return sqldb.Explain(err, "setting the password of player %s", player)
}

// ChangePassword is SetPassword; it also ends all sessions of the account and begins a new one. The tokens and
// feeds of the account end too, unless they are spared.
func (s *Store) ChangePassword(ctx context.Context, player, had, password string, session league.Session, spare bool) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := replacePassword(tx, player, had, password); err != nil {
			return err
		}
		if !spare {
			if err := tx.Where("player_id = ?", player).Delete(&tokenRow{}).Error; err != nil {
				return err
			}
			if err := endFeeds(tx, player); err != nil {
				return err
			}
		}
		return renewSessions(tx, session)
	})
	return sqldb.Explain(err, "changing the password of player %s", player)
}

// ResetPassword is SetPassword; it also ends all sessions, tokens and feeds of the account.
func (s *Store) ResetPassword(ctx context.Context, player, had, password string) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := replacePassword(tx, player, had, password); err != nil {
			return err
		}
		return endAll(tx, player, [32]byte{})
	})
	return sqldb.Explain(err, "resetting the password of player %s", player)
}

// endFeeds ends all feeds of a player: whoever knew the password may have read their addresses.
func endFeeds(tx *gorm.DB, player string) error {
	return tx.Exec("DELETE FROM feeds WHERE player_id = ?", player).Error
}

// replacePassword is the guarded write: who knew the password before knows it no
// longer once somebody else was first.
func replacePassword(tx *gorm.DB, player, had, password string) error {
	won := tx.Model(&accountRow{}).Where("player_id = ? AND password = ?", player, had).Update("password", password)
	if won.Error == nil && won.RowsAffected != 1 {
		return league.Errorf(league.Stale, "The password has been changed in the meantime.")
	}
	return won.Error
}

// SignIn begins a session of a member whose password was found to be right. The
// session that the browser had before ends. If it was a guest's, all of their sessions
// end, and their matches become the member's; a match in which they would meet themselves stays
// the guest's. If the account is gone, or its password another by now, the error is of
// kind league.Stale and nothing is written.
func (s *Store) SignIn(ctx context.Context, a league.Account, session league.Session, before [32]byte) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := replacePassword(tx, a.Player.ID, a.Password, a.Password); err != nil {
			return err
		}
		if err := mayEnter(tx, a.Player.ID); err != nil {
			return err
		}
		if err := takeOver(tx, before, a.Player.ID); err != nil {
			return err
		}
		if err := tx.Where("hash = ?", before[:]).Delete(&sessionRow{}).Error; err != nil {
			return err
		}
		return beginSession(tx, session)
	})
	return sqldb.Explain(err, "signing in player %s", a.Player.ID)
}

// takeOver gives a member what the guest of a session played.
func takeOver(tx *gorm.DB, session [32]byte, member string) error {
	var guest string
	err := tx.Table("sessions").Select("sessions.player_id").Joins("JOIN players p ON p.id = sessions.player_id").
		Where("sessions.hash = ? AND p.kind = ?", session[:], league.Guest).Limit(1).Scan(&guest).Error
	if err != nil || guest == "" {
		return err
	}
	for _, step := range []struct {
		sql  string
		args []any
	}{
		{"UPDATE matches SET player0 = ? WHERE player0 = ? AND player1 <> ?", []any{member, guest, member}},
		{"UPDATE matches SET player1 = ? WHERE player1 = ? AND player0 <> ?", []any{member, guest, member}},
		{"UPDATE answers SET player_id = ? WHERE player_id = ? AND key NOT IN (SELECT key FROM answers WHERE player_id = ?)", []any{member, guest, member}},
		{"DELETE FROM sessions WHERE player_id = ?", []any{guest}},
	} {
		if err := tx.Exec(step.sql, step.args...).Error; err != nil {
			return err
		}
	}
	return nil
}

// mayEnter refuses whoever was locked out or expelled in the meantime.
func mayEnter(tx *gorm.DB, player string) error {
	open, err := sqldb.Exists(tx.Table("players").Where("id = ? AND kind NOT IN ?", player, []league.PlayerKind{league.Expelled, league.Deleted}).
		Where("NOT EXISTS (SELECT 1 FROM sanctions s WHERE s.player_id = players.id AND s.kind = ? AND s.lifted_ms = 0)", league.SanctionLock))
	if err == nil && !open {
		err = league.Errorf(league.Stale, "This account is closed.")
	}
	return err
}
