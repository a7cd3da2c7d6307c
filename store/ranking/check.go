package ranking

import (
	"context"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/matches"
	"kickabout/store/sqldb"
)

// What a recomputation reads and writes: page by page, so that it works beside a server.

// Epoch returns the number that every write of ratings raises.
func (s *Store) Epoch(ctx context.Context) (epoch int64, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Table("weighing").Select("epoch").Scan(&epoch).Error
	return epoch, sqldb.Explain(err, "reading the epoch of the ratings")
}

// WeighedAfter lists weighed matches behind a moment, in order, without logs.
func (s *Store) WeighedAfter(ctx context.Context, viewer league.Viewer, after league.Moment, limit int) ([]league.Match, error) {
	return matches.List(ctx, viewer, s.db, "weighed", func(db *gorm.DB) *gorm.DB {
		return db.Where(matches.Weighable+" AND weighed = 1 AND (matches.moved_ms, matches.id) > (?, ?)", sqldb.Millis(after.Ended), after.Match).
			Order("matches.moved_ms, matches.id").Limit(limit)
	})
}

// RatingsBetween lists the ratings of matches behind a moment, up to another one; the zero
// one is no bound.
func (s *Store) RatingsBetween(ctx context.Context, after, upTo league.Moment) ([]league.Change, error) {
	return readRatings(ctx, s.db, func(db *gorm.DB) *gorm.DB {
		db = db.Where("(ended_ms, match_id) > (?, ?)", sqldb.Millis(after.Ended), after.Match).Order("ended_ms, match_id, seat")
		if upTo != (league.Moment{}) {
			db = db.Where("(ended_ms, match_id) <= (?, ?)", sqldb.Millis(upTo.Ended), upTo.Match)
		}
		return db
	})
}

// Unweighed counts the finished matches that wait to be rated, and the refunds.
func (s *Store) Unweighed(ctx context.Context) (n int64, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Raw("SELECT (SELECT COUNT(*) FROM matches WHERE " + matches.Weighable + " AND weighed = 0) + (SELECT COUNT(*) FROM refunds WHERE weighed = 0)").Scan(&n).Error
	return n, sqldb.Explain(err, "counting matches to rate")
}
