package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestMatchesOfTournamentsAreListedByTheirKeys(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		fixtures := s
		deadline := noon.Add(day)
		ended := func(n int, cup, key string, hour int) league.Match {
			return over(n, noon.Add(time.Duration(hour)*time.Hour), func(m *league.Match) { m.Tournament, m.Fixture = cup, key })
		}
		counted := ended(4, "cup", "g2/c1/r1/b1", 3)
		cup := step(t, s, cupBy(t, s, "cup", ""), league.ActStarted, starts,
			fixture(1, "cup", "g1/c1/r2/b1", deadline), fixture(2, "cup", "g1/c1/r1/b1", deadline),
			fixture(3, "cup", "g10/c1/r1/b1", deadline), counted, ended(5, "cup", "g2/c1/r2/b1", 1))
		step(t, s, cupBy(t, s, "other", ""), league.ActStarted, starts, fixture(6, "other", "g1/c1/r1/b1", deadline))
		create(t, s, newMatch(7)) // of none
		cup.Log = nil
		must(t, s.AppendTournament(t.Context(), league.TournamentProgress{Tournament: cup, Seen: cup.Last, Was: cup.Entries, Counted: []league.Key{"g2/c1/r1/b1", "g2/c1/r2/b1"}}))

		type list func() ([]league.Match, error)
		for name, c := range map[string]struct {
			list list
			plan bool
			want []string
		}{
			"all":              {func() ([]league.Match, error) { return fixtures.Fixtures(t.Context(), league.Site(), "cup") }, false, []string{"m000002", "m000001", "m000003", "m000004", "m000005"}},
			"of no tournament": {func() ([]league.Match, error) { return fixtures.Fixtures(t.Context(), league.Site(), "") }, false, nil},
			"of a group":       {func() ([]league.Match, error) { return fixtures.GroupFixtures(t.Context(), league.Site(), "cup", "g1") }, false, []string{"m000002", "m000001"}},
			"of all groups": {
				func() ([]league.Match, error) { return fixtures.GroupFixtures(t.Context(), league.Site(), "cup", "") }, false,
				[]string{"m000002", "m000001", "m000003", "m000004", "m000005"},
			},
			"to plan a group by": {func() ([]league.Match, error) {
				return fixtures.GroupToPlan(t.Context(), league.Tournament{ID: "cup"}, "g1")
			}, true, []string{"m000002", "m000001"}},
			"recent: running, not counted, or ended after a moment": {
				func() ([]league.Match, error) {
					return fixtures.RecentFixtures(t.Context(), league.Site(), "cup", noon.Add(2*time.Hour))
				}, false,
				[]string{"m000002", "m000001", "m000003", "m000004"},
			},
			"recent, to plan by": {
				func() ([]league.Match, error) {
					return fixtures.FixturesToPlan(t.Context(), league.Tournament{ID: "cup"}, noon.Add(2*time.Hour))
				}, true,
				[]string{"m000002", "m000001", "m000003", "m000004"},
			},
			"of some tournaments": {
				func() ([]league.Match, error) {
					return fixtures.FixturesOf(t.Context(), []league.Tournament{{ID: "cup"}, {ID: "other"}, {ID: "none"}})
				}, true,
				[]string{"m000001", "m000002", "m000003", "m000004", "m000005", "m000006"},
			},
		} {
			got, err := c.list()
			have := ids(got)
			if name == "of some tournaments" { // two of them have a key in common
				slices.Sort(have)
			}
			if err != nil || !slices.Equal(have, c.want) {
				t.Errorf("%s: got %v, %v, want %v", name, have, err, c.want)
			}
			for _, m := range got {
				if len(m.Log) > 0 || c.plan != (m.State.Position == "") {
					t.Errorf("%s: %s comes with %d events and the position %q", name, m.ID, len(m.Log), m.State.Position)
				}
				if m.Seats[0].Player.ID != person("ann").ID || m.Fixture == "" || m.Counted != (m.ID == "m000004" || m.ID == "m000005") {
					t.Errorf("%s: %+v", name, m)
				}
			}
		}
	})
}
