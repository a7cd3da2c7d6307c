package storetest_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// ended returns the match as if it had ended at random.
func ended(m league.Match, r *rand.Rand) league.Match {
	endings := []engine.Ending{engine.FullTime, engine.Resignation, engine.Goalless, engine.Void, engine.Timeout}
	m.State.First, m.State.ToMove, m.State.Deadline = r.IntN(2), engine.NoSide, time.Time{}
	m.State.Score = [2]int{r.IntN(4), r.IntN(4)}
	m.State.Outcome = engine.Outcome{Ending: endings[r.IntN(len(endings))], Winner: engine.Side(r.IntN(3)), Score: m.State.Score}
	return m
}

// TestTalliesAgreeWithTheMatches counts many matches in the database and one by one.
func TestTalliesAgreeWithTheMatches(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		names := []string{"ann", "bob", "cleo"}
		admit(t, s, names...)
		r := rand.New(rand.NewPCG(2, 4))
		type pair struct{ player, opponent string }
		want := map[pair]map[engine.Ending]league.Tally{}
		waiting := map[string]int{}
		for n := range 150 {
			m := newMatch(n)
			m.Seats[0].Player, m.Seats[1].Player = person(names[r.IntN(3)]), person(names[r.IntN(3)])
			m.State.First, m.State.ToMove = r.IntN(2), engine.Side(1+r.IntN(2))
			if r.IntN(3) > 0 {
				m = ended(m, r)
			}
			create(t, s, m)
			if mover, ok := m.Mover(); ok {
				waiting[mover.ID]++
				continue
			}
			if m.State.Outcome.Ending == engine.Void || m.Seats[0].Player == m.Seats[1].Player {
				continue
			}
			for i, seat := range m.Seats {
				other := m.Seats[1-i].Player.ID
				for _, key := range []pair{{seat.Player.ID, ""}, {seat.Player.ID, other}} {
					if want[key] == nil {
						want[key] = map[engine.Ending]league.Tally{}
					}
					side, tally := m.SideOf(seat.Player.ID), want[key][m.State.Outcome.Ending]
					tally.Ending = m.State.Outcome.Ending
					tally.Goals += m.State.Score[side-1]
					tally.GoalsAgainst += m.State.Score[side.Other()-1]
					switch m.State.Outcome.Winner {
					case side:
						tally.Won++
					case side.Other():
						tally.Lost++
					default:
						tally.Drawn++
					}
					want[key][tally.Ending] = tally
				}
			}
		}
		for key, tallies := range want {
			got, err := s.Tallies(t.Context(), league.Site(), key.player, key.opponent)
			must(t, err)
			if len(got) != len(tallies) {
				t.Errorf("%v: %d endings, want %d", key, len(got), len(tallies))
			}
			for _, tally := range got {
				if tally != tallies[tally.Ending] {
					t.Errorf("%v: %+v, want %+v", key, tally, tallies[tally.Ending])
				}
			}
		}
		for player, n := range waiting {
			if got, err := s.Waiting(t.Context(), player); err != nil || got != n {
				t.Errorf("%d matches wait for %s, want %d, %v", got, player, n, err)
			}
			if g, err := s.Glance(t.Context(), player, noon, noon); err != nil || g.Waiting != n {
				t.Errorf("at a glance %d matches wait for %s, want %d, %v", g.Waiting, player, n, err)
			}
		}
		people := []string{person("ann").ID, person("bob").ID, person("cleo").ID, "nobody"}
		together, err := s.TalliesOf(t.Context(), league.Site(), people)
		must(t, err)
		for _, player := range people {
			alone, err := s.Tallies(t.Context(), league.Site(), player, "")
			must(t, err)
			if diff := cmp.Diff(alone, together[player]); diff != "" {
				t.Errorf("%s together with others (-alone +together):\n%s", player, diff)
			}
		}
		if got, err := s.Tallies(t.Context(), league.Site(), "nobody", ""); err != nil || len(got) != 0 {
			t.Errorf("nobody has %v, %v", got, err)
		}
		if p, err := s.Player(t.Context(), person("ann").ID); err != nil || p != person("ann") {
			t.Errorf("Ann is %v, %v", p, err)
		}
		wantKind(t, second(s.Player(t.Context(), "nobody")), league.NotFound)
	})
}
