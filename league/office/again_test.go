package office_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"

	"kickabout/league"
	playing "kickabout/league/play"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestAKnownKeyGetsTheSameViewHoweverFarTheMatchHasGone(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		p, r := c.guest(), rand.New(rand.NewPCG(1, 2))
		v := c.mustBegin(p)
		var turns []playing.Turn
		var answers []playing.View
		for !v.Record.Next().Over() && len(turns) < 12 {
			turn := playing.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Key: time.Duration(len(turns)).String(), Arrived: c.clock()}
			first, err := c.Play(t.Context(), p, turn)
			if err != nil {
				t.Fatal(err)
			}
			turns, answers = append(turns, turn), append(answers, first)
			c.wait(time.Minute)
			if err := c.MoveBots(t.Context()); err != nil {
				t.Fatal(err)
			}
			if v, err = c.Match(t.Context(), league.Site(), v.Match.ID); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.Resign(t.Context(), p, v.Match.ID, c.clock()); err != nil {
			t.Fatal(err)
		}
		for i, turn := range turns {
			turn.Arrived = c.clock()
			again, err := c.Play(t.Context(), p, turn)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(again, answers[i]) {
				t.Errorf("move %d is answered with\n%+v\nand then with\n%+v", i, answers[i], again)
			}
			turn.Move = "-"
			if _, err := c.Play(t.Context(), p, turn); league.KindOf(err) != league.Stale {
				t.Errorf("another move under the key of move %d: %v", i, err)
			}
		}
	})
}

func TestTheSameMoveWithoutItsKeyIsNoErrorForAPageAlone(t *testing.T) {
	c := newClub(t, storetest.Open(t, storetest.SQLite(t)))
	p := c.guest()
	v := c.mustBegin(p)
	turn := playing.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: anyMove(v), Arrived: c.clock()}
	if _, err := c.Play(t.Context(), p, turn); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Play(t.Context(), p, turn); league.KindOf(err) != league.Stale {
		t.Errorf("without a key the same is %v, want stale", err)
	}
	turn.Page = true
	if _, err := c.Play(t.Context(), p, turn); err != nil {
		t.Errorf("for a page the same is %v", err)
	}
}

func TestTheSameKeySentTwiceAtOnceGetsOneAnswer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		p := c.guest()
		for range 30 {
			v := c.mustBegin(p)
			turn := playing.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: anyMove(v), Key: v.Match.ID, Arrived: c.clock()}
			var answers [4]playing.View
			var all sync.WaitGroup
			for i := range answers {
				all.Go(func() {
					var err error
					if answers[i], err = c.Play(context.Background(), p, turn); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			for _, a := range answers[1:] {
				if !reflect.DeepEqual(a, answers[0]) {
					t.Errorf("one answer is\n%+v\nanother\n%+v", answers[0], a)
				}
			}
		}
	})
}
