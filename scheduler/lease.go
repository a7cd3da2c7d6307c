package scheduler

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
)

// Ledger remembers when each job is due and who runs it, for all nodes together. Its clock
// is one for all of them.
type Ledger interface {
	// Register makes a job known that is due at a moment for the first time. One that is
	// known stays as it is.
	Register(ctx context.Context, name string, first time.Time) error
	// Claim takes a job for a holder if it is due, or always, and nobody else has it. It
	// returns the epoch of the lease, 0 if there is none now, and the present moment.
	// Jobs are never due later than after one span.
	Claim(ctx context.Context, name, holder string, lease, span time.Duration, always bool) (epoch int64, now time.Time, err error)
	// Renew lengthens the lease of an epoch; false if another one has begun.
	Renew(ctx context.Context, name string, epoch int64, lease time.Duration) (held bool, err error)
	// Finish ends a lease: the job is due again at a moment, or if that is zero as it was;
	// problem says why it failed. False, and nothing is written, if another epoch has begun.
	Finish(ctx context.Context, name string, epoch int64, next time.Time, problem string) (held bool, err error)
}

// ErrLost is the cause that ends the context of a job whose lease another node has taken:
// this one was away for longer than the lease.
var ErrLost = errors.New("another node has taken the job over")

// ErrHeld says that another node runs a job just now.
var ErrHeld = errors.New("another node runs this job just now")

type epochKey struct{}

// Epoch returns under which epoch of its lease a job runs, for those of its writes that
// must not happen after another node has taken over; 0 without a lease.
func Epoch(ctx context.Context) int64 {
	epoch, _ := ctx.Value(epochKey{}).(int64)
	return epoch
}

// turn runs a job once if this node may. A job that every node may run needs nobody's leave.
func (s *Scheduler) turn(ctx context.Context, j Job, always bool) (ran bool, err error) {
	if j.EveryNode || s.Ledger == nil {
		return true, j.Work(ctx)
	}
	epoch, now, err := s.Ledger.Claim(ctx, j.Name, s.Holder, s.Lease, j.When.span, always)
	if err != nil || epoch == 0 {
		return false, err
	}
	err = s.underLease(ctx, j, epoch)
	return true, s.finish(ctx, j, epoch, now, err)
}

// underLease runs a job while the lease is renewed beside it. A panic is an error here, so
// that it is written down.
func (s *Scheduler) underLease(ctx context.Context, j Job, epoch int64) (err error) {
	ctx, cancel := context.WithCancelCause(context.WithValue(ctx, epochKey{}, epoch))
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		s.renew(ctx, cancel, j.Name, epoch)
	}()
	defer func() {
		if lost := context.Cause(ctx); errors.Is(lost, ErrLost) {
			err = errors.Join(lost, err)
		}
		cancel(nil)
		<-renewed
	}()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return j.Work(ctx)
}

// renew lengthens a lease until ctx ends. Once it is lost, or could not be lengthened for
// as long as it lasts, the job is stopped.
func (s *Scheduler) renew(ctx context.Context, stop context.CancelCauseFunc, name string, epoch int64) {
	tick := time.NewTicker(s.Lease / 3)
	defer tick.Stop()
	until := time.Now().Add(s.Lease)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		held, err := s.Ledger.Renew(ctx, name, epoch, s.Lease)
		switch {
		case err == nil && held:
			until = time.Now().Add(s.Lease)
		case err == nil, time.Now().After(until):
			stop(ErrLost)
			return
		}
	}
}

// finish writes down how a run ended. One that was stopped is due as before, so that it is
// caught up.
func (s *Scheduler) finish(ctx context.Context, j Job, epoch int64, now time.Time, err error) error {
	next, problem := j.When.Next(now), ""
	if err != nil {
		problem, _, _ = strings.Cut(err.Error(), "\n")
	}
	if stopped(ctx, err) {
		next = time.Time{}
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.grace)
	defer cancel()
	held, unwritten := s.Ledger.Finish(last, j.Name, epoch, next, problem)
	if unwritten == nil && !held && !errors.Is(err, ErrLost) {
		unwritten = ErrLost
	}
	return errors.Join(err, unwritten)
}

// stopped tells whether a job ended because it was told to.
func stopped(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err())
}
