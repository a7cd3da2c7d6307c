package storetest_test

import (
	"testing"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestReadingsRememberWhatWasShown(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann")
		admit(t, s, "bob")
		m := newMatch(1)
		m.Seats[0].Player = ann.Player
		one, two := create(t, s, m), newMatch(2)
		two.Seats[0].Player = ann.Player
		create(t, s, two)
		reads := func(player, match string, want league.Reading) {
			t.Helper()
			if got, err := s.Head(t.Context(), league.Of(league.Player{ID: player}), match); err != nil || got.Reading != want {
				t.Errorf("%s looks at %s as %+v, want %+v: %v", player, match, got.Reading, want, err)
			}
		}
		me, bob := ann.Player.ID, person("bob").ID
		reads(me, one.ID, league.Reading{})
		for _, c := range []struct{ shown, want int }{{4, 4}, {3, 4}, {4, 4}, {9, 9}, {1, 9}} {
			must(t, s.MarkSeen(t.Context(), me, one.ID, c.shown))
			reads(me, one.ID, league.Reading{Seen: c.want})
		}
		must(t, s.MarkSeen(t.Context(), bob, one.ID, 2))
		must(t, s.SetUpright(t.Context(), me, true))
		reads(me, one.ID, league.Reading{Seen: 9, Upright: true})
		reads(me, two.ID, league.Reading{Upright: true})
		reads(bob, one.ID, league.Reading{Seen: 2})
		reads("nobody", one.ID, league.Reading{})
		if got := held(t, s, me); len(got["seen"]) != 1 || got["seen"][0]["seq"] != int64(9) || len(got["preference"]) != 1 {
			t.Errorf("the download has %v and %v", got["seen"], got["preference"])
		}
		must(t, s.SetUpright(t.Context(), me, false))
		reads(me, one.ID, league.Reading{Seen: 9})

		must(t, s.SetUpright(t.Context(), me, true))
		must(t, s.Erase(t.Context(), ann, "deleted-1"))
		reads(me, one.ID, league.Reading{})
		reads(bob, one.ID, league.Reading{Seen: 2})
		if err := s.MarkSeen(t.Context(), bob, "no match", 2); err == nil {
			t.Error("a match that is not there was seen")
		}
	})
}
