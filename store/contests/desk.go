package contests

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/matches"
	"kickabout/store/sqldb"
)

// PausedSince returns since when the tournament of a match that was read has been paused; the zero time if
// it is not.
func (s *Store) PausedSince(ctx context.Context, m league.Match) (time.Time, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row tournamentRow
	err := s.db.Reader(ctx).Select("paused_ms").Where("id = ?", m.Tournament).Take(&row).Error
	return sqldb.Moment(row.PausedMs), sqldb.Explain(sqldb.Missing(err, noTournament), "reading whether tournament %s is paused", m.Tournament)
}

// Unhalted lists running matches of paused tournaments whose deadline is before a moment,
// without logs.
func (s *Store) Unhalted(ctx context.Context, viewer league.Viewer, halt time.Time) ([]league.Match, error) {
	return matches.List(ctx, viewer, s.db, "a paused tournament's", func(db *gorm.DB) *gorm.DB {
		return db.Where("tournament IN (SELECT id FROM tournaments WHERE paused_ms > 0) AND tournament <> '' AND to_move <> 0 AND deadline_ms < ?", sqldb.Millis(halt)).
			Order("matches.id")
	})
}

// Halted lists running matches whose deadline is not before a moment and whose tournaments
// are not paused, without logs.
func (s *Store) Halted(ctx context.Context, viewer league.Viewer, halt time.Time) ([]league.Match, error) {
	return matches.List(ctx, viewer, s.db, "a resumed tournament's", func(db *gorm.DB) *gorm.DB {
		return db.Where("to_move <> 0 AND deadline_ms >= ? AND tournament <> '' AND tournament NOT IN (SELECT id FROM tournaments WHERE paused_ms > 0)", sqldb.Millis(halt)).
			Order("deadline_ms, matches.id")
	})
}

// CalledOff lists running matches of tournaments that have been cancelled, without logs.
func (s *Store) CalledOff(ctx context.Context, viewer league.Viewer) ([]league.Match, error) {
	return matches.List(ctx, viewer, s.db, "a cancelled tournament's", func(db *gorm.DB) *gorm.DB {
		return db.Where("tournament IN (SELECT id FROM tournaments WHERE state = ? AND began_ms > 0) AND tournament <> '' AND to_move <> 0", string(league.Cancelled)).
			Order("matches.id")
	})
}

// AwaitingDraw lists the tournaments whose entries are closed and that have not started, with their entries and without logs,
// those first that were closed first.
func (s *Store) AwaitingDraw(ctx context.Context, viewer league.Viewer) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, viewer, func(db *gorm.DB) *gorm.DB {
		return db.Where("state = ? AND closed_ms > 0", string(league.Registration)).Order("closed_ms, tournaments.id")
	}, everyEntry)
	return list, sqldb.Explain(err, "listing tournaments that await their draw")
}

// Upcoming lists users' tournaments that take entries and have a day to start on, or one on which
// entries close, with their entries and without logs, by that day.
func (s *Store) Upcoming(ctx context.Context, viewer league.Viewer) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, viewer, func(db *gorm.DB) *gorm.DB {
		return db.Where("state = ? AND competition = '' AND (starts_ms > 0 OR closes_ms > 0)", string(league.Registration)).Order("starts_ms, tournaments.id")
	}, everyEntry)
	return list, sqldb.Explain(err, "listing tournaments that are to start")
}
