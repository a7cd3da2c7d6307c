package storetest_test

import (
	"slices"
	"testing"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestWhoHasLeftAndStillHasAPlaceIsListed: a place in what takes entries or is being played and in which
// the player has not been taken out.
func TestWhoHasLeftAndStillHasAPlaceIsListed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*league.Tournament)
		listed bool
	}{
		"it takes entries":             {func(*league.Tournament) {}, true},
		"he plays in it":               {func(c *league.Tournament) { starts(c); c.Entries[0].Seed = 1 }, true},
		"he waits for a place in it":   {starts, false},
		"he was taken out":             {func(c *league.Tournament) { starts(c); c.Entries[0].Seed, c.Entries[0].Out = 1, league.Voided }, false},
		"it goes on and takes entries": {func(c *league.Tournament) { starts(c); c.Rolling = true }, true},
		"it is over": {func(c *league.Tournament) {
			c.State, c.Started, c.Ended, c.Entries[0].Seed = league.Finished, noon, noon, 1
		}, false},
		"it was called off":            {func(c *league.Tournament) { c.State, c.Ended = league.Cancelled, noon }, false},
		"it is over, and took entries": {func(c *league.Tournament) { c.State, c.Started, c.Ended, c.Rolling = league.Finished, noon, noon, true }, false},
		"he has left":                  {func(c *league.Tournament) { c.Entries = nil }, false},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, open func() *store.Store) {
				s := open()
				bob := signUp(t, s, "bob").Player
				admit(t, s, "ann")
				step(t, s, cupBy(t, s, "cup", ""), league.ActChanged, c.change)
				expel(t, s, bob.ID)
				closed, err := s.ClosedAccounts(t.Context())
				listed := slices.ContainsFunc(closed, func(p league.Player) bool { return p.ID == bob.ID })
				if err != nil || listed != c.listed {
					t.Errorf("got %v, %v", closed, err)
				}
			})
		})
	}
}

// TestWhoseMatchOfATournamentRunsIsListedIfHeDeletedHisAccount: what an expelled player plays there is
// the tournament's business.
func TestWhoseMatchOfATournamentRunsIsListedIfHeDeletedHisAccount(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob, cleo, dan := signUp(t, s, "ann"), signUp(t, s, "bob"), signUp(t, s, "cleo"), signUp(t, s, "dan")
		cup := editionAt(t, s, "cup", "", 0, 3, "cleo")
		step(t, s, cup, league.ActStarted, starts, func() league.Match {
			m := newMatchOf(1, "ann", "bob")
			m.Tournament, m.Fixture = "cup", "c1/r1/b1"
			return m
		}())
		closed := func(want ...string) {
			t.Helper()
			players, err := s.ClosedAccounts(t.Context())
			var got []string
			for _, p := range players {
				got = append(got, p.ID)
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("got %v, %v, want %v", got, err, want)
			}
		}
		create(t, s, over(2, noon, func(m *league.Match) { m.Seats[0].Player, m.Seats[1].Player = cleo.Player, dan.Player }))
		expel(t, s, dan.Player.ID)
		expel(t, s, bob.Player.ID)
		closed()
		must(t, s.Erase(t.Context(), ann, "deleted-ann"))
		closed(ann.Player.ID)
	})
}
