package storetest_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// lostBy is a match of a cup that a side has lost on time; First, 1, has the seat first.
func lostBy(n int, at time.Time, loser engine.Side, first int) league.Match {
	return over(n, at, func(m *league.Match) {
		m.State.Outcome.Ending, m.State.Outcome.Winner, m.State.First = engine.Timeout, loser.Other(), first
		m.Tournament, m.Fixture = "cup", fmt.Sprintf("c1/r1/b%d", n)
	})
}

// moves lets the side to move of a match make one, which is noted of a player.
func moves(t *testing.T, s *store.Store, m league.Match, name string, at time.Time) {
	t.Helper()
	p := move(m, "Mc2c5", at)
	p.Notices = []league.Notice{{Player: person(name).ID, At: at, Kind: league.MatchNotice, Subject: m.ID}}
	p.Movers = map[string]time.Time{person(name).ID: at}
	must(t, s.Append(t.Context(), p))
}

func TestWhatWasLostOnTime(t *testing.T) { // R-FF-7
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		after := noon.Add(2 * time.Hour)
		create(t, s, lostBy(1, noon, engine.First, 0))
		create(t, s, lostBy(2, after, engine.First, 0))
		create(t, s, lostBy(3, after.Add(time.Hour), engine.Second, 1)) // Second has seat 0
		create(t, s, lostBy(4, after, engine.Second, 0))                // Bob's
		casual := lostBy(5, after, engine.First, 0)
		casual.Tournament, casual.Fixture = "", ""
		create(t, s, casual)
		resigned := lostBy(6, after, engine.First, 0)
		resigned.State.Outcome.Ending = engine.Resignation
		create(t, s, resigned)
		for name, want := range map[string][]string{"ann": {"m000002", "m000003"}, "bob": {"m000004"}, "nobody": nil} {
			got, err := s.LostOnTime(t.Context(), person(name).ID, noon)
			if ids := slices.Sorted(maps.Keys(got)); err != nil || !slices.Equal(ids, want) {
				t.Errorf("%s has lost %v, %v, want %v", name, ids, err, want)
			}
			if at, ok := got["m000002"]; ok && !at.Equal(after) {
				t.Errorf("at %v", at)
			}
		}
		silent := func(name string, want time.Time) {
			t.Helper()
			known, err := s.Known(t.Context(), []string{person(name).ID}, noon)
			if got := known[person(name).ID].Silent; err != nil || !got.Equal(want) {
				t.Errorf("%s is silent since %v, %v, want %v", name, got, err, want)
			}
		}
		silent("ann", noon)
		silent("bob", after)
		moves(t, s, create(t, s, newMatch(7)), "ann", noon.Add(time.Hour))
		silent("ann", after)
		silent("bob", after)
		moves(t, s, create(t, s, newMatch(8)), "ann", after.Add(time.Hour))
		silent("ann", time.Time{})
	})
}

func TestTheFirstMoveBetween(t *testing.T) { // R-FF-7
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		one, two := noon.Add(time.Hour), noon.Add(2*time.Hour)
		moves(t, s, create(t, s, newMatch(1)), "ann", one)
		moves(t, s, create(t, s, newMatch(2)), "ann", two)
		for _, c := range []struct {
			name         string
			after, until time.Time
			want         time.Time
		}{
			{"ann", noon, two, one},
			{"ann", one, two, two},
			{"ann", one, two.Add(-time.Millisecond), time.Time{}},
			{"ann", two, two.Add(day), time.Time{}},
			{"ann", noon, one, one},
			{"bob", noon, two, time.Time{}},
		} {
			if got, err := s.MovedBetween(t.Context(), person(c.name).ID, c.after, c.until); err != nil || !got.Equal(c.want) {
				t.Errorf("%s between %v and %v: %v, %v, want %v", c.name, c.after, c.until, got, err, c.want)
			}
		}
	})
}

func TestWhoIsAbsent(t *testing.T) { // R-FF-7
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann")
		bob := signUp(t, s, "bob").Player
		cup := cupBy(t, s, "cup", "") // Bob is in, from noon on
		lost := noon.Add(time.Hour)
		loss := lostBy(1, lost, engine.Second, 0)
		loss.Seats[1].Player = bob
		step(t, s, cup, league.ActStarted, starts, loss)
		is := func(by time.Time, want ...string) {
			t.Helper()
			if got, err := s.Absent(t.Context(), by); err != nil || !slices.Equal(got, want) {
				t.Errorf("absent by %v: %v, %v, want %v", by, got, err, want)
			}
		}
		is(lost.Add(-time.Millisecond))
		is(lost, bob.ID)
		is(lost.Add(day), bob.ID)
		m := newMatch(2)
		m.Seats[1].Player = bob
		create(t, s, m)
		moves(t, s, m, "bob", lost.Add(time.Hour))
		is(lost.Add(day))
	})
}

func TestAnAbsenceIsNotedOnceAndKeptUpToDate(t *testing.T) { // R-FF-7, R-FF-12
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player
		a := league.Sanction{ID: "a1", Player: ann.ID, Kind: league.SanctionAbsence, Subject: "m1", Reason: "one game", At: noon, Ends: noon.Add(365 * day)}
		notice := league.Notice{Player: ann.ID, At: noon, Kind: league.StandingNotice, Subject: "a1", Event: league.AbsenceTold}
		must(t, s.PutAbsence(t.Context(), a, notice))
		again := a
		again.ID = "a2"
		wantKind(t, s.PutAbsence(t.Context(), again, notice), league.Stale)
		a.Reason, a.Ends, a.Ban = "two games", noon.Add(366*day), noon.Add(31*day)
		must(t, s.PutAbsence(t.Context(), a))
		is := func(want league.Sanction) {
			t.Helper()
			list, err := s.SanctionsOf(t.Context(), ann.ID)
			if err != nil || len(list) != 1 || list[0] != want {
				t.Errorf("%+v, %v, want %+v", list, err, want)
			}
		}
		is(a)
		if told, err := s.Notices(t.Context(), ann.ID, 0, 9); err != nil || len(told) != 1 {
			t.Errorf("told %d times, %v", len(told), err)
		}
		short := league.Imposition{Sanction: a, Line: logged("shorten ban", ann.ID)}
		short.Short = noon.Add(3 * day)
		must(t, s.ShortenBan(t.Context(), short))
		a.Reason = "three games" // however it goes on, what was decided stays
		must(t, s.PutAbsence(t.Context(), a))
		a.Short = short.Short
		is(a)
		lift := league.Imposition{Sanction: a, Line: logged("strike absence", ann.ID)}
		lift.Lifted = league.Verdict{At: noon.Add(day), Why: "ill"}
		must(t, s.Lift(t.Context(), lift))
		wantKind(t, s.PutAbsence(t.Context(), a), league.Stale)
		wantKind(t, s.ShortenBan(t.Context(), short), league.Stale)
		mute := against("m", league.SanctionMute, ann.ID)
		must(t, s.Impose(t.Context(), mute))
		mute.Short = noon
		wantKind(t, s.ShortenBan(t.Context(), mute), league.Stale)
	})
}
