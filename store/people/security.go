package people

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/store/sqldb"
)

type securityRow struct {
	ID            string
	AtMs          int64
	Act           string
	Failed        int
	PlayerID      string
	Neighbourhood string
	Browser       string
	Factor        string
	Request       string
}

func (securityRow) TableName() string { return "security_events" }

// NoteSecurity stores an event, and notices of it; an event whose id is there already was stored before.
func (s *Recoveries) NoteSecurity(ctx context.Context, e league.SecurityEvent, notices ...league.Notice) error {
	row := securityRow{e.ID, sqldb.Millis(e.At), e.Act, sqldb.Flag(e.Failed), e.Player, e.Neighbourhood, e.Browser, e.Factor, e.Request}
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		done := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		if done.Error != nil || done.RowsAffected == 0 {
			return done.Error
		}
		return InsertNotices(tx, notices, nil)
	})
	return sqldb.Explain(err, "noting what concerns security")
}

// SecurityOf lists the latest events about a player, the latest first.
func (s *Recoveries) SecurityOf(ctx context.Context, player string, limit int) ([]league.SecurityEvent, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []securityRow
	err := s.db.Reader(ctx).Where("player_id = ?", player).Order("at_ms DESC, id").Limit(limit).Find(&rows).Error
	list := make([]league.SecurityEvent, len(rows))
	for i, r := range rows {
		list[i] = league.SecurityEvent{
			ID: r.ID, At: sqldb.Moment(r.AtMs), Act: r.Act, Failed: r.Failed != 0, Player: r.PlayerID, Neighbourhood: r.Neighbourhood,
			Browser: r.Browser, Factor: r.Factor, Request: r.Request,
		}
	}
	return list, sqldb.Explain(err, "listing what concerns the security of player %s", player)
}

// TokensEnding lists the tokens that end after a moment and before another.
func (s *Recoveries) TokensEnding(ctx context.Context, after, before time.Time) ([]league.Token, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []tokenRow
	ends := "(CASE WHEN ends_ms = 0 THEN created_ms + ? ELSE ends_ms END)"
	err := s.db.Reader(ctx).Where(ends+" > ? AND "+ends+" < ?", oldTokensLast.Milliseconds(), sqldb.Millis(after), oldTokensLast.Milliseconds(), sqldb.Millis(before)).
		Where("kind = ?", ofHand).Order("hash").Find(&rows).Error
	tokens := make([]league.Token, len(rows))
	for i, r := range rows {
		tokens[i] = r.token()
	}
	return tokens, sqldb.Explain(err, "listing tokens that end")
}

// ForgetSecurity deletes the events from before a moment.
func (s *Recoveries) ForgetSecurity(ctx context.Context, before time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where("at_ms < ?", sqldb.Millis(before)).Delete(&securityRow{}).Error
	})
	return sqldb.Explain(err, "forgetting what concerned security")
}

// EndAccess ends all sessions of a player but one, and all tokens, feeds and links. If void it also takes the password that
// the account had away: nothing but a recovery opens it then. If that is another by now the error is of kind
// league.Stale and nothing is written.
func (s *Recoveries) EndAccess(ctx context.Context, player string, but [32]byte, void *league.Recovered) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if void != nil {
			if err := replacePassword(tx, player, void.Had, void.Password); err != nil {
				return err
			}
			but = [32]byte{}
		}
		return endAll(tx, player, but)
	})
	return sqldb.Explain(err, "ending all access of player %s", player)
}
