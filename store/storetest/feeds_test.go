package storetest_test

import (
	"strconv"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestFeeds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann"), signUp(t, s, "bob")
		feed := contact.Feed{Hash: sessionOf("feed"), Player: ann.Player.ID, Label: "my phone", Created: noon}
		must(t, s.AddFeed(t.Context(), feed, 2))
		got, player, err := s.Feed(t.Context(), feed.Hash)
		if err != nil || got != feed || player != ann.Player {
			t.Errorf("the feed is %+v of %+v, %v", got, player, err)
		}
		must(t, s.UseFeed(t.Context(), feed.Hash, noon))
		must(t, s.UseFeed(t.Context(), feed.Hash, noon.Add(-time.Hour))) // a clock that is behind
		feed.Used = noon
		newer := contact.Feed{Hash: sessionOf("younger"), Player: ann.Player.ID, Created: noon.Add(time.Hour)}
		must(t, s.AddFeed(t.Context(), newer, 2))
		wantFeeds(t, s, ann.Player.ID, newer, feed)
		third := contact.Feed{Hash: sessionOf("third"), Player: ann.Player.ID, Created: noon}
		wantKind(t, s.AddFeed(t.Context(), third, 2), league.Forbidden)
		must(t, s.EndFeed(t.Context(), bob.Player.ID, feed.Hash)) // not his
		must(t, s.EndFeed(t.Context(), ann.Player.ID, newer.Hash))
		must(t, s.EndFeed(t.Context(), ann.Player.ID, newer.Hash))
		wantFeeds(t, s, ann.Player.ID, feed)
		_, _, err = s.Feed(t.Context(), newer.Hash)
		wantKind(t, err, league.NotFound)
		third.Player = "nobody"
		wantKind(t, s.AddFeed(t.Context(), third, 2), league.Forbidden)
		must(t, s.ResetPassword(t.Context(), ann.Player.ID, ann.Password, "another"))
		wantFeeds(t, s, ann.Player.ID)
	})
}

func wantFeeds(t *testing.T, s *store.Store, player string, want ...contact.Feed) {
	t.Helper()
	got, err := s.Feeds(t.Context(), player)
	if err != nil || len(got) != len(want) {
		t.Fatalf("kept are %v, %v; want %v", got, err, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("feed %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}

// However many forms are sent at once, nobody gets one too many.
func TestFeedsAreNeverTooMany(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player.ID
		done := make(chan error)
		for n := range 6 {
			go func() {
				done <- s.AddFeed(t.Context(), contact.Feed{Hash: sessionOf(strconv.Itoa(n)), Player: ann, Created: noon}, 3)
			}()
		}
		refused := 0
		for range 6 {
			if err := <-done; err != nil {
				refused++
			}
		}
		if got, err := s.Feeds(t.Context(), ann); err != nil || len(got) != 3 || refused != 3 {
			t.Errorf("kept are %d, refused %d: %v", len(got), refused, err)
		}
	})
}
