package storetest_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store/storetest"
)

func outage(from time.Time, d time.Duration) league.SiteNotice {
	return league.SiteNotice{Kind: league.OutageNotice, From: from, Until: from.Add(d)}
}

func TestAnOutageIsCreditedOnceByWhoeverIsFirst(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := storetest.Open(t, d)
		admit(t, s, "ann", "bob")
		var before []league.Match
		for i := range 5 {
			before = append(before, create(t, s, newMatch(i+1)))
		}
		over := create(t, s, newMatch(9))
		must(t, s.Append(t.Context(), timeout(over, noon)))
		must(t, s.RecordHeartbeat(t.Context(), time.Time{}, noon))
		var all sync.WaitGroup
		gone := outage(noon, 2*time.Hour+time.Millisecond)
		won, stale := make(chan int, 4), make(chan error, 4)
		for range 4 {
			all.Go(func() {
				switch n, err := s.Credit(t.Context(), gone); {
				case err == nil:
					won <- n
				case league.KindOf(err) == league.Stale:
					stale <- err
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if len(won) != 1 || len(stale) != 3 || <-won != len(before) {
			t.Fatalf("%d servers have credited it, %d came too late", len(won)+1, len(stale))
		}
		for _, m := range before {
			after, err := s.Match(t.Context(), league.Site(), m.ID)
			must(t, err)
			last := after.Log[len(after.Log)-1]
			if after.State.Last != m.State.Last+1 || last.Act != engine.ActTime || last.Text != m.State.ToMove.String()+" 7201" || last.By != engine.NoSide {
				t.Errorf("the event is %+v after %d", last, m.State.Last)
			}
			if got := after.State.Deadline.Sub(m.State.Deadline); got != 7201*time.Second {
				t.Errorf("the deadline is put off by %v", got)
			}
			if want := later(gone.Until, m.State.Moved); !last.At.Equal(want) || !after.State.Moved.Equal(want) {
				t.Errorf("it happened at %v, the row says %v, want %v", last.At, after.State.Moved, want)
			}
		}
		if after, err := s.Match(t.Context(), league.Site(), over.ID); err != nil || len(after.Log) != over.State.Last+1 {
			t.Errorf("a match that was over has gone on: %v", err)
		}
		if at, err := s.Heartbeat(t.Context()); err != nil || !at.Equal(gone.Until) {
			t.Errorf("the heartbeat is %v, %v", at, err)
		}
	})
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func TestEventsOfAnOutageAreNeverOlderThanTheLogs(t *testing.T) {
	storetest.EachDatabase(t, func(t *testing.T, d storetest.Database) {
		s := storetest.Open(t, d)
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		long := m.State.Moved.Add(-time.Hour)
		must(t, s.RecordHeartbeat(t.Context(), time.Time{}, long))
		if _, err := s.Credit(t.Context(), outage(long, 10*time.Minute)); err != nil {
			t.Fatal(err)
		}
		after, err := s.Match(t.Context(), league.Site(), m.ID)
		must(t, err)
		if last := after.Log[len(after.Log)-1]; !last.At.Equal(m.State.Moved) || !after.State.Moved.Equal(m.State.Moved) {
			t.Errorf("it happened at %v, the log ended at %v", last.At, m.State.Moved)
		}
	})
}

// BenchmarkCredit gives 100,000 running matches their time back.
func BenchmarkCredit(b *testing.B) {
	storetest.Bench(b, func(b *testing.B, d storetest.Database) {
		s := storetest.Open(b, d)
		admit(b, s, "ann", "bob")
		create(b, s, newMatch(1))
		multiply(b, s, d.Name, 100_000)
		from := noon
		must(b, s.RecordHeartbeat(b.Context(), time.Time{}, from))
		for b.Loop() {
			gone := outage(from, time.Hour)
			if n, err := s.Credit(b.Context(), gone); err != nil || n != 100_000 {
				b.Fatalf("%d matches, %v", n, err)
			}
			from = gone.Until
		}
	})
}

// BenchmarkSweepOfNothing looks for what is overdue where nothing is.
func BenchmarkSweepOfNothing(b *testing.B) {
	for _, n := range []int{10_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			storetest.Bench(b, func(b *testing.B, d storetest.Database) {
				s := storetest.Open(b, d)
				admit(b, s, "ann", "bob")
				m := create(b, s, newMatch(1))
				multiply(b, s, d.Name, n)
				for b.Loop() {
					got, err := s.Overdue(b.Context(), league.Site(), m.State.Deadline.Add(-time.Hour), 100)
					if err != nil || len(got) != 0 {
						b.Fatalf("%d are overdue, %v", len(got), err)
					}
				}
			})
		})
	}
}
