package storetest_test

import (
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

func TestSilenceIsCountedFromAPlayersLastMove(t *testing.T) { // R-FF-7
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		lost := func(winner engine.Side, first int) func(*league.Match) {
			return func(m *league.Match) {
				m.State.Outcome.Ending, m.State.Outcome.Winner, m.State.First = engine.Timeout, winner, first
			}
		}
		after := noon.Add(2 * time.Hour)
		create(t, s, over(1, noon, lost(engine.Second, 0))) // before her last move
		create(t, s, over(2, after, lost(engine.Second, 0)))
		create(t, s, over(3, after, lost(engine.First, 1)))
		create(t, s, over(4, after, lost(engine.First, 0))) // Bob's
		create(t, s, over(5, after, func(*league.Match) {}))
		m := create(t, s, newMatch(6))
		p := move(m, "Mc2c5", noon.Add(time.Hour))
		p.Notices = []league.Notice{{Player: person("ann").ID, At: noon, Kind: league.MatchNotice, Subject: m.ID}}
		p.Movers = map[string]time.Time{person("ann").ID: noon.Add(time.Hour)}
		must(t, s.Append(t.Context(), p))
		strikes := s
		for player, want := range map[string]int{"ann": 2, "bob": 1, "nobody": 0} {
			if got, err := strikes.Silence(t.Context(), person(player).ID); err != nil || got != want {
				t.Errorf("%s has lost %d on time, %v, want %d", player, got, err, want)
			}
		}
	})
}

func TestExpellingEndsSessionsAndTokens(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann, bob := signUp(t, s, "ann").Player, signUp(t, s, "bob").Player
		for _, p := range []league.Player{ann, bob} {
			must(t, s.AddToken(t.Context(), league.Token{Hash: sessionOf("token of " + p.Name), Player: p.ID, Created: noon}, 9))
		}
		expel(t, s, ann.ID)
		for _, c := range []struct {
			player league.Player
			kind   league.PlayerKind
			has    int
		}{{ann, league.Expelled, 0}, {bob, league.Member, 1}} {
			sessions, err := s.Sessions(t.Context(), c.player.ID)
			must(t, err)
			tokens, err := s.Tokens(t.Context(), c.player.ID)
			must(t, err)
			p, err := s.Player(t.Context(), c.player.ID)
			if err != nil || p.Kind != c.kind || len(sessions) != c.has || len(tokens) != c.has {
				t.Errorf("%s is %q with %d sessions and %d tokens, %v", p.Name, p.Kind, len(sessions), len(tokens), err)
			}
		}
	})
}

func TestWhatWasLostToWhoIsExpelledIsGivenBackOnce(t *testing.T) { // R-FF-9
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		since, at := noon, noon.Add(10*time.Hour)
		lost := func(n, hour int, change func(*league.Match)) {
			create(t, s, over(n, noon.Add(time.Duration(hour)*time.Hour), func(m *league.Match) { m.Rated = true; change(m) }))
		}
		toCleo := func(m *league.Match) { m.Seats[1].Player = person("cleo") }
		lost(1, -1, func(*league.Match) {}) // before
		lost(2, 1, func(*league.Match) {})
		lost(3, 2, func(*league.Match) {})
		lost(4, 3, func(m *league.Match) { m.State.Outcome.Winner = engine.Second }) // Bob has won
		lost(5, 4, func(m *league.Match) { m.Rated = false })
		lost(6, 5, func(m *league.Match) { toCleo(m); m.State.Outcome.Winner = engine.NoSide }) // nobody has
		strikes := s
		notices, err := strikes.Refund(t.Context(), person("ann").ID, since, at)
		must(t, err)
		told := map[string]string{}
		for _, n := range notices {
			told[n.Player] = n.Subject
		}
		if len(notices) != 2 || told[person("bob").ID] != "m000003" || told[person("cleo").ID] != "m000006" {
			t.Errorf("told are %+v", notices)
		}
		for _, player := range []string{"bob", "cleo"} {
			if kept, err := s.Notices(t.Context(), person(player).ID, 0, 9); err != nil || len(kept) != 1 {
				t.Errorf("%s was told %v, %v", player, kept, err)
			}
		}
		if n, err := s.Unweighed(t.Context()); err != nil || n != 5+3 { // rated matches, and refunds
			t.Errorf("%d wait, %v", n, err)
		}
		if again, err := strikes.Refund(t.Context(), person("ann").ID, since.Add(-5*day), at.Add(time.Hour)); err != nil || len(again) > 0 {
			t.Errorf("it was noted again: %v, %v", again, err)
		}
		if n, err := s.Unweighed(t.Context()); err != nil || n != 5+3 {
			t.Errorf("afterwards %d wait, %v", n, err)
		}
	})
}
