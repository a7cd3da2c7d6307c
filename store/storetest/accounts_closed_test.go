package storetest_test

import (
	"slices"
	"testing"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestWhoHasLeftAndIsStillInSomethingIsListed closes accounts with a running match, with one that is over,
// and with none.
func TestWhoHasLeftAndIsStillInSomethingIsListed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		for _, name := range []string{"ann", "bob", "cleo", "dan"} {
			signUp(t, s, name)
		}
		create(t, s, newMatchOf(1, "ann", "bob"))
		create(t, s, over(2, noon, func(m *league.Match) { m.Seats[0].Player, m.Seats[1].Player = of("cleo"), of("dan") }))
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
		closed()
		expel(t, s, person("cleo").ID)
		closed() // nothing of theirs goes on
		expel(t, s, person("ann").ID)
		closed(person("ann").ID)
		account, err := s.AccountOf(t.Context(), person("bob").ID)
		must(t, err)
		must(t, s.Erase(t.Context(), account, "deleted-bob"))
		closed(person("ann").ID, person("bob").ID)
	})
}
