package storetest_test

import (
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
		signUp(t, s, "bob")
		must(t, s.SignIn(t.Context(), ann, session("ann", "two"), sessionOf("none")))
		must(t, s.SignIn(t.Context(), ann, session("ann", "three"), sessionOf("none")))
		later := noon.Add(time.Hour)
		must(t, s.SeeSession(t.Context(), sessionOf("two"), later))
		must(t, s.SeeSession(t.Context(), sessionOf("two"), noon)) // a clock that is behind
		sessions, err := s.Sessions(t.Context(), ann.Player.ID)
		if err != nil || len(sessions) != 3 || sessions[0].Hash != sessionOf("two") || !sessions[0].Seen.Equal(later) {
			t.Errorf("sessions: %+v, %v", sessions, err)
		}

		must(t, s.ProveSession(t.Context(), sessionOf("two"), later))
		must(t, s.ProveSession(t.Context(), sessionOf("two"), noon)) // a clock that is behind
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
		must(t, s.EndOldSessions(t.Context(), later))
		must(t, third(s.Session(t.Context(), sessionOf("two"))))
		wantKind(t, third(s.Session(t.Context(), sessionOf("bob first"))), league.NotFound)
	})
}
