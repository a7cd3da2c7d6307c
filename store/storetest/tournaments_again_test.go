package storetest_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestAMatchThatIsPlayedAgainIsNoLongerRated: nor given back, and what was rated from there on is rated again.
func TestAMatchThatIsPlayedAgainIsNoLongerRated(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		const key = "c1/r1/b1"
		in := func(n int, hours time.Duration, cup string) league.Match {
			return over(n, noon.Add(hours*time.Hour), func(m *league.Match) {
				m.Rated, m.Tournament = true, cup
				if cup != "" {
					m.Fixture = key
				}
			})
		}
		first, again, later, before := in(1, 3, "other"), in(2, 2, "cup"), in(3, 4, ""), in(4, 1, "")
		step(t, s, cupBy(t, s, "other", ""), league.ActStarted, starts, first)
		cup := step(t, s, cupBy(t, s, "cup", ""), league.ActStarted, starts, again)
		create(t, s, later)
		create(t, s, before)
		weigh(t, s, before, again, first, later)
		must(t, second(s.Refund(t.Context(), person("ann").ID, noon, noon.Add(9*time.Hour))))
		epoch, err := s.Epoch(t.Context())
		must(t, err)

		step(t, s, cup, league.ActChanged, func(*league.Tournament) {}, fixture(9, "cup", key+".2", noon.Add(day)))
		wantKind(t, s.Weigh(t.Context(), league.Weighed{Epoch: epoch, From: later.Moment(), Changes: changesOf(later)}), league.Stale)
		for _, c := range []struct {
			match league.Match
			rated bool
			rates int
		}{{before, true, 2}, {again, false, 0}, {first, true, 0}, {later, true, 0}} {
			m, err := s.Match(t.Context(), league.Site(), c.match.ID)
			must(t, err)
			ratings, err := s.RatingsOf(t.Context(), league.Site(), m.ID)
			if err != nil || m.Rated != c.rated || len(ratings) != c.rates {
				t.Errorf("%s is rated: %t, with %d ratings, %v", m.ID, m.Rated, len(ratings), err)
			}
		}
		if n, err := s.Unweighed(t.Context()); err != nil || n != 2+3 { // matches, and refunds
			t.Errorf("%d wait, %v", n, err)
		}
		w := weighing(t, s, 9, day)
		wantLines(t, "to be rated again", ids(w.Matches), first.ID, later.ID)
		weigh(t, s, w.Matches...)
		var back []string
		for _, r := range weighing(t, s, 9, day).Refunds {
			back = append(back, r.Match)
		}
		wantLines(t, "given back", back, first.ID, later.ID, before.ID)
	})
}
