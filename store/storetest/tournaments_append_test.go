package storetest_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestATournamentThatHasMovedOnIsNotWritten(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		cup := cupBy(t, s, "cup", "")
		other := cupBy(t, s, "other", "")
		step(t, s, cup, league.ActAnnounced, func(*league.Tournament) {})
		before := stored(t, s, "cup", "other")
		for name, seen := range map[string]int{"an event ago": cup.Last, "from the future": cup.Last + 5} {
			late := league.TournamentProgress{
				Tournament: cup, Seen: seen, Was: cup.Entries, Matches: []league.Match{fixture(1, "cup", "c1/r1/b1", noon.Add(day))},
				Notices: []league.Notice{{Player: person("bob").ID, At: noon, Kind: league.TournamentNotice, Subject: "cup"}},
				Facts:   []league.Fact{{Kind: league.GroupMoved, Subject: "cup"}},
			}
			late.Tournament.Entries, late.Tournament.Name = nil, "Another"
			late.Tournament.Last = seen + 1
			late.Tournament.Log = []league.Decision{{Seq: seen + 1, At: noon, Act: league.ActStarted}}
			wantKind(t, s.AppendTournament(t.Context(), late), league.Stale)
			if diff := cmp.Diff(before, stored(t, s, "cup", "other")); diff != "" {
				t.Errorf("%s (-before +after):\n%s", name, diff)
			}
			if n, err := s.LastNotice(t.Context(), person("bob").ID); err != nil || n != 0 {
				t.Errorf("%s: Bob has %d notices, %v", name, n, err)
			}
			wantKind(t, second(s.Match(t.Context(), league.Site(), newMatch(1).ID)), league.NotFound)
			wantKind(t, second(s.OpenFact(t.Context(), late.Facts[0])), league.NotFound)
		}

		// What is written of one changes no other.
		roles := []league.Appointment{{Player: person("bob"), Role: league.Director}, {Player: person("bob"), Role: league.Invited}}
		appoint := func(c *league.Tournament) { c.Roles = roles }
		step(t, s, stored(t, s, "cup")[0], league.ActChanged, appoint)
		other = step(t, s, other, league.ActChanged, appoint)
		before = stored(t, s, "cup")
		step(t, s, other, league.ActChanged, func(c *league.Tournament) { c.Entries, c.Roles = nil, roles[1:] })
		if diff := cmp.Diff(before, stored(t, s, "cup")); diff != "" {
			t.Errorf("with the other one (-before +after):\n%s", diff)
		}
		if got := stored(t, s, "other")[0]; len(got.Entries) > 0 || !slices.Equal(got.Roles, roles[1:]) {
			t.Errorf("the other one has %v and %v", got.Entries, got.Roles)
		}
	})
}

// stored returns tournaments as they are stored, with their logs.
func stored(t *testing.T, s *store.Store, ids ...string) (all []league.Tournament) {
	t.Helper()
	for _, id := range ids {
		c, err := s.Tournament(t.Context(), league.Site(), id)
		must(t, err)
		c.Log, err = s.TournamentLog(t.Context(), league.Site(), id, 0, 100)
		must(t, err)
		all = append(all, c)
	}
	return all
}

func TestTheLatestTournamentsComeFirst(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann")
		for hour, id := range []string{"b-first", "c-second", "a-third"} {
			editionAt(t, s, id, "", hour, 3)
		}
		wantTournaments(t, "users'", "a-third", "c-second", "b-first")(s.Tournaments(t.Context(), league.Site(), league.Registration, 9))
	})
}

func TestOnlyWhatIsBeingPlayedIsPaced(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		paced := func(c *league.Tournament) { c.RoundDays = 7 }
		step(t, s, cupBy(t, s, "to come", ""), league.ActChanged, paced)
		step(t, s, cupBy(t, s, "going", ""), league.ActStarted, func(c *league.Tournament) { starts(c); paced(c) })
		if got, err := s.Paced(t.Context()); err != nil || !slices.Equal(got, []string{"going"}) {
			t.Errorf("got %v, %v", got, err)
		}
		acts, err := s.Acts(t.Context(), league.Tournament{ID: "going"}, 0, 9, league.ActCreated, league.ActStarted)
		if err != nil || len(acts) != 2 || acts[0].Seq != 1 || acts[1].Seq != 3 {
			t.Errorf("its acts are %v, %v: those of another among them", acts, err)
		}
	})
}
