// Package scheduler runs jobs again and again. A job looks at the world and does
// what is overdue, so that a missed run is made good by the next and a double
// one does nothing; the scheduler only wakes it.
package scheduler

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/robfig/cron/v3"
)

// Scheduler holds the jobs until Run runs them.
type Scheduler struct {
	log   *slog.Logger
	grace time.Duration // how long Run waits for running jobs when its context has ended
	jobs  []job
}

type job struct {
	period time.Duration
	name   string
	work   func(context.Context) error
}

// New returns a scheduler without jobs. It logs a line for each run of a job:
// an error when the run failed or panicked, else at the level Debug.
func New(log *slog.Logger) *Scheduler {
	return &Scheduler{log: log, grace: 5 * time.Second}
}

// Every has a job run once at the start and then every period, which is in whole
// seconds and at least one. A run that is due while the job still runs is left
// out. All jobs are to be named before Run.
func (s *Scheduler) Every(period time.Duration, name string, work func(context.Context) error) {
	s.jobs = append(s.jobs, job{period, name, work})
}

// Run runs the jobs until ctx ends. It returns when the running ones have
// returned too, or a few seconds later if they don't: they are told by ctx.
func (s *Scheduler) Run(ctx context.Context) {
	// UTC has no summer time, in which an hour is left out or comes twice.
	c := cron.New(cron.WithLocation(time.UTC), cron.WithLogger(cron.DiscardLogger))
	var first sync.WaitGroup
	for _, j := range s.jobs {
		guarded := s.guard(ctx, j)
		first.Go(guarded.Run)
		c.Schedule(cron.Every(j.period), guarded)
	}
	c.Start()
	<-ctx.Done()
	later := c.Stop()

	done := make(chan struct{})
	go func() {
		first.Wait()
		<-later.Done()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(s.grace):
		s.log.Warn("jobs still run and are left alone")
	}
}

// guard returns a job that can neither overlap with itself nor end the program.
func (s *Scheduler) guard(ctx context.Context, j job) cron.Job {
	log := s.log.With("job", j.name)
	l := logger{log}
	// In this order: a panic must not get past Recover, for SkipIfStillRunning
	// would take the job for running and never run it again.
	return cron.NewChain(cron.SkipIfStillRunning(l), cron.Recover(l)).Then(cron.FuncJob(func() {
		start := time.Now()
		err := j.work(ctx)
		took := time.Since(start)
		switch {
		case err == nil:
			log.Debug("job ran", "took", took)
		case ctx.Err() != nil && errors.Is(err, ctx.Err()):
			log.Debug("job was stopped", "took", took)
		default:
			log.Error("job failed", "took", took, "err", err)
		}
	}))
}

// logger has cron write what matters to slog.
type logger struct{ log *slog.Logger }

// Info takes what cron says about skipped runs.
func (l logger) Info(msg string, keysAndValues ...any) {
	l.log.Debug(msg, keysAndValues...)
}

// Error takes what cron says about panics.
func (l logger) Error(err error, msg string, keysAndValues ...any) {
	l.log.Error(msg, append(keysAndValues, "err", err)...)
}
