package storetest_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/store"
	"kickabout/store/storetest"
)

// playing stores an edition in two groups that is being played: the first two players in one, the others in another.
func playing(t *testing.T, s *store.Store, id string, names ...string) league.Tournament {
	t.Helper()
	return step(t, s, editionAt(t, s, id, "c/streetsoccer/lg", 1, len(names), names...), league.ActStarted, func(c *league.Tournament) {
		c.State, c.Started = league.Running, noon
		for i := range c.Entries {
			c.Entries[i].Seed, c.Entries[i].Group = i+1, map[bool]league.Group{true: "g1", false: "g2"}[i < 2]
		}
	})
}

func TestOddsAreKeptOnceADay(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		cup := playing(t, s, "cup", "ann", "bob", "cleo")
		day := odds.DayOf(noon)
		of := func(player string, n int, first float64) odds.DayOdds {
			return odds.DayOdds{Tournament: cup.ID, Group: "g1", Player: person(player).ID, Day: day.AddDate(0, 0, n), Places: []float64{first, 1 - first}}
		}
		other := of("cleo", 0, 1)
		other.Group = "g2"
		must(t, s.PutDayOdds(t.Context(), []odds.DayOdds{of("ann", 1, .75), of("ann", 0, .625), other}))
		must(t, s.PutDayOdds(t.Context(), []odds.DayOdds{of("ann", 1, .25), of("bob", 2, .25)}))
		must(t, s.PutDayOdds(t.Context(), nil))
		got, err := s.DayOdds(t.Context(), league.Public(), cup.ID, "g1")
		must(t, err)
		if diff := cmp.Diff([]odds.DayOdds{of("ann", 0, .625), of("ann", 1, .75), of("bob", 2, .25)}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if got, err := s.DayOdds(t.Context(), league.Public(), cup.ID, "g2"); err != nil || len(got) != 1 || got[0].Player != person("cleo").ID {
			t.Errorf("of another group: %v, %v", got, err)
		}
		editionAt(t, s, "open", "c/streetsoccer/board", 1, 3, "bob")
		if running, err := s.RunningTournaments(t.Context()); err != nil || len(running) != 1 || running[0] != cup.ID {
			t.Errorf("%v run, %v", running, err)
		}
	})
}

func TestOddsOfAPrivateTournamentAreNotSeen(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve", "fay", "gus", "org")
		cup := hiddenCup(t, "hidden", true)
		must(t, s.CreateTournament(t.Context(), cup, nil, nil))
		must(t, s.PutDayOdds(t.Context(), []odds.DayOdds{{Tournament: cup.ID, Player: person("ann").ID, Day: odds.DayOf(noon), Places: []float64{1}}}))
		for viewer, want := range map[league.Viewer]int{league.Public(): 0, league.Site(): 1} {
			if got, err := s.DayOdds(t.Context(), viewer, cup.ID, ""); err != nil || len(got) != want {
				t.Errorf("%v, %v, want %d", got, err, want)
			}
		}
	})
}

func TestTheGroupsThatAPlayerPlaysIn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan")
		cup := playing(t, s, "cup", "ann", "bob", "cleo", "dan")
		for n, key := range []league.Key{"g1/c1/r1/b1", "g2/c1/r1/b1", "g10/c1/r1/b1"} {
			m := newMatch(n)
			m.Tournament, m.Fixture = cup.ID, string(key)
			create(t, s, m)
		}
		got, err := s.PlayingGroups(t.Context(), league.Site(), person("bob").ID, 9)
		must(t, err)
		if len(got) != 1 || len(got[0].Entries) != 2 || got[0].Entries[0].Player.ID != person("ann").ID {
			t.Fatalf("%+v", got)
		}
		matches, err := s.GroupsFixtures(t.Context(), got)
		must(t, err)
		if len(matches) != 1 || matches[0].Fixture != "g1/c1/r1/b1" {
			t.Errorf("%+v", matches)
		}
		if none, err := s.GroupsFixtures(t.Context(), nil); err != nil || none != nil {
			t.Errorf("of none: %v, %v", none, err)
		}
		editionAt(t, s, "open", "c/streetsoccer/board", 1, 3, "bob")
		if got, err := s.PlayingGroups(t.Context(), league.Site(), person("bob").ID, 9); err != nil || len(got) != 1 {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestTheLogsThatAPaceIsReadFrom(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		hour := func(n int) time.Time { return noon.Add(time.Duration(n) * time.Hour) }
		create(t, s, over(1, hour(1), func(m *league.Match) { m.State.First = 1 }))
		create(t, s, over(2, hour(3), func(*league.Match) {}))
		create(t, s, over(3, hour(2), func(m *league.Match) { m.Seats[1].Player = m.Seats[0].Player }))
		create(t, s, newMatch(4))
		ann := newMatch(1).Seats[0].Player.ID
		bob := newMatch(1).Seats[1].Player.ID
		logs, err := s.MoveLogs(t.Context(), league.Site(), []string{bob, ann, "nobody"}, 9)
		must(t, err)
		if len(logs) != 2 || len(logs[bob]) != 2 || logs[bob][0].Side != engine.First || logs[bob][1].Side != engine.Second {
			t.Fatalf("of Bob, and nobody else: %+v", logs)
		}
		both := logs[ann]
		if len(both) != 2 || both[0].Side != engine.Second || both[1].Side != engine.First || len(both[0].Log) != len(newMatch(1).Log) {
			t.Fatalf("%+v", both)
		}
		if e, want := both[0].Log[0], newMatch(1).Log[0]; !e.At.Equal(want.At) || e.Act != want.Act || e.By != want.By {
			t.Errorf("%+v, want %+v", e, want)
		}
		if last, err := s.MoveLogs(t.Context(), league.Site(), []string{ann}, 1); err != nil || len(last[ann]) != 1 || last[ann][0].Side != engine.First {
			t.Errorf("the latest is %+v, %v", last, err)
		}
	})
}
