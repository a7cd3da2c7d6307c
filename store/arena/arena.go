// Package arena keeps what the arena of bots has paired.
package arena

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
	"kickabout/league/program"
	"kickabout/store/matches"
	"kickabout/store/people"
	"kickabout/store/sqldb"
)

// Store keeps it.
type Store struct{ db *sqldb.DB }

// New returns the store that keeps it in a database.
func New(db *sqldb.DB) *Store { return &Store{db} }

type roundRow struct {
	HourMs  int64 `gorm:"primaryKey"`
	BegunMs int64
}

func (roundRow) TableName() string { return "arena_rounds" }

type gameRow struct {
	MatchID string `gorm:"primaryKey"`
	HourMs  int64
}

func (gameRow) TableName() string { return "arena_games" }

// BeginArena stores what an hour brings, with notices of it. If the hour has been begun, or a reservation is taken, the
// error is of kind league.Stale and nothing is written.
func (s *Store) BeginArena(ctx context.Context, hour, now time.Time, begun []league.Match, notices ...league.Notice) error {
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		if err := tx.Create(&roundRow{sqldb.Millis(hour), sqldb.Millis(now)}).Error; err != nil {
			return err
		}
		if err := matches.Insert(tx, begun); err != nil || len(begun) == 0 {
			return err
		}
		rows := make([]gameRow, len(begun))
		for i, m := range begun {
			rows[i] = gameRow{m.ID, sqldb.Millis(hour)}
		}
		if err := tx.CreateInBatches(&rows, sqldb.RowsAtOnce).Error; err != nil {
			return err
		}
		return people.InsertNotices(tx, notices, nil)
	})
	if sqldb.Duplicate(err) {
		return league.Errorf(league.Stale, "The arena has been paired for this hour.")
	}
	return sqldb.Explain(err, "pairing the arena")
}

// ArenaHour returns the hour that was paired last; the zero time if none was.
func (s *Store) ArenaHour(ctx context.Context) (time.Time, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var last int64
	err := s.db.Reader(ctx).Model(&roundRow{}).Select("COALESCE(MAX(hour_ms), 0)").Scan(&last).Error
	return sqldb.Moment(last), sqldb.Explain(err, "reading the last hour of the arena")
}

// ArenaGames lists the games of the arena since a moment, the earliest hour first.
func (s *Store) ArenaGames(ctx context.Context, since time.Time) ([]program.Game, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		MatchID, Player0, Player1 string
		HourMs                    int64
		FirstSeat, ToMove         int
	}
	err := s.db.Reader(ctx).Table("arena_games").Select("match_id, hour_ms, player0, player1, first_seat, to_move").
		Joins("JOIN matches ON matches.id = arena_games.match_id").Where("hour_ms >= ?", sqldb.Millis(since)).Order("hour_ms, match_id").Find(&rows).Error
	games := make([]program.Game, len(rows))
	for i, r := range rows {
		games[i] = program.Game{Match: r.MatchID, Hour: sqldb.Moment(r.HourMs), First: r.Player0, Second: r.Player1, Over: r.ToMove == 0}
		if r.FirstSeat == 1 {
			games[i].First, games[i].Second = r.Player1, r.Player0
		}
	}
	return games, sqldb.Explain(err, "listing the games of the arena")
}
