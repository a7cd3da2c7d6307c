package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestAllMatchesAreListedPageByPage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		for _, n := range []int{3, 1, 2} {
			create(t, s, newMatch(n))
		}
		recomputations := s
		for after, want := range map[string][]string{"": {"m000001", "m000002"}, "m000002": {"m000003"}, "m000003": nil} {
			if got, err := recomputations.MatchIDs(t.Context(), after, 2); err != nil || !slices.Equal(got, want) {
				t.Errorf("behind %q: got %v, %v, want %v", after, got, err, want)
			}
		}
	})
}

func TestWhatStandsBesideALogIsRestated(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := create(t, s, newMatch(1))
		recomputations := s
		right := m
		right.State.Position, right.State.Deadline, right.State.ToMove = "as it should be", noon.Add(2*day), engine.Second
		must(t, recomputations.Restate(t.Context(), m.ID, right.State))
		wantMatch(t, s, right)
		elsewhere := m.State
		elsewhere.Last++
		wantKind(t, recomputations.Restate(t.Context(), m.ID, elsewhere), league.Stale)
		wantMatch(t, s, right)
	})
}

func TestRatingsAreReadForARecomputation(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		recomputations := s
		var all []league.Match
		for i := range 4 {
			m := create(t, s, over(i+1, noon.Add(time.Duration(i/2)*time.Hour), func(m *league.Match) { m.Rated = true }))
			all = append(all, m)
			if i == 3 {
				break
			}
			epoch, err := recomputations.Epoch(t.Context())
			must(t, err)
			must(t, s.Weigh(t.Context(), league.Weighed{Epoch: epoch, From: m.Moment(), Changes: changesOf(m)}))
			if raised, err := recomputations.Epoch(t.Context()); err != nil || raised <= epoch {
				t.Errorf("the epoch was %d and is %d, %v", epoch, raised, err)
			}
		}
		if n, err := recomputations.Unweighed(t.Context()); err != nil || n != 1 {
			t.Errorf("%d matches wait, %v", n, err)
		}
		for _, c := range []struct {
			after league.Moment
			limit int
			want  []string
		}{
			{league.Moment{}, 9, []string{"m000001", "m000002", "m000003"}},
			{league.Moment{}, 2, []string{"m000001", "m000002"}},
			{all[0].Moment(), 9, []string{"m000002", "m000003"}}, // two ended at once
			{all[2].Moment(), 9, nil},
		} {
			if got, err := recomputations.WeighedAfter(t.Context(), league.Site(), c.after, c.limit); err != nil || !slices.Equal(ids(got), c.want) {
				t.Errorf("behind %v: got %v, %v, want %v", c.after, ids(got), err, c.want)
			}
		}
		for _, c := range []struct {
			after, upTo league.Moment
			want        []string
		}{
			{league.Moment{}, league.Moment{}, []string{"m000001", "m000001", "m000002", "m000002", "m000003", "m000003"}},
			{all[0].Moment(), all[1].Moment(), []string{"m000002", "m000002"}},
			{all[1].Moment(), league.Moment{}, []string{"m000003", "m000003"}},
		} {
			changes, err := recomputations.RatingsBetween(t.Context(), c.after, c.upTo)
			var got []string
			for i, change := range changes {
				got = append(got, change.Match)
				if change.Seat != i%2 {
					t.Errorf("%d: seat %d", i, change.Seat)
				}
			}
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("from %v to %v: got %v, %v, want %v", c.after, c.upTo, got, err, c.want)
			}
		}
	})
}

func TestRefundsThatWaitAreCountedAndThoseThatStandAreListed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		recomputations := s
		lost := create(t, s, over(1, noon, func(m *league.Match) { m.Rated = true })) // by Bob
		must(t, s.Weigh(t.Context(), league.Weighed{Changes: changesOf(lost)}))
		at := noon.Add(time.Hour)
		must(t, second(s.Refund(t.Context(), person("ann").ID, noon.Add(-day), at)))
		if n, err := recomputations.Unweighed(t.Context()); err != nil || n != 1 {
			t.Errorf("%d wait, %v, want the refund", n, err)
		}
		if refunds, err := recomputations.Refunds(t.Context()); err != nil || len(refunds) > 0 {
			t.Errorf("%v stand, %v", refunds, err)
		}
		back := changesOf(lost)[1]
		back.Why, back.Ended, back.Before = league.Refunded, at, back.After
		epoch, err := recomputations.Epoch(t.Context())
		must(t, err)
		must(t, s.Weigh(t.Context(), league.Weighed{Epoch: epoch, From: league.Moment{Ended: at, Match: lost.ID}, Changes: []league.Change{back}}))
		if n, err := recomputations.Unweighed(t.Context()); err != nil || n != 0 {
			t.Errorf("%d wait, %v", n, err)
		}
		refunds, err := recomputations.Refunds(t.Context())
		if want := []league.Refund{{Match: lost.ID, Seat: 1, At: at}}; err != nil || !slices.Equal(refunds, want) {
			t.Errorf("%v stand, %v, want %v", refunds, err, want)
		}
	})
}
