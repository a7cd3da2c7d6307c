package storetest_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// groupMoved is a fact about a group.
func groupMoved(g string) league.Fact {
	return league.Fact{Kind: league.GroupMoved, Subject: "cup", Part: g}
}

// raise adds a move to a match, with facts, and returns the match as it is then.
func raise(t *testing.T, s *store.Store, m league.Match, facts ...league.Fact) league.Match {
	t.Helper()
	p := move(m, "e4", noon)
	p.Facts = facts
	must(t, s.Append(t.Context(), p))
	return after(m, p)
}

// claimed takes what is due, without its marks.
func claimed(t *testing.T, s *store.Store, holder string, limit int) (facts []league.Fact) {
	t.Helper()
	open, err := s.ClaimFacts(t.Context(), holder, lease, limit)
	must(t, err)
	for _, f := range open {
		facts = append(facts, f.Fact)
	}
	return league.InOrder(facts)
}

func backlog(t *testing.T, s *store.Store) league.Backlog {
	t.Helper()
	b, err := s.Backlog(t.Context())
	must(t, err)
	return b
}

func TestAFactIsThereUntilItIsLookedAfter(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		admit(t, s, "ann", "bob")
		if b := backlog(t, s); b != (league.Backlog{}) {
			t.Errorf("nothing has happened, and there is %+v", b)
		}
		begun := time.Now().Add(-time.Minute)
		m := raise(t, s, create(t, s, newMatch(1)), groupMoved("b"), groupMoved("a"), groupMoved("b"))
		if b := backlog(t, s); b.Facts != 2 || b.Oldest.Before(begun) || b.Oldest.After(begun.Add(2*time.Minute)) {
			t.Errorf("two facts, one of them twice, are %+v", b)
		}
		first, err := s.OpenFact(ctx, groupMoved("a"))
		must(t, err)
		raise(t, s, m, groupMoved("a"))
		again, err := s.OpenFact(ctx, groupMoved("a"))
		must(t, err)
		if again.Mark == first.Mark || !again.Since.Equal(first.Since) {
			t.Errorf("what has happened again is %+v after %+v", again, first)
		}
		must(t, s.SettleFact(ctx, first)) // it has happened again since
		if b := backlog(t, s); b.Facts != 2 {
			t.Errorf("what happened meanwhile is gone: %+v", b)
		}
		must(t, s.SettleFact(ctx, again))
		wantKind(t, second(s.OpenFact(ctx, groupMoved("a"))), league.NotFound)
		if b := backlog(t, s); b.Facts != 1 {
			t.Errorf("one is left, and there are %+v", b)
		}
	})
}

func TestWhatIsNotWrittenHasNotHappened(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		p := move(create(t, s, newMatch(1)), "e4", noon)
		p.Seen, p.Facts = 1, []league.Fact{groupMoved("a")}
		p.Events[0].Seq, p.Events[1].Seq, p.State.Last = 2, 3, 3
		wantKind(t, s.Append(t.Context(), p), league.Stale)
		if b := backlog(t, s); b.Facts != 0 {
			t.Errorf("a move that was refused left %+v", b)
		}
	})
}

func TestAFactIsHeldByOneUntilItsLeaseEnds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		admit(t, s, "ann", "bob")
		m := raise(t, s, create(t, s, newMatch(1)), groupMoved("a"), groupMoved("b"), groupMoved("c"))
		if got := claimed(t, s, "one", 2); len(got) != 2 {
			t.Errorf("of three, one took %v", got)
		}
		if got := claimed(t, s, "two", 9); len(got) != 1 {
			t.Errorf("the other took %v", got)
		}
		if got := claimed(t, s, "two", 9); len(got) != 0 {
			t.Errorf("what is held was taken: %v", got)
		}
		raise(t, s, m, groupMoved("b"))
		if got := claimed(t, s, "two", 9); !cmp.Equal(got, []league.Fact{groupMoved("b")}) {
			t.Errorf("what has happened again is due at once, and %v was taken", got)
		}
		must(t, raw(s).Exec("UPDATE facts SET expires_ms = 1").Error)
		if got := claimed(t, s, "three", 9); len(got) != 3 {
			t.Errorf("after the lease %v was taken", got)
		}
		f, err := s.OpenFact(ctx, groupMoved("c"))
		must(t, err)
		must(t, s.DelayFact(ctx, f, time.Hour, "no luck"))
		must(t, raw(s).Exec("UPDATE facts SET expires_ms = 0").Error)
		if got := claimed(t, s, "three", 9); len(got) != 2 {
			t.Errorf("beside what failed %v was taken", got)
		}
		f, err = s.OpenFact(ctx, groupMoved("c"))
		must(t, err)
		if f.Tries != 1 || f.Problem != "no luck" {
			t.Errorf("what failed is %+v", f)
		}
		f.Mark++
		must(t, s.DelayFact(ctx, f, 0, "again"))
		if f, err = s.OpenFact(ctx, groupMoved("c")); err != nil || f.Tries != 1 {
			t.Errorf("what another one saw failed: %+v, %v", f, err)
		}
	})
}

// TestFactsAreTakenOnceByManyAtOnce has some servers take what there is, all at once.
func TestFactsAreTakenOnceByManyAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		var facts []league.Fact
		for n := range 60 {
			facts = append(facts, groupMoved(fmt.Sprint(n)))
		}
		raise(t, s, create(t, s, newMatch(1)), facts...)
		var mu sync.Mutex
		times := map[league.Fact]int{}
		var all sync.WaitGroup
		for holder := range 4 {
			all.Go(func() {
				for {
					got, err := s.ClaimFacts(t.Context(), fmt.Sprint(holder), lease, 3)
					if err != nil {
						t.Error(err)
						return
					}
					if len(got) == 0 {
						return
					}
					mu.Lock()
					for _, f := range got {
						times[f.Fact]++
					}
					mu.Unlock()
				}
			})
		}
		all.Wait()
		for _, f := range facts {
			if times[f] != 1 {
				t.Errorf("%v was taken %d times", f, times[f])
			}
		}
	})
}
