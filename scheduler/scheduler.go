// Package scheduler runs jobs again and again. A job looks at the world and does
// what is overdue, so that a missed run is made good by the next and a double
// one does nothing; the scheduler only wakes it. Of several nodes one runs a job at a
// time, and once when it is due: a ledger that they share sees to it (R-JB-2).
package scheduler

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/robfig/cron/v3"
)

// Job is something to be done again and again.
type Job struct {
	Name string
	When Schedule
	Does string // what it does, in one line, for those who list the jobs
	Work func(context.Context) error

	// EveryNode has each node run the job, without a lease: so it must be for jobs that
	// cannot wait for the lease of a node that is gone, or that are about the node itself.
	EveryNode bool
}

// Scheduler holds the jobs until Run runs them.
type Scheduler struct {
	Ledger Ledger           // nil: this node is the only one
	Holder string           // names this node in the ledger, and no other
	Now    func() time.Time // nil: time.Now
	Lease  time.Duration    // how long a node that has gone keeps others from its job

	log   *slog.Logger
	grace time.Duration // how long Run waits for running jobs when its context has ended
	jobs  []Job
	known map[string]bool // jobs that RunDue has registered
}

// look is how often a node looks whether a job is due. The ledger knows when, not cron:
// so a job that was missed is run once at the next look.
const look = 5 * time.Second

// New returns a scheduler without jobs. It logs a line for each run of a job:
// an error when the run failed or panicked, else at the level Debug.
func New(log *slog.Logger) *Scheduler {
	return &Scheduler{log: log, grace: 5 * time.Second, Lease: time.Minute, known: map[string]bool{}}
}

// Add adds jobs. All are to be named before Run.
func (s *Scheduler) Add(jobs ...Job) { s.jobs = append(s.jobs, jobs...) }

// Run runs the jobs until ctx ends. It returns when the running ones have
// returned too, or a few seconds later if they don't: they are told by ctx.
//
// A job that every node runs, and any without a ledger, runs at the start and then as its
// schedule says. Any other runs when it is due by the ledger, on one node. In no case does
// a job overlap with itself: a run that is due meanwhile is left out.
//
// A node that dies or freezes in the middle of a job keeps it from the others for at most Lease and one look more, 65
// seconds unless told otherwise. One that comes back later finds its context ended by ErrLost within a third of Lease;
// what it must not write any more it asks for under Epoch.
func (s *Scheduler) Run(ctx context.Context) {
	c := cron.New(cron.WithLocation(time.UTC), cron.WithLogger(cron.DiscardLogger))
	var first sync.WaitGroup
	for _, j := range s.jobs {
		guarded := s.guard(ctx, j)
		first.Go(guarded.Run)
		c.Schedule(s.wakes(j), guarded)
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

// wakes says when cron is to wake a job.
func (s *Scheduler) wakes(j Job) cron.Schedule {
	if j.EveryNode || s.Ledger == nil {
		return j.When
	}
	return cron.Every(min(look, j.When.span))
}

// guard returns a job that can neither overlap with itself nor end the program.
func (s *Scheduler) guard(ctx context.Context, j Job) cron.Job {
	log := s.log.With("job", j.Name)
	l := logger{log}
	known := false // to the ledger
	// In this order: a panic must not get past Recover, for SkipIfStillRunning
	// would take the job for running and never run it again.
	return cron.NewChain(cron.SkipIfStillRunning(l), cron.Recover(l)).Then(cron.FuncJob(func() {
		start := time.Now()
		var ran bool
		err := s.register(ctx, j, &known)
		if err == nil {
			ran, err = s.turn(ctx, j, false)
		}
		took := time.Since(start)
		switch {
		case stopped(ctx, err):
			log.Debug("job was stopped", "took", took)
		case err != nil:
			log.Error("job failed", "took", took, "err", err)
		case ran:
			log.Debug("job ran", "took", took)
		}
	}))
}

// register makes a job known to the ledger once. A job with a period is due at once for
// the first time, a daily one at its time of day.
func (s *Scheduler) register(ctx context.Context, j Job, known *bool) error {
	if *known || j.EveryNode || s.Ledger == nil {
		return nil
	}
	first := s.now()
	if j.When.Daily() {
		first = j.When.Next(first)
	}
	err := s.Ledger.Register(ctx, j.Name, first)
	*known = err == nil
	return err
}

func (s *Scheduler) now() time.Time {
	if s.Now == nil {
		return time.Now()
	}
	return s.Now()
}

// RunDue runs each job that is due once, one after the other in the order in which they
// were added. It is for programs that tell the time themselves, and is not called twice at once.
func (s *Scheduler) RunDue(ctx context.Context) error {
	var problems []error
	for _, j := range s.jobs {
		known := s.known[j.Name]
		err := s.register(ctx, j, &known)
		s.known[j.Name] = known
		if err == nil {
			_, err = s.turn(ctx, j, false)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("job %s: %w", j.Name, err))
		}
	}
	return errors.Join(problems...)
}

// RunNow runs a job at once, due or not, under its lease: ErrHeld if another node runs it
// just now.
func (s *Scheduler) RunNow(ctx context.Context, j Job) error {
	var known bool
	if err := s.register(ctx, j, &known); err != nil {
		return err
	}
	ran, err := s.turn(ctx, j, true)
	if err == nil && !ran {
		err = ErrHeld
	}
	return err
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
