package sqldb

import (
	"context"
	"time"

	"gorm.io/gorm"

	"kickabout/league"
)

type jobRow struct {
	Name      string
	Holder    string
	Epoch     int64
	ExpiresMs int64
	NextMs    int64
	StartedMs int64
	EndedMs   int64
	Error     string
}

func (jobRow) TableName() string { return "jobs" }

func (r jobRow) job() league.Job {
	return league.Job{
		Name: r.Name, Holder: r.Holder, Epoch: r.Epoch, Expires: Moment(r.ExpiresMs), Next: Moment(r.NextMs),
		Started: Moment(r.StartedMs), Ended: Moment(r.EndedMs), Problem: r.Error,
	}
}

// Jobs remembers what the servers of a site do by turns.
type Jobs struct{ db *DB }

// NewJobs returns the jobs of a database.
func NewJobs(db *DB) *Jobs { return &Jobs{db} }

// Register makes a job known that is due at a moment for the first time. One that is
// known stays as it is.
func (j *Jobs) Register(ctx context.Context, name string, first time.Time) error {
	err := j.db.Write(ctx, func(tx *gorm.DB) error {
		return tx.Exec("INSERT INTO jobs (name, holder, epoch, expires_ms, next_ms, started_ms, ended_ms, error) "+
			"VALUES (?, '', 0, 0, ?, 0, 0, '') ON CONFLICT (name) DO NOTHING", name, max(1, Millis(first))).Error
	})
	return Explain(err, "registering job %s", name)
}

// Claim takes a job for a holder, if it is due and nobody else has it; always says to take
// it before it is due. It returns the epoch of the lease, 0 if there is none now, and the
// present moment by the clock that leases are measured by: on PostgreSQL the database's,
// since those of several servers differ.
//
// No job is due later than after one span. What has a later moment, and a lease that ends
// after more than two, were written before the clock went back, and do not bind.
func (j *Jobs) Claim(ctx context.Context, name, holder string, lease, span time.Duration, always bool) (epoch int64, now time.Time, err error) {
	var row jobRow
	err = j.db.Write(ctx, func(tx *gorm.DB) error {
		clock, at := j.db.Present()
		return tx.Raw("UPDATE jobs SET holder = @holder, epoch = epoch + 1, expires_ms = "+clock+" + @lease, started_ms = "+clock+
			" WHERE name = @name AND (@always = 1 OR next_ms <= "+clock+" OR next_ms > "+clock+" + @span)"+
			" AND (expires_ms <= "+clock+" OR expires_ms > "+clock+" + 2 * @lease OR holder = @holder)"+
			" RETURNING *", map[string]any{
			"holder": holder, "lease": lease.Milliseconds(), "name": name, "always": Flag(always), "span": span.Milliseconds(), "now": at,
		}).Find(&row).Error
	})
	return row.Epoch, Moment(row.StartedMs), Explain(err, "claiming job %s", name)
}

// Renew lengthens the lease of an epoch; false if another one has begun.
func (j *Jobs) Renew(ctx context.Context, name string, epoch int64, lease time.Duration) (held bool, err error) {
	return j.asHolder(ctx, name, epoch, func(clock string) string { return "expires_ms = " + clock + " + @lease" },
		map[string]any{"lease": lease.Milliseconds()})
}

// Finish ends the lease of an epoch: the job is due again at a moment, or if that is zero
// when it was due before; problem says why it failed. It returns false, and nothing is
// written, if another epoch has begun.
func (j *Jobs) Finish(ctx context.Context, name string, epoch int64, next time.Time, problem string) (held bool, err error) {
	if next.IsZero() {
		return j.asHolder(ctx, name, epoch, func(string) string { return "expires_ms = 0" }, map[string]any{})
	}
	return j.asHolder(ctx, name, epoch,
		func(clock string) string {
			return "expires_ms = 0, next_ms = @next, ended_ms = " + clock + ", error = @error"
		},
		map[string]any{"next": Millis(next), "error": problem})
}

// asHolder changes the row of a job for whoever has its epoch.
func (j *Jobs) asHolder(ctx context.Context, name string, epoch int64, set func(clock string) string, values map[string]any) (held bool, err error) {
	err = j.db.Write(ctx, func(tx *gorm.DB) error {
		clock, at := j.db.Present()
		values["name"], values["epoch"], values["now"] = name, epoch, at
		done := tx.Exec("UPDATE jobs SET "+set(clock)+" WHERE name = @name AND epoch = @epoch", values)
		held = done.RowsAffected == 1
		return done.Error
	})
	return held && err == nil, Explain(err, "writing of job %s", name)
}

// Jobs lists what is remembered of the jobs, by their names.
func (j *Jobs) Jobs(ctx context.Context) ([]league.Job, error) {
	ctx, cancel := Bounded(ctx)
	defer cancel()
	var rows []jobRow
	if err := j.db.Reader(ctx).Order("name").Find(&rows).Error; err != nil {
		return nil, Explain(err, "listing the jobs")
	}
	jobs := make([]league.Job, len(rows))
	for i, r := range rows {
		jobs[i] = r.job()
	}
	return jobs, nil
}
