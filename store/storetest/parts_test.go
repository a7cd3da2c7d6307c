package storetest_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// pageSizes are those by which a list of n is read. The whole is each of them; in a short run it is those at the ends, and
// two between them: a place is skipped or shown twice where a page ends, and pages of 1, 2 and 3 end behind every match.
func pageSizes(n int) (sizes []int) {
	for size := 1; size <= n+1; size++ {
		if enginetest.Proving() || size <= 3 || size >= n-1 || size == n/2 || size == n/3 {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

func TestPartsOfAPlayersMatchesComePageByPage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		all := variedMatches(enginetest.Sized(45, 90))
		for _, m := range all {
			create(t, s, m)
		}
		for limit := 1; limit <= 9; limit++ { // of several at once it is what the list of each begins with
			want := map[string]bool{}
			for _, name := range []string{"ann", "bob"} {
				page, err := s.PartOf(t.Context(), league.Site(), person(name).ID, league.Over, league.Place{}, limit)
				must(t, err)
				for _, m := range page {
					want[m.ID] = true
				}
			}
			got, err := s.LatestOver(t.Context(), league.Site(), []string{person("ann").ID, person("bob").ID}, limit)
			must(t, err)
			if len(got) != len(want) || slices.ContainsFunc(got, func(m league.Match) bool { return !want[m.ID] }) {
				t.Errorf("the latest %d of each are %d matches, want %v", limit, len(got), want)
			}
		}
		seat := func(m league.Match, side engine.Side) string { return m.Seats[m.SeatOf(side)].Player.ID }
		for _, name := range []string{"ann", "bob", "cleo"} {
			player := person(name).ID
			for part, want := range map[league.Part][]league.Match{
				league.Mine: pick(all, func(m league.Match) bool {
					return m.State.ToMove != engine.NoSide && seat(m, m.State.ToMove) == player
				}, urgent),
				league.Theirs: pick(all, func(m league.Match) bool {
					return m.State.ToMove != engine.NoSide && seat(m, m.State.ToMove.Other()) == player
				}, urgent),
				league.Playing: pick(all, func(m league.Match) bool {
					return m.State.ToMove != engine.NoSide && m.SideOf(player) != engine.NoSide
				}, urgent),
				league.Over: pick(all, func(m league.Match) bool {
					return m.State.ToMove == engine.NoSide && m.SideOf(player) != engine.NoSide
				}, func(a, b league.Match) int { return b.State.Moved.Compare(a.State.Moved) }),
			} {
				if len(want) < 5 {
					t.Errorf("%s of %s: the test has %d matches, too few to tell", part, name, len(want))
				}
				for _, limit := range pageSizes(len(want)) {
					var got []league.Match
					for place := (league.Place{}); ; {
						page, err := s.PartOf(t.Context(), league.Site(), player, part, place, limit)
						must(t, err)
						if len(page) == 0 {
							break
						}
						got = append(got, page...)
						place = page[len(page)-1].Place()
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("%s of %s, %d a page (-want +got):\n%s", part, name, limit, diff)
					}
				}
			}
			for limit := 1; limit <= 4; limit++ { // several at once are those of each, behind a place too
				var after league.Place
				for _, place := range []league.Place{{}, {At: 1, ID: "m"}, after} {
					lists := []league.PartList{
						{Part: league.Over, After: after, Limit: limit + 1}, {Part: league.Mine, After: place, Limit: limit}, {Part: league.Theirs, Limit: 2 * limit},
					}
					together, err := s.PartsOf(t.Context(), league.Site(), player, lists...)
					must(t, err)
					for i, list := range lists {
						alone, err := s.PartOf(t.Context(), league.Site(), player, list.Part, list.After, list.Limit)
						must(t, err)
						if diff := cmp.Diff(alone, together[i]); diff != "" && len(alone)+len(together[i]) > 0 {
							t.Errorf("%s of %s (-alone +together):\n%s", list.Part, name, diff)
						}
					}
					after = together[0][0].Place()
				}
			}
		}
	})
}

func urgent(a, b league.Match) int { return a.State.Deadline.Compare(b.State.Deadline) }
