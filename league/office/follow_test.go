package office_test

import (
	"crypto/sha256"
	"fmt"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/league/members"
	"kickabout/store"
	"kickabout/store/storetest"
)

// isWoken says whether somebody is woken, and has looked.
func isWoken(wake <-chan struct{}) bool {
	select {
	case <-wake:
		return true
	default:
		return false
	}
}

// TestALookWakesThoseWhoKnowTooLittle has another server, with connections of its own, write what some follow here, and
// end what lets them: one look wakes them, and nobody else.
func TestALookWakesThoseWhoKnowTooLittle(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		apart, err := s.Apart(t.Context(), 2)
		if err != nil {
			t.Fatal(err)
		}
		c := newClub(t, s)
		other := newRival(c, apart)
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan")
		ann, dan := people[0], people[3]
		id := c.opened(ann, func(t *league.TournamentTerms) { t.Places = 3 })
		c.enter(id, people[:3]...)
		c.must(c.StartTournament(t.Context(), ann, id))
		v, err := c.Tournament(t.Context(), league.Site(), id)
		c.must(err)
		matches := []string{v.Matches[0].ID, v.Matches[1].ID}
		token := c.NewToken()
		guest, err := c.Admit(t.Context(), token)
		c.must(err)

		wakes, names := map[string]<-chan struct{}{}, []string{"first", "again", "second", "nobody knows", "tournament", "player", "session"}
		follow := func(name string, wake <-chan struct{}, stop func()) {
			wakes[name] = wake
			t.Cleanup(stop)
		}
		listen := func(name, id string, by ...core.Pass) {
			wake, stop := c.ListenMatch(id, by...)
			follow(name, wake, stop)
		}
		listen("first", matches[0])
		listen("again", matches[0])
		listen("second", matches[1])
		listen("nobody knows", "no such match")
		wake, stop := c.ListenTournament(id)
		follow("tournament", wake, stop)
		wake, stop = c.ListenPlayer(dan.ID)
		follow("player", wake, stop)
		wake, stop = c.ListenPlayer("nobody", core.SessionPass(token))
		follow("session", wake, stop)
		read := func() {
			t.Helper()
			for _, match := range matches {
				if _, _, err := c.Reached(t.Context(), league.Site(), match); err != nil {
					t.Fatal(err)
				}
			}
			_, _, err := c.TournamentReached(t.Context(), league.Site(), id)
			c.must(err)
			_, _, err = c.PlayerReached(t.Context(), dan.ID)
			c.must(err)
			_, err = c.Visit(t.Context(), token)
			c.must(err)
		}
		read()
		woken := func(when string, want ...string) {
			t.Helper()
			var got []string
			c.must(c.LookAll(t.Context()))
			for _, name := range names {
				if isWoken(wakes[name]) {
					got = append(got, name)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %v are woken, want %v", when, got, want)
			}
			read() // a visit that is written down wakes once more
			for _, name := range names {
				isWoken(wakes[name])
			}
			read()
			for _, name := range names {
				if isWoken(wakes[name]) {
					t.Errorf("%s: %s is woken by what was read", when, name)
				}
			}
		}
		woken("nothing has happened")
		seat := v.Matches[0].Seats[0].Player
		c.must(other.Say(t.Context(), seat, members.Saying{Match: matches[0], Text: "hello", Arrived: c.clock()}))
		woken("a line is said", "first", "again")
		woken("it is known")
		_, err = other.Resign(t.Context(), v.Matches[1].Seats[0].Player, matches[1], c.clock())
		c.must(err)
		woken("a match ends", "second", "tournament")
		_, err = apart.TellOnce(t.Context(), "told", c.clock(), league.Notice{Player: dan.ID, At: c.clock(), Kind: league.StandingNotice})
		c.must(err)
		woken("somebody is told something", "player")
		c.setTime(c.clock().Add(2 * time.Hour))
		woken("a visit is to be written down", "session")
		c.must(apart.EndSession(t.Context(), guest.ID, sha256.Sum256([]byte(token))))
		woken("a session ends", "session")
	})
}

// TestALookWakesWhenItChangesWhoMayKnow: they ask for themselves then whether they still may.
func TestALookWakesWhenItChangesWhoMayKnow(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		c := newClub(t, s)
		people := c.signedUps("Ann", "Bob", "Cleo", "Dan")
		ann := people[0]
		id := c.opened(ann, func(t *league.TournamentTerms) { t.Places = 3 })
		c.enter(id, people[:3]...)
		c.must(c.StartTournament(t.Context(), ann, id))
		v, err := c.Tournament(t.Context(), league.Site(), id)
		c.must(err)
		match := v.Matches[0].ID
		wake, stop := c.ListenMatch(match)
		defer stop()
		reached := func() {
			t.Helper()
			_, _, err := c.Reached(t.Context(), league.Site(), match)
			c.must(err)
			isWoken(wake)
		}
		reached()
		for _, private := range []bool{true, false} {
			other := newClubAt(c, s)
			other.private(ann, id, private)
			c.must(c.LookAll(t.Context()))
			if !isWoken(wake) {
				t.Errorf("private: %v, and nobody is woken", private)
			}
			reached()
		}
	})
}
