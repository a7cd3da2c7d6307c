package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
)

// PausedSince returns since when a tournament has been paused; the zero time if it is not.
func (s *Store) PausedSince(ctx context.Context, id string) (time.Time, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var row tournamentRow
	err := s.reader.WithContext(ctx).Select("paused_ms").Where("id = ?", id).Take(&row).Error
	return moment(row.PausedMs), explain(missing(err, noTournament), "reading whether tournament %s is paused", id)
}

// Unhalted lists running matches of paused tournaments whose deadline is before a moment,
// without logs.
func (s *Store) Unhalted(ctx context.Context, halt time.Time) ([]league.Match, error) {
	return s.list(ctx, "a paused tournament's", func(db *gorm.DB) *gorm.DB {
		return db.Where("tournament IN (SELECT id FROM tournaments WHERE paused_ms > 0) AND tournament <> '' AND to_move <> 0 AND deadline_ms < ?", millis(halt)).
			Order("matches.id")
	})
}

// Halted lists running matches whose deadline is not before a moment and whose tournaments
// are not paused, without logs.
func (s *Store) Halted(ctx context.Context, halt time.Time) ([]league.Match, error) {
	return s.list(ctx, "a resumed tournament's", func(db *gorm.DB) *gorm.DB {
		return db.Where("to_move <> 0 AND deadline_ms >= ? AND tournament <> '' AND tournament NOT IN (SELECT id FROM tournaments WHERE paused_ms > 0)", millis(halt)).
			Order("deadline_ms, matches.id")
	})
}

// CalledOff lists running matches of tournaments that have been cancelled, without logs.
func (s *Store) CalledOff(ctx context.Context) ([]league.Match, error) {
	return s.list(ctx, "a cancelled tournament's", func(db *gorm.DB) *gorm.DB {
		return db.Where("tournament IN (SELECT id FROM tournaments WHERE state = ? AND began_ms > 0) AND tournament <> '' AND to_move <> 0", string(league.Cancelled)).
			Order("matches.id")
	})
}

// Upcoming lists users' tournaments that take entries and have a day to start on, or one on which
// entries close, with their entries and without logs, by that day.
func (s *Store) Upcoming(ctx context.Context) ([]league.Tournament, error) {
	list, err := s.tournaments(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("state = ? AND competition = '' AND (starts_ms > 0 OR closes_ms > 0)", string(league.Registration)).Order("starts_ms, tournaments.id")
	}, everyEntry)
	return list, explain(err, "listing tournaments that are to start")
}
