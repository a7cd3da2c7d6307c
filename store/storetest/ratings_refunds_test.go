package storetest_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestWhoHasNotWonAgainstWhoeverIsExpelledGetsThatBack: in rated matches that ended within the time, from either
// seat and on either side.
func TestWhoHasNotWonAgainstWhoeverIsExpelledGetsThatBack(t *testing.T) { // R-FF-9
	t.Parallel()
	won := func(by engine.Side, first int) func(*league.Match) {
		return func(m *league.Match) { m.State.Outcome.Winner, m.State.First = by, first }
	}
	ended := func(at time.Time) func(*league.Match) {
		return func(m *league.Match) { m.State.Moved = at }
	}
	since, at := noon, noon.Add(10*time.Hour)
	cases := []struct {
		name   string
		seat   int // of Ann, who is expelled; -1: both; 2: none
		change func(*league.Match)
		back   bool
	}{
		{"lost at seat 1", 0, won(engine.First, 0), true},
		{"lost at seat 1 as First", 0, won(engine.Second, 1), true},
		{"won at seat 1", 0, won(engine.Second, 0), false},
		{"won at seat 1 as First", 0, won(engine.First, 1), false},
		{"lost at seat 0", 1, won(engine.Second, 0), true},
		{"lost at seat 0 as Second", 1, won(engine.First, 1), true},
		{"won at seat 0", 1, won(engine.First, 0), false},
		{"won at seat 0 as Second", 1, won(engine.Second, 1), false},
		{"drawn", 0, won(engine.NoSide, 0), true},
		{"drawn at seat 0", 1, won(engine.NoSide, 1), true},
		{"not rated", 0, func(m *league.Match) { m.Rated = false }, false},
		{"not over", 0, func(m *league.Match) {
			running := newMatch(0)
			m.State = running.State
			m.State.Moved = noon.Add(time.Hour)
		}, false},
		{"over when the time begins", 0, ended(since), true},
		{"over before", 0, ended(since.Add(-time.Millisecond)), false},
		{"over just before they are expelled", 0, ended(at.Add(-time.Millisecond)), true},
		{"over then", 0, ended(at), false},
		{"against themselves", -1, won(engine.First, 0), false},
		{"of two others", 2, won(engine.First, 0), false},
		{"lost by somebody who was expelled themselves", 0, won(engine.First, 0), false},
	}
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		var told []league.Notice
		var refunds []string
		for i, c := range cases {
			other := fmt.Sprintf("p%02d", i)
			admit(t, s, other)
			players := map[int][2]string{-1: {"ann", "ann"}, 0: {"ann", other}, 1: {other, "ann"}, 2: {"bob", other}}[c.seat]
			m := ratedOver(t, s, i, 1, players[0], players[1], c.change)
			if c.back {
				told = append(told, league.Notice{Player: person(other).ID, At: at, Kind: league.MatchNotice, Subject: m.ID, Seq: m.State.Last})
				refunds = append(refunds, fmt.Sprintf("%s/%d", m.ID, 1-c.seat))
			}
		}
		expel(t, s, person(fmt.Sprintf("p%02d", len(cases)-1)).ID)
		got, err := s.Refund(t.Context(), person("ann").ID, since, at)
		must(t, err)
		byPlayer := map[string]league.Notice{}
		for _, n := range got {
			byPlayer[n.Player] = n
		}
		for i, c := range cases {
			n, is := byPlayer[person(fmt.Sprintf("p%02d", i)).ID]
			if is != c.back {
				t.Errorf("%s: they are told %+v", c.name, n)
			}
		}
		var noted []string
		must(t, raw(s).Table("refunds").Where("at_ms = ? AND weighed = 0", at.UnixMilli()).Order("match_id").Pluck("match_id || '/' || seat", &noted).Error)
		wantLines(t, "noted is", noted, refunds...)
		for _, n := range told {
			if diff := gocmp.Diff(n, byPlayer[n.Player]); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		}
	})
}

// TestRefundsAreOfOnePlayerAlone: what others give back before, or in the same moment, changes nothing about it,
// and nobody is told of it again.
func TestRefundsAreOfOnePlayerAlone(t *testing.T) { // R-FF-9
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan")
		ratedOver(t, s, 1, 1, "ann", "bob") // each has lost to the one before, and Cleo to all
		ratedOver(t, s, 2, 3, "bob", "cleo")
		ratedOver(t, s, 3, 2, "bob", "cleo")
		ratedOver(t, s, 4, 2, "ann", "cleo")
		ratedOver(t, s, 5, 4, "dan", "cleo")
		ratedOver(t, s, 6, 4, "dan", "ann")
		early, at := noon.Add(9*time.Hour), noon.Add(10*time.Hour)
		for _, c := range []struct {
			expelled string
			at       time.Time
			told     []string
		}{
			{"dan", early, []string{"id-ann m000006", "id-cleo m000005"}},
			{"ann", at, []string{"id-bob m000001", "id-cleo m000004"}},
			{"bob", at, []string{"id-cleo m000002"}}, // of the last of theirs, and Bob is told of Ann's no more
			{"ann", at, nil},
			{"bob", at.Add(time.Hour), nil},
		} {
			expel(t, s, person(c.expelled).ID)
			notices, err := s.Refund(t.Context(), person(c.expelled).ID, noon, c.at)
			must(t, err)
			var told []string
			for _, n := range notices {
				told = append(told, n.Player+" "+n.Subject)
				if kept, err := s.Notices(t.Context(), n.Player, 0, 9); err != nil || !slices.ContainsFunc(kept, func(k league.Notice) bool { return k.Subject == n.Subject && k.At.Equal(c.at) }) {
					t.Errorf("%s was told %v, %v", n.Player, kept, err)
				}
			}
			slices.Sort(told)
			wantLines(t, "when "+c.expelled+" is expelled", told, c.told...)
		}
		for player, want := range map[string]int{"ann": 1, "bob": 1, "cleo": 3, "dan": 0} {
			if kept, err := s.Notices(t.Context(), person(player).ID, 0, 9); err != nil || len(kept) != want {
				t.Errorf("%s was told %v, %v", player, kept, err)
			}
		}
	})
}
