package store

import (
	"context"

	"gorm.io/gorm"

	"kickabout/league"
)

// What a recomputation reads and writes: page by page, so that it works beside a server.

// Epoch returns the number that every write of ratings raises.
func (s *Store) Epoch(ctx context.Context) (epoch int64, err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	err = s.reader.WithContext(ctx).Table("weighing").Select("epoch").Scan(&epoch).Error
	return epoch, explain(err, "reading the epoch of the ratings")
}

// MatchIDs lists the ids of all matches behind one, in order.
func (s *Store) MatchIDs(ctx context.Context, after string, limit int) (ids []string, err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	err = s.reader.WithContext(ctx).Table("matches").Where("id > ?", after).Order("id").Limit(limit).Pluck("id", &ids).Error
	return ids, explain(err, "listing matches")
}

// WeighedAfter lists weighed matches behind a moment, in order, without logs.
func (s *Store) WeighedAfter(ctx context.Context, after league.Moment, limit int) ([]league.Match, error) {
	return s.list(ctx, "weighed", func(db *gorm.DB) *gorm.DB {
		return db.Where(weighable+" AND weighed = 1 AND (matches.moved_ms, matches.id) > (?, ?)", millis(after.Ended), after.Match).
			Order("matches.moved_ms, matches.id").Limit(limit)
	})
}

// RatingsBetween lists the ratings of matches behind a moment, up to another one; the zero
// one is no bound.
func (s *Store) RatingsBetween(ctx context.Context, after, upTo league.Moment) ([]league.Change, error) {
	return s.ratings(ctx, func(db *gorm.DB) *gorm.DB {
		db = db.Where("(ended_ms, match_id) > (?, ?)", millis(after.Ended), after.Match).Order("ended_ms, match_id, seat")
		if upTo != (league.Moment{}) {
			db = db.Where("(ended_ms, match_id) <= (?, ?)", millis(upTo.Ended), upTo.Match)
		}
		return db
	})
}

// Unweighed counts the finished matches that wait to be rated, and the refunds.
func (s *Store) Unweighed(ctx context.Context) (n int64, err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	err = s.reader.WithContext(ctx).Raw("SELECT (SELECT COUNT(*) FROM matches WHERE " + weighable + " AND weighed = 0) + (SELECT COUNT(*) FROM refunds WHERE weighed = 0)").Scan(&n).Error
	return n, explain(err, "counting matches to rate")
}

// Restate replaces what is stored beside the log of a match, if that still ends where the state
// does; else the error is of kind league.Stale.
func (s *Store) Restate(ctx context.Context, match string, state league.State) error {
	err := s.write(ctx, func(tx *gorm.DB) error {
		written := tx.Model(&matchRow{}).Where("id = ? AND last_seq = ?", match, state.Last).Select("*").Updates(stateToRow(state))
		if written.Error == nil && written.RowsAffected != 1 {
			return league.Errorf(league.Stale, movedOn)
		}
		return written.Error
	})
	return explain(err, "restating match %s", match)
}
