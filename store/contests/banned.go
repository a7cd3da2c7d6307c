package contests

import (
	"context"
	"time"

	"kickabout/league"
	"kickabout/store/sqldb"
)

// Banned returns when a rule of the site last took a player out of a tournament; the zero
// time if it never did.
func (s *Store) Banned(ctx context.Context, player, rule string) (time.Time, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var at int64
	err := s.db.Reader(ctx).Table("tournament_events").Select("COALESCE(MAX(at_ms), 0)").
		Where("player_id = ? AND by_id IS NULL AND act IN ? AND rule = ?", player,
			[]string{string(league.ActStruck), string(league.ActLeft)}, rule).Find(&at).Error
	return sqldb.Moment(at), sqldb.Explain(err, "reading whether player %s was taken out", player)
}
