package storetest_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"kickabout/engine/dice"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestGamesInWhichNobodyMoves(t *testing.T) { // R-FF-14
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve", "fay", "gus", "org")
		still := func(name string, viewer league.Viewer, at, since time.Time, limit int, want ...string) {
			t.Helper()
			got, err := s.Still(t.Context(), viewer, at, since, limit)
			if err != nil || !slices.Equal(ids(got), want) {
				t.Errorf("%s: got %v, %v, want %v", name, ids(got), err, want)
			}
			if slices.ContainsFunc(got, func(m league.Match) bool { return len(m.Log) > 0 }) {
				t.Errorf("%s: with logs", name)
			}
		}
		since := func(m league.Match, moved time.Time) league.Match {
			m.State.Moved = moved
			return m
		}
		in := func(cup string, n int, deadline time.Time) league.Match {
			return fixture(n, cup, fmt.Sprintf("c1/r1/b%d", n), deadline)
		}
		held, bot := in("going", 6, noon.Add(day)), in("going", 7, noon.Add(day))
		held.State.Held, held.State.Deadline, bot.State.Due = true, league.NoDeadline, noon.Add(time.Hour)
		step(t, s, cupBy(t, s, "going", ""), league.ActStarted, starts,
			in("going", 1, noon.Add(day)), in("going", 2, noon.Add(10*day)), since(in("going", 3, noon.Add(day)), noon.Add(-day)),
			in("going", 4, league.Halt), since(in("going", 5, league.Halt.Add(day)), noon.Add(-time.Hour)), held, bot,
			over(8, noon, func(m *league.Match) { m.Tournament, m.Fixture = "going", "c1/r1/b8" }))
		paused := step(t, s, cupBy(t, s, "paused", ""), league.ActStarted, starts, in("paused", 9, noon.Add(day)))
		step(t, s, paused, league.ActPaused, func(c *league.Tournament) { c.Paused = noon })
		create(t, s, newMatch(10)) // of no tournament

		late := noon.Add(day * 4 / 5)
		still("before 80 %", league.Site(), late.Add(-time.Millisecond), noon.Add(-2*time.Hour), 9, "m000003")
		still("after 80 %", league.Site(), late, noon.Add(-2*time.Hour), 9, "m000003", "m000001")
		still("clocks that stand", league.Site(), noon, noon.Add(-time.Hour), 9, "m000005")
		still("all of them", league.Site(), noon.Add(8*day), noon, 9, "m000003", "m000005", "m000001", "m000002", "m000004")
		still("the oldest first", league.Site(), noon.Add(8*day), noon, 2, "m000003", "m000005")
		must(t, second(s.TellOnce(t.Context(), league.StillKey("m000003"), noon)))
		still("what was told", league.Site(), noon.Add(8*day), noon, 2, "m000005", "m000001")

		hidden := hiddenCup(t, "hidden", true)
		must(t, s.CreateTournament(t.Context(), hidden, nil, nil))
		m := since(in("hidden", 11, noon.Add(day)), noon.Add(-9*day))
		m.Seats[0].Player, m.Seats[1].Player = person("bob"), person("ann")
		step(t, s, hidden, league.ActStarted, starts, m)
		still("private, to the site", league.Site(), noon, noon.Add(-9*day), 1, "m000011")
		still("private, to everybody", league.Public(), noon, noon.Add(-9*day), 1)
		if _, err := s.Still(t.Context(), league.Viewer{}, noon, noon, 1); err == nil {
			t.Error("nobody may read")
		}
	})
}

func TestWhatIsToldOnceIsToldOnceByAllNodes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		notice := func(name string) league.Notice {
			return league.Notice{Player: person(name).ID, At: noon, Kind: league.TournamentNotice, Subject: "cup", Event: league.TournamentStuck}
		}
		const keys, nodes = 20, 4
		for i := range keys {
			told := make([]bool, nodes)
			var all sync.WaitGroup
			for n := range nodes {
				all.Go(func() {
					var err error
					if told[n], err = s.TellOnce(t.Context(), fmt.Sprint("key ", i), noon, notice("bob"), notice("ann")); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if n := len(slices.DeleteFunc(told, func(told bool) bool { return !told })); n != 1 {
				t.Errorf("%d nodes have told of %d", n, i)
			}
		}
		for _, name := range []string{"ann", "bob"} {
			if got, err := s.Notices(t.Context(), person(name).ID, 0, 99); err != nil || len(got) != keys {
				t.Errorf("%s was told %d times, %v", name, len(got), err)
			}
		}
		if told, err := s.TellOnce(t.Context(), "nobody is to know", noon); err != nil || !told {
			t.Errorf("told: %t, %v", told, err)
		}
		if told, err := s.TellOnce(t.Context(), "nobody is to know", noon, notice("ann")); err != nil || told {
			t.Errorf("told again: %t, %v", told, err)
		}
	})
}

// wantingCup is a tournament of org's that eve directs, too, in which ann and bob play, and ann wants a ruling.
func wantingCup(t *testing.T, id string, organiser league.Player, private bool) league.Tournament {
	t.Helper()
	terms := league.TournamentTerms{Name: "Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 4, Cycles: 1, Private: private}
	cup, err := league.ReplayTournament(id, dice.TournamentGID(id), dice.Link{1}, []league.Decision{
		{Seq: 1, At: noon, By: organiser, Act: league.ActCreated, Text: terms.String()},
		{Seq: 2, At: noon, By: organiser, Act: league.ActInvited, Player: person("ann")},
		{Seq: 3, At: noon, By: organiser, Act: league.ActInvited, Player: person("bob")},
		{Seq: 4, At: noon, By: person("ann"), Act: league.ActEntered, Player: person("ann")},
		{Seq: 5, At: noon, By: person("bob"), Act: league.ActEntered, Player: person("bob")},
		{Seq: 6, At: noon, By: organiser, Act: league.ActAppointed, Player: person("eve")},
	})
	must(t, err)
	return cup
}

func TestTournamentsInWhichARulingIsWanted(t *testing.T) { // R-FF-14
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "eve", "fay", "org")
		site := league.Player{ID: "site", Name: "Kickabout", Kind: league.SiteItself, Created: noon}
		must(t, s.PutBots(t.Context(), []league.Player{site}))
		wants := func(c *league.Tournament) {
			c.State, c.Started = league.Running, noon
			c.Roles = append(slices.Clone(c.Roles), league.Appointment{Player: person("ann"), Role: league.WantsRuling("m000001")})
		}
		for _, cup := range []league.Tournament{
			wantingCup(t, "b hidden", person("org"), true), wantingCup(t, "a shown", person("org"), false), wantingCup(t, "c site", site, false),
		} {
			must(t, s.CreateTournament(t.Context(), cup, nil, nil))
			step(t, s, cup, league.ActStarted, wants)
		}
		for id, change := range map[string]func(*league.Tournament){
			"no wish": starts, "over": func(c *league.Tournament) { wants(c); c.State, c.Ended = league.Finished, noon },
		} {
			cup := wantingCup(t, id, person("org"), false)
			must(t, s.CreateTournament(t.Context(), cup, nil, nil))
			step(t, s, cup, league.ActStarted, change)
		}
		for _, c := range []struct {
			viewer league.Viewer
			player string
			site   bool
			limit  int
			want   []string
		}{
			{league.Of(person("org")), "org", false, 9, []string{"a shown", "b hidden"}},
			{league.Of(person("org")), "org", false, 1, []string{"a shown"}},
			{league.Of(person("eve")), "eve", false, 9, []string{"a shown", "b hidden", "c site"}},
			{league.Of(person("ann")), "ann", false, 9, nil}, // she plays, and directs nothing
			{league.Of(person("fay")), "fay", false, 9, nil},
			{league.Of(person("fay")), "fay", true, 9, []string{"c site"}},
			{league.Public(), "org", false, 9, []string{"a shown"}}, // what is private is shown to nobody else
			{league.Of(person("fay")), "eve", false, 9, []string{"a shown", "c site"}},
		} {
			list, err := s.RulingsFor(t.Context(), c.viewer, person(c.player).ID, c.site, c.limit)
			var got []string
			for _, cup := range list {
				got = append(got, cup.ID)
				if len(cup.Log) > 0 || slices.ContainsFunc(cup.Entries, func(e league.Entrant) bool { return e.Player.ID != person(c.player).ID }) {
					t.Errorf("%s has the log %v and the entries %v", cup.ID, cup.Log, cup.Entries)
				}
				if !cup.Has(person("ann").ID, league.WantsRuling("m000001")) {
					t.Errorf("%s does not say who wants a ruling: %v", cup.ID, cup.Roles)
				}
			}
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("for %s, site %t, %+v: got %v, %v, want %v", c.player, c.site, c.viewer, got, err, c.want)
			}
		}
		if _, err := s.RulingsFor(t.Context(), league.Viewer{}, person("org").ID, true, 9); err == nil {
			t.Error("nobody may read")
		}
	})
}
