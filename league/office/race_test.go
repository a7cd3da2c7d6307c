package office_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/office"
	playing "kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// rebasing is the mutant without the guard: where a match has moved on it puts
// the events at the end of whatever the log is now.
func rebasing(s Store) Store {
	return &altered{Store: s, append: func(ctx context.Context, p league.Progress) error {
		p.Arrived = time.Time{}
		for {
			err := s.Append(ctx, p)
			if league.KindOf(err) != league.Stale {
				return err
			}
			m, err := s.Match(ctx, league.Site(), p.Match)
			if err != nil || m.State.Last == p.Seen || m.State.ToMove == engine.NoSide {
				return err
			}
			events := append([]engine.Event(nil), p.Events...)
			for i := range events {
				events[i].Seq += m.State.Last - p.Seen
				for k := range events[i].Draws {
					events[i].Draws[k].E++
				}
			}
			p.State.Last += m.State.Last - p.Seen
			p.Seen, p.Events = m.State.Last, events
		}
	}}
}

// tally is how the races of one run went.
type tally struct{ moved, flagged, doubled, broken, failed int }

// race lets two tabs send the same move, a third another one, and two sweeps end
// the match, all in the same instant, around the deadline; then it looks at what
// came of it. Alternately the move arrived just in time, or too late.
func race(c *club, rivals []*office.Office, n int) (sum tally) {
	p := c.guest()
	var failed atomic.Int64
	for i := range n {
		v := c.mustBegin(p)
		deadline := v.Clocks.Deadline()
		arrived := deadline.Add(time.Duration(i%3-1) * time.Millisecond)
		began := c.clock()
		c.setTime(deadline.Add(clock.Grace + time.Millisecond))
		var moves []engine.Move
		for m := range v.Record.Position.Moves() {
			if moves = append(moves, m); len(moves) == 2 {
				break
			}
		}
		barrier := make(chan struct{})
		var all sync.WaitGroup
		for k := range 5 {
			o := rivals[k%len(rivals)]
			all.Go(func() {
				<-barrier
				if k < 3 {
					o.Play(context.Background(), p, playing.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: moves[k/2], Arrived: arrived})
				} else if err := o.Sweep(context.Background()); err != nil {
					failed.Add(1)
				}
			})
		}
		close(barrier)
		all.Wait()
		sum.judge(c, v, arrived.After(deadline))
		c.setTime(began)
	}
	sum.failed = int(failed.Load())
	return sum
}

// judge adds one match to the tally: what follows after the event that all had
// seen must be one move, or one time-out, and the state must be that of the log.
func (s *tally) judge(c *club, before playing.View, late bool) {
	m, err := c.store.Match(context.Background(), league.Site(), before.Match.ID)
	if err != nil {
		c.t.Fatal(err)
	}
	moves, flags := 0, 0
	for _, e := range m.Log[before.Record.Seq:] {
		switch e.Act {
		case engine.ActMove:
			moves++
		case engine.ActTimeout:
			flags++
		}
	}
	if moves+flags > 1 || late && moves > 0 {
		s.doubled++
		return
	}
	r, err := engine.Replay(before.Record.Game, m.Variant, m.Log)
	if err != nil || m.State.Last != len(m.Log) || m.State.Position != r.Position.String() || m.State.Outcome != r.Outcome() || moves+flags == 0 {
		s.broken++
		return
	}
	s.moved += moves
	s.flagged += flags
}

// TestProofOneOfMoveAndTimeoutWins is R6 with R5 in it, on the whole path from
// the office to the disk, with two offices as on two nodes.
func TestProofOneOfMoveAndTimeoutWins(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		n := enginetest.Sized(100, 10_000)
		sum := race(c, []*office.Office{c.Office, newRival(c, s)}, n)
		t.Logf("%d matches: %d moved, %d flagged, %d double results, %d inconsistent", n, sum.moved, sum.flagged, sum.doubled, sum.broken)
		if sum.doubled+sum.broken+sum.failed > 0 {
			t.Errorf("%d double results, %d inconsistent, %d sweeps failed", sum.doubled, sum.broken, sum.failed)
		}
		if sum.moved < n/100 || sum.flagged < n/100 {
			t.Errorf("%d moves and %d time-outs of %d: the race was none", sum.moved, sum.flagged, n)
		}
	})
}

// TestTheRaceCatchesAStoreWithoutTheGuard shows that the proof can fail.
func TestTheRaceCatchesAStoreWithoutTheGuard(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := rebasing(open())
		c := newClubOver(t, s)
		nodes := []*office.Office{c.Office, newRival(c, s)}
		for range 10 { // a busy machine may let them come one after the other for long
			sum := race(c, nodes, 100)
			t.Logf("mutant: %d double results, %d inconsistent", sum.doubled, sum.broken)
			if sum.doubled > 0 {
				return
			}
		}
		t.Error("the mutant was not caught")
	})
}

// newRival is another node over the same store, with the same key and clock.
func newRival(c *club, s Store) *office.Office {
	return office.New(office.Over(s), core.Keys{Dealer: dealer{}, Site: dealer{}, Passwords: hasher{}}, c.Games(), nil, c.clock, c.log)
}
