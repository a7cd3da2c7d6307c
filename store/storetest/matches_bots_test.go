package storetest_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestABotThatFailedWaits(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := newMatch(1)
		m.State.Due = noon
		create(t, s, m)
		due := func(want int) {
			t.Helper()
			list, err := s.Due(t.Context(), league.Site(), noon, []string{"id-ann"}, 9)
			must(t, err)
			if len(list) != want {
				t.Fatalf("%d matches are due, want %d", len(list), want)
			}
		}
		due(1)
		must(t, s.Postpone(t.Context(), m.ID, m.State.Last-1, noon.Add(time.Minute)))
		due(1) // the match had moved on
		must(t, s.Postpone(t.Context(), m.ID, m.State.Last, noon.Add(time.Minute)))
		due(0)
	})
}
