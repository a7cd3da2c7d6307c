package storetest_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/scheduler"
	"kickabout/store"
	"kickabout/store/sqldb"
	"kickabout/store/storetest"
)

var _ scheduler.Ledger = (*store.Store)(nil)

const lease = time.Minute

// due makes a job due by its row, whatever the clock.
func due(t *testing.T, s *store.Store, name string) {
	t.Helper()
	must(t, raw(s).Exec("UPDATE jobs SET next_ms = 1 WHERE name = ?", name).Error)
}

// claim takes a job that is due; epoch 0: it did not get it.
func claim(t *testing.T, s *store.Store, holder string) int64 {
	t.Helper()
	epoch, now, err := s.Claim(t.Context(), "sweep", holder, lease, time.Hour, false)
	must(t, err)
	if epoch > 0 && time.Since(now).Abs() > time.Minute {
		t.Errorf("the ledger's clock says %v", now)
	}
	return epoch
}

func TestAJobIsHeldByOneAndComesAround(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		if claim(t, s, "a") != 0 {
			t.Error("a job that nobody registered was claimed")
		}
		must(t, s.Register(ctx, "sweep", time.Now().Add(30*time.Minute)))
		if claim(t, s, "a") != 0 {
			t.Error("a job that is not due was claimed")
		}
		due(t, s, "sweep")
		must(t, s.Register(ctx, "sweep", time.Now().Add(time.Hour))) // once more changes nothing
		if epoch := claim(t, s, "a"); epoch != 1 {
			t.Fatalf("the first lease has epoch %d, want 1", epoch)
		}
		if claim(t, s, "b") != 0 {
			t.Error("a job was claimed that another node holds")
		}
		if epoch := claim(t, s, "a"); epoch != 2 {
			t.Errorf("who asks again, not having heard the answer, gets epoch %d, want 2", epoch)
		}
		if held, err := s.Finish(ctx, "sweep", 1, time.Now(), "old"); held || err != nil {
			t.Errorf("an old epoch finished: %v, %v", held, err)
		}
		next := time.Now().Add(20 * time.Minute).Truncate(time.Millisecond).UTC()
		if held, err := s.Finish(ctx, "sweep", 2, next, "no luck"); !held || err != nil {
			t.Errorf("finishing: %v, %v", held, err)
		}
		if claim(t, s, "b") != 0 {
			t.Error("a job that has just run was claimed")
		}
		jobs, err := s.Jobs(ctx)
		must(t, err)
		for i := range jobs {
			if jobs[i].Started.IsZero() || jobs[i].Ended.Before(jobs[i].Started) {
				t.Errorf("it ran from %v to %v", jobs[i].Started, jobs[i].Ended)
			}
			jobs[i].Started, jobs[i].Ended = time.Time{}, time.Time{}
		}
		want := []league.Job{{Name: "sweep", Holder: "a", Epoch: 2, Next: next, Problem: "no luck"}}
		if diff := cmp.Diff(want, jobs); diff != "" {
			t.Error(diff)
		}
		epoch, _, err := s.Claim(ctx, "sweep", "b", lease, time.Hour, true)
		if err != nil || epoch != 3 {
			t.Errorf("told to run it now, a node gets epoch %d, %v", epoch, err)
		}
		if held, err := s.Finish(ctx, "sweep", 3, time.Time{}, ""); !held || err != nil {
			t.Errorf("giving it back: %v, %v", held, err)
		}
		if jobs, err = s.Jobs(ctx); err != nil || !jobs[0].Next.Equal(next) || jobs[0].Problem != "no luck" || !jobs[0].Expires.IsZero() {
			t.Errorf("given back it is %v, %v", jobs, err)
		}
	})
}

func TestTheJobOfANodeThatIsGoneIsTakenOver(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		must(t, s.Register(ctx, "sweep", time.Now().Add(-time.Second)))
		epoch := claim(t, s, "gone")
		held, err := s.Renew(ctx, "sweep", epoch, 20*time.Millisecond) // and never again
		if !held || err != nil {
			t.Fatalf("renewing: %v, %v", held, err)
		}
		var next int64
		for next == 0 {
			next = claim(t, s, "b")
		}
		if next != epoch+1 {
			t.Errorf("the next lease has epoch %d after %d", next, epoch)
		}
		if held, err := s.Renew(ctx, "sweep", epoch, lease); held || err != nil {
			t.Errorf("whoever comes back renews: %v, %v", held, err)
		}
		if held, err := s.Finish(ctx, "sweep", epoch, time.Now().Add(time.Hour), ""); held || err != nil {
			t.Errorf("whoever comes back finishes: %v, %v", held, err)
		}
		if held, err := s.Renew(ctx, "sweep", next, lease); !held || err != nil {
			t.Errorf("the present holder does not: %v, %v", held, err)
		}
	})
}

// node is a scheduler with one job that counts its runs.
func node(s scheduler.Ledger, name string, when scheduler.Schedule, now func() time.Time, runs *atomic.Int64) *scheduler.Scheduler {
	n := scheduler.New(slog.New(slog.DiscardHandler))
	n.Ledger, n.Holder, n.Now = s, name, now
	n.Add(scheduler.Job{Name: "nightly", When: when, Work: func(context.Context) error { runs.Add(1); return nil }})
	return n
}

// TestSeveralNodesRunADueJobOnce lets four nodes look at the same moment, again and again.
func TestSeveralNodesRunADueJobOnce(t *testing.T) {
	rounds := enginetest.Size(1000)
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		now := time.Now()
		var runs atomic.Int64
		var nodes []*scheduler.Scheduler
		for _, name := range []string{"a", "b", "c", "d"} {
			when := scheduler.Daily(now.UTC().Add(-time.Hour).Hour(), 0) // not due by itself while the test runs
			nodes = append(nodes, node(s, name, when, nil, &runs))
		}
		must(t, nodes[0].RunDue(t.Context()))
		if n := runs.Load(); n != 0 {
			t.Fatalf("a nightly job ran %d times before its first night", n)
		}
		for round := range rounds {
			due(t, s, "nightly")
			var all sync.WaitGroup
			for _, n := range nodes {
				all.Go(func() {
					if err := n.RunDue(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if n := runs.Load(); n != int64(round+1) {
				t.Fatalf("after %d nights it ran %d times", round+1, n)
			}
		}
		t.Logf("%d nights, 4 nodes, %d runs", rounds, runs.Load())
	})
}

// clockwork is a clock that is set by hand.
type clockwork struct{ now time.Time }

// scripted opens a SQLite file whose leases go by a clock of the test's.
func scripted(t *testing.T, c *clockwork) *store.Store {
	t.Helper()
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: storetest.SQLite(t).URL, Now: func() time.Time { return c.now }})
	must(t, err)
	t.Cleanup(func() { db.Close() })
	return storetest.Over(db)
}

// TestWhatWasMissedIsCaughtUpOnce is RELIABILITY R8 and R9: stops, jumps of the clock in
// both directions, and a job cut short.
func TestWhatWasMissedIsCaughtUpOnce(t *testing.T) {
	for _, test := range []struct {
		name string
		when scheduler.Schedule
		jump []time.Duration // between looks
		want []int64         // runs so far, after each
	}{
		{"each minute once", scheduler.Every(time.Minute), []time.Duration{0, 30 * time.Second, 30 * time.Second, 59 * time.Second, time.Second}, []int64{1, 1, 2, 2, 3}},
		{"a stop of six hours is caught up once", scheduler.Every(time.Minute), []time.Duration{0, 6 * time.Hour, time.Second, time.Minute}, []int64{1, 2, 2, 3}},
		{"so is one of three days", scheduler.Every(time.Hour), []time.Duration{0, 72 * time.Hour, time.Minute, time.Hour}, []int64{1, 2, 2, 3}},
		{"a daily job waits for its time", scheduler.Daily(15, 30), []time.Duration{0, 3*time.Hour + 29*time.Minute, time.Minute, time.Hour, 22*time.Hour + 59*time.Minute, time.Minute}, []int64{0, 0, 1, 1, 1, 2}},
		{"nights that were missed are one", scheduler.Daily(3, 0), []time.Duration{0, 96 * time.Hour, time.Hour, 14 * time.Hour}, []int64{0, 1, 1, 2}},
		{"a clock that goes back a day holds up nothing", scheduler.Every(time.Minute), []time.Duration{0, -24 * time.Hour, time.Second, time.Minute}, []int64{1, 2, 2, 3}},
		{"an hour that comes again has its run again", scheduler.Every(time.Hour), []time.Duration{0, time.Hour, -time.Hour, 30 * time.Minute, 30 * time.Minute}, []int64{1, 2, 3, 3, 4}},
		{"one that goes back by years neither", scheduler.Daily(3, 0), []time.Duration{0, 24 * time.Hour, -3 * 365 * 24 * time.Hour, time.Hour, 24 * time.Hour}, []int64{0, 1, 2, 2, 3}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := &clockwork{noon}
			s := scripted(t, c)
			var runs atomic.Int64
			for i, jump := range test.jump {
				c.now = c.now.Add(jump)
				for _, name := range []string{"a", "b", "a"} { // a node that looks twice finds nothing
					must(t, node(s, name, test.when, func() time.Time { return c.now }, &runs).RunDue(t.Context()))
				}
				if n := runs.Load(); n != test.want[i] {
					t.Errorf("at %v it had run %d times, want %d", c.now, n, test.want[i])
				}
			}
		})
	}
}

func TestALeaseFromBeforeTheClockWentBackDoesNotBind(t *testing.T) {
	c := &clockwork{noon}
	s := scripted(t, c)
	must(t, s.Register(t.Context(), "sweep", noon))
	if epoch, _, err := s.Claim(t.Context(), "sweep", "gone", lease, time.Hour, false); epoch != 1 || err != nil {
		t.Fatalf("epoch %d, %v", epoch, err)
	}
	c.now = noon.Add(-24 * time.Hour)
	if epoch, _, err := s.Claim(t.Context(), "sweep", "b", lease, 48*time.Hour, true); epoch != 2 || err != nil {
		t.Errorf("a day earlier the job is still held by who is gone: epoch %d, %v", epoch, err)
	}
}

func TestAJobThatIsStoppedOrFailsIsNotForgotten(t *testing.T) {
	c := &clockwork{noon}
	s := scripted(t, c)
	ctx, stop := context.WithCancel(t.Context())
	n := scheduler.New(slog.New(slog.DiscardHandler))
	n.Ledger, n.Holder, n.Now = s, "a", func() time.Time { return c.now }
	var end func() error
	n.Add(scheduler.Job{Name: "nightly", When: scheduler.Every(time.Hour), Work: func(context.Context) error { return end() }})
	look := func() league.Job {
		t.Helper()
		jobs, err := s.Jobs(t.Context())
		must(t, err)
		return jobs[0]
	}

	end = func() error { stop(); return ctx.Err() }
	if err := n.RunDue(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a job that was stopped says %v", err)
	}
	if j := look(); j.Next.After(noon) || !j.Ended.IsZero() || !j.Expires.IsZero() {
		t.Errorf("a job that was stopped is not due any more, or held: %+v", j)
	}
	end = func() error { panic("on purpose") }
	if err := n.RunDue(t.Context()); err == nil {
		t.Error("a panic is no error")
	}
	if j := look(); j.Problem != "panic: on purpose" || !j.Next.Equal(noon.Add(time.Hour)) || !j.Expires.IsZero() {
		t.Errorf("after a panic: %+v", j)
	}
	c.now = c.now.Add(time.Hour)
	end = func() error { return nil }
	must(t, n.RunDue(t.Context()))
	if j := look(); j.Problem != "" || j.Ended.IsZero() {
		t.Errorf("after a run that went well: %+v", j)
	}
}
