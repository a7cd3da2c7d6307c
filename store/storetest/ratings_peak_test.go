package storetest_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestTheHighestRatingOfAYearIsRemembered(t *testing.T) { // R-RA-7
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob")
		pool := league.Pool{Game: "streetsoccer", Variant: "lg"}
		peak := func(since time.Time) (now, highest int, rated bool) {
			p, rated, err := peakRating(t, s, of("ann").ID, pool, since)
			must(t, err)
			return int(p.Now / league.EloPoint), int(p.Highest / league.EloPoint), rated
		}
		if _, _, rated := peak(noon); rated {
			t.Error("a rating of nobody")
		}
		var all []league.Change
		for i, elo := range []int{1700, 1600, 1400, 1450} {
			m := over(1+i, noon.AddDate(0, i, 0), func(m *league.Match) { m.Rated = true; m.Seats[0].Player, m.Seats[1].Player = of("ann"), of("bob") })
			create(t, s, m)
			before := league.Standing{Elo: 1500 * league.EloPoint}
			if i > 0 {
				before = all[len(all)-2].After
			}
			after := league.Standing{Elo: league.Elo(elo) * league.EloPoint, Games: i + 1}
			all = append(all,
				league.Change{Match: m.ID, Seat: 0, Player: of("ann").ID, Pool: pool, Ended: m.State.Moved, Before: before, After: after},
				league.Change{Match: m.ID, Seat: 1, Player: of("bob").ID, Pool: pool, Ended: m.State.Moved, Before: league.Standing{Elo: before.Elo, Games: i}, After: league.Standing{Elo: before.Elo, Games: i + 1}})
		}
		first := over(9, noon, func(m *league.Match) { m.Rated = true; m.Variant = "fall"; m.Seats[0].Player = of("ann") })
		create(t, s, first)
		for _, c := range changesOf(first) { // what everybody begins with is no rating
			c.Before.Elo, c.After.Elo = 1500*league.EloPoint, 1450*league.EloPoint
			all = append(all, c)
		}
		must(t, s.Weigh(t.Context(), league.Weighed{Changes: all}))
		if p, rated, err := peakRating(t, s, of("ann").ID, first.Pool(), noon); err != nil || !rated || p.Highest != 1450*league.EloPoint {
			t.Errorf("after a fall in the first match the highest is %v, %t, %v", p.Highest, rated, err)
		}
		for name, c := range map[string]struct {
			since   time.Time
			highest int
		}{
			"since before all":                                 {noon.AddDate(0, -1, 0), 1700},
			"what he had when the year began counts":           {noon.AddDate(0, 0, 1), 1700},
			"later what he had then":                           {noon.AddDate(0, 1, 1), 1600},
			"after the fall the year knows what came since":    {noon.AddDate(0, 2, 1), 1450},
			"without a match within the year, what he has now": {noon.AddDate(0, 9, 0), 1450},
		} {
			if now, highest, rated := peak(c.since); now != 1450 || highest != c.highest || !rated {
				t.Errorf("%s: %d now, %d at most, %v", name, now, highest, rated)
			}
		}
		if _, rated, err := peakRating(t, s, of("ann").ID, league.Pool{Game: "streetsoccer", Variant: "board"}, noon); rated || err != nil {
			t.Errorf("a rating in a pool without games, %v", err)
		}
	})
}

// peakRating returns the peak of one player in one pool; false if they have none.
func peakRating(t *testing.T, s *store.Store, player string, pool league.Pool, since time.Time) (league.Peak, bool, error) {
	t.Helper()
	peaks, err := s.PeakRatings(t.Context(), map[league.Pool][]string{pool: {player}}, since)
	peak, rated := peaks[pool][player]
	return peak, rated, err
}

func TestThePeaksOfManyAreThoseOfEach(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signedUp(t, s, "ann", "bob", "cleo")
		pools := []league.Pool{{Game: "streetsoccer", Variant: "lg"}, {Game: "streetsoccer", Variant: "board"}, {Game: "onetwofun", Variant: "basic"}}
		names := []string{"ann", "bob", "cleo"}
		var all []league.Change
		for i := range 12 {
			pool := pools[i%2] // nobody has played in the third
			m := over(1+i, noon.AddDate(0, i, 0), func(m *league.Match) {
				m.Rated, m.Game, m.Variant = true, pool.Game, pool.Variant
				m.Seats[0].Player, m.Seats[1].Player = of(names[i%3]), of(names[(i+1)%3])
			})
			create(t, s, m)
			for _, c := range changesOf(m) {
				c.Before.Elo, c.After.Elo = league.Elo(1500+(i*37)%90)*league.EloPoint, league.Elo(1500+(i*53+c.Seat*29)%110)*league.EloPoint
				all = append(all, c)
			}
		}
		must(t, s.Weigh(t.Context(), league.Weighed{Changes: all}))
		ask := map[league.Pool][]string{}
		for _, pool := range pools {
			ask[pool] = []string{of("ann").ID, of("bob").ID, of("cleo").ID, "nobody"}
		}
		delete(ask, pools[2])
		ask[pools[2]] = []string{of("ann").ID}
		for months := range 14 {
			since := noon.AddDate(0, months, 1)
			together, err := s.PeakRatings(t.Context(), ask, since)
			must(t, err)
			found := 0
			for pool, players := range ask {
				for _, player := range players {
					alone, rated, err := peakRating(t, s, player, pool, since)
					if got, in := together[pool][player]; err != nil || in != rated || got != alone {
						t.Errorf("%s in %s since month %d: %v among all, %v alone, %v", player, pool, months, got, alone, err)
					}
					if rated {
						found++
					}
				}
			}
			if found != 6 {
				t.Fatalf("%d peaks are found", found)
			}
		}
	})
}
