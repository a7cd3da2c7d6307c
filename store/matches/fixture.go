package matches

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// Fixtures lists the matches of a tournament, without logs, by their keys.
func (s *Store) Fixtures(ctx context.Context, viewer league.Viewer, tournament string) ([]league.Match, error) {
	return List(ctx, viewer, s.db, "a tournament's", func(db *gorm.DB) *gorm.DB {
		return db.Where("tournament = ? AND tournament <> ''", tournament).Order("fixture")
	})
}

// GroupFixtures lists the matches of one group of a tournament, without logs, by their keys.
func (s *Store) GroupFixtures(ctx context.Context, viewer league.Viewer, tournament string, g league.Group) ([]league.Match, error) {
	return List(ctx, viewer, s.db, "a group's", func(db *gorm.DB) *gorm.DB { return ofGroup(db, tournament, g) })
}

// ofGroup narrows matches to those of GroupFixtures.
func ofGroup(db *gorm.DB, tournament string, g league.Group) *gorm.DB {
	db = db.Where("tournament = ? AND tournament <> ''", tournament).Order("fixture")
	if g == "" {
		return db
	}
	from, to := KeysOf(g)
	return db.Where("fixture >= ? AND fixture < ?", from, to)
}

// KeysOf returns between which two the keys of a group's fixtures are; the second is none of them.
func KeysOf(g league.Group) (from, to string) { return string(g) + "/", string(g) + "0" } // "0" follows on "/"

// FixturesToPlan is RecentFixtures of a tournament that was read, with no more of each match than a
// format may know.
func (s *Store) FixturesToPlan(ctx context.Context, t league.Tournament, after time.Time) ([]league.Match, error) {
	return s.toPlan(ctx, func(db *gorm.DB) *gorm.DB { return recent(db, t.ID, after) })
}

// GroupToPlan is GroupFixtures of a tournament that was read, with no more of each match than a format
// may know.
func (s *Store) GroupToPlan(ctx context.Context, t league.Tournament, g league.Group) ([]league.Match, error) {
	return s.toPlan(ctx, func(db *gorm.DB) *gorm.DB { return ofGroup(db, t.ID, g) })
}

// FixturesOf lists the matches of some tournaments that were read by their keys, with no more of each than
// a format may know.
func (s *Store) FixturesOf(ctx context.Context, tournaments []league.Tournament) ([]league.Match, error) {
	var ids []string
	for _, t := range tournaments {
		ids = append(ids, t.ID)
	}
	var all []league.Match
	for some := range slices.Chunk(ids, sqldb.RowsAtOnce) {
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

// GroupsFixtures lists the matches of the groups of tournaments that were read with the entries of one group each, by
// their keys, with no more of each than a format may know.
func (s *Store) GroupsFixtures(ctx context.Context, tournaments []league.Tournament) ([]league.Match, error) {
	if len(tournaments) == 0 {
		return nil, nil
	}
	return s.toPlan(ctx, func(db *gorm.DB) *gorm.DB {
		any := s.db.Reader(ctx)
		for _, t := range tournaments {
			one := "tournament = ? AND tournament <> ''"
			if g := t.Groups()[0]; g != "" {
				from, to := KeysOf(g)
				any = any.Or(one+" AND fixture >= ? AND fixture < ?", t.ID, from, to)
			} else {
				any = any.Or(one, t.ID)
			}
		}
		return db.Where(any).Order("tournament, fixture")
	})
}

// toPlan lists matches with no more of each than a format may know: its place and times, the
// ids of its players, its outcome.
func (s *Store) toPlan(ctx context.Context, narrow func(*gorm.DB) *gorm.DB) ([]league.Match, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	query := narrow(s.db.Reader(ctx).Table("matches").Select("id, tournament, fixture, player0, player1, first_seat, to_move, created_ms, counted, last_seq, " +
		"control, clock, matches.moved_ms, ending, winner, score_first, score_second, CASE WHEN " + notLocked + " THEN 0 ELSE 1 END"))
	var matches []league.Match
	err := sqldb.EachRow(query, func(rows *sql.Rows) error {
		var r Row
		var locked int
		err := rows.Scan(&r.ID, &r.Tournament, &r.Fixture, &r.Player0, &r.Player1, &r.State.FirstSeat, &r.State.ToMove, &r.CreatedMs, &r.Counted, &r.State.LastSeq,
			&r.Control, &r.State.Clock, &r.State.MovedMs, &r.State.Ending, &r.State.Winner, &r.State.ScoreFirst, &r.State.ScoreSecond, &locked)
		matches = append(matches, league.Match{
			ID: r.ID, Tournament: r.Tournament, Fixture: r.Fixture, Counted: r.Counted != 0, Control: r.Control, Created: sqldb.Moment(r.CreatedMs), State: r.State.state(),
			Locked: locked != 0, Seats: [2]league.Seat{{Player: league.Player{ID: r.Player0}}, {Player: league.Player{ID: r.Player1}}},
		})
		return err
	})
	return matches, sqldb.Explain(err, "reading matches to plan by")
}

// RecentFixtures lists the matches of a rolling tournament that run, that have not been
// counted, or that ended after a moment, without logs, by their keys.
func (s *Store) RecentFixtures(ctx context.Context, viewer league.Viewer, tournament string, after time.Time) ([]league.Match, error) {
	return List(ctx, viewer, s.db, "a tournament's recent", func(db *gorm.DB) *gorm.DB {
		return recent(db, tournament, after)
	})
}

// recent narrows matches to those of RecentFixtures. Each half has its index; what runs has not
// been counted.
func recent(db *gorm.DB, tournament string, after time.Time) *gorm.DB {
	return db.Where("(tournament = ? AND tournament <> '' AND counted = 0) OR (tournament = ? AND tournament <> '' AND to_move = 0 AND matches.moved_ms > ?)",
		tournament, tournament, sqldb.Millis(after)).Order("fixture")
}
