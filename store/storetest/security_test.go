package storetest_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestTheSecurityLogIsReadByItsPlayerAndForgotten(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		ann, bob := signUp(t, s, "ann").Player.ID, signUp(t, s, "bob").Player.ID
		event := func(id, player string, after time.Duration) league.SecurityEvent {
			return league.SecurityEvent{
				ID: id, At: noon.Add(after), Act: "sign-in failed", Failed: true, Player: player, Neighbourhood: "192.0.2.0/24", Browser: "Browser", Factor: "password", Request: "r",
			}
		}
		first, last := event("a", ann, 0), event("b", ann, time.Hour)
		for _, e := range []league.SecurityEvent{last, first, event("c", bob, 0), event("d", "", 0)} {
			must(t, s.NoteSecurity(ctx, e))
		}
		if list, err := s.SecurityOf(ctx, ann, 10); err != nil || len(list) != 2 || list[0] != last || list[1] != first {
			t.Errorf("Ann reads %+v, %v", list, err)
		}
		if list, err := s.SecurityOf(ctx, ann, 1); err != nil || len(list) != 1 || list[0] != last {
			t.Errorf("the latest is %+v, %v", list, err)
		}
		must(t, s.ForgetSecurity(ctx, noon.Add(time.Minute)))
		if list, err := s.SecurityOf(ctx, ann, 10); err != nil || len(list) != 1 || list[0] != last {
			t.Errorf("what is left is %+v, %v", list, err)
		}
	})
}

func TestAllAccessEndsButTheSessionThatEndsIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s, ctx := open(), t.Context()
		ann, bob := signUp(t, s, "ann"), signUp(t, s, "bob")
		token := func(player, name string) [32]byte {
			must(t, s.AddToken(ctx, league.Token{Hash: sessionOf(name), Player: player, Label: name, Created: noon, Ends: noon.Add(time.Hour)}, 5))
			return sessionOf(name)
		}
		hers, his := token(ann.Player.ID, "hers"), token(bob.Player.ID, "his")
		here := session("ann", "ann here")
		must(t, s.SignIn(ctx, ann, here, [32]byte{}))
		sessions := func() (n int) {
			t.Helper()
			list, err := s.Sessions(ctx, ann.Player.ID)
			must(t, err)
			return len(list)
		}

		must(t, s.EndAccess(ctx, ann.Player.ID, here.Hash, nil))
		if n := sessions(); n != 1 {
			t.Errorf("%d sessions are left, want the one", n)
		}
		_, _, err := s.Token(ctx, hers)
		wantKind(t, err, league.NotFound)
		_, _, err = s.Token(ctx, his)
		must(t, err)

		wantKind(t, s.EndAccess(ctx, ann.Player.ID, here.Hash, &league.Recovered{Player: ann.Player.ID, Had: "another", Password: "none"}), league.Stale)
		if n := sessions(); n != 1 {
			t.Errorf("after a refusal %d sessions are left", n)
		}
		must(t, s.EndAccess(ctx, ann.Player.ID, here.Hash, &league.Recovered{Player: ann.Player.ID, Had: ann.Password, Password: "none"}))
		if n := sessions(); n != 0 {
			t.Errorf("%d sessions outlive the password", n)
		}
	})
}

func TestWhatConcernsSecurityIsToldOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ctx := t.Context()
		ann := signUp(t, s, "ann").Player.ID
		e := league.SecurityEvent{ID: "ends-1", At: noon, Act: "token ends", Player: ann}
		n := league.Notice{Player: ann, At: noon, Kind: league.SecurityNotice, Subject: e.ID, Event: league.SecurityEnding}
		for range 2 {
			must(t, s.NoteSecurity(ctx, e, n))
		}
		must(t, s.NoteSecurity(ctx, league.SecurityEvent{ID: "2", At: noon, Act: "signed out", Player: ann}))
		if list, err := s.SecurityOf(ctx, ann, 9); err != nil || len(list) != 2 {
			t.Errorf("%d events, %v", len(list), err)
		}
		n.N = 1
		if list, err := s.Notices(ctx, ann, 0, 9); err != nil || len(list) != 1 || list[0] != n {
			t.Errorf("told %+v, %v", list, err)
		}

		token := func(name string, ends time.Time) {
			must(t, s.AddToken(ctx, league.Token{Hash: sessionOf(name), Player: ann, Label: name, Created: noon, Ends: ends}, 9))
		}
		week := noon.Add(7 * 24 * time.Hour)
		token("over", noon)
		token("soon", noon.Add(time.Millisecond))
		token("later", week)
		old := sessionOf("old")
		must(t, s.AddToken(ctx, league.Token{Hash: old, Player: ann, Label: "old", Created: noon.AddDate(0, 0, -364)}, 9))
		must(t, raw(s).Exec("UPDATE tokens SET ends_ms = 0 WHERE hash = ?", old[:]).Error) // from before there was a choice
		list, err := s.TokensEnding(ctx, noon, week)
		names := map[string]bool{}
		for _, one := range list {
			names[one.Label] = true
		}
		if err != nil || len(list) != 2 || !names["soon"] || !names["old"] {
			t.Errorf("there end %+v, %v", names, err)
		}
	})
}
