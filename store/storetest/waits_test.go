package storetest_test

import (
	"reflect"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/span"
	"kickabout/league/vacation"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestForWhomMatchesWait: Ann, First of the first match, has made a move at one, and of the second none.
func TestForWhomMatchesWait(t *testing.T) { // R-LA-8
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		of := func(m league.Match, fixture string) league.Match {
			m.Tournament, m.Fixture = "cup", fixture
			return m
		}
		one := noon.Add(time.Hour)
		moved := create(t, s, of(newMatch(1), "a"))
		must(t, s.Append(t.Context(), move(moved, "Mc2c5", one)))
		still := create(t, s, of(newMatch(2), "b"))
		lost := create(t, s, of(lostBy(3, noon.Add(3*time.Hour), engine.First, 0), "c"))
		create(t, s, of(lostBy(4, noon, engine.Second, 0), "d"))                      // too long ago
		create(t, s, of(over(5, noon.Add(3*time.Hour), func(*league.Match) {}), "e")) // Second lost it, and not on time
		elsewhere := newMatch(6)
		elsewhere.Tournament, elsewhere.Fixture = "another", "a"
		create(t, s, elsewhere)
		ann, bob := moved.Seats[moved.SeatOf(engine.First)].Player.ID, moved.Seats[moved.SeatOf(engine.Second)].Player.ID
		if moved.State.ToMove != engine.First {
			ann, bob = bob, ann
		}
		want := span.Sets{bob: {{From: one, Until: span.Ever}}, ann: {{From: still.Created, Until: span.Ever}}}
		loser := lost.Seats[lost.SeatOf(engine.First)].Player.ID
		want[loser] = want[loser].And(span.Set{{From: lost.Created, Until: noon.Add(3 * time.Hour)}})
		got, gone, err := s.Waits(t.Context(), "cup", []string{ann, bob}, noon)
		if err != nil || len(gone) > 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("waits: %v, %v\nwant   %v", got, err, want)
		}
	})
}

func TestWhoWasOnVacation(t *testing.T) { // R-LA-8
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		ann := signUp(t, s, "ann").Player.ID
		first := vacation.Vacation{Player: ann, N: 1, Asked: noon, Begins: noon, Ends: noon.Add(3 * day)}
		must(t, s.PlanVacation(t.Context(), first))
		want := func(since time.Time, want span.Sets) {
			t.Helper()
			waits, got, err := s.Waits(t.Context(), "cup", []string{ann, "nobody"}, since)
			if err != nil || len(waits) > 0 || !reflect.DeepEqual(got, want) {
				t.Errorf("since %v: %v, %v, want %v", since, got, err, want)
			}
		}
		want(noon, span.Sets{}) // it has not begun
		first.Began = noon.Add(time.Hour)
		must(t, s.ChangeVacation(t.Context(), first))
		want(noon, span.Sets{ann: {{From: first.Began, Until: first.Ends}}})
		first.Ended = noon.Add(day)
		must(t, s.ChangeVacation(t.Context(), first))
		want(noon, span.Sets{ann: {{From: first.Began, Until: first.Ended}}})
		want(noon.Add(day), span.Sets{})
		if _, got, err := s.Waits(t.Context(), "cup", nil, noon); err != nil || len(got) != 0 {
			t.Errorf("of nobody: %v, %v", got, err)
		}
	})
}
