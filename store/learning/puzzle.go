// Package learning keeps what members learn by: the puzzles of the days, and who has come how far with them and with the
// courses.
package learning

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/puzzle"
	"kickabout/store/matches"
	"kickabout/store/sqldb"
)

// Store keeps them.
type Store struct{ db *sqldb.DB }

// New returns what a database holds of them.
func New(db *sqldb.DB) *Store { return &Store{db} }

type puzzleRow struct {
	Day      string `gorm:"primaryKey"`
	Game     string
	Variant  string
	Position string
	Answer   string
	Played   string
	Margin   int
	Judge    string
	Version  int
	MatchID  string
	Seq      int
	MadeMs   int64
}

func (puzzleRow) TableName() string { return "puzzles" }

func (r puzzleRow) puzzle() puzzle.Puzzle {
	return puzzle.Puzzle{
		Day: puzzle.Day(r.Day), Pool: league.Pool{Game: r.Game, Variant: r.Variant}, Position: r.Position,
		Answer: engine.Move(r.Answer), Played: engine.Move(r.Played), Margin: r.Margin, Judge: r.Judge, Version: r.Version,
		Match: r.MatchID, Seq: r.Seq, Made: sqldb.Moment(r.MadeMs),
	}
}

// PutPuzzle keeps a puzzle, unless its day has one or its match has given one already: then nothing is written.
func (s *Store) PutPuzzle(ctx context.Context, p puzzle.Puzzle) error {
	row := puzzleRow{
		string(p.Day), p.Pool.Game, p.Pool.Variant, p.Position, string(p.Answer), string(p.Played), p.Margin, p.Judge, p.Version,
		p.Match, p.Seq, sqldb.Millis(p.Made),
	}
	return sqldb.Explain(s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error
	}), "keeping the puzzle of %s", p.Day)
}

// Puzzle returns the puzzle of a day; league.NotFound if it has none.
func (s *Store) Puzzle(ctx context.Context, day puzzle.Day) (puzzle.Puzzle, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var row puzzleRow
	err := s.db.Reader(ctx).Where("day = ?", day).Take(&row).Error
	return row.puzzle(), sqldb.Explain(sqldb.Missing(err, "There is no puzzle of this day."), "reading the puzzle of %s", day)
}

// PuzzleDays lists the days from one on that have a puzzle, in order.
func (s *Store) PuzzleDays(ctx context.Context, from puzzle.Day) (days []puzzle.Day, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Table("puzzles").Where("day >= ?", from).Order("day").Pluck("day", &days).Error
	return days, sqldb.Explain(err, "listing the days with a puzzle")
}

type passRow struct {
	MatchID string `gorm:"primaryKey"`
	Version int
}

func (passRow) TableName() string { return "puzzle_passes" }

// PassPuzzleSource notes that a match gives no puzzle by a judge of a version.
func (s *Store) PassPuzzleSource(ctx context.Context, match string, version int) error {
	row := passRow{match, version}
	return sqldb.Explain(s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error
	}), "noting that match %s gives no puzzle", match)
}

// PuzzleSources lists matches of a game that ended and are analysed by a judge of a version, and that neither gave a
// puzzle nor were passed by such a judge, those that ended last first. Only what the viewer may know of is among
// them, and of a pair with the same throws nothing before both are over.
func (s *Store) PuzzleSources(ctx context.Context, viewer league.Viewer, game string, version, limit int) (ids []string, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	in, err := matches.SeenMatches(viewer, "matches")
	if err != nil {
		return nil, err
	}
	err = in.Narrow(s.db.Reader(ctx).Table("matches").Joins("JOIN analyses ON analyses.match_id = matches.id AND analyses.version = ?", version)).
		Where("matches.game = ? AND matches.to_move = 0 AND matches.ending <> ''", game).
		Where("matches.twin = '' OR EXISTS (SELECT 1 FROM matches AS twin WHERE twin.id = matches.twin AND twin.to_move = 0 AND twin.ending <> '')").
		Where("NOT EXISTS (SELECT 1 FROM puzzles WHERE puzzles.match_id = matches.id)").
		Where("NOT EXISTS (SELECT 1 FROM puzzle_passes AS pass WHERE pass.match_id = matches.id AND pass.version >= ?)", version).
		Order("matches.moved_ms DESC, matches.id DESC").Limit(limit).Pluck("matches.id", &ids).Error
	return ids, sqldb.Explain(err, "looking for matches that may give a puzzle")
}

type tryRow struct {
	PlayerID string `gorm:"primaryKey"`
	Day      string `gorm:"primaryKey"`
	First    string
	Tries    int
	BeganMs  int64
	SolvedMs int64
	ShownMs  int64
}

func (tryRow) TableName() string { return "puzzle_tries" }

// PuzzleTry returns how far a player has come with a puzzle; the zero value if they have not begun.
func (s *Store) PuzzleTry(ctx context.Context, day puzzle.Day, player string) (puzzle.Try, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []tryRow
	err := s.db.Reader(ctx).Where("player_id = ? AND day = ?", player, day).Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return puzzle.Try{}, sqldb.Explain(err, "reading a try at the puzzle of %s", day)
	}
	r := rows[0]
	return puzzle.Try{
		Day: puzzle.Day(r.Day), Player: r.PlayerID, First: engine.Move(r.First), Tries: r.Tries,
		Began: sqldb.Moment(r.BeganMs), Solved: sqldb.Moment(r.SolvedMs), Shown: sqldb.Moment(r.ShownMs),
	}, nil
}

// PutPuzzleTry keeps how far a player has come, if they had come as far as before says; else the error is of
// kind league.Stale and nothing is written.
func (s *Store) PutPuzzleTry(ctx context.Context, before, now puzzle.Try) error {
	row := tryRow{now.Player, string(now.Day), string(now.First), now.Tries, sqldb.Millis(now.Began), sqldb.Millis(now.Solved), sqldb.Millis(now.Shown)}
	err := s.db.Write(ctx, func(tx *gorm.DB) error {
		var done *gorm.DB
		if before.Began.IsZero() {
			done = tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		} else {
			done = tx.Model(&tryRow{}).Where("player_id = ? AND day = ? AND tries = ? AND solved_ms = 0 AND shown_ms = 0", now.Player, now.Day, before.Tries).
				Select("*").Updates(row)
		}
		if done.Error == nil && done.RowsAffected == 0 {
			return league.Errorf(league.Stale, "You have answered this puzzle elsewhere just now. Load the page again.")
		}
		return done.Error
	})
	return sqldb.Explain(err, "keeping a try at the puzzle of %s", now.Day)
}

// PuzzleMarks lists the days until one that had a puzzle, the latest first, with what a player solved on its day; at
// most limit.
func (s *Store) PuzzleMarks(ctx context.Context, player string, until puzzle.Day, limit int) ([]puzzle.Mark, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []struct {
		Day      string
		SolvedMs int64
	}
	err := s.db.Reader(ctx).Table("puzzles").Select("puzzles.day, COALESCE(solved_ms, 0) AS solved_ms").
		Joins("LEFT JOIN puzzle_tries ON puzzle_tries.day = puzzles.day AND player_id = ?", player).
		Where("puzzles.day <= ?", until).Order("puzzles.day DESC").Limit(limit).Find(&rows).Error
	marks := make([]puzzle.Mark, len(rows))
	for i, r := range rows {
		try := puzzle.Try{Day: puzzle.Day(r.Day), Solved: sqldb.Moment(r.SolvedMs)}
		marks[i] = puzzle.Mark{Day: try.Day, Solved: try.OnTheDay()}
	}
	return marks, sqldb.Explain(err, "listing the puzzles that a player has solved")
}

// PuzzleShare returns how many players have answered a puzzle, and how many of them were right at once.
func (s *Store) PuzzleShare(ctx context.Context, day puzzle.Day) (share puzzle.Share, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = s.db.Reader(ctx).Table("puzzle_tries").
		Select("COUNT(*) AS tried, COALESCE(SUM(CASE WHEN tries = 1 AND solved_ms > 0 THEN 1 ELSE 0 END), 0) AS at_once").
		Where("day = ? AND tries > 0", day).Take(&share).Error
	return share, sqldb.Explain(err, "counting who has solved the puzzle of %s", day)
}
