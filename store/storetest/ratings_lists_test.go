package storetest_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// rated stores rated matches, the first and the second of Ann against Bob in one pool and the third in
// another, and what they did to ratings: in the second nothing counted for Bob, who had too few.
func rated(t *testing.T, s *store.Store) (all []league.Change) {
	t.Helper()
	standing := func(elo league.Elo, games int, rating league.Rating) league.Standing {
		return league.Standing{Elo: elo, Games: games, Strength: league.Strength{Rating: rating, Deviation: 100, Volatility: 0.06}}
	}
	for i, c := range []struct {
		variant string
		after   [2]league.Standing
	}{
		{"lg", [2]league.Standing{standing(1510, 1, 1510), standing(1490, 0, 1490)}},
		{"lg", [2]league.Standing{standing(1520, 2, 1520), standing(1480, 0, 1480)}},
		{"board", [2]league.Standing{standing(1400, 1, 1400), standing(1600, 1, 1600)}},
	} {
		m := create(t, s, over(i+1, noon.Add(time.Duration(i)*time.Hour), func(m *league.Match) {
			m.Rated, m.Variant = true, c.variant
			m.State.Outcome.Ending, m.State.Moves = engine.Resignation, [2]int{20, 2 + i}
		}))
		for seat, change := range changesOf(m) {
			change.After = c.after[seat]
			change.Before = change.After
			if seat == 1 && i < 2 {
				change.Why = league.TooEarly
			} else {
				change.Before.Games--
			}
			all = append(all, change)
		}
	}
	must(t, s.Weigh(t.Context(), league.Weighed{Changes: all}))
	all[2].Current, all[3].Current, all[4].Current, all[5].Current = true, true, true, true
	return all
}

func TestWhatIsListedOfRatings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		all := rated(t, s)
		ratings := s
		ann, bob := person("ann"), person("bob")
		pool, board := league.Pool{Game: "streetsoccer", Variant: "lg"}, league.Pool{Game: "streetsoccer", Variant: "board"}
		wants := func(name string, want ...league.Change) func([]league.Change, error) {
			return func(got []league.Change, err error) {
				t.Helper()
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%s: got %+v, %v, want %+v", name, got, err, want)
				}
			}
		}
		wants("by seat", all[0], all[1])(ratings.RatingsOf(t.Context(), league.Site(), "m000001"))
		unweighed := create(t, s, over(9, noon.Add(9*time.Hour), func(m *league.Match) { m.Rated = true }))
		wants("not weighed")(ratings.RatingsOf(t.Context(), league.Site(), unweighed.ID))
		latest := func(name string, since time.Time, player league.Player, want ...league.PoolRating) {
			t.Helper()
			got, err := ratings.PlayersRatings(t.Context(), player.ID, since)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: got %+v, %v, want %+v", name, got, err, want)
			}
		}
		latest("Ann's latest in each pool", time.Time{}, ann, league.PoolRating{Pool: board, Standing: all[4].After}, league.PoolRating{Pool: pool, Standing: all[2].After})
		latest("Bob's, where a match counted", time.Time{}, bob, league.PoolRating{Pool: board, Standing: all[5].After})
		wants("Bob's in a pool, the latest first", all[3], all[1])(ratings.RatingHistory(t.Context(), league.Site(), bob.ID, 9, pool))
		wants("in two pools", all[5], all[3], all[1])(ratings.RatingHistory(t.Context(), league.Site(), bob.ID, 9, pool, board))
		wants("one of each", all[5], all[3])(ratings.RatingHistory(t.Context(), league.Site(), bob.ID, 1, board, pool))
		wants("in none")(ratings.RatingHistory(t.Context(), league.Site(), bob.ID, 9))
		wants("one of them", all[3])(ratings.RatingHistory(t.Context(), league.Site(), bob.ID, 1, pool))

		for _, c := range []struct {
			pool league.Pool
			want []league.Rated
		}{
			{pool, []league.Rated{{Player: ann, Standing: all[2].After}}},
			{board, []league.Rated{{Player: bob, Standing: all[5].After}, {Player: ann, Standing: all[4].After}}}, // the highest first
			{league.Pool{Game: "none"}, nil},
		} {
			if got, err := ratings.RatedPlayers(t.Context(), c.pool); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("in %s: got %+v, %v, want %+v", c.pool, got, err, c.want)
			}
			want := map[string]league.Rated{ann.ID: {Player: ann}, bob.ID: {Player: bob}} // zero for who has none
			for _, r := range c.want {
				want[r.Player.ID] = r
			}
			if got, err := ratings.Standings(t.Context(), c.pool, []string{ann.ID, bob.ID, "nobody"}); err != nil || !maps.Equal(got, want) {
				t.Errorf("in %s they stand %+v, %v, want %+v", c.pool, got, err, want)
			}
			strengths, err := ratings.Strengths(t.Context(), c.pool, []string{ann.ID, bob.ID, "nobody"})
			must(t, err)
			for _, r := range c.want {
				if strengths[r.Player.ID] != r.Standing.Strength.Rating {
					t.Errorf("in %s %s is rated %v", c.pool, r.Player.Name, strengths[r.Player.ID])
				}
			}
			if len(strengths) != len(c.want) { // who has none is left out
				t.Errorf("in %s: %v", c.pool, strengths)
			}
		}
		pools, err := ratings.Pools(t.Context())
		if want := []league.PoolSize{{Pool: board, Players: 2}, {Pool: pool, Players: 1}}; err != nil || !slices.Equal(pools, want) {
			t.Errorf("pools are %v, %v", pools, err)
		}
	})
}

func TestMatchesThatTheirLosersGaveUpEarly(t *testing.T) { // R-RA-7
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		all := rated(t, s) // Bob has resigned all, after 2, 3 and 4 moves; the first two did not count for them
		ratings := s
		for _, c := range []struct {
			since time.Time
			moves int
			want  []league.GivenUp
		}{
			{noon, 5, []league.GivenUp{{Player: person("bob"), Moves: 4, Change: all[5]}}},
			{noon, 4, nil},
			{noon.Add(3 * time.Hour), 5, nil},
		} {
			if got, err := ratings.GivenUp(t.Context(), league.Site(), c.since, c.moves); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("since %v in fewer than %d moves: got %+v, %v, want %+v", c.since, c.moves, got, err, c.want)
			}
		}
	})
}
