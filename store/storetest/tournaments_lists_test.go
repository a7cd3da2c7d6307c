package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// tournamentIDs returns the ids of tournaments.
func tournamentIDs(list []league.Tournament) (all []string) {
	for _, c := range list {
		all = append(all, c.ID)
	}
	return all
}

func TestTournamentsAreListedByWhatTheyAre(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		tournaments := s
		done := func(hour int) func(*league.Tournament) {
			return func(c *league.Tournament) {
				c.State, c.Started, c.Ended = league.Finished, noon, noon.Add(time.Duration(hour)*time.Hour)
			}
		}
		deadline := noon.Add(day)
		cupBy(t, s, "open", "")
		cupBy(t, s, "edition", "c/streetsoccer/lg")
		step(t, s, cupBy(t, s, "going", ""), league.ActStarted, func(c *league.Tournament) { starts(c); c.RoundDays = 7 }, fixture(1, "going", "c1/r1/b1", deadline))
		step(t, s, cupBy(t, s, "played out", ""), league.ActStarted, starts, over(2, noon, func(m *league.Match) { m.Tournament, m.Fixture = "played out", "c1/r1/b1" }))
		step(t, s, cupBy(t, s, "rolling", ""), league.ActStarted, func(c *league.Tournament) { starts(c); c.Rolling = true })
		step(t, s, cupBy(t, s, "ended first", ""), league.ActFinished, done(1))
		step(t, s, cupBy(t, s, "ended last", ""), league.ActFinished, func(c *league.Tournament) { done(2)(c); c.Format = "swiss" })

		wants := func(name string, want ...string) func([]string, error) {
			return func(got []string, err error) {
				t.Helper()
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%s: got %v, %v, want %v", name, got, err, want)
				}
			}
		}
		list := func(all []league.Tournament, err error) ([]string, error) {
			t.Helper()
			for _, c := range all {
				if len(c.Log) > 0 || len(c.Entries) != 1 {
					t.Errorf("%s comes with %d events and %d entries", c.ID, len(c.Log), len(c.Entries))
				}
			}
			return tournamentIDs(all), err
		}
		wants("users' that take entries", "open")(list(tournaments.Tournaments(t.Context(), league.Site(), league.Registration, 9)))
		wants("the latest first", "ended last", "ended first")(list(tournaments.Tournaments(t.Context(), league.Site(), league.Finished, 9)))
		wants("one", "ended last")(list(tournaments.Tournaments(t.Context(), league.Site(), league.Finished, 1)))
		wants("of a format", "ended first")(list(tournaments.TournamentsOf(t.Context(), league.Site(), league.TournamentList{State: league.Finished, Format: "roundrobin", Limit: 9})))
		wants("of a game and a format", "ended last")(list(tournaments.TournamentsOf(t.Context(), league.Site(), league.TournamentList{State: league.Finished, Game: "streetsoccer", Format: "swiss", Limit: 9})))
		wants("of another game")(list(tournaments.TournamentsOf(t.Context(), league.Site(), league.TournamentList{State: league.Finished, Game: "cufootball", Limit: 9})))
		for _, limit := range []int{1, 9} { // several lists are each as it is alone
			var lists []league.TournamentList
			var want []string
			for _, state := range []league.TournamentState{league.Running, league.Finished, league.Registration} {
				lists = append(lists, league.TournamentList{State: state, Limit: limit})
				alone, err := list(tournaments.Tournaments(t.Context(), league.Site(), state, limit))
				must(t, err)
				want = append(want, alone...)
			}
			wants("of several states", want...)(list(tournaments.TournamentsOf(t.Context(), league.Site(), lists...)))
		}
		for _, state := range []league.TournamentState{league.Finished, league.Running} { // page by page it is the same list
			all, err := list(tournaments.Tournaments(t.Context(), league.Site(), state, 9))
			var paged []string
			for after := (league.Place{}); err == nil; {
				var page []league.Tournament
				if page, err = tournaments.TournamentsOf(t.Context(), league.Site(), league.TournamentList{State: state, After: after, Limit: 1}); len(page) == 0 {
					break
				}
				after, paged = page[0].Place(), append(paged, page[0].ID)
			}
			wants("page by page", all...)(paged, err)
		}
		wants("with a last day for rounds", "going")(tournaments.Paced(t.Context()))
		wants("none of whose matches runs", "played out")(tournaments.PlayedOut(t.Context()))
		for player, want := range map[string]int{person("ann").ID: 3, person("bob").ID: 0} {
			if n, err := tournaments.Organised(t.Context(), player, league.Running); err != nil || n != want {
				t.Errorf("%s organises %d that run, %v, want %d", player, n, err, want)
			}
		}
		for id, want := range map[string][2]int{"open": {2, 0}, "going": {3, 0}, "played out": {3, 1}} {
			if last, over, err := tournaments.TournamentReached(t.Context(), league.Site(), id); err != nil || [2]int{last, over} != want {
				t.Errorf("%s has come to %d, %d, %v, want %v", id, last, over, err, want)
			}
		}
		wantKind(t, third(tournaments.TournamentReached(t.Context(), league.Site(), "none")), league.NotFound)
	})
}

func TestTheLogOfATournamentIsReadInParts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		tournaments := s
		cup := cupBy(t, s, "cup", "")
		cup = step(t, s, cup, league.ActAnnounced, func(*league.Tournament) {})
		cup = step(t, s, cup, league.ActStarted, func(c *league.Tournament) {
			starts(c)
			c.Entries[0].Group, c.Entries[0].Seed = "g1", 1
		})
		step(t, s, cup, league.ActAnnounced, func(*league.Tournament) {})
		numbers := func(log []league.Decision, err error) (all []int) {
			t.Helper()
			must(t, err)
			for _, d := range log {
				all = append(all, d.Seq)
			}
			return all
		}
		for name, c := range map[string]struct{ got, want []int }{
			"after one":                 {numbers(tournaments.TournamentLog(t.Context(), league.Site(), "cup", 2, 2)), []int{3, 4}},
			"all":                       {numbers(tournaments.TournamentLog(t.Context(), league.Site(), "cup", 0, 9)), []int{1, 2, 3, 4, 5}},
			"some acts":                 {numbers(tournaments.Acts(t.Context(), league.Tournament{ID: "cup"}, 0, 9, league.ActAnnounced, league.ActStarted)), []int{3, 4, 5}},
			"after one and up to other": {numbers(tournaments.Acts(t.Context(), league.Tournament{ID: "cup"}, 3, 4, league.ActAnnounced, league.ActStarted)), []int{4}},
		} {
			if !slices.Equal(c.got, c.want) {
				t.Errorf("%s: got %v, want %v", name, c.got, c.want)
			}
		}
		log, err := tournaments.TournamentLog(t.Context(), league.Site(), "cup", 1, 1)
		if err != nil || len(log) != 1 || log[0].By != person("bob") || log[0].Player != person("bob") {
			t.Errorf("Bob's entry is %+v, %v", log, err)
		}
		acts, err := tournaments.Acts(t.Context(), league.Tournament{ID: "cup"}, 0, 2, league.ActEntered)
		if err != nil || len(acts) != 1 || acts[0].Player.ID != person("bob").ID || acts[0].Player.Name != "" {
			t.Errorf("it is %+v, %v, want it without a name", acts, err)
		}
		for group, want := range map[league.Group]int{"g1": 1, "g2": 0} {
			if c, err := tournaments.TournamentGroup(t.Context(), league.Site(), "cup", group); err != nil || len(c.Entries) != want || len(c.Log) > 0 {
				t.Errorf("%s has %d entries and %d events, %v", group, len(c.Entries), len(c.Log), err)
			}
		}
		wantKind(t, second(tournaments.TournamentGroup(t.Context(), league.Site(), "none", "g1")), league.NotFound)
	})
}
