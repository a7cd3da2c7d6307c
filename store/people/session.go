package people

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/store/sqldb"
)

const noSession = "There is no such session."

type sessionRow struct {
	Hash        []byte
	PlayerID    string
	CreatedMs   int64
	SeenMs      int64
	Browser     string
	ProvedMs    int64
	IdleSeconds int64
	EndsMs      int64
	Kept        int
}

func (sessionRow) TableName() string { return "sessions" }

func sessionToRow(s league.Session) sessionRow {
	return sessionRow{
		s.Hash[:], s.Player, sqldb.Millis(s.Created), sqldb.Millis(s.Seen), s.Browser, sqldb.Millis(s.Proved), int64(s.Idle / time.Second), sqldb.Millis(s.Ends), sqldb.Flag(s.Kept),
	}
}

func (r sessionRow) session() league.Session {
	return league.Session{
		Hash: [32]byte(r.Hash), Player: r.PlayerID, Created: sqldb.Moment(r.CreatedMs), Seen: sqldb.Moment(r.SeenMs), Browser: r.Browser,
		Proved: sqldb.Moment(r.ProvedMs), Idle: time.Duration(r.IdleSeconds) * time.Second, Ends: sqldb.Moment(r.EndsMs), Kept: r.Kept != 0,
	}
}

// Session returns a session and whose it is; league.NotFound if there is none.
func (s *Store) Session(ctx context.Context, hash [32]byte) (league.Session, league.Player, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row struct {
		Session sessionRow `gorm:"embedded"`
		Player  PlayerRow  `gorm:"embedded;embeddedPrefix:p_"`
	}
	err := s.db.Reader(ctx).Table("sessions").
		Select("sessions.*, "+PlayerColumns("p", "p_")).
		Joins("JOIN players p ON p.id = sessions.player_id").
		Where("sessions.hash = ?", hash[:]).
		Take(&row).Error
	if err != nil {
		return league.Session{}, league.Player{}, sqldb.Explain(sqldb.Missing(err, noSession), "reading a session")
	}
	return row.Session.session(), row.Player.Player(), nil
}

// Sessions lists a player's sessions, the one seen last first.
func (s *Store) Sessions(ctx context.Context, player string) ([]league.Session, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []sessionRow
	err := s.db.Reader(ctx).Where("player_id = ?", player).Order("seen_ms DESC, hash").Find(&rows).Error
	if err != nil {
		return nil, sqldb.Explain(err, "listing sessions of player %s", player)
	}
	sessions := make([]league.Session, len(rows))
	for i, r := range rows {
		sessions[i] = r.session()
	}
	return sessions, nil
}

// SeeSession notes a visit; a session that has ended stays so.
func (s *Store) SeeSession(ctx context.Context, hash [32]byte, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Model(&sessionRow{}).Where("hash = ? AND seen_ms < ?", hash[:], sqldb.Millis(at)).Update("seen_ms", sqldb.Millis(at)).Error
	})
	return sqldb.Explain(err, "noting a visit")
}

// ProveSession notes that the owner of a session has proved who they are, and gives it another hash: whoever knew the
// token before knows it no longer. If the session has ended the error is of kind league.Stale and nothing is written.
func (s *Store) ProveSession(ctx context.Context, hash, anew [32]byte, at time.Time) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return once(tx.Model(&sessionRow{}).Where("hash = ?", hash[:]).Updates(map[string]any{"hash": anew[:], "proved_ms": sqldb.Millis(at)}), "You have been signed out in the meantime.")
	})
	return sqldb.Explain(err, "noting that a session was proved")
}

// EndSession ends one session of a player; it is no error if there is none.
func (s *Store) EndSession(ctx context.Context, player string, hash [32]byte) error {
	return s.endSessions(ctx, "player_id = ? AND hash = ?", player, hash[:])
}

// EndOtherSessions ends all sessions of a player but one.
func (s *Store) EndOtherSessions(ctx context.Context, player string, but [32]byte) error {
	return s.endSessions(ctx, "player_id = ? AND hash <> ?", player, but[:])
}

// EndOldSessions ends the sessions that are over by themselves at a moment.
func (s *Store) EndOldSessions(ctx context.Context, at time.Time) error {
	return s.endSessions(ctx, "(idle_seconds > 0 AND seen_ms + 1000 * idle_seconds < ?) OR (ends_ms > 0 AND ends_ms <= ?)", sqldb.Millis(at), sqldb.Millis(at))
}

// mostSessions is how many sessions a player has at most: a new one ends those that were not seen for longest.
const mostSessions = 20

// beginSession stores a session, and ends those that are too many.
func beginSession(tx *gorm.DB, session league.Session) error {
	row := sessionToRow(session)
	if err := tx.Create(&row).Error; err != nil {
		return err
	}
	kept := tx.Model(&sessionRow{}).Select("hash").Where("player_id = ? AND hash <> ?", session.Player, row.Hash).Order("seen_ms DESC, hash").Limit(mostSessions - 1)
	var hashes [][]byte
	if err := kept.Find(&hashes).Error; err != nil || len(hashes) < mostSessions-1 {
		return err
	}
	return tx.Where("player_id = ? AND hash <> ? AND hash NOT IN ?", session.Player, row.Hash, hashes).Delete(&sessionRow{}).Error
}

func (s *Store) endSessions(ctx context.Context, which string, args ...any) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Where(which, args...).Delete(&sessionRow{}).Error
	})
	return sqldb.Explain(err, "ending sessions")
}
