package storetest_test

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"kickabout/engine/dice/tbd2"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestContributionsAreTakenInOrderAndOnce: what a player gives to dice waits in its order; a tournament takes one and keeps
// it, a game that uses one uses it up (SCHEME.md 3).
func TestContributionsAreTakenInOrderAndOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob, cleo := signUp(t, s, "ann").Player.ID, signUp(t, s, "bob").Player.ID, signUp(t, s, "cleo").Player.ID
		add := func(player string, want int, values ...string) {
			t.Helper()
			if n, err := s.AddContributions(t.Context(), player, values, noon, 5); err != nil || n != want {
				t.Fatalf("%d wait, %v; want %d", n, err, want)
			}
		}
		add(ann, 2, "a1", "a2")
		add(ann, 5, "a3", "a4", "a5", "a6")
		add(ann, 5, "a7")
		add(bob, 1, "b1")
		add(bob, 1)
		if _, err := s.AddContributions(t.Context(), "nobody", []string{"n1"}, noon, 5); league.KindOf(err) != league.Forbidden {
			t.Errorf("of nobody: %v", err)
		}
		took := func(what string, given map[string]string, err error, want map[string]string) {
			t.Helper()
			if err != nil || !maps.Equal(given, want) {
				t.Errorf("%s: %v, %v; want %v", what, given, err, want)
			}
		}
		take := func(what, tournament string, want map[string]string, players ...string) {
			t.Helper()
			given, err := s.TakeContributions(t.Context(), tournament, players, noon)
			took(what, given, err, want)
		}
		use := func(what string, want map[string]string, players ...string) {
			t.Helper()
			given, err := s.UseContributions(t.Context(), players)
			took(what, given, err, want)
		}
		must(t, s.GiveContribution(t.Context(), "cup", ann, "first thought", noon))
		must(t, s.GiveContribution(t.Context(), "cup", ann, "my word", noon))
		cup := map[string]string{ann: "my word", bob: "b1"}
		take("the first time", "cup", cup, ann, bob, cleo)
		take("again", "cup", cup, ann, bob, cleo)
		take("of another", "league", map[string]string{ann: "a1"}, ann, bob)
		use("a game", map[string]string{ann: "a2"}, ann, bob)
		use("the next", map[string]string{ann: "a3"}, ann, bob)
		add(bob, 1, "b2")
		take("who gave nothing before", "league", map[string]string{ann: "a1", bob: "b2"}, ann, bob)
		if n, err := s.WaitingContributions(t.Context(), ann); n != 2 || err != nil {
			t.Errorf("%d wait, %v", n, err)
		}
		many := make([]string, 40_000, 40_003) // more than one statement takes, of whom nobody gives anything
		for i := range many {
			many[i] = fmt.Sprint("somebody", i)
		}
		take("of a great many", "cup", cup, append(many, ann, bob, cleo)...)
		add(cleo, 1, "c1")
		cup[cleo] = "c1"
		take("of a great many, one of whom gives more", "cup", cup, append(many, ann, bob, cleo)...)
	})
}

// TestContributionsAreGivenOutOnceToManyAtOnce: of many games that begin at once no two get the same contribution, and all of
// one tournament get one.
func TestContributionsAreGivenOutOnceToManyAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		const many = 12
		players := []string{signUp(t, s, "ann").Player.ID, signUp(t, s, "bob").Player.ID}
		for _, p := range players {
			var values []string
			for i := range 2 * many {
				values = append(values, fmt.Sprint(p, i))
			}
			if _, err := s.AddContributions(t.Context(), p, values, noon, 2*many); err != nil {
				t.Fatal(err)
			}
		}
		var all sync.WaitGroup
		used, taken := make([]map[string]string, many), make([]map[string]string, many)
		for i := range many {
			ordered := slices.Clone(players)
			if i%2 == 1 {
				slices.Reverse(ordered)
			}
			all.Go(func() {
				var err error
				if used[i], err = s.UseContributions(t.Context(), ordered); err != nil {
					t.Error(err)
				}
			})
			all.Go(func() {
				var err error
				if taken[i], err = s.TakeContributions(t.Context(), "cup", ordered, noon); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, p := range players {
			seen := map[string]bool{taken[0][p]: true}
			for i := range many {
				if taken[i][p] == "" || taken[i][p] != taken[0][p] {
					t.Errorf("the tournament has %q and %q of %s", taken[0][p], taken[i][p], p)
				}
				if used[i][p] == "" || seen[used[i][p]] {
					t.Errorf("%q of %s is used twice", used[i][p], p)
				}
				seen[used[i][p]] = true
			}
			if n, err := s.WaitingContributions(t.Context(), p); n != many-1 || err != nil {
				t.Errorf("%d of %s wait, %v", n, p, err)
			}
		}
	})
}

// TestAWordGivesWhenNothingWaits: another value each time, which the scheme computes, and never one twice, whatever the word is; a
// tournament keeps what it took.
func TestAWordGivesWhenNothingWaits(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		ann, bob, cleo := signUp(t, s, "ann").Player.ID, signUp(t, s, "bob").Player.ID, signUp(t, s, "cleo").Player.ID
		word := func(player, want string, used uint32) {
			t.Helper()
			if word, n, err := s.ContributionWord(ctx, player); err != nil || word != want || n != used {
				t.Errorf("the word is %q, used %d times, %v; want %q, %d", word, n, err, want, used)
			}
		}
		use := func(want map[string]string) {
			t.Helper()
			if given, err := s.UseContributions(ctx, []string{ann, bob, cleo}); err != nil || !maps.Equal(given, want) {
				t.Errorf("used is %v, %v; want %v", given, err, want)
			}
		}
		take := func(tournament string, want map[string]string) {
			t.Helper()
			if given, err := s.TakeContributions(ctx, tournament, []string{bob, ann, cleo}, noon); err != nil || !maps.Equal(given, want) {
				t.Errorf("%s takes %v, %v; want %v", tournament, given, err, want)
			}
		}
		word(ann, "", 0)
		must(t, s.SetContributionWord(ctx, ann, "kites"))
		must(t, s.SetContributionWord(ctx, bob, "boats"))
		wantKind(t, s.SetContributionWord(ctx, "nobody", "x"), league.Forbidden)
		word(ann, "kites", 0)
		if _, err := s.AddContributions(ctx, bob, []string{"b1"}, noon, 5); err != nil {
			t.Fatal(err)
		}
		use(map[string]string{ann: tbd2.Word("kites", ann, 0), bob: "b1"})
		use(map[string]string{ann: tbd2.Word("kites", ann, 1), bob: tbd2.Word("boats", bob, 0)})
		cup := map[string]string{ann: tbd2.Word("kites", ann, 2), bob: tbd2.Word("boats", bob, 1)}
		for range 2 {
			take("cup", cup)
		}
		word(ann, "kites", 3)
		must(t, s.SetContributionWord(ctx, ann, "boats"))
		use(map[string]string{ann: tbd2.Word("boats", ann, 3), bob: tbd2.Word("boats", bob, 2)})
		must(t, s.SetContributionWord(ctx, ann, ""))
		must(t, s.SetContributionWord(ctx, bob, ""))
		word(ann, "", 4)
		use(nil)
		take("league", map[string]string{})
		must(t, s.SetContributionWord(ctx, ann, "kites"))
		use(map[string]string{ann: tbd2.Word("kites", ann, 4)})
		take("cup", cup)
	})
}

// TestAWordNeverGivesTwice the same, of many games that begin at once.
func TestAWordNeverGivesTwice(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		ann := signUp(t, s, "ann").Player.ID
		must(t, s.SetContributionWord(ctx, ann, "kites"))
		const many = 12
		used := make([]string, 2*many)
		var all sync.WaitGroup
		for i := range many {
			all.Go(func() {
				given, err := s.UseContributions(ctx, []string{ann})
				if err != nil {
					t.Error(err)
				}
				used[i] = given[ann]
			})
			all.Go(func() {
				given, err := s.TakeContributions(ctx, fmt.Sprint("cup ", i), []string{ann}, noon)
				if err != nil {
					t.Error(err)
				}
				used[many+i] = given[ann]
			})
		}
		all.Wait()
		want := make([]string, len(used))
		for i := range want {
			want[i] = tbd2.Word("kites", ann, uint32(i))
		}
		slices.Sort(used)
		slices.Sort(want)
		if !slices.Equal(used, want) {
			t.Errorf("given were %q", used)
		}
	})
}
