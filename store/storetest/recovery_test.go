package storetest_test

import (
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// codes are the hashes of some recovery codes.
func codes(names ...string) (hashes [][32]byte) {
	for _, name := range names {
		hashes = append(hashes, sessionOf("code "+name))
	}
	return hashes
}

func TestCodesAndLinksRecoverAnAccountOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ctx := t.Context()
		ann, bob := signUp(t, s, "ann"), signUp(t, s, "bob")
		left := func(want int, at time.Time) {
			t.Helper()
			if n, made, err := s.Codes(ctx, ann.Player.ID); err != nil || n != want || !made.Equal(at) {
				t.Errorf("%d codes are left, made %v, %v; want %d, %v", n, made, err, want, at)
			}
		}
		left(0, time.Time{})
		must(t, s.PutCodes(ctx, ann.Player.ID, codes("old"), noon))
		must(t, s.PutCodes(ctx, ann.Player.ID, codes("1", "2"), noon.Add(time.Hour)))
		must(t, s.PutCodes(ctx, bob.Player.ID, codes("bob"), noon))
		wantKind(t, s.PutCodes(ctx, "nobody", codes("x"), noon), league.Forbidden)
		left(2, noon.Add(time.Hour))
		wantKind(t, second(s.CodeOwner(ctx, codes("old")[0])), league.NotFound)
		if owner, err := s.CodeOwner(ctx, codes("1")[0]); owner != ann.Player.ID || err != nil {
			t.Errorf("the code is %s’s, %v", owner, err)
		}

		link := league.RecoveryLink{Hash: sessionOf("link"), Player: ann.Player.ID, Bound: sessionOf("bound"), Made: noon, Ends: noon.Add(time.Hour)}
		other := link
		other.Hash = sessionOf("other link")
		must(t, s.PutLink(ctx, link))
		must(t, s.PutLink(ctx, other))
		if got, err := s.Link(ctx, link.Hash); err != nil || got != link {
			t.Errorf("the link is %v, %v", got, err)
		}
		stranger := link
		stranger.Player = "nobody"
		wantKind(t, s.PutLink(ctx, stranger), league.Forbidden)

		by := func(had, password string, link, code *[32]byte) league.Recovered {
			return league.Recovered{Player: ann.Player.ID, Had: had, Password: password, At: noon.Add(time.Minute), Link: link, Code: code}
		}
		theirs, late, one := codes("bob")[0], sessionOf("link"), codes("1")[0]
		wantKind(t, s.Recover(ctx, by(ann.Password, "new", nil, &theirs)), league.Stale) // another's code
		wantKind(t, s.Recover(ctx, by("no longer", "new", nil, &one)), league.Stale)     // another password by now
		after := by(ann.Password, "new", &late, nil)
		after.At = link.Ends
		wantKind(t, s.Recover(ctx, after), league.Stale) // too late
		left(2, noon.Add(time.Hour))                     // nothing is used up by what failed
		must(t, third(s.Session(ctx, sessionOf("ann first"))))

		must(t, s.AddToken(ctx, league.Token{Hash: sessionOf("ann's bot"), Player: ann.Player.ID, Created: noon}, 5))
		must(t, s.Recover(ctx, by(ann.Password, "new", nil, &one)))
		left(1, noon.Add(time.Hour))
		wantKind(t, third(s.Session(ctx, sessionOf("ann first"))), league.NotFound)
		wantKind(t, third(s.Token(ctx, sessionOf("ann's bot"))), league.NotFound)
		wantKind(t, second(s.Link(ctx, link.Hash)), league.NotFound) // no way in is left but the new password
		must(t, third(s.Session(ctx, sessionOf("bob first"))))
		wantKind(t, s.Recover(ctx, by("new", "newer", nil, &one)), league.Stale) // once

		must(t, s.PutLink(ctx, link))
		must(t, s.Recover(ctx, by("new", "newer", &late, nil)))
		wantKind(t, s.Recover(ctx, by("newer", "newest", &late, nil)), league.Stale) // once
		if a, err := s.AccountOf(ctx, ann.Player.ID); err != nil || a.Password != "newer" {
			t.Errorf("the password is %q, %v", a.Password, err)
		}
		must(t, s.PutLink(ctx, other))
		must(t, s.ForgetLinks(ctx, other.Ends))
		must(t, second(s.Link(ctx, other.Hash)))
		must(t, s.ForgetLinks(ctx, other.Ends.Add(time.Millisecond)))
		wantKind(t, second(s.Link(ctx, other.Hash)), league.NotFound)
	})
}
