package storetest_test

import (
	"testing"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestWhoBlocksWhom(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob, cleo := signUp(t, s, "ann").Player, signUp(t, s, "bob").Player, signUp(t, s, "cleo").Player
		blocks := s
		must(t, blocks.MayMeet(t.Context(), ann, bob))
		for range 2 { // may be done twice
			must(t, blocks.Block(t.Context(), league.Block{Player: ann, Other: cleo, At: noon}))
			must(t, blocks.Block(t.Context(), league.Block{Player: ann, Other: bob, At: noon}))
		}
		list, err := blocks.Blocks(t.Context(), ann.ID)
		must(t, err)
		if len(list) != 2 || list[0] != (league.Block{Player: ann, Other: bob, At: noon}) || list[1].Other != cleo {
			t.Errorf("Ann has blocked %v", list)
		}
		if list, err := blocks.Blocks(t.Context(), bob.ID); err != nil || len(list) > 0 {
			t.Errorf("Bob has blocked %v, %v", list, err)
		}
		for _, c := range []struct {
			player, other league.Player
			says          string
		}{
			{ann, bob, "You have blocked bob. Unblock this player first."},
			{bob, ann, "This player does not take games from you."},
		} {
			err := blocks.MayMeet(t.Context(), c.player, c.other)
			wantKind(t, err, league.Forbidden)
			if err != nil && err.Error() != c.says {
				t.Errorf("%s is told %q", c.player.Name, err)
			}
		}
		must(t, blocks.MayMeet(t.Context(), bob, cleo))
		for range 2 {
			must(t, blocks.Unblock(t.Context(), ann.ID, bob.ID))
		}
		must(t, blocks.MayMeet(t.Context(), bob, ann))
		wantKind(t, blocks.MayMeet(t.Context(), cleo, ann), league.Forbidden)
	})
}
