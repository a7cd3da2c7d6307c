package sqldb

import (
	"context"
	"time"

	"gorm.io/gorm"

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
