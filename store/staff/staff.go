// Package staff keeps what is done for a site by those who look after it: their roles, the steps that they took
// against members, reports and what became of them, and the log of all of it.
package staff

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// Store keeps it.
type Store struct{ db *sqldb.DB }

// New returns what a database holds of it.
func New(db *sqldb.DB) *Store { return &Store{db} }

type roleRow struct {
	PlayerID string `gorm:"primaryKey"`
	Role     string
	AtMs     int64
}

func (roleRow) TableName() string { return "roles" }

// Role returns the role of a member: none of whoever has no account, or none any more.
func (s *Store) Role(ctx context.Context, player string) (league.SiteRole, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var role string
	err := s.db.Reader(ctx).Table("roles").Select("roles.role").Joins("JOIN players ON players.id = roles.player_id").
		Where("roles.player_id = ? AND players.kind = ?", player, league.Member).Limit(1).Find(&role).Error
	return league.SiteRole(role), sqldb.Explain(err, "reading the role of player %s", player)
}

// Officers lists the members who have a role, by name.
func (s *Store) Officers(ctx context.Context) ([]league.Officer, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		Role   roleRow          `gorm:"embedded"`
		Player people.PlayerRow `gorm:"embedded;embeddedPrefix:p_"`
	}
	err := s.db.Reader(ctx).Table("roles").Select("roles.*, "+people.PlayerColumns("p", "p_")).Joins("JOIN players p ON p.id = roles.player_id").
		Where("p.kind = ?", league.Member).Order("p.name, p.id").Find(&rows).Error
	officers := make([]league.Officer, len(rows))
	for i, r := range rows {
		officers[i] = league.Officer{Player: r.Player.Player(), Role: league.SiteRole(r.Role.Role), Since: sqldb.Moment(r.Role.AtMs)}
	}
	return officers, sqldb.Explain(err, "listing roles")
}

// SetRole gives a member a role, or takes it away, ends their sessions, which last as the role has it, and writes a
// line of the log. If they have no account the error is
// of kind league.Forbidden; if they have had another role than that by then, of kind league.Stale.
func (s *Store) SetRole(ctx context.Context, player string, had, role league.SiteRole, line league.AuditLine) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.HoldAccount(tx, player); err != nil {
			return err
		}
		var have string
		if err := tx.Table("roles").Select("role").Where("player_id = ?", player).Limit(1).Find(&have).Error; err != nil {
			return err
		}
		if league.SiteRole(have) != had {
			return league.Errorf(league.Stale, "Somebody else has changed this role just now.")
		}
		if err := setRole(tx, player, role, line.At); err != nil {
			return err
		}
		if err := tx.Exec("DELETE FROM sessions WHERE player_id = ?", player).Error; err != nil {
			return err
		}
		return Note(tx, line)
	})
	return sqldb.Explain(err, "setting the role of player %s", player)
}

func setRole(tx *gorm.DB, player string, role league.SiteRole, at time.Time) error {
	if role == league.NoRole {
		return tx.Where("player_id = ?", player).Delete(&roleRow{}).Error
	}
	row := roleRow{player, string(role), sqldb.Millis(at)}
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error
}
