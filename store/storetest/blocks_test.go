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
		mayMeet := func(player, other league.Player) error { return mayMeet(t, s, player, other) }
		must(t, mayMeet(ann, bob))
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
			err := mayMeet(c.player, c.other)
			wantKind(t, err, league.Forbidden)
			if err != nil && err.Error() != c.says {
				t.Errorf("%s is told %q", c.player.Name, err)
			}
		}
		must(t, mayMeet(bob, cleo))
		for range 2 {
			must(t, blocks.Unblock(t.Context(), ann.ID, bob.ID))
		}
		must(t, mayMeet(bob, ann))
		wantKind(t, mayMeet(cleo, ann), league.Forbidden)
	})
}

// mayMeet is nil if neither of two players has blocked the other.
func mayMeet(t *testing.T, s *store.Store, player, other league.Player) error {
	t.Helper()
	blocks, err := s.BlocksBetween(t.Context(), player.ID, []string{other.ID})
	must(t, err)
	return league.MayMeet(blocks, player, other, "")
}

func TestBlocksBetweenAPlayerAndOthers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob, cleo, dan := signUp(t, s, "ann").Player, signUp(t, s, "bob").Player, signUp(t, s, "cleo").Player, signUp(t, s, "dan").Player
		for _, b := range [][2]league.Player{{ann, bob}, {bob, ann}, {cleo, ann}, {bob, cleo}, {ann, dan}} {
			must(t, s.Block(t.Context(), league.Block{Player: b[0], Other: b[1], At: noon}))
		}
		list, err := s.BlocksBetween(t.Context(), ann.ID, []string{bob.ID, cleo.ID})
		must(t, err)
		got := map[[2]string]bool{}
		for _, b := range list {
			if got[[2]string{b.Player.ID, b.Other.ID}] = true; !b.At.Equal(noon) {
				t.Errorf("%v", b)
			}
		}
		if len(list) != 3 || !got[[2]string{ann.ID, bob.ID}] || !got[[2]string{bob.ID, ann.ID}] || !got[[2]string{cleo.ID, ann.ID}] {
			t.Errorf("between Ann, Bob and Cleo: %v", list)
		}
		if list, err := s.BlocksBetween(t.Context(), ann.ID, nil); err != nil || len(list) > 0 {
			t.Errorf("between Ann and nobody: %v, %v", list, err)
		}
	})
}

func TestAPlayerAvoidsAnother(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob, cleo, dan, eve := signUp(t, s, "ann").Player, signUp(t, s, "bob").Player, signUp(t, s, "cleo").Player, signUp(t, s, "dan").Player, signUp(t, s, "eve").Player
		for _, other := range []league.Player{bob, dan} {
			must(t, s.Mute(t.Context(), ann.ID, other.ID, noon))
		}
		for _, other := range []league.Player{cleo, dan} {
			must(t, s.Block(t.Context(), league.Block{Player: ann, Other: other, At: noon}))
		}
		for _, c := range []struct {
			player, other  league.Player
			muted, blocked bool
		}{
			{ann, bob, true, false},
			{ann, cleo, false, true},
			{ann, dan, true, true},
			{ann, eve, false, false},
			{bob, ann, false, false},
			{cleo, ann, false, false},
			{ann, league.Player{}, false, false},
			{eve, dan, false, false},
		} {
			if muted, blocked, err := s.Avoids(t.Context(), c.player.ID, c.other.ID); err != nil || muted != c.muted || blocked != c.blocked {
				t.Errorf("%s has muted %s: %t, blocked: %t, %v", c.player.Name, c.other.Name, muted, blocked, err)
			}
		}
	})
}
