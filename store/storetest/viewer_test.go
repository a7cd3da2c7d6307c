package storetest_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/engine/dice"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// hiddenCup is a league of teams in which bob has entered, eve directs, fay is invited and gus is
// banned. Bob's team invites ann, and gus and dan, who is banned after that.
func hiddenCup(t *testing.T, id string, private bool) league.Tournament {
	t.Helper()
	terms := league.TournamentTerms{Name: "Cup", Format: "roundrobin", Game: "streetsoccer", Variant: "lg", Control: "lg", Places: 3, Cycles: 1, Boards: 4, Private: private}
	cup, err := league.ReplayTournament(id, dice.TournamentGID(id), dice.Link{1}, []league.Decision{
		{Seq: 1, At: noon, By: person("org"), Act: league.ActCreated, Text: terms.String()},
		{Seq: 2, At: noon, By: person("bob"), Act: league.ActFounded, Player: person("bob"), Text: "Owls"},
		{Seq: 3, At: noon, By: person("org"), Act: league.ActAppointed, Player: person("eve")},
		{Seq: 4, At: noon, By: person("org"), Act: league.ActInvited, Player: person("fay")},
		{Seq: 5, At: noon, By: person("org"), Act: league.ActBanned, Player: person("gus")},
		{Seq: 6, At: noon, By: person("bob"), Act: league.ActCalled, Player: person("gus"), Text: "t2"},
		{Seq: 7, At: noon, By: person("bob"), Act: league.ActCalled, Player: person("ann"), Text: "t2"},
		{Seq: 8, At: noon, By: person("bob"), Act: league.ActCalled, Player: person("dan"), Text: "t2"},
		{Seq: 9, At: noon, By: person("org"), Act: league.ActBanned, Player: person("dan")},
	})
	must(t, err)
	return cup
}

// TestWhatIsPrivateIsReadByThoseWhoKnowOfIt holds every list, page of a list and count against
// what league.Tournament.Knows and the seats of the matches say.
func TestWhatIsPrivateIsReadByThoseWhoKnowOfIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve", "fay", "gus", "org")
		cups := map[string]league.Tournament{"hidden": hiddenCup(t, "hidden", true), "shown": hiddenCup(t, "shown", false)}
		for _, cup := range cups {
			must(t, s.CreateTournament(t.Context(), cup, nil, nil))
		}
		all := variedMatches(enginetest.Sized(30, 90))
		for i := range all {
			if i%5 < 2 {
				all[i].Tournament, all[i].Fixture = []string{"hidden", "shown"}[i%5], fmt.Sprintf("c1/r%d/b1", i)
			}
			create(t, s, all[i])
			must(t, second(s.Say(t.Context(), league.Line{Match: all[i].ID, Author: all[i].Seats[0].Player.ID, At: noon, Text: "hello"}, nil, noon.Add(-day), 1000)))
		}
		for _, viewer := range []string{"", "id-ann", "id-bob", "id-cleo", "id-dan", "id-eve", "id-fay", "id-gus", "id-org", "the site"} {
			t.Run(cmp.Or(viewer, "nobody"), func(t *testing.T) {
				who := league.Of(league.Player{ID: viewer})
				knows := func(m league.Match) bool {
					return m.Tournament != "hidden" || cups["hidden"].Knows(viewer) || viewer != "" && m.SideOf(viewer) != engine.NoSide
				}
				if viewer == "the site" {
					who = league.Site()
					knows = func(league.Match) bool { return true }
				}
				readTournaments(t, s, who, cups, viewer)
				readMatches(t, s, who, all, knows)
				for _, player := range []string{"id-ann", "id-bob"} {
					readListsOf(t, s, who, player, all, knows)
				}
			})
		}
	})
}

// readTournaments reads tournaments one by one and in lists.
func readTournaments(t *testing.T, s *store.Store, who league.Viewer, cups map[string]league.Tournament, viewer string) {
	t.Helper()
	var want []string
	for _, id := range []string{"shown", "hidden"} {
		knows := viewer == "the site" || cups[id].Knows(viewer)
		if knows {
			want = append(want, id)
		}
		kind := map[bool]league.Kind{false: league.NotFound}[knows]
		_, err := s.Tournament(t.Context(), who, id)
		wantKindOf(t, err, kind)
		_, _, err = s.TournamentReached(t.Context(), who, id)
		wantKindOf(t, err, kind)
		log, err := s.TournamentLog(t.Context(), who, id, 0, 9)
		must(t, err)
		if got := len(log) > 0; got != knows {
			t.Errorf("the log of %s is read: %t", id, got)
		}
	}
	if viewer != "the site" {
		private, err := s.SeesPrivate(t.Context(), viewer)
		must(t, err)
		if private != cups["hidden"].Knows(viewer) {
			t.Errorf("that somebody knows of a private tournament: %t", private)
		}
	}
	for name, read := range map[string]func() ([]league.Tournament, error){
		"open":    func() ([]league.Tournament, error) { return s.Tournaments(t.Context(), who, league.Registration, 9) },
		"entered": func() ([]league.Tournament, error) { return s.EntriesOf(t.Context(), who, "id-bob", 9) },
	} {
		list, err := read()
		must(t, err)
		if len(list) != len(want) {
			t.Errorf("%d tournaments of those that are %s, want %v", len(list), name, want)
		}
	}
}

func wantKindOf(t *testing.T, err error, kind league.Kind) {
	t.Helper()
	if kind == "" {
		must(t, err)
		return
	}
	wantKind(t, err, kind)
}

// readMatches reads matches one by one and in the lists of all.
func readMatches(t *testing.T, s *store.Store, who league.Viewer, all []league.Match, knows func(league.Match) bool) {
	t.Helper()
	hidden := 0
	for _, m := range all {
		kind := league.Kind("")
		if !knows(m) {
			kind, hidden = league.NotFound, hidden+1
		}
		_, err := s.Match(t.Context(), who, m.ID)
		wantKindOf(t, err, kind)
		_, err = s.Reached(t.Context(), who, m.ID)
		wantKindOf(t, err, kind)
		lines, err := s.Lines(t.Context(), who, m.ID, 0, 9)
		must(t, err)
		before, err := s.LinesBefore(t.Context(), who, m.ID, 9, 9)
		must(t, err)
		if want := map[bool]int{true: 1}[knows(m)]; len(lines) != want || len(before) != want {
			t.Errorf("%d and %d lines of match %s, want %d", len(lines), len(before), m.ID, want)
		}
	}
	last := func(a, b league.Match) int { return b.State.Moved.Compare(a.State.Moved) }
	finished := func(ctx context.Context, viewer league.Viewer, limit int) ([]league.Match, error) {
		return s.Latest(ctx, viewer, 0, limit)
	}
	for over, read := range map[bool]func(context.Context, league.Viewer, int) ([]league.Match, error){false: s.Running, true: finished} {
		want := pick(all, func(m league.Match) bool { return (m.State.ToMove == engine.NoSide) == over && knows(m) }, last)
		for limit := 1; limit <= len(want)+1; limit += 7 {
			got, err := read(t.Context(), who, limit)
			must(t, err)
			if diff := gocmp.Diff(ids(want[:min(limit, len(want))]), ids(got)); diff != "" {
				t.Errorf("%d of all, over %t (-want +got):\n%s", limit, over, diff)
			}
		}
	}
}

// readListsOf reads the lists and counts of a player.
func readListsOf(t *testing.T, s *store.Store, who league.Viewer, player string, all []league.Match, knows func(league.Match) bool) {
	t.Helper()
	his := pick(all, func(m league.Match) bool { return m.SideOf(player) != engine.NoSide && knows(m) }, urgent)
	got, err := s.MatchesOf(t.Context(), who, player, 100)
	must(t, err)
	if diff := gocmp.Diff(slices.Sorted(slices.Values(ids(his))), slices.Sorted(slices.Values(ids(got)))); diff != "" {
		t.Errorf("matches of %s (-want +got):\n%s", player, diff)
	}
	over := pick(his, func(m league.Match) bool { return m.State.ToMove == engine.NoSide }, func(a, b league.Match) int { return b.State.Moved.Compare(a.State.Moved) })
	var pages []league.Match
	for place := (league.Place{}); ; place = pages[len(pages)-1].Place() {
		page, err := s.PartOf(t.Context(), who, player, league.Over, place, 3)
		must(t, err)
		pages = append(pages, page...)
		if len(page) < 3 {
			break
		}
	}
	if diff := gocmp.Diff(ids(over), ids(pages)); diff != "" {
		t.Errorf("pages of %s (-want +got):\n%s", player, diff)
	}
	counted, met := 0, map[string]bool{}
	for _, m := range over {
		if m.Seats[0].Player.ID == m.Seats[1].Player.ID {
			continue
		}
		counted++
		for _, seat := range m.Seats {
			met[seat.Player.ID] = met[seat.Player.ID] || seat.Player.ID != player
		}
	}
	delete(met, player)
	tallies, err := s.Tallies(t.Context(), who, player, "")
	must(t, err)
	games, err := s.GameTallies(t.Context(), who, player, "")
	must(t, err)
	for name, sum := range map[string]league.Tally{"by ending": league.Sum(tallies), "by game": games["streetsoccer"]} {
		if n := sum.Won + sum.Drawn + sum.Lost; n != counted {
			t.Errorf("of %s %d matches are counted %s, want %d", player, n, name, counted)
		}
	}
	for other := range met {
		meetings, err := s.MatchesBetween(t.Context(), who, player, other, 99)
		must(t, err)
		counted -= len(meetings)
	}
	if counted != 0 {
		t.Errorf("the meetings of %s are %d fewer than their matches", player, counted)
	}
	opponents, err := s.MostMet(t.Context(), who, player, 9)
	must(t, err)
	if len(opponents) != len(met) {
		t.Errorf("%s has met %d, want %d", player, len(opponents), len(met))
	}
}
