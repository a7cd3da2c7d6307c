package storetest_test

import (
	"fmt"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestWhoHadMostLuckIsFoundByTheMatch: not by the sum, and among those alone who have enough matches that count.
func TestWhoHadMostLuckIsFoundByTheMatch(t *testing.T) {
	t.Parallel()
	from := noon.Add(time.Hour)
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve", "fay", "gus", "hal", "ida", "jon", "kim", "lea", "org", "yan", "zoe")
		must(t, s.PutBots(t.Context(), []league.Player{{ID: "id-robot", Name: "robot", Kind: league.Bot, Created: noon}}))
		must(t, s.CreateTournament(t.Context(), hiddenCup(t, "hidden", true), nil, nil))
		n := 0
		put := func(first, second string, luck int, change ...func(*league.Match)) league.Match {
			t.Helper()
			n++
			m := ratedOver(t, s, n, 1, first, second, change...)
			a := worthOf(m, 1)
			a.Seats[0].Adjusted, a.Seats[1].Adjusted = 5000-luck, luck
			must(t, s.PutAnalysis(t.Context(), a))
			return m
		}
		for pair, all := range map[[2]string][]int{
			{"ann", "bob"}:  {300, 500, 100},
			{"zoe", "yan"}:  {250, 250, 251},
			{"eve", "fay"}:  {250, 250, 250, 250, 250},
			{"gus", "hal"}:  {250, 250, 250},
			{"cleo", "dan"}: {200, 200, 200, 200, 200, 200, 200},
			{"ida", "jon"}:  {100, -100, 0},
			{"kim", "lea"}:  {9000, 9000}, // and what does not count
		} {
			for _, luck := range all {
				put(pair[0], pair[1], luck)
			}
		}
		for _, change := range []func(*league.Match){
			func(m *league.Match) { m.Rated = false },
			func(m *league.Match) { m.Game = "cufootball" },
			func(m *league.Match) { m.Variant = "board" },
			func(m *league.Match) { m.State.Moved = from.Add(-time.Millisecond) },
			func(m *league.Match) { running := newMatch(n); m.State = running.State; m.State.Moved = from },
			func(m *league.Match) { m.Tournament, m.Fixture = "hidden", "1/1" }, // nobody knows of it
			func(m *league.Match) { m.Seats[0].Player = league.Player{ID: "id-robot"} },
			func(m *league.Match) { m.Seats[1].Player = league.Player{ID: "id-robot"} },
		} {
			put("kim", "lea", 9000, change)
		}
		n++
		takeUp(t, s, 1, ratedOver(t, s, n, 9, "kim", "lea").ID, 1) // somebody is at its analysis

		for limit, want := range map[int][]string{
			1: {"ann 300 of 3", "-", "bob -300 of 3"},
			2: {"ann 300 of 3", "zoe 250 of 3", "-", "bob -300 of 3", "yan -250 of 3"},
			3: {"ann 300 of 3", "zoe 250 of 3", "eve 250 of 5", "-", "bob -300 of 3", "yan -250 of 3", "fay -250 of 5"},
			9: {
				"ann 300 of 3", "zoe 250 of 3", "eve 250 of 5", "gus 250 of 3", "cleo 200 of 7", "-",
				"bob -300 of 3", "yan -250 of 3", "fay -250 of 5", "hal -250 of 3", "dan -200 of 7",
			},
		} {
			lucky, unlucky, err := s.LuckTable(t.Context(), league.Public(), league.Pool{Game: "streetsoccer", Variant: "lg"}, from, 3, limit)
			must(t, err)
			var got []string
			for _, w := range lucky {
				got = append(got, fmt.Sprintf("%s %d of %d", w.Player.Name, w.Luck(), w.Matches))
			}
			got = append(got, "-")
			for _, w := range unlucky {
				got = append(got, fmt.Sprintf("%s %d of %d", w.Player.Name, w.Luck(), w.Matches))
			}
			wantLines(t, fmt.Sprintf("at most %d", limit), got, want...)
		}
		_, _, err := s.LuckTable(t.Context(), league.Viewer{}, league.Pool{}, from, 3, 1)
		wantKind(t, err, league.Internal)
	})
}
