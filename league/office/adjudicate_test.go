package office_test

import (
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/store"
)

func TestAdjudicatingTwiceEndsAMatchOnce(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		v := c.mustBegin(c.guest())
		first, err := c.Adjudicate(t.Context(), v.Match.ID)
		if out := first.Record.Outcome(); err != nil || out != (engine.Outcome{Ending: engine.Adjudication}) {
			t.Fatalf("%+v, %v", out, err)
		}
		c.wait(time.Hour)
		again, err := c.Adjudicate(t.Context(), v.Match.ID)
		if err != nil || again.Record.Seq != first.Record.Seq {
			t.Errorf("again: event %d, %v, want %d", again.Record.Seq, err, first.Record.Seq)
		}
	})
}

func TestWhatIsOverdueIsNotAdjudicated(t *testing.T) {
	onDatabases(t, func(t *testing.T, open func() *store.Store) {
		c := newClub(t, open())
		v := c.mustBegin(c.guest())
		c.setTime(v.Clocks.Deadline().Add(clock.Grace + time.Second))
		v, err := c.Adjudicate(t.Context(), v.Match.ID)
		if v.Record.Outcome().Ending != engine.Timeout || err != nil {
			t.Errorf("%+v, %v", v.Record.Outcome(), err)
		}
	})
}
