package store

import (
	"context"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
)

type playerRow struct {
	ID        string
	Name      string
	Kind      string
	CreatedMs int64
}

func (playerRow) TableName() string { return "players" }

func playerToRow(p league.Player) playerRow {
	return playerRow{p.ID, p.Name, string(p.Kind), millis(p.Created)}
}

func (r playerRow) player() league.Player {
	return league.Player{ID: r.ID, Name: r.Name, Kind: league.PlayerKind(r.Kind), Created: moment(r.CreatedMs)}
}

// playerColumns reads a playerRow that was joined under a name, behind a prefix; of a
// left join that found nobody, a blank one.
func playerColumns(table, prefix string) (columns string) {
	for i, c := range []string{"id", "name", "kind", "created_ms"} {
		if i > 0 {
			columns += ", "
		}
		blank := "''"
		if c == "created_ms" {
			blank = "0"
		}
		columns += fmt.Sprintf("COALESCE(%s.%s, %s) AS %s%s", table, c, blank, prefix, c)
	}
	return columns
}

// Admit stores a player together with a session, unless the session is there
// already; it returns the session's player either way.
func (s *Store) Admit(ctx context.Context, session league.Session, p league.Player) (league.Player, error) {
	err := s.write(ctx, func(tx *gorm.DB) error {
		player, session := playerToRow(p), sessionToRow(session)
		if err := tx.Create(&player).Error; err != nil {
			return err
		}
		return tx.Create(&session).Error
	})
	if duplicate(err) {
		if _, there, err := s.Session(ctx, session.Hash); league.KindOf(err) != league.NotFound {
			return there, err
		}
	}
	if err != nil {
		return league.Player{}, explain(err, "admitting player %s", p.ID)
	}
	return p, nil
}

// PutBots stores the bots that are not there yet; the others stay as they are.
func (s *Store) PutBots(ctx context.Context, bots []league.Player) error {
	if len(bots) == 0 {
		return nil
	}
	rows := make([]playerRow, len(bots))
	for i, b := range bots {
		rows[i] = playerToRow(b)
	}
	err := s.write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error
	})
	return explain(err, "storing bots")
}
