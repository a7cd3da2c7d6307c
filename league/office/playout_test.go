package office_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/league"
	playing "kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

// paced plays any move after so long, each time.
func paced(pace time.Duration) func(playing.View) (engine.Event, bool) {
	random := rand.New(rand.NewPCG(1, 2))
	return func(v playing.View) (engine.Event, bool) {
		log := v.Record.Log
		return engine.Event{
			At: log[len(log)-1].At.Add(pace), By: v.Record.Next().Side, Act: engine.ActMove,
			Text: string(v.Record.Position.Random(random)),
		}, true
	}
}

func TestAMatchIsPlayedOutByOneWrite(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		appends, s := 0, &altered{Store: open()}
		s.append = func(ctx context.Context, p league.Progress) error {
			appends++
			return s.Store.Append(ctx, p)
		}
		c := newClubOver(t, s)
		v := c.mustBegin(c.guest())
		c.wait(100 * 24 * time.Hour)
		played, err := c.PlayOut(t.Context(), v.Match.ID, paced(time.Hour))
		if err != nil || !played.Record.Next().Over() {
			t.Fatalf("the match is at event %d, %v", played.Record.Seq, err)
		}
		if appends != 1 {
			t.Errorf("it took %d writes", appends)
		}
		if diff := cmp.Diff(played.Match, c.mustMatch(v.Match.ID).Match); diff != "" {
			t.Errorf("what is stored is not what was played:\n%s", diff)
		}
		again, err := c.PlayOut(t.Context(), v.Match.ID, paced(time.Hour))
		if err != nil || appends != 1 || again.Match.State.Last != played.Match.State.Last {
			t.Errorf("a second time: %d writes, %v", appends, err)
		}
	})
}

// sameBesideTheLog checks that what is stored beside a match's log follows from it.
func (c *club) sameBesideTheLog(id string) {
	c.t.Helper()
	stored, err := c.store.Match(context.Background(), league.Site(), id)
	c.must(err)
	if diff := cmp.Diff(c.mustMatch(id).Match.State, stored.State); diff != "" {
		c.t.Errorf("beside the log stands (-by the log +stored):\n%s", diff)
	}
}

func TestMomentsAreThoseThatAreStored(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	v := c.mustBegin(c.guest())
	c.wait(130 * time.Hour)
	_, err := c.PlayOut(t.Context(), v.Match.ID, paced(60*time.Hour+700*time.Microsecond))
	c.must(err)
	c.sameBesideTheLog(v.Match.ID)
}

func TestNothingIsPlayedOutAfterThePresentOrTheDeadline(t *testing.T) {
	for _, test := range []struct {
		name       string
		pace, wait time.Duration
		moves      int
	}{
		{"five hours are five moves of an hour", time.Hour, 5*time.Hour + 59*time.Minute, 5},
		{"nothing happens before its moment", time.Hour, 59 * time.Minute, 0},
		{"nor after the deadline", 241 * time.Hour, 1000 * time.Hour, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
			v := c.mustBegin(c.guest())
			c.wait(test.wait)
			played, err := c.PlayOut(t.Context(), v.Match.ID, paced(test.pace))
			if err != nil {
				t.Fatal(err)
			}
			moves := 0
			for _, e := range played.Record.Log {
				if e.Act == engine.ActMove {
					moves++
				}
			}
			if moves != test.moves {
				t.Errorf("%d moves were played, want %d", moves, test.moves)
			}
		})
	}
}

func TestWhoMovesMeanwhileIsNotPlayedOver(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	p := c.guest()
	v := c.mustBegin(p)
	c.wait(100 * time.Hour)
	next := paced(time.Hour)
	_, err := c.PlayOut(t.Context(), v.Match.ID, func(now playing.View) (engine.Event, bool) {
		if now.Record.Seq == v.Record.Seq {
			if _, err := c.Resign(t.Context(), p, v.Match.ID, c.clock()); err != nil {
				t.Fatal(err)
			}
		}
		return next(now)
	})
	if league.KindOf(err) != league.Stale {
		t.Errorf("playing on says %v", err)
	}
	if got := c.mustMatch(v.Match.ID).Record.Outcome().Ending; got != engine.Resignation {
		t.Errorf("the match ended by %q", got)
	}
}

func TestAMoveAgainstTheRulesIsNotPlayedOut(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	v := c.mustBegin(c.guest())
	_, err := c.PlayOut(t.Context(), v.Match.ID, func(v playing.View) (engine.Event, bool) {
		return engine.Event{At: c.clock(), By: v.Record.Next().Side, Act: engine.ActMove, Text: "nonsense"}, true
	})
	if engine.Reason(err) == "" || c.mustMatch(v.Match.ID).Match.State.Last != v.Match.State.Last {
		t.Errorf("got %v", err)
	}
}

// TestAMatchIsTheSameFromMemory: after each turn it is what the stored log says, by values and all.
func TestAMatchIsTheSameFromMemory(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	c := newClub(t, s)
	id := c.between(c.signedUp("Ann"), c.signedUp("Bob")).Match.ID
	for turn := range 20 {
		c.wait(time.Hour)
		c.moved(id, 1)
		m, err := s.Match(t.Context(), league.Site(), id)
		c.must(err)
		want, err := c.Replay(m)
		c.must(err)
		got := c.mustMatch(id)
		if !reflect.DeepEqual(got.Record, want.Record) || !reflect.DeepEqual(got.Match, want.Match) || got.Clocks != want.Clocks {
			t.Errorf("after turn %d it is %+v, stored is %+v", turn, got, want)
		}
	}
}
