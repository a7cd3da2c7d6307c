package people

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/league"
	"kickabout/league/vacation"
	"kickabout/store/sqldb"
)

type PlayerRow struct {
	ID        string
	Name      string
	Kind      string
	CreatedMs int64
}

func (PlayerRow) TableName() string { return "players" }

func playerToRow(p league.Player) PlayerRow {
	return PlayerRow{p.ID, p.Name, string(p.Kind), sqldb.Millis(p.Created)}
}

func (r PlayerRow) Player() league.Player {
	return league.Player{ID: r.ID, Name: r.Name, Kind: league.PlayerKind(r.Kind), Created: sqldb.Moment(r.CreatedMs)}
}

// PlayerColumns reads a PlayerRow that was joined under a name, behind a prefix; of a
// left join that found nobody, a blank one.
func PlayerColumns(table, prefix string) (columns string) {
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
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		player, session := playerToRow(p), sessionToRow(session)
		if err := tx.Create(&player).Error; err != nil {
			return err
		}
		return tx.Create(&session).Error
	})
	if sqldb.Duplicate(err) {
		if _, there, err := s.Session(ctx, session.Hash); league.KindOf(err) != league.NotFound {
			return there, err
		}
	}
	if err != nil {
		return league.Player{}, sqldb.Explain(err, "admitting player %s", p.ID)
	}
	return p, nil
}

// PutBots stores the bots that are not there yet; the others stay as they are.
func (s *Store) PutBots(ctx context.Context, bots []league.Player) error {
	if len(bots) == 0 {
		return nil
	}
	rows := make([]PlayerRow, len(bots))
	for i, b := range bots {
		rows[i] = playerToRow(b)
	}
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error
	})
	return sqldb.Explain(err, "storing bots")
}

// Known returns what is known of players at a moment: when they last moved or came, whichever is
// later, whether they are on a planned vacation, and whether they have an account.
func (s *Store) Known(ctx context.Context, players []string, at time.Time) (map[string]league.Known, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	known := make(map[string]league.Known, len(players))
	for chunk := range slices.Chunk(players, sqldb.RowsAtOnce) {
		query := s.db.Reader(ctx).Table("players").
			Select("id, kind, moved_ms, COALESCE(away.begins_ms, 0) AS begins_ms, COALESCE(away.ends_ms, 0) AS ends_ms, COALESCE((SELECT MAX(seen_ms) FROM sessions WHERE player_id = players.id), 0) AS seen_ms, "+
				"COALESCE((SELECT MAX(ended_ms) FROM vacations WHERE player_id = players.id), 0) AS back_ms, "+
				"COALESCE((SELECT MIN(moved_ms) FROM matches WHERE player0 = players.id AND winner <> 1 + first_seat AND "+lostSince+"), 0) AS silent0_ms, "+
														"COALESCE((SELECT MIN(moved_ms) FROM matches WHERE player1 = players.id AND winner <> 2 - first_seat AND "+lostSince+"), 0) AS silent1_ms").
			Joins("LEFT JOIN vacations away ON away.player_id = players.id AND away.ended_ms = 0"). // which is one at most
			Where("id IN ?", chunk)
		err := sqldb.EachRow(query, func(rows *sql.Rows) error {
			var id, kind string
			var moved, begins, ends, seen, back, silent, other int64
			err := rows.Scan(&id, &kind, &moved, &begins, &ends, &seen, &back, &silent, &other)
			if silent == 0 || other > 0 && other < silent {
				silent = other
			}
			known[id] = league.Known{
				Silent: sqldb.Moment(silent), Away: vacation.Vacation{Begins: sqldb.Moment(begins), Ends: sqldb.Moment(ends)}.On(at),
				Member: kind == string(league.Member), Moved: sqldb.Moment(moved), Seen: sqldb.Moment(max(moved, seen)), Rating: league.FirstRating, Back: sqldb.Moment(back),
			}
			return err
		})
		if err != nil {
			return nil, sqldb.Explain(err, "reading what is known of players")
		}
	}
	return known, nil
}

// lostSince is that a match of a competition was lost on time after its player's last move; who has lost is asked for
// beside it: First, 1, has the seat first_seat. It fits the index of finished matches of each seat.
const lostSince = "to_move = 0 AND ending = 'timeout' AND tournament <> '' AND matches.moved_ms > players.moved_ms"

// Players returns players by their ids, without those that are not there.
func (s *Store) Players(ctx context.Context, ids []string) (map[string]league.Player, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	players := make(map[string]league.Player, len(ids))
	for chunk := range slices.Chunk(ids, sqldb.RowsAtOnce) {
		var rows []PlayerRow
		if err := s.db.Reader(ctx).Where("id IN ?", chunk).Find(&rows).Error; err != nil {
			return nil, sqldb.Explain(err, "reading players")
		}
		for _, r := range rows {
			players[r.ID] = r.Player()
		}
	}
	return players, nil
}

// Player returns a player; league.NotFound if there is none.
func (s *Store) Player(ctx context.Context, id string) (league.Player, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row PlayerRow
	err := s.db.Reader(ctx).Where("id = ?", id).Take(&row).Error
	return row.Player(), sqldb.Explain(sqldb.Missing(err, "There is no such player."), "reading a player")
}
