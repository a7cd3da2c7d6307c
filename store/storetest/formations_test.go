package storetest_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestFormationsAreKeptByTheirNames(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann").Player.ID, signUp(t, s, "bob").Player.ID
		one := league.Formation{Player: ann, Game: "streetsoccer", Name: "Wings", Variant: "lg", Side: engine.First, Move: "Pa3b7f3", Made: noon}
		two, theirs := one, one
		two.Name, two.Side, two.Move = "Block", engine.Second, "Pb4c9e6"
		theirs.Player = bob
		for _, f := range []league.Formation{one, two, theirs} {
			must(t, s.PutFormation(t.Context(), f, 2))
		}
		again := one
		again.Move, again.Made = "Pa2b7f3", noon.Add(time.Hour)
		must(t, s.PutFormation(t.Context(), again, 2)) // in its place, so none too many
		wantFormations(t, s, ann, two, again)
		third := one
		third.Name = "Third"
		if err := s.PutFormation(t.Context(), third, 2); league.KindOf(err) != league.Forbidden || league.Fields(err)["name"] == nil {
			t.Errorf("one too many: %v", err)
		}
		third.Game, third.Variant = "onetwofun", "basic"
		must(t, s.PutFormation(t.Context(), third, 2)) // of another game
		must(t, s.DropFormation(t.Context(), ann, "streetsoccer", "Block"))
		must(t, s.DropFormation(t.Context(), ann, "streetsoccer", "Block"))
		wantFormations(t, s, ann, third, again)
		wantFormations(t, s, bob, theirs)
		stranger := one
		stranger.Player = "nobody"
		if err := s.PutFormation(t.Context(), stranger, 2); league.KindOf(err) != league.Forbidden {
			t.Errorf("of whoever has no account: %v", err)
		}
	})
}

func wantFormations(t *testing.T, s *store.Store, player string, want ...league.Formation) {
	t.Helper()
	if got, err := s.Formations(t.Context(), player); err != nil || !slices.Equal(got, want) {
		t.Errorf("kept are %v, %v; want %v", got, err, want)
	}
}

// However many forms are sent at once, no player gets one too many.
func TestFormationsAreNeverTooMany(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player.ID
		done := make(chan error)
		for n := range 6 {
			go func() {
				done <- s.PutFormation(t.Context(), league.Formation{Player: ann, Game: "streetsoccer", Name: strconv.Itoa(n), Variant: "lg", Side: engine.First, Move: "Pa3b7f3", Made: noon}, 3)
			}()
		}
		refused := 0
		for range 6 {
			if err := <-done; err != nil {
				refused++
			}
		}
		if got, err := s.Formations(t.Context(), ann); err != nil || len(got) != 3 || refused != 3 {
			t.Errorf("kept are %d, refused %d: %v", len(got), refused, err)
		}
	})
}
