package storetest_test

import (
	"fmt"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestWhatCountedInTheYearBeforeComesWithTheNextMatches: for their players in their pools, with what it gave and whether
// it counted for both.
func TestWhatCountedInTheYearBeforeComesWithTheNextMatches(t *testing.T) { // R-RA-9, R-RA-10
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan")
		const year = 365 * 24
		var all []league.Change
		for _, c := range []struct {
			n             int
			hours         float64
			first, second string
			why           [2]league.Uncounted
			board         bool
		}{
			{n: 1, hours: 0, first: "ann", second: "bob"}, // a year ago
			{n: 2, hours: 1, first: "ann", second: "bob"},
			{n: 3, hours: 2, first: "cleo", second: "ann", why: [2]league.Uncounted{league.TooEarly}}, // it lowers Ann alone
			{n: 4, hours: 3, first: "ann", second: "dan", why: [2]league.Uncounted{league.OverBudget, league.OverBudget}},
			{n: 5, hours: 4, first: "ann", second: "bob", board: true},
			{n: 6, hours: 5, first: "cleo", second: "dan"}, // who have no part in what comes next
			{n: 10, hours: year, first: "ann", second: "dan"},
			{n: 12, hours: year, first: "ann", second: "dan"}, // behind the first that comes
		} {
			m := ratedOver(t, s, c.n, c.hours, c.first, c.second, func(m *league.Match) {
				if c.board {
					m.Variant = "board"
				}
			})
			for i, change := range changesOf(m) {
				change.Why, change.After.Elo = c.why[i], league.Elo(100*c.n-200*c.n*i)
				if change.Why != "" {
					change.After = change.Before
				}
				all = append(all, change)
			}
		}
		weighChanges(t, s, league.Moment{}, all...)
		ratedOver(t, s, 11, year, "ann", "bob")
		w := weighing(t, s, 1, day)
		var got []string
		for _, m := range w.Year {
			got = append(got, fmt.Sprintf("%v %s %s %+d %t", m.Ended.Sub(noon).Hours(), m.Player, m.Opponent, m.Gain, m.Both))
		}
		wantLines(
			t, "in the year", got,
			"1 id-ann id-bob +200 true", "1 id-bob id-ann -200 true", "2 id-ann id-cleo -300 false", "8760 id-ann id-dan +1000 true",
		)
		meetings, err := s.Meetings(t.Context(), league.Site(), person("ann").ID, noon.Add(time.Hour))
		must(t, err)
		got = nil
		for _, m := range meetings {
			got = append(got, fmt.Sprintf("%s %s %+d %t", m.Pool, m.Opponent, m.Gain, m.Both))
		}
		wantLines(
			t, "of Ann", got, "streetsoccer/lg id-cleo -300 false", "streetsoccer/board id-bob +500 true", "streetsoccer/lg id-dan +1000 true", "streetsoccer/lg id-dan +1200 true",
		)
		_, err = s.Meetings(t.Context(), league.Viewer{}, person("ann").ID, noon)
		wantKind(t, err, league.Internal)
		got = nil
		for _, a := range w.Active {
			got = append(got, fmt.Sprintf("%v %s", a.Last.Sub(noon).Hours(), a.Player))
		}
		wantLines(t, "who was active", got, "1 id-bob", "5 id-cleo", "8760 id-ann", "8760 id-dan")
	})
}

// TestNineWhoWereActiveLastAreEnough: whoever else was active does not matter, however often those nine have played.
func TestNineWhoWereActiveLastAreEnough(t *testing.T) { // R-RA-10
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		var names []string
		for i := range 12 {
			names = append(names, fmt.Sprintf("p%02d", i))
		}
		admit(t, s, names...)
		var all []league.Match
		for i := range 12 { // each against the next one
			all = append(all, ratedOver(t, s, i, float64(i), names[i], names[(i+1)%12]))
		}
		for i := range 80 {
			all = append(all, ratedOver(t, s, 100+i, 20+float64(i)/10, names[0], names[1]))
		}
		var changes []league.Change
		for _, m := range all {
			for _, c := range changesOf(m) {
				c.After.Last = c.Ended
				changes = append(changes, c)
			}
		}
		weighChanges(t, s, all[0].Moment(), changes...)
		ratedOver(t, s, 999, 100, names[2], names[3])
		var got []string
		for _, a := range weighing(t, s, 1, day).Active {
			got = append(got, a.Player)
		}
		wantLines(t, "active", got, "id-p05", "id-p06", "id-p07", "id-p08", "id-p09", "id-p10", "id-p11", "id-p00", "id-p01")

		for since, want := range map[float64]int{-1: league.Testers, 12: 1, 30: 0} { // hours
			r, err := s.PlayersRatings(t.Context(), person(names[0]).ID, noon.Add(time.Duration(since*float64(time.Hour))))
			if must(t, err); len(r) != 1 || r[0].Others != want {
				t.Errorf("others since %v: %+v, want %d", since, r, want)
			}
		}
	})
}

// TestRuleDaysOfANewSite: there all rules have always held.
func TestRuleDaysOfANewSite(t *testing.T) { // R-TM-1
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		days, err := open().RuleDays(t.Context())
		if must(t, err); len(days) > 0 || !days.Hold(league.FairRatings, time.Time{}) {
			t.Errorf("rules begin to hold: %v", days)
		}
	})
}
