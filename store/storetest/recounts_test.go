package storetest_test

import (
	"slices"
	"testing"

	"kickabout/store"
	"kickabout/store/storetest"
)

func TestAllTournamentsAreListed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		cupBy(t, s, "cup", "")
		cupBy(t, s, "a-edition", "c/streetsoccer/lg")
		recounts := s
		if got, err := recounts.TournamentIDs(t.Context()); err != nil || !slices.Equal(got, []string{"a-edition", "cup"}) {
			t.Errorf("got %v, %v", got, err)
		}
	})
}
