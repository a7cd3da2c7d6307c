package ranking

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/store/sqldb"
)

type modelFitRow struct {
	Game     string
	Variant  string
	Month    string
	Matches  int
	Rated    int
	Cut1     float64
	Cut2     float64
	Cut3     float64
	Cut4     float64
	Cut5     float64
	Cut6     float64
	Slope    float64
	LogLoss  float64
	Base     float64
	FittedMs int64
}

func (modelFitRow) TableName() string { return "model_fits" }

func modelFitToRow(f odds.ModelFit) modelFitRow {
	c := f.Cuts
	return modelFitRow{
		f.Pool.Game, f.Pool.Variant, f.Month, f.Matches, sqldb.Flag(f.Rated),
		c[0], c[1], c[2], c[3], c[4], c[5], f.Slope, f.LogLoss, f.Base, sqldb.Millis(f.Fitted),
	}
}

func (r modelFitRow) fit() odds.ModelFit {
	return odds.ModelFit{
		Pool: league.Pool{Game: r.Game, Variant: r.Variant}, Month: r.Month, Matches: r.Matches, Rated: r.Rated != 0,
		Cuts: [6]float64{r.Cut1, r.Cut2, r.Cut3, r.Cut4, r.Cut5, r.Cut6}, Slope: r.Slope, LogLoss: r.LogLoss, Base: r.Base, Fitted: sqldb.Moment(r.FittedMs),
	}
}

// PutModelFit stores a fit, unless there is one of its pool and month already.
func (s *Store) PutModelFit(ctx context.Context, f odds.ModelFit) error {
	row := modelFitToRow(f)
	return sqldb.Explain(s.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error
	}), "storing the model of %s of %s", f.Pool, f.Month)
}

// ModelFits returns the latest fit of each pool, by pool.
func (s *Store) ModelFits(ctx context.Context) ([]odds.ModelFit, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []modelFitRow
	err := s.db.Reader(ctx).
		Where("month = (SELECT MAX(month) FROM model_fits AS f WHERE f.game = model_fits.game AND f.variant = model_fits.variant)").
		Order("game, variant").Find(&rows).Error
	fits := make([]odds.ModelFit, len(rows))
	for i, r := range rows {
		fits[i] = r.fit()
	}
	return fits, sqldb.Explain(err, "listing models")
}

// ModelFit returns the latest fit of a pool; the zero one if there is none.
func (s *Store) ModelFit(ctx context.Context, pool league.Pool) (odds.ModelFit, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	var rows []modelFitRow
	err := s.db.Reader(ctx).Where("game = ? AND variant = ?", pool.Game, pool.Variant).Order("month DESC").Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return odds.ModelFit{}, sqldb.Explain(err, "reading the model of %s", pool)
	}
	return rows[0].fit(), nil
}

// finishedRow is a finished match with the ratings of its seats, where it is weighed.
type finishedRow struct {
	ID          string
	MovedMs     int64
	FirstSeat   int
	Player0     string
	Player1     string
	Ending      string
	Winner      int
	ScoreFirst  int
	ScoreSecond int
	Why0        *string
	Why1        string
	Before0     float64
	Before1     float64
	After0      float64
	After1      float64
}

func (r finishedRow) decided() odds.Decided {
	d := odds.Decided{
		Match: r.ID, Ended: sqldb.Moment(r.MovedMs), Players: [2]string{r.Player0, r.Player1}, Counted: r.Why0 != nil && *r.Why0 == "" && r.Why1 == "",
		Outcome: engine.Outcome{Ending: engine.Ending(r.Ending), Winner: engine.Side(r.Winner), Score: [2]int{r.ScoreFirst, r.ScoreSecond}},
	}
	if d.Counted {
		d.Before = [2]league.Rating{league.Rating(r.Before0), league.Rating(r.Before1)}
		d.After = [2]league.Rating{league.Rating(r.After0), league.Rating(r.After1)}
	}
	if r.FirstSeat == 1 {
		for _, pair := range []*[2]league.Rating{&d.Before, &d.After} {
			pair[0], pair[1] = pair[1], pair[0]
		}
		d.Players[0], d.Players[1] = d.Players[1], d.Players[0]
	}
	return d
}

// decidedAtOnce is how many matches Decided reads by one statement: a site has more than one may read in its time.
const decidedAtOnce = 5000

// Decided returns the matches of a pool between people that ended before a moment, in the order of
// their end.
func (s *Store) Decided(ctx context.Context, pool league.Pool, before time.Time) (decided []odds.Decided, err error) {
	var last finishedRow
	for {
		rows, err := decidedAfter(ctx, s.db, pool, last, before)
		if err != nil {
			return nil, sqldb.Explain(err, "listing what was decided in %s", pool)
		}
		for _, r := range rows {
			decided = append(decided, r.decided())
		}
		if len(rows) < decidedAtOnce {
			return decided, nil
		}
		last = rows[len(rows)-1]
	}
}

// decidedAfter reads those behind one of them.
func decidedAfter(ctx context.Context, db *sqldb.DB, pool league.Pool, last finishedRow, before time.Time) (rows []finishedRow, err error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	err = db.Reader(ctx).Table("matches AS m").
		Select("m.id, m.moved_ms, m.first_seat, m.player0, m.player1, m.ending, m.winner, m.score_first, m.score_second, r0.why AS why0, COALESCE(r1.why, '') AS why1,"+
			" COALESCE(r0.before_rating, 0) AS before0, COALESCE(r1.before_rating, 0) AS before1,"+
			" COALESCE(r0.after_rating, 0) AS after0, COALESCE(r1.after_rating, 0) AS after1").
		Joins("JOIN players p0 ON p0.id = m.player0 AND p0.kind <> ?", string(league.Bot)).
		Joins("JOIN players p1 ON p1.id = m.player1 AND p1.kind <> ?", string(league.Bot)).
		Joins("LEFT JOIN ratings r0 ON r0.match_id = m.id AND r0.seat = 0").
		Joins("LEFT JOIN ratings r1 ON r1.match_id = m.id AND r1.seat = 1").
		Where("m.to_move = 0 AND m.game = ? AND m.variant = ? AND (m.moved_ms, m.id) > (?, ?) AND m.moved_ms < ? AND m.player0 <> m.player1",
			pool.Game, pool.Variant, last.MovedMs, last.ID, sqldb.Millis(before)).
		Order("m.moved_ms, m.id").Limit(decidedAtOnce).Scan(&rows).Error
	return rows, err
}

// StrengthsAt returns the ratings by Glicko-2 that players had at a moment in a pool, after all
// that ended until then; who had none is left out.
func (s *Store) StrengthsAt(ctx context.Context, pool league.Pool, players []string, at time.Time) (map[string]league.Rating, error) {
	ctx, cancel := sqldb.Bounded(ctx)
	defer cancel()
	strengths := map[string]league.Rating{}
	for _, p := range players {
		var rows []ratingRow
		err := s.db.Reader(ctx).Where("player_id = ? AND game = ? AND variant = ? AND ended_ms <= ?", p, pool.Game, pool.Variant, sqldb.Millis(at)).
			Order("ended_ms DESC, match_id DESC, seat DESC").Limit(1).Find(&rows).Error
		if err != nil {
			return nil, sqldb.Explain(err, "reading strengths")
		}
		if len(rows) > 0 {
			strengths[p] = league.Rating(rows[0].After.Rating)
		}
	}
	return strengths, nil
}
