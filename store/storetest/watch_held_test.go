package storetest_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestAMatchThatWaitsForItsTwinGetsNothingForAnOutage: its clock has been standing still.
func TestAMatchThatWaitsForItsTwinGetsNothingForAnOutage(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		waits, goesOn := newMatch(1), newMatch(2)
		waits.Twin, goesOn.Twin = goesOn.ID, waits.ID
		waits.State.Held = true
		create(t, s, waits)
		create(t, s, goesOn)
		must(t, s.RecordHeartbeat(t.Context(), time.Time{}, noon))
		if n, err := s.Credit(t.Context(), outage(noon, time.Hour)); err != nil || n != 1 {
			t.Errorf("%d matches got time, %v", n, err)
		}
		got, err := s.Match(t.Context(), league.Site(), waits.ID)
		if err != nil || got.State.Last != waits.State.Last || !got.State.Deadline.Equal(waits.State.Deadline) {
			t.Errorf("it stands at %+v, %v", got.State, err)
		}
	})
}
