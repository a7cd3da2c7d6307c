package storetest_test

import (
	"reflect"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/contact"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestHooks(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player.ID
		one := contact.Hook{ID: "h1", Owner: ann, Scope: contact.HookPlayer, Subject: ann, Format: contact.HookJSON, Label: "my bot", Sealed: []byte{0, 1, 255}, Shown: "hooks.example/…abcd", Created: noon}
		two, other := one, one
		two.ID, two.Created = "h2", noon.Add(time.Hour)
		other.ID, other.Scope, other.Subject = "h3", contact.HookTournament, "cup"
		for _, h := range []contact.Hook{two, one, other} {
			must(t, s.AddHook(t.Context(), h, 2))
		}
		third, stranger := one, one
		third.ID, stranger.ID, stranger.Owner, stranger.Subject = "h4", "h5", "nobody", "nobody"
		wantKind(t, s.AddHook(t.Context(), third, 2), league.Forbidden)
		wantKind(t, s.AddHook(t.Context(), stranger, 2), league.Forbidden)
		wantHooks(t, s, contact.HookPlayer, ann, one, two)
		wantHooks(t, s, contact.HookTournament, "cup", other)
		one = one.Answered(noon.Add(time.Minute), false, true, "It answered 410 Gone.")
		one.Label = "not noted"
		must(t, s.NoteHook(t.Context(), one))
		one.Label = "my bot"
		if got, err := s.Hook(t.Context(), "h1"); err != nil || !reflect.DeepEqual(got, one) {
			t.Errorf("noted is %+v, %v; want %+v", got, err, one)
		}
		one = one.Answered(noon.Add(time.Hour), true, false, "It answered 200 OK.")
		must(t, s.NoteHook(t.Context(), one))                                 // zeros are noted too
		must(t, s.DropHook(t.Context(), contact.HookTournament, "cup", "h1")) // not its
		wantHooks(t, s, contact.HookPlayer, ann, one, two)
		if due, err := s.DueHooks(t.Context(), noon); err != nil || !reflect.DeepEqual(due, []contact.Hook{other}) { // the outbox tells players
			t.Errorf("due are %+v, %v", due, err)
		}
		other.Due, other.Told = noon.Add(time.Hour), 7
		must(t, s.NoteHook(t.Context(), other))
		wantHooks(t, s, contact.HookTournament, "cup", other)
		for at, want := range map[time.Time]int{noon: 0, other.Due: 1} {
			if due, err := s.DueHooks(t.Context(), at); err != nil || len(due) != want {
				t.Errorf("due at %s are %+v, %v", at, due, err)
			}
		}
		must(t, s.NoteHook(t.Context(), other.Answered(noon, false, true, "gone")))
		if due, err := s.DueHooks(t.Context(), other.Due); err != nil || len(due) != 0 {
			t.Errorf("one that is off is due: %+v, %v", due, err)
		}
		must(t, s.DropHook(t.Context(), contact.HookPlayer, ann, "h1"))
		must(t, s.DropHook(t.Context(), contact.HookPlayer, ann, "h1"))
		wantHooks(t, s, contact.HookPlayer, ann, two)
		must(t, s.NoteHook(t.Context(), one))
		_, err := s.Hook(t.Context(), "h1")
		wantKind(t, err, league.NotFound)
	})
}

func wantHooks(t *testing.T, s *store.Store, scope contact.HookScope, subject string, want ...contact.Hook) {
	t.Helper()
	if got, err := s.HooksOf(t.Context(), scope, subject); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("kept are %+v, %v; want %+v", got, err, want)
	}
}

func TestSubscriptionsEndWithTheirSessions(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann"), signUp(t, s, "bob")
		mine, err := s.Sessions(t.Context(), ann.Player.ID)
		if err != nil || len(mine) != 1 {
			t.Fatalf("the sessions are %v, %v", mine, err)
		}
		of := func(endpoint string, hours int) contact.Subscription {
			return contact.Subscription{
				Hash: sessionOf(endpoint), Player: ann.Player.ID, Session: mine[0].Hash, Browser: mine[0].Browser,
				Endpoint: "https://push.example/" + endpoint, Key: "key", Auth: "auth", Created: noon.Add(time.Duration(hours) * time.Hour),
			}
		}
		one, two, three := of("1", 0), of("2", 1), of("3", 2)
		must(t, s.PutSubscription(t.Context(), one, 2))
		must(t, s.PutSubscription(t.Context(), two, 2))
		two.Key = "another"
		must(t, s.PutSubscription(t.Context(), two, 2)) // in its place
		wantSubscriptions(t, s, ann.Player.ID, two, one)
		must(t, s.PutSubscription(t.Context(), three, 2))
		wantSubscriptions(t, s, ann.Player.ID, three, two) // the oldest has gone
		if all, old, err := s.CountSubscriptions(t.Context(), three.Created); all != 2 || old != 1 || err != nil {
			t.Errorf("of %d subscriptions %d are of before the newest, %v; want 1 of 2", all, old, err)
		}
		theirs := one
		theirs.Player = bob.Player.ID
		wantKind(t, s.PutSubscription(t.Context(), theirs, 2), league.Forbidden) // not their session
		must(t, s.EndSubscription(t.Context(), bob.Player.ID, two.Hash))         // not theirs
		must(t, s.EndSubscription(t.Context(), ann.Player.ID, two.Hash))
		wantSubscriptions(t, s, ann.Player.ID, three)
		must(t, s.EndSession(t.Context(), ann.Player.ID, mine[0].Hash))
		wantSubscriptions(t, s, ann.Player.ID)
		var left int64
		must(t, raw(s).Raw("SELECT COUNT(*) FROM subscriptions").Scan(&left).Error)
		if left != 0 {
			t.Errorf("%d subscriptions have outlived their session", left)
		}
	})
}

func wantSubscriptions(t *testing.T, s *store.Store, player string, want ...contact.Subscription) {
	t.Helper()
	got, err := s.Subscriptions(t.Context(), player)
	if err != nil || len(got) != len(want) {
		t.Fatalf("kept are %+v, %v; want %+v", got, err, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("subscription %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}
