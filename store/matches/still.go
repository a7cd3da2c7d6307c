package matches

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// Watch finds matches that want a look.
type Watch struct{ db *sqldb.DB }

// NewWatch returns the watch over the matches of a database.
func NewWatch(db *sqldb.DB) *Watch { return &Watch{db} }

// Still lists running matches of running tournaments that are not paused, without logs, in which nobody has moved at a
// moment for 80 % of the time that there was, or whose clock has stood since another moment, and of which nobody was told
// so by TellOnce: at most limit, those with the oldest last event first. A match that waits for its twin, or for a bot, is
// none of them.
func (s *Watch) Still(ctx context.Context, viewer league.Viewer, at, since time.Time, limit int) ([]league.Match, error) {
	return List(ctx, viewer, s.db, "still", func(db *gorm.DB) *gorm.DB {
		return db.Where("to_move <> 0 AND held = 0 AND due_ms = 0 AND tournament IN (SELECT id FROM tournaments WHERE state = ? AND paused_ms = 0)", string(league.Running)).
			Where("deadline_ms < ? AND 5 * (? - matches.moved_ms) >= 4 * (deadline_ms - matches.moved_ms) OR deadline_ms >= ? AND matches.moved_ms <= ?",
				sqldb.Millis(league.Halt), sqldb.Millis(at), sqldb.Millis(league.Halt), sqldb.Millis(since)).
			Where("NOT EXISTS (SELECT 1 FROM told_once WHERE key = ? || matches.id)", league.StillKey("")).
			Order("matches.moved_ms, matches.id").Limit(limit)
	})
}
