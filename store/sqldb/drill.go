package sqldb

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/league"
)

type drillRow struct {
	AtMs    int64 `gorm:"primaryKey"`
	Backup  string
	TakenMs int64
	LostMs  int64
	TookMs  int64
	Bytes   int64
	Matches int64
	Events  int64
	Problem string
}

func (drillRow) TableName() string { return "drills" }

// readsAll is how long it may take to read the largest table.
const readsAll = 10 * time.Minute

// drillsKept is for how long a drill is remembered.
const drillsKept = 2 * 365 * 24 * time.Hour

// Drills remembers what came of restoring backups to see whether it can be done.
type Drills struct{ db *DB }

// NewDrills returns the drills of a database.
func NewDrills(db *DB) *Drills { return &Drills{db} }

// RecordDrill remembers a drill, and forgets those of long ago.
func (d *Drills) RecordDrill(ctx context.Context, is league.Drill) error {
	row := drillRow{
		AtMs: Millis(is.At), Backup: is.Backup, TakenMs: Millis(is.Taken), LostMs: is.Lost.Milliseconds(), TookMs: is.Took.Milliseconds(),
		Bytes: is.Bytes, Matches: is.Matches, Events: is.Events, Problem: is.Problem,
	}
	err := d.db.Write(ctx, func(tx *gorm.DB) error {
		if err := tx.Where("at_ms < ?", Millis(is.At.Add(-drillsKept))).Delete(&drillRow{}).Error; err != nil {
			return err
		}
		return tx.Save(&row).Error
	})
	return Explain(err, "noting what came of a drill")
}

// MovesUntil returns how many moves players have made by a moment, and the moment of the newest event of any match,
// the zero time if there is none. It reads all of the log.
func (d *Drills) MovesUntil(ctx context.Context, until time.Time) (moves int64, newest time.Time, err error) {
	ctx, cancel := context.WithTimeout(ctx, readsAll)
	defer cancel()
	var found struct{ Moves, Newest int64 }
	err = d.db.Reader(ctx).Raw("SELECT COUNT(CASE WHEN act = ? AND at_ms <= ? THEN 1 END) AS moves, COALESCE(MAX(at_ms), 0) AS newest FROM events",
		string(engine.ActMove), Millis(until)).Scan(&found).Error
	return found.Moves, Moment(found.Newest), Explain(err, "counting the moves")
}

// CountMatches returns how many matches there are, and how many events in their logs.
func (d *Drills) CountMatches(ctx context.Context) (matches, events int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, readsAll)
	defer cancel()
	var found struct{ Matches, Events int64 }
	err = d.db.Reader(ctx).Raw("SELECT (SELECT COUNT(*) FROM matches) AS matches, (SELECT COUNT(*) FROM events) AS events").Scan(&found).Error
	return found.Matches, found.Events, Explain(err, "counting the matches")
}

// LastDrills returns the last drills, the latest first.
func (d *Drills) LastDrills(ctx context.Context, most int) ([]league.Drill, error) {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	var rows []drillRow
	if err := d.db.Reader(ctx).Order("at_ms DESC").Limit(most).Find(&rows).Error; err != nil {
		return nil, Explain(err, "reading what came of drills")
	}
	drills := make([]league.Drill, len(rows))
	for i, r := range rows {
		drills[i] = league.Drill{
			At: Moment(r.AtMs), Backup: r.Backup, Taken: Moment(r.TakenMs), Lost: time.Duration(r.LostMs) * time.Millisecond,
			Took: time.Duration(r.TookMs) * time.Millisecond, Bytes: r.Bytes, Matches: r.Matches, Events: r.Events, Problem: r.Problem,
		}
	}
	return drills, nil
}
