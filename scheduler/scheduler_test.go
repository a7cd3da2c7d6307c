package scheduler

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// The tests run in a bubble whose time jumps ahead as soon as everybody waits.

// scheduled starts a scheduler with one job of every second. It returns how to
// stop it, which waits for Run to return, and what it logged.
func scheduled(t *testing.T, work func(context.Context) error) (s *Scheduler, stop func(), logged *bytes.Buffer) {
	t.Helper()
	logged = new(bytes.Buffer)
	s = New(slog.New(slog.NewTextHandler(logged, nil)))
	s.Add(Job{Name: "tick", When: Every(time.Second), Work: work, EveryNode: true})
	ctx, cancel := context.WithCancel(t.Context())
	returned := make(chan struct{})
	go func() {
		s.Run(ctx)
		close(returned)
	}()
	return s, func() { cancel(); <-returned }, logged
}

func TestAJobRunsAtTheStartAndThenEveryPeriod(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var runs atomic.Int32
		_, stop, logged := scheduled(t, func(context.Context) error { runs.Add(1); return nil })
		synctest.Wait()
		if n := runs.Load(); n != 1 {
			t.Errorf("ran %d times at the start, want once", n)
		}
		time.Sleep(3500 * time.Millisecond)
		stop()
		if n := runs.Load(); n != 4 {
			t.Errorf("ran %d times in 3.5 s, want 4", n)
		}
		if logged.Len() > 0 {
			t.Errorf("sound runs were logged: %s", logged)
		}
	})
}

func TestAJobThatPanickedRunsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runs := 0
		_, stop, logged := scheduled(t, func(context.Context) error {
			runs++
			panic("on purpose")
		})
		time.Sleep(2500 * time.Millisecond)
		stop()
		if runs != 3 {
			t.Errorf("ran %d times, want 3", runs)
		}
		if n := strings.Count(logged.String(), `level=ERROR msg=panic job=tick`); n != 3 {
			t.Errorf("%d panics were logged, want 3:\n%s", n, logged)
		}
	})
}

func TestAJobThatFailsIsLoggedAndRunsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, stop, logged := scheduled(t, func(context.Context) error { return errors.New("no luck") })
		time.Sleep(1500 * time.Millisecond)
		stop()
		if n := strings.Count(logged.String(), `level=ERROR msg="job failed" job=tick took=0s err="no luck"`); n != 2 {
			t.Errorf("%d failures were logged, want 2:\n%s", n, logged)
		}
	})
}

func TestRunsDoNotOverlap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runs, running := 0, 0
		_, stop, _ := scheduled(t, func(context.Context) error {
			runs++
			if running++; running > 1 {
				t.Error("the job was started while it ran")
			}
			time.Sleep(2500 * time.Millisecond)
			running--
			return nil
		})
		time.Sleep(5500 * time.Millisecond)
		stop()
		if runs != 2 { // at 0 s and 3 s
			t.Errorf("ran %d times in 5.5 s, want 2", runs)
		}
	})
}

func TestRunReturnsWhenItsJobsHave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		finished := false
		_, stop, logged := scheduled(t, func(ctx context.Context) error {
			<-ctx.Done()
			time.Sleep(time.Second)
			finished = true
			return ctx.Err()
		})
		synctest.Wait()
		stop()
		if !finished {
			t.Error("Run returned before its job did")
		}
		if logged.Len() > 0 {
			t.Errorf("the end was taken for a failure: %s", logged)
		}
	})
}

func TestRunDoesNotWaitForeverForAJobThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		s, stop, logged := scheduled(t, func(context.Context) error { <-hang; return nil })
		synctest.Wait()
		before := time.Now()
		stop()
		if took := time.Since(before); took != s.grace {
			t.Errorf("Run returned after %v, want %v", took, s.grace)
		}
		if !strings.Contains(logged.String(), "jobs still run") {
			t.Errorf("nothing was said of the job: %q", logged)
		}
		close(hang)
	})
}
