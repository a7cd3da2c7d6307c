package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

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

// Known returns what is known of players: when they last moved or came, whichever is
// later, and whether they have an account.
func (s *Store) Known(ctx context.Context, players []string) (map[string]league.Known, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	known := make(map[string]league.Known, len(players))
	for chunk := range slices.Chunk(players, rowsAtOnce) {
		query := s.reader.WithContext(ctx).Table("players").
			Select("id, kind, moved_ms, COALESCE((SELECT MAX(seen_ms) FROM sessions WHERE player_id = players.id), 0) AS seen_ms, "+
				"COALESCE((SELECT MAX(ended_ms) FROM vacations WHERE player_id = players.id), 0) AS back_ms").
			Where("id IN ?", chunk)
		err := eachRow(query, func(rows *sql.Rows) error {
			var id, kind string
			var moved, seen, back int64
			err := rows.Scan(&id, &kind, &moved, &seen, &back)
			known[id] = league.Known{
				Member: kind == string(league.Member), Moved: moment(moved), Seen: moment(max(moved, seen)), Rating: league.FirstRating, Back: moment(back),
			}
			return err
		})
		if err != nil {
			return nil, explain(err, "reading what is known of players")
		}
	}
	return known, nil
}

// Players returns players by their ids, without those that are not there.
func (s *Store) Players(ctx context.Context, ids []string) (map[string]league.Player, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	players := make(map[string]league.Player, len(ids))
	for chunk := range slices.Chunk(ids, rowsAtOnce) {
		var rows []playerRow
		if err := s.reader.WithContext(ctx).Where("id IN ?", chunk).Find(&rows).Error; err != nil {
			return nil, explain(err, "reading players")
		}
		for _, r := range rows {
			players[r.ID] = r.player()
		}
	}
	return players, nil
}
