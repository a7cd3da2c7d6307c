package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
)

// countFixtures notes which matches have had their effect on a rolling tournament.
func countFixtures(tx *gorm.DB, tournament string, keys []league.Key) error {
	if len(keys) == 0 {
		return nil
	}
	return tx.Table("matches").Where("tournament = ? AND tournament <> '' AND fixture IN ?", tournament, keys).Update("counted", 1).Error
}

// Fixtures lists the matches of a tournament, without logs, by their keys.
func (s *Store) Fixtures(ctx context.Context, tournament string) ([]league.Match, error) {
	return s.list(ctx, "a tournament's", func(db *gorm.DB) *gorm.DB {
		return db.Where("tournament = ? AND tournament <> ''", tournament).Order("fixture")
	})
}

// GroupFixtures lists the matches of one group of a tournament, without logs, by their keys.
func (s *Store) GroupFixtures(ctx context.Context, tournament string, g league.Group) ([]league.Match, error) {
	return s.list(ctx, "a group's", func(db *gorm.DB) *gorm.DB { return ofGroup(db, tournament, g) })
}

// ofGroup narrows matches to those of GroupFixtures.
func ofGroup(db *gorm.DB, tournament string, g league.Group) *gorm.DB {
	db = db.Where("tournament = ? AND tournament <> ''", tournament).Order("fixture")
	if g == "" {
		return db
	}
	from, to := keysOf(g)
	return db.Where("fixture >= ? AND fixture < ?", from, to)
}

// keysOf returns between which two the keys of a group's fixtures are; the second is none of them.
func keysOf(g league.Group) (from, to string) { return string(g) + "/", string(g) + "0" } // "0" follows on "/"

// FixturesToPlan is RecentFixtures with no more of each match than a format may know.
func (s *Store) FixturesToPlan(ctx context.Context, tournament string, after time.Time) ([]league.Match, error) {
	return s.toPlan(ctx, func(db *gorm.DB) *gorm.DB { return recent(db, tournament, after) })
}

// GroupToPlan is GroupFixtures with no more of each match than a format may know.
func (s *Store) GroupToPlan(ctx context.Context, tournament string, g league.Group) ([]league.Match, error) {
	return s.toPlan(ctx, func(db *gorm.DB) *gorm.DB { return ofGroup(db, tournament, g) })
}

// FixturesOf lists the matches of some tournaments by their keys, with no more of each than a
// format may know.
func (s *Store) FixturesOf(ctx context.Context, tournaments []string) ([]league.Match, error) {
	var all []league.Match
	for some := range slices.Chunk(tournaments, rowsAtOnce) {
		matches, err := s.toPlan(ctx, func(db *gorm.DB) *gorm.DB {
			return db.Where("tournament IN ? AND tournament <> ''", some).Order("fixture")
		})
		if err != nil {
			return nil, err
		}
		all = append(all, matches...)
	}
	return all, nil
}

// toPlan lists matches with no more of each than a format may know: its place and times, the
// ids of its players, its outcome.
func (s *Store) toPlan(ctx context.Context, narrow func(*gorm.DB) *gorm.DB) ([]league.Match, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	query := narrow(s.reader.WithContext(ctx).Table("matches").Select("id, tournament, fixture, player0, player1, first_seat, to_move, created_ms, counted, last_seq, " +
		"control, clock, matches.moved_ms, ending, winner, score_first, score_second"))
	var matches []league.Match
	err := eachRow(query, func(rows *sql.Rows) error {
		var r matchRow
		err := rows.Scan(&r.ID, &r.Tournament, &r.Fixture, &r.Player0, &r.Player1, &r.State.FirstSeat, &r.State.ToMove, &r.CreatedMs, &r.Counted, &r.State.LastSeq,
			&r.Control, &r.State.Clock, &r.State.MovedMs, &r.State.Ending, &r.State.Winner, &r.State.ScoreFirst, &r.State.ScoreSecond)
		matches = append(matches, league.Match{
			ID: r.ID, Tournament: r.Tournament, Fixture: r.Fixture, Counted: r.Counted != 0, Control: r.Control, Created: moment(r.CreatedMs), State: r.State.state(),
			Seats: [2]league.Seat{{Player: league.Player{ID: r.Player0}}, {Player: league.Player{ID: r.Player1}}},
		})
		return err
	})
	return matches, explain(err, "reading matches to plan by")
}

// RecentFixtures lists the matches of a rolling tournament that run, that have not been
// counted, or that ended after a moment, without logs, by their keys.
func (s *Store) RecentFixtures(ctx context.Context, tournament string, after time.Time) ([]league.Match, error) {
	return s.list(ctx, "a tournament's recent", func(db *gorm.DB) *gorm.DB {
		return recent(db, tournament, after)
	})
}

// recent narrows matches to those of RecentFixtures. Each half has its index; what runs has not
// been counted.
func recent(db *gorm.DB, tournament string, after time.Time) *gorm.DB {
	return db.Where("(tournament = ? AND tournament <> '' AND counted = 0) OR (tournament = ? AND tournament <> '' AND to_move = 0 AND matches.moved_ms > ?)",
		tournament, tournament, millis(after)).Order("fixture")
}
