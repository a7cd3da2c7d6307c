package storetest_test

import (
	"maps"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/league"
	"kickabout/league/core"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestManyAreFoundWhereEachIs: what is told of many at once is what is told of each, and nothing of what is not there.
func TestManyAreFoundWhereEachIs(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "org", "ann", "bob", "dan", "eve", "fay", "gus")
		for id, private := range map[string]bool{"hidden": true, "open": false} {
			must(t, s.CreateTournament(t.Context(), hiddenCup(t, id, private), nil, nil))
		}
		var want []league.Reached
		for i, cup := range []string{"", "open", "hidden"} {
			m := newMatch(i)
			m.Tournament, m.Fixture = cup, cup
			create(t, s, m)
			for range i {
				must(t, second(s.Say(t.Context(), league.Line{Match: m.ID, Author: person("ann").ID, At: noon, Text: "well"}, nil, noon, 9)))
			}
			far, err := s.Reached(t.Context(), league.Site(), m.ID)
			must(t, err)
			want = append(want, far)
		}
		far, err := s.MatchesReached(t.Context(), []string{"m000002", "none", "m000000", "m000001"})
		if must(t, err); !maps.Equal(far, map[string]league.Reached{"m000000": want[0], "m000001": want[1], "m000002": want[2]}) {
			t.Errorf("matches have reached %v, each by itself %v", far, want)
		}
		if want[0] != (league.Reached{2, 0, 0}) || want[1] != (league.Reached{2, 1, 0}) || want[2] != (league.Reached{2, 2, 9}) {
			t.Errorf("matches of none, an open and a private tournament have reached %v", want)
		}

		far, err = s.TournamentsReached(t.Context(), []string{"open", "none", "hidden"})
		last, over, problem := s.TournamentReached(t.Context(), league.Site(), "hidden")
		if must(t, err); problem != nil || len(far) != 2 || far["hidden"] != (league.Reached{last, over}) || far["open"] != far["hidden"] {
			t.Errorf("tournaments have reached %v, one by itself %d, %d, %v", far, last, over, problem)
		}

		must(t, second(s.TellOnce(t.Context(), "once", noon, league.Notice{Player: person("ann").ID, At: noon, Kind: league.StandingNotice})))
		far, err = s.PlayersReached(t.Context(), []string{person("ann").ID, "none", person("bob").ID})
		if must(t, err); !maps.Equal(far, map[string]league.Reached{person("ann").ID: {1}, person("bob").ID: {}}) {
			t.Errorf("players have reached %v", far)
		}
	})
}

// TestWhichSessionsLast: they are told with what says how long.
func TestWhichSessionsLast(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann")
		session := league.Session{Hash: sessionOf("bob"), Player: person("bob").ID, Created: noon, Seen: noon, Idle: time.Hour, Ends: noon.Add(day)}
		must(t, second(s.Admit(t.Context(), session, person("bob"))))
		hashes := make([]string, 3)
		for i, name := range []string{"ann", "bob", "nobody"} {
			hash := sessionOf(name)
			hashes[i] = string(hash[:])
		}
		list, err := s.SessionsSeen(t.Context(), hashes)
		must(t, err)
		for _, found := range list {
			whole, _, err := s.Session(t.Context(), found.Hash)
			must(t, err)
			for _, at := range []time.Time{noon, noon.Add(time.Minute), noon.Add(time.Hour + 1), noon.Add(day)} {
				if got, want := core.SessionReached(found, at), core.SessionReached(whole, at); got != want {
					t.Errorf("session %.20q has reached %v at %v, want %v", found.Hash, got, at, want)
				}
			}
		}
		if len(list) != 2 {
			t.Errorf("there are %d sessions", len(list))
		}
	})
}

// TestWhichTokensLast: those by which somebody may act.
func TestWhichTokensLast(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		signUp(t, s, "ann")
		want := league.Token{Hash: sessionOf("token"), Player: person("ann").ID, Label: "bot", Created: noon, Ends: noon.Add(day)}
		must(t, s.AddToken(t.Context(), want, 9))
		none := sessionOf("nobody")
		list, err := s.TokensSeen(t.Context(), []string{string(want.Hash[:]), string(none[:])})
		must(t, err)
		whole, _, err := s.Token(t.Context(), want.Hash)
		if must(t, err); !cmp.Equal(list, []league.Token{whole}) {
			t.Errorf("tokens are %+v, want %+v", list, whole)
		}
	})
}

// TestTheLastEndIsThatOfTheLastMatchInItsOrder: before a moment.
func TestTheLastEndIsThatOfTheLastMatchInItsOrder(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		for i, end := range []time.Time{noon, noon.Add(time.Minute)} {
			create(t, s, over(i, end, func(*league.Match) {}))
		}
		runs := newMatch(2)
		runs.State.Moved = noon.Add(time.Hour)
		create(t, s, runs)
		for before, want := range map[time.Time]int64{noon: 0, noon.Add(time.Minute): noon.UnixMilli(), noon.Add(day): noon.Add(time.Minute).UnixMilli()} {
			if at, err := s.LastEnd(t.Context(), before); err != nil || at != want {
				t.Errorf("before %v the last match ended at %d, %v, want %d", before, at, err, want)
			}
		}
	})
}
