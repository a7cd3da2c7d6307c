// Package follow tells how far things have come that are followed: of many at once by one statement, whoever may see them.
package follow

import (
	"context"
	"database/sql"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/contests"
	"kickabout/store/matches"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// Store reads a database.
type Store struct{ db *sqldb.DB }

// New returns what reads a database.
func New(db *sqldb.DB) *Store { return &Store{db} }

// MatchesReached returns how far matches have come, by their ids; see matches.Store.Reached.
func (s *Store) MatchesReached(ctx context.Context, ids []string) (map[string]league.Reached, error) {
	return s.reached(ctx, "matches", func(db *gorm.DB) *gorm.DB {
		return db.Table("matches").Select("id, "+matches.Reaches).Where("id IN ?", ids)
	})
}

// TournamentsReached returns how far tournaments have come, by their ids; see contests.Store.TournamentReached.
func (s *Store) TournamentsReached(ctx context.Context, ids []string) (map[string]league.Reached, error) {
	return s.reached(ctx, "tournaments", func(db *gorm.DB) *gorm.DB {
		return db.Table("tournaments").Select("id, "+contests.Reaches+", 0").Where("id IN ?", ids)
	})
}

// PlayersReached returns the numbers of players' last notices, and how much they have not read, by their ids.
func (s *Store) PlayersReached(ctx context.Context, ids []string) (map[string]league.Reached, error) {
	return s.reached(ctx, "players", func(db *gorm.DB) *gorm.DB {
		return db.Table("players").Select("id, notices, (SELECT COUNT(*) FROM news WHERE news.player_id = players.id AND read_n < n), 0").Where("id IN ?", ids)
	})
}

// reached reads ids with what they have reached.
func (s *Store) reached(ctx context.Context, what string, ask func(*gorm.DB) *gorm.DB) (map[string]league.Reached, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	far := map[string]league.Reached{}
	err := sqldb.EachRow(ask(s.db.Reader(ctx)), func(rows *sql.Rows) error {
		var id string
		var r league.Reached
		if err := rows.Scan(&id, &r[0], &r[1], &r[2]); err != nil {
			return err
		}
		far[id] = r
		return nil
	})
	return far, sqldb.Explain(err, "reading how far %s have come that are followed", what)
}

// SessionsSeen returns sessions, by their hashes, with what says how long they last and nothing else.
func (s *Store) SessionsSeen(ctx context.Context, hashes []string) ([]league.Session, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var list []league.Session
	query := s.db.Reader(ctx).Table("sessions").Select("hash, seen_ms, idle_seconds, ends_ms").Where("hash IN ?", bytesOf(hashes))
	err := sqldb.EachRow(query, func(rows *sql.Rows) error {
		var hash []byte
		var seen, idle, ends int64
		if err := rows.Scan(&hash, &seen, &idle, &ends); err != nil {
			return err
		}
		list = append(list, league.Session{Hash: [32]byte(hash), Seen: sqldb.Moment(seen), Idle: time.Duration(idle) * time.Second, Ends: sqldb.Moment(ends)})
		return nil
	})
	return list, sqldb.Explain(err, "reading which sessions last")
}

// TokensSeen returns tokens, by their hashes.
func (s *Store) TokensSeen(ctx context.Context, hashes []string) ([]league.Token, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	list, err := people.TokensSeen(s.db.Reader(ctx), bytesOf(hashes))
	return list, sqldb.Explain(err, "reading which tokens last")
}

// bytesOf returns hashes as the database keeps them.
func bytesOf(hashes []string) [][]byte {
	list := make([][]byte, len(hashes))
	for i, hash := range hashes {
		list[i] = []byte(hash)
	}
	return list
}

// LastEnd returns when the last match ended that did before a moment, zero if none has: the moment in milliseconds.
func (s *Store) LastEnd(ctx context.Context, before time.Time) (at int64, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Table("matches").Select("COALESCE(MAX(moved_ms), 0)").Where("to_move = 0 AND moved_ms < ?", before.UnixMilli()).Scan(&at).Error
	return at, sqldb.Explain(err, "reading when the last match ended")
}
