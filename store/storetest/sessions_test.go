package storetest_test

import (
	"fmt"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestSessionsAreSeenListedAndEnded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann")
		bob := signUp(t, s, "bob")
		must(t, s.SignIn(t.Context(), ann, session("ann", "two"), sessionOf("none")))
		must(t, s.SignIn(t.Context(), ann, session("ann", "three"), sessionOf("none")))
		later := noon.Add(time.Hour)
		must(t, s.SeeSession(t.Context(), sessionOf("two"), later))
		must(t, s.SeeSession(t.Context(), sessionOf("two"), noon)) // a clock that is behind
		sessions, err := s.Sessions(t.Context(), ann.Player.ID)
		if err != nil || len(sessions) != 3 || sessions[0].Hash != sessionOf("two") || !sessions[0].Seen.Equal(later) {
			t.Errorf("sessions: %+v, %v", sessions, err)
		}

		must(t, s.ProveSession(t.Context(), sessionOf("two"), sessionOf("two anew"), later))
		wantKind(t, s.ProveSession(t.Context(), sessionOf("two"), sessionOf("two again"), later), league.Stale) // nobody has that token any more
		must(t, s.ProveSession(t.Context(), sessionOf("two anew"), sessionOf("two"), later))
		for key, want := range map[string]time.Time{"two": later, "three": {}} {
			if got, _, err := s.Session(t.Context(), sessionOf(key)); err != nil || !got.Proved.Equal(want) {
				t.Errorf("session %s was proved at %v, %v", key, got.Proved, err)
			}
		}

		must(t, s.EndSession(t.Context(), ann.Player.ID, sessionOf("bob first"))) // not hers
		must(t, third(s.Session(t.Context(), sessionOf("bob first"))))
		must(t, s.EndSession(t.Context(), ann.Player.ID, sessionOf("three")))
		must(t, s.EndOtherSessions(t.Context(), ann.Player.ID, sessionOf("two")))
		sessions, err = s.Sessions(t.Context(), ann.Player.ID)
		if err != nil || len(sessions) != 1 || sessions[0].Hash != sessionOf("two") {
			t.Errorf("what is left: %+v, %v", sessions, err)
		}
		limited := func(key string, idle time.Duration, ends time.Time) {
			t.Helper()
			l := session("ann", key)
			l.Idle, l.Ends, l.Kept = idle, ends, true
			must(t, s.SignIn(t.Context(), ann, l, sessionOf("none")))
			if got, _, err := s.Session(t.Context(), l.Hash); err != nil || got != l {
				t.Errorf("the session is %+v, %v; want %+v", got, err, l)
			}
		}
		limited("idle", time.Hour, time.Time{})
		limited("short", 0, later.Add(time.Millisecond))
		must(t, s.EndOldSessions(t.Context(), later))
		for _, key := range []string{"two", "bob first", "idle", "short"} {
			must(t, third(s.Session(t.Context(), sessionOf(key))))
		}
		must(t, s.EndOldSessions(t.Context(), later.Add(time.Millisecond)))
		for _, key := range []string{"idle", "short"} {
			wantKind(t, third(s.Session(t.Context(), sessionOf(key))), league.NotFound)
		}
		must(t, third(s.Session(t.Context(), sessionOf("two"))))

		// Of 25 the 20 are left that were seen last, and the newest in any case.
		for n := range 25 {
			l := session("bob", fmt.Sprint("bob ", n))
			l.Seen = noon.Add(time.Duration(n) * time.Minute)
			must(t, s.SignIn(t.Context(), bob, l, sessionOf("none")))
		}
		late := session("bob", "bob late")
		late.Seen = noon.Add(-time.Hour)
		must(t, s.SignIn(t.Context(), bob, late, sessionOf("none")))
		must(t, third(s.Session(t.Context(), late.Hash)))
		wantKind(t, third(s.Session(t.Context(), sessionOf("bob 5"))), league.NotFound)
		must(t, third(s.Session(t.Context(), sessionOf("bob 6"))))
		if list, err := s.Sessions(t.Context(), bob.Player.ID); err != nil || len(list) != 20 {
			t.Errorf("%d sessions, %v", len(list), err)
		}
	})
}
