package storetest_test

import (
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestRatingsAreWrittenByWhoeverReadTheEpochLast: what somebody else has written meanwhile stays.
func TestRatingsAreWrittenByWhoeverReadTheEpochLast(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		one := create(t, s, over(1, noon, func(m *league.Match) { m.Rated = true }))
		other := create(t, s, over(2, noon.Add(time.Hour), func(m *league.Match) { m.Rated = true }))
		epoch, err := s.Epoch(t.Context())
		must(t, err)
		must(t, s.Weigh(t.Context(), league.Weighed{Epoch: epoch, From: one.Moment(), Changes: changesOf(one)}))
		late := league.Weighed{Epoch: epoch, From: one.Moment(), Changes: changesOf(other)}
		wantKind(t, s.Weigh(t.Context(), late), league.Stale)
		for id, want := range map[string]int{one.ID: 2, other.ID: 0} {
			if got, err := s.RatingsOf(t.Context(), league.Site(), id); err != nil || len(got) != want {
				t.Errorf("of match %s there are %v, %v", id, got, err)
			}
		}
	})
}

// TestOnlyRatedMatchesThatWereResignedAreGivenUp: and the loser is who resigned, whichever seat they have.
func TestOnlyRatedMatchesThatWereResignedAreGivenUp(t *testing.T) { // R-RA-7
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		var changes []league.Change
		for n, change := range []func(*league.Match){
			func(m *league.Match) { m.State.Outcome.Ending = engine.Resignation },
			func(m *league.Match) {
				m.State.Outcome.Ending, m.State.Outcome.Winner = engine.Resignation, engine.Second
			},
			func(m *league.Match) { m.State.Outcome.Ending = engine.Timeout },
		} {
			m := create(t, s, over(n+1, noon, func(m *league.Match) { m.Rated = true; change(m) }))
			changes = append(changes, changesOf(m)...)
		}
		must(t, s.Weigh(t.Context(), league.Weighed{Changes: changes}))
		got, err := s.GivenUp(t.Context(), league.Site(), noon, 9)
		losers := map[string]string{}
		for _, g := range got {
			losers[g.Change.Match] = g.Player.Name
		}
		if err != nil || len(got) != 2 || losers["m000001"] != "bob" || losers["m000002"] != "ann" {
			t.Errorf("got %v, %v", losers, err)
		}
		for _, player := range []string{"nobody", person("cleo").ID} {
			if _, ok, err := peakRating(t, s, player, league.Pool{Game: "streetsoccer", Variant: "lg"}, noon); err != nil || ok {
				t.Errorf("%s has a highest rating, %v", player, err)
			}
		}
		for _, pool := range []league.Pool{{Game: "streetsoccer", Variant: "board"}, {Game: "cufootball", Variant: "lg"}} {
			if _, ok, err := peakRating(t, s, person("ann").ID, pool, noon); err != nil || ok {
				t.Errorf("Ann has a highest rating in %s, %v", pool, err)
			}
		}
	})
}
