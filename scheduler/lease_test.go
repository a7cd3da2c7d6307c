package scheduler

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// lost is a ledger that gives a lease once and takes it away at the first renewal.
type lost struct{ finished bool }

func (*lost) Register(context.Context, string, time.Time) error { return nil }

func (*lost) Claim(context.Context, string, string, time.Duration, time.Duration, bool) (int64, time.Time, error) {
	return 1, time.Now(), nil
}

func (*lost) Renew(context.Context, string, int64, time.Duration) (bool, error) { return false, nil }

func (l *lost) Finish(context.Context, string, int64, time.Time, string) (bool, error) {
	l.finished = true
	return false, nil
}

func TestAJobIsStoppedWhenItsLeaseIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(slog.New(slog.DiscardHandler))
		l := &lost{}
		s.Ledger = l
		start := time.Now()
		err := s.RunNow(t.Context(), Job{Name: "tick", When: Every(time.Hour), Work: func(ctx context.Context) error {
			if Epoch(ctx) != 1 {
				t.Errorf("it runs under epoch %d", Epoch(ctx))
			}
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-time.After(time.Hour):
				return nil
			}
		}})
		if !errors.Is(err, ErrLost) || time.Since(start) > s.Lease || !l.finished {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
	})
}
