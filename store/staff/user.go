package staff

import (
	"context"
	"strings"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// FindUsers lists those who have an account, or had one and were expelled, and whose name, or one before, folds to
// what has a key in it, by name; "" is in all.
func (s *Store) FindUsers(ctx context.Context, key string, limit int) ([]league.Player, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []people.PlayerRow
	query := s.db.Reader(ctx).Where("kind IN ?", []league.PlayerKind{league.Member, league.Expelled})
	if key != "" {
		query = query.Where("id IN (SELECT player_id FROM names WHERE key LIKE ? ESCAPE '~')", "%"+strings.NewReplacer("~", "~~", "%", "~%", "_", "~_").Replace(key)+"%")
	}
	err := query.Order("name, id").Limit(limit).Find(&rows).Error
	players := make([]league.Player, len(rows))
	for i, r := range rows {
		players[i] = r.Player()
	}
	return players, sqldb.Explain(err, "looking for members")
}

// EndSessionsOf ends all sessions of a member, and with tokens their tokens and feeds too, and writes a line of the log.
func (s *Store) EndSessionsOf(ctx context.Context, player string, tokens bool, line league.AuditLine) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := people.AwaitAdditions(tx, player); err != nil {
			return err
		}
		if err := tx.Exec("DELETE FROM sessions WHERE player_id = ?", player).Error; err != nil {
			return err
		}
		if tokens {
			for _, table := range []string{"tokens", "feeds"} {
				if err := tx.Exec("DELETE FROM "+table+" WHERE player_id = ?", player).Error; err != nil {
					return err
				}
			}
		}
		return Note(tx, line)
	})
	return sqldb.Explain(err, "ending the sessions of player %s", player)
}

// EndAllSessions ends the sessions of all members but one, and writes a line of the log. Guests keep theirs: nobody
// could give them back what they played.
func (s *Store) EndAllSessions(ctx context.Context, but [32]byte, line league.AuditLine) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := tx.Exec("DELETE FROM sessions WHERE hash <> ? AND player_id IN (SELECT id FROM players WHERE kind <> ?)", but[:], league.Guest).Error; err != nil {
			return err
		}
		return Note(tx, line)
	})
	return sqldb.Explain(err, "ending all sessions")
}
