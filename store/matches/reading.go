package matches

import (
	"context"

	"gorm.io/gorm"

	"kickabout/store/sqldb"
)

// Readings keeps how players look at their matches.
type Readings struct{ db *sqldb.DB }

// NewReadings returns the readings of a database.
func NewReadings(db *sqldb.DB) *Readings { return &Readings{db} }

// MarkSeen notes that a player has been shown a match up to an event. What was shown stays shown: an earlier event than
// the one kept changes nothing.
func (s *Readings) MarkSeen(ctx context.Context, player, match string, seq int) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Exec("INSERT INTO seen (player_id, match_id, seq) VALUES (?, ?, ?)"+
			" ON CONFLICT (player_id, match_id) DO UPDATE SET seq = excluded.seq WHERE excluded.seq > seen.seq", player, match, seq).Error
	})
	return sqldb.Explain(err, "noting how far match %s has been shown", match)
}

// SetUpright settles whether boards lie with First below for a player, whichever side is theirs.
func (s *Readings) SetUpright(ctx context.Context, player string, upright bool) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Exec("INSERT INTO preferences (player_id, upright) VALUES (?, ?)"+
			" ON CONFLICT (player_id) DO UPDATE SET upright = excluded.upright", player, sqldb.Flag(upright)).Error
	})
	return sqldb.Explain(err, "settling which way boards lie")
}
