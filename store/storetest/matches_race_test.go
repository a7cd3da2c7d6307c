package storetest_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// A contender is one of those who want to add to a match in the same instant.
type contender struct {
	progress league.Progress
	err      error // what Append said
}

// A contest is a match with its contenders.
type contest struct {
	match      league.Match
	contenders []*contender
}

// run lets all contenders loose at once, each with what they made of the match.
func (c contest) run(ctx context.Context, appendTo func(context.Context, league.Progress) error) {
	var ready, done sync.WaitGroup
	ready.Add(len(c.contenders))
	for _, one := range c.contenders {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			one.err = appendTo(ctx, one.progress)
		})
	}
	done.Wait()
}

// A verdict counts what a number of contests came to.
type verdict struct {
	contests     int
	moved        int // won by a move
	timedOut     int // won by the clock
	close        int // those which either might have won
	closeMoved   int
	double       int // with more than one winner
	inconsistent int // whose rows are not those of the one winner
	replies      int // sent twice, with replies that differ
	failed       int // calls with an error that is not Stale
	first        string
}

// judge adds a contest to the verdict, by what the contenders were told and by
// what is stored. Both the proof and the test of the mutants rely on it.
func (v *verdict) judge(t *testing.T, s *store.Store, c contest) {
	v.contests++
	var winners []league.Progress
	for _, one := range c.contenders {
		switch {
		case one.err == nil:
			winners = append(winners, one.progress)
		case league.KindOf(one.err) != league.Stale:
			v.failed++
			v.note("%s: %v", c.match.ID, one.err)
		}
	}
	if len(winners) != 1 {
		v.double++
		v.note("%s: %d winners", c.match.ID, len(winners))
		return
	}
	won := winners[0]
	v.count(c, won)
	if fault := rowsOf(t, s, after(c.match, won)); fault != "" {
		v.inconsistent++
		v.note("%s: %s", c.match.ID, fault)
	}
	requests := map[league.Answer]bool{}
	for _, one := range c.contenders {
		if one.progress.Answer != nil {
			requests[*one.progress.Answer] = true
		}
	}
	for asked := range requests {
		if !answered(t, s, asked, won.Answer) {
			v.replies++
			v.note("%s: wrong answer to %s", c.match.ID, asked.Key)
		}
	}
}

// count says who won, and whether anybody else could have.
func (v *verdict) count(c contest, won league.Progress) {
	inTime, sweeps := false, false
	for _, one := range c.contenders {
		arrived := one.progress.Arrived
		sweeps = sweeps || arrived.IsZero()
		inTime = inTime || !arrived.IsZero() && !arrived.After(c.match.State.Deadline)
	}
	moved := won.Events[0].Act == engine.ActMove
	if moved {
		v.moved++
	} else {
		v.timedOut++
	}
	if inTime && sweeps {
		v.close++
		if moved {
			v.closeMoved++
		}
	}
	if moved && !inTime {
		v.inconsistent++
		v.note("%s: a late move won", c.match.ID)
	}
}

// note keeps the first fault, for the report.
func (v *verdict) note(format string, args ...any) {
	if v.first == "" {
		v.first = fmt.Sprintf(format, args...)
	}
}

// add adds the counts of another verdict.
func (v *verdict) add(w verdict) {
	v.contests += w.contests
	v.moved += w.moved
	v.timedOut += w.timedOut
	v.close += w.close
	v.closeMoved += w.closeMoved
	v.double += w.double
	v.inconsistent += w.inconsistent
	v.replies += w.replies
	v.failed += w.failed
	if w.first != "" {
		v.note("%s", w.first)
	}
}

func (v *verdict) String() string {
	return fmt.Sprintf("%d matches: %d won by a move, %d by the clock (of %d close ones %d by a move); double winners %d, inconsistent %d, replies differing %d, failed calls %d",
		v.contests, v.moved, v.timedOut, v.close, v.closeMoved, v.double, v.inconsistent, v.replies, v.failed)
}

// rowsOf says how the stored rows of a match differ from what they should be, "" if
// they don't: its state, its events in a row, their throws, and nothing else.
func rowsOf(t *testing.T, s *store.Store, want league.Match) string {
	got, err := s.Match(t.Context(), league.Site(), want.ID)
	if err != nil {
		return err.Error()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		return diff
	}
	throws := 0
	for _, e := range want.Log {
		throws += len(e.Draws)
	}
	for table, rows := range map[string]int{"events": len(want.Log), "rolls": throws} {
		var n int64
		must(t, reader(s).Table(table).Where("match_id = ?", want.ID).Count(&n).Error)
		if int(n) != rows {
			return fmt.Sprintf("%d rows in %s, want %d", n, table, rows)
		}
	}
	return ""
}

// answered says whether a request is remembered if it won, also by its twin, and
// not remembered if it lost.
func answered(t *testing.T, s *store.Store, asked league.Answer, won *league.Answer) bool {
	got, err := s.Answer(t.Context(), asked.Player, asked.Key)
	if won != nil && won.Key == asked.Key {
		return err == nil && got == asked
	}
	return league.KindOf(err) == league.NotFound
}

// races runs contests, four at a time, and returns what they came to.
func races(t *testing.T, s *store.Store, n int, arrange func(league.Match, int) contest, appendTo func(context.Context, league.Progress) error) *verdict {
	var total verdict
	var guard sync.Mutex
	var next atomic.Int64
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			var v verdict
			for i := int(next.Add(1)); i <= n && !t.Failed(); i = int(next.Add(1)) {
				m := newMatch(i)
				if err := s.CreateMatch(t.Context(), m); err != nil {
					t.Error(err)
					return
				}
				c := arrange(m, i)
				c.run(t.Context(), appendTo)
				v.judge(t, s, c)
			}
			guard.Lock()
			defer guard.Unlock()
			total.add(v)
		})
	}
	workers.Wait()
	return &total
}

// moveAgainstClock sends, at one instant, two moves that arrived a millisecond
// before, at or after the deadline, and two sweeps that saw it pass. The moves are
// by turns the same one sent twice, and two that differ (RELIABILITY R5, R6).
func moveAgainstClock(m league.Match, i int) contest {
	arrived := m.State.Deadline.Add(time.Duration(i%3-1) * time.Millisecond)
	swept := m.State.Deadline.Add(time.Millisecond)
	first, other := move(m, "Mc2c5", arrived), move(m, "Mc2c5", arrived)
	first.Answer, other.Answer = answer(m, m.ID), answer(m, m.ID)
	if i%2 == 0 {
		other = move(m, "Md3d4d5", arrived)
		other.Answer = answer(m, m.ID+" other")
	}
	turn := i / 6 % 2 // each of the six kinds with either side first: a busy machine lets loose in order
	return contest{m, []*contender{
		{progress: first},
		{progress: timeout(m, swept)},
		{progress: other},
		{progress: timeout(m, swept)},
		{progress: first},
	}[turn : turn+4]}
}

// manyTabs sends one move ten times and another one ten times (RELIABILITY R5).
func manyTabs(m league.Match, i int) contest {
	c := contest{match: m}
	for tab := range 20 {
		p := move(m, "Mc2c5", noon)
		p.Answer = answer(m, m.ID)
		if tab%2 == 1 {
			p = move(m, "Md3d4d5", noon)
			p.Answer = answer(m, m.ID+" other")
		}
		c.contenders = append(c.contenders, &contender{progress: p})
	}
	return c
}

// wantClean fails the test at any fault.
func (v *verdict) wantClean(t *testing.T) {
	t.Helper()
	t.Log(v)
	if v.double+v.inconsistent+v.replies+v.failed > 0 {
		t.Errorf("the first fault: %s", v.first)
	}
}

// TestMoveAgainstClock is the race proof: however moves and sweeps fall, one of
// them counts, and the rows are those of that one.
func TestMoveAgainstClock(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		v := races(t, s, enginetest.Sized(150, 10_000), moveAgainstClock, s.Append)
		v.wantClean(t)
		if won := v.closeMoved; won*100 < v.close || (v.close-won)*100 < v.close || v.close == 0 {
			t.Errorf("of %d close races %d were won by a move: one side hardly ever wins, so this was no race", v.close, won)
		}
	})
}

func TestManyTabs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		races(t, s, enginetest.Sized(60, 5_000), manyTabs, s.Append).wantClean(t)
	})
}

// TestTheServersIsolationDoesNotMatter races on a server whose transactions would
// fail, instead of waiting for each other, unless told otherwise.
func TestTheServersIsolationDoesNotMatter(t *testing.T) {
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		d.URL += "&default_transaction_isolation=serializable"
		s := storetest.Open(t, d)
		admit(t, s, "ann", "bob")
		races(t, s, 30, moveAgainstClock, s.Append).wantClean(t)
	})
}

// TestTheRaceProofFindsMutants runs the proof against two ways of getting Append wrong.
func TestTheRaceProofFindsMutants(t *testing.T) {
	const runs = 60
	for name, mutant := range map[string]func(*store.Store, context.Context, league.Progress) error{
		"last writer wins": lastWriterWins,
		"check, then act":  checkThenAct,
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, open func() *store.Store) {
				s := open()
				admit(t, s, "ann", "bob")
				v := races(t, s, runs, moveAgainstClock, func(ctx context.Context, p league.Progress) error {
					return mutant(s, ctx, p)
				})
				t.Log(v)
				if v.double == 0 {
					t.Errorf("no double winner in %d matches", runs)
				}
			})
		})
	}
}
