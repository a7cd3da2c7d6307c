package storetest_test

import (
	"maps"
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestAPlayersMatchesAreCountedByGameAndByOpponent(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan")
		against := func(name string) func(*league.Match) {
			return func(m *league.Match) { m.Seats[1].Player = person(name) }
		}
		for i, change := range []func(*league.Match){ // each 2:1 for Ann, who is First
			against("bob"),
			against("cleo"),
			against("cleo"),
			func(m *league.Match) { m.Game, m.Variant = "onetwofun", "std"; m.State.First = 1 }, // Bob is
			func(m *league.Match) { against("ann")(m) },                                         // against herself
			func(m *league.Match) { m.State.Outcome.Ending = engine.Void },
			func(m *league.Match) { m.Seats[0].Player, m.Seats[1].Player = person("dan"), person("ann") },
		} {
			create(t, s, over(i+1, noon, change))
		}
		create(t, s, newMatch(9))
		tallies := s
		games, err := tallies.GameTallies(t.Context(), league.Site(), person("ann").ID, "")
		want := map[string]league.Tally{
			"streetsoccer": {Won: 3, Lost: 1, Goals: 7, GoalsAgainst: 5},
			"onetwofun":    {Lost: 1, Goals: 1, GoalsAgainst: 2},
		}
		if err != nil || !maps.Equal(games, want) {
			t.Errorf("by game: %+v, %v, want %+v", games, err, want)
		}
		games, err = tallies.GameTallies(t.Context(), league.Site(), person("ann").ID, person("dan").ID)
		if want := map[string]league.Tally{"streetsoccer": {Lost: 1, Goals: 1, GoalsAgainst: 2}}; err != nil || !maps.Equal(games, want) {
			t.Errorf("by game against Dan: %+v, %v, want %+v", games, err, want)
		}
		for limit, want := range map[int]int{9: 2, 1: 1} {
			if got, err := tallies.MatchesBetween(t.Context(), league.Site(), person("bob").ID, person("ann").ID, limit); err != nil || len(got) != want || got[0].State.Moved.Before(got[len(got)-1].State.Moved) {
				t.Errorf("Ann and Bob have met in %+v, %v, want %d matches, the latest first", got, err, want)
			}
		}
		for limit, want := range map[int][]league.Player{9: {person("bob"), person("cleo"), person("dan")}, 2: {person("bob"), person("cleo")}} {
			if got, err := tallies.MostMet(t.Context(), league.Site(), person("ann").ID, limit); err != nil || !slices.Equal(got, want) {
				t.Errorf("Ann has met %v, %v, want %v", got, err, want)
			}
		}
		if got, err := tallies.MostMet(t.Context(), league.Site(), "nobody", 9); err != nil || len(got) > 0 {
			t.Errorf("nobody has met %v, %v", got, err)
		}
	})
}
