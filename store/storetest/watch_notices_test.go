package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestTheHeartbeatMovesForWhoeverSawItLast(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		watch := open()
		if at, err := watch.Heartbeat(t.Context()); err != nil || !at.IsZero() {
			t.Errorf("it has beaten at %v, %v", at, err)
		}
		must(t, watch.RecordHeartbeat(t.Context(), time.Time{}, noon))
		wantKind(t, watch.RecordHeartbeat(t.Context(), time.Time{}, noon.Add(time.Hour)), league.Stale)
		must(t, watch.RecordHeartbeat(t.Context(), noon, noon.Add(time.Minute)))
		wantKind(t, watch.RecordHeartbeat(t.Context(), noon, noon.Add(time.Hour)), league.Stale)
		if at, err := watch.Heartbeat(t.Context()); err != nil || !at.Equal(noon.Add(time.Minute)) {
			t.Errorf("it has beaten at %v, %v", at, err)
		}
	})
}

func TestWhatEverybodyWasTold(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		watch := open()
		must(t, watch.RecordHeartbeat(t.Context(), time.Time{}, noon))
		first := outage(noon, time.Hour)
		must(t, second(watch.Credit(t.Context(), first)))
		wantKind(t, second(watch.Credit(t.Context(), first)), league.Stale) // it has been moved meanwhile
		next := outage(first.Until, time.Hour)
		must(t, second(watch.Credit(t.Context(), next)))
		for _, c := range []struct {
			since time.Time
			limit int
			want  []league.SiteNotice
		}{
			{noon, 9, []league.SiteNotice{next, first}},
			{noon, 1, []league.SiteNotice{next}},
			{first.Until.Add(time.Millisecond), 9, []league.SiteNotice{next}},
			{next.Until.Add(time.Millisecond), 9, nil},
		} {
			if got, err := watch.SiteNotices(t.Context(), c.since, c.limit); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("since %v: got %v, %v, want %v", c.since, got, err, c.want)
			}
		}
		if got, err := watch.SiteNoticesOf(t.Context(), league.OutageNotice); err != nil || !slices.Equal(got, []league.SiteNotice{next, first}) {
			t.Errorf("of outages: got %v, %v", got, err)
		}
		if got, err := watch.SiteNoticesOf(t.Context(), league.RestoredNotice); err != nil || len(got) > 0 {
			t.Errorf("of restorations: got %v, %v", got, err)
		}
	})
}
