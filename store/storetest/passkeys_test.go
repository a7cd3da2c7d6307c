package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestPasskeys(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ctx := t.Context()
		ann, bob := signUp(t, s, "ann"), signUp(t, s, "bob")
		wantPasskeys := func(player string, want ...league.Passkey) {
			t.Helper()
			if list, err := s.Passkeys(ctx, player); err != nil || !slices.Equal(list, want) {
				t.Errorf("passkeys: %+v, %v; want %+v", list, err, want)
			}
		}
		key := league.Passkey{ID: "\x00\xff phone", Player: ann.Player.ID, Name: "my phone", Record: `{"kept":1}`, Count: 1<<32 - 2, Made: noon}
		wantPasskeys(ann.Player.ID)
		must(t, s.AddPasskey(ctx, key, 2))
		if got, err := s.Passkey(ctx, key.ID); err != nil || got != key {
			t.Errorf("the passkey is %+v, %v", got, err)
		}
		theirs := key
		theirs.Player = bob.Player.ID
		wantKind(t, s.AddPasskey(ctx, theirs, 2), league.Stale) // it is ann's
		second := league.Passkey{ID: "key", Player: ann.Player.ID, Name: "on a ring", Record: "{}", Made: noon.Add(time.Hour)}
		must(t, s.AddPasskey(ctx, second, 2))
		wantPasskeys(ann.Player.ID, key, second)
		third := league.Passkey{ID: "third", Player: ann.Player.ID, Record: "{}", Made: noon}
		wantKind(t, s.AddPasskey(ctx, third, 2), league.Forbidden)
		third.Player = "nobody"
		wantKind(t, s.AddPasskey(ctx, third, 2), league.Forbidden)

		had := key.Count
		key.Count, key.Record, key.Used = had+1, `{"kept":2}`, noon.Add(time.Minute)
		must(t, s.UsePasskey(ctx, key, had, key.Used))
		wantKind(t, s.UsePasskey(ctx, key, had, key.Used), league.Stale) // by a copy that counts from there as well
		wantPasskeys(ann.Player.ID, key, second)

		must(t, s.EndPasskey(ctx, bob.Player.ID, second.ID)) // not theirs
		wantPasskeys(ann.Player.ID, key, second)
		must(t, s.EndPasskey(ctx, ann.Player.ID, second.ID))
		must(t, s.EndPasskey(ctx, ann.Player.ID, second.ID))
		wantPasskeys(ann.Player.ID, key)
		wantKind(t, s.UsePasskey(ctx, second, 0, noon), league.Stale)
		if _, err := s.Passkey(ctx, second.ID); league.KindOf(err) != league.NotFound {
			t.Errorf("a passkey that was removed: %v", err)
		}
		for _, want := range []int64{1, 0} {
			if n, err := s.DropPasskeys(ctx, ann.Player.ID); err != nil || n != want {
				t.Errorf("%d were forgotten, %v; want %d", n, err, want)
			}
		}
		wantPasskeys(ann.Player.ID)
	})
}

func TestAChallengeIsAnsweredOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ctx := t.Context()
		one, ends := sessionOf("challenge"), noon.Add(5*time.Minute)
		must(t, s.AnswerChallenge(ctx, one, noon, ends))
		wantKind(t, s.AnswerChallenge(ctx, one, noon, ends), league.Stale)
		must(t, s.AnswerChallenge(ctx, sessionOf("another"), ends, ends.Add(time.Minute)))
		wantKind(t, s.AnswerChallenge(ctx, one, ends, ends), league.Stale)            // until it is over
		must(t, s.AnswerChallenge(ctx, one, ends.Add(time.Millisecond), ends.Add(1))) // then it is forgotten
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
