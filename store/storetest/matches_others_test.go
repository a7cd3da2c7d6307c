package storetest_test

import (
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// TestWhatIsDoneToOneMatchIsDoneToNoOther: matches that stand at the same event.
func TestWhatIsDoneToOneMatchIsDoneToNoOther(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		one, other, noBots := newMatch(1), newMatch(2), newMatch(3)
		one.State.Due, other.State.Due = noon, noon
		for _, m := range []league.Match{one, other, noBots} {
			create(t, s, m)
		}
		must(t, s.Postpone(t.Context(), one.ID, one.State.Last, noon.Add(time.Minute)))
		must(t, s.Postpone(t.Context(), noBots.ID, noBots.State.Last, noon.Add(time.Minute)))
		one.State.Due = noon.Add(time.Minute)
		wantMatch(t, s, one)
		wantMatch(t, s, other)
		wantMatch(t, s, noBots) // no bot is to move in it

		restated := one.State
		restated.Position = "what the log says"
		must(t, s.Restate(t.Context(), one.ID, restated))
		one.State = restated
		wantMatch(t, s, one)
		wantMatch(t, s, other)

		for n, name := range []string{"ann", "bob"} { // each said something
			m := create(t, s, newMatch(4+n))
			l := said(name, "of "+name)
			l.Match = m.ID
			line, err := s.Say(t.Context(), l, nil, noon, 9)
			must(t, err)
			must(t, s.Report(t.Context(), league.Report{Line: line, Reader: person("cleo").ID, At: noon.Add(time.Duration(n) * time.Second), Reason: "it hurts"}))
			must(t, s.Mute(t.Context(), person(name).ID, person("cleo").ID, noon))
		}
		reports, err := s.Reports(t.Context(), 9)
		if err != nil || len(reports) != 2 || reports[0].Line.Text != "of bob" || reports[1].Line.Text != "of ann" {
			t.Errorf("reported are %v, %v", reports, err)
		}
		must(t, s.Unmute(t.Context(), person("ann").ID, person("cleo").ID))
		if muted, err := s.Muted(t.Context(), person("bob").ID); err != nil || !slices.Equal(muted, []string{person("cleo").ID}) {
			t.Errorf("Bob mutes %v, %v", muted, err)
		}
	})
}

// TestSilenceIsCountedFromTheLastMoveOfEach: what others did does not break one's own.
func TestSilenceIsCountedFromTheLastMoveOfEach(t *testing.T) { // R-FF-7
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		create(t, s, over(1, noon, func(m *league.Match) {
			m.State.Outcome.Ending, m.State.Outcome.Winner = engine.Timeout, engine.First // Bob's loss
		}))
		m := create(t, s, newMatch(2))
		p := move(m, "Mc2c5", noon.Add(time.Hour))
		p.Notices = []league.Notice{{Player: person("ann").ID, At: noon, Kind: league.MatchNotice, Subject: m.ID}}
		p.Movers = map[string]time.Time{person("ann").ID: noon.Add(time.Hour)}
		must(t, s.Append(t.Context(), p))
		if got, err := s.Silence(t.Context(), person("bob").ID); err != nil || got != 1 {
			t.Errorf("Bob has lost %d on time since he moved, %v", got, err)
		}
	})
}

// TestMatchesOfSomeTournamentsAreOfNoOther: not even if two have the same keys.
func TestMatchesOfSomeTournamentsAreOfNoOther(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		at := noon.Add(2 * time.Hour)
		ended := func(n int, cup, key string) league.Match {
			return over(n, at, func(m *league.Match) { m.Tournament, m.Fixture = cup, key })
		}
		for n, id := range []string{"two", "one"} {
			cup := step(t, s, cupBy(t, s, id, ""), league.ActStarted, starts, ended(10*n+2, id, "c1/r2/b1"), ended(10*n+1, id, "c1/r1/b1"))
			if id == "one" {
				cup.Log = nil
				counted := []league.Key{"c1/r1/b1"}
				must(t, s.AppendTournament(t.Context(), league.TournamentProgress{Tournament: cup, Seen: cup.Last, Was: cup.Entries, Counted: counted}))
			}
		}
		got, err := s.FixturesOf(t.Context(), []league.Tournament{{ID: "one"}})
		if want := []string{"m000011", "m000012"}; err != nil || !slices.Equal(ids(got), want) {
			t.Errorf("of one: %v, %v, want %v", ids(got), err, want)
		}
		for since, want := range map[time.Time][]string{
			at:                        {"m000012"}, // not counted
			at.Add(-time.Millisecond): {"m000011", "m000012"},
		} {
			got, err := s.RecentFixtures(t.Context(), league.Site(), "one", since)
			if err != nil || !slices.Equal(ids(got), want) {
				t.Errorf("after %v: %v, %v, want %v", since, ids(got), err, want)
			}
		}
		both, err := s.FixturesOf(t.Context(), []league.Tournament{{ID: "one"}, {ID: "two"}})
		must(t, err)
		for _, m := range both {
			if m.Counted != (m.ID == "m000011") {
				t.Errorf("%s is counted: %v", m.ID, m.Counted)
			}
		}
	})
}

// TestABotIsDueWhereItIsToMove: whichever seat it has, and not where a person is to move.
func TestABotIsDueWhereItIsToMove(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo")
		match := func(n int, first, second string, toMove engine.Side, firstSeat int) {
			m := newMatchOf(n, "ann", "bob")
			m.Seats[0].Player, m.Seats[1].Player = person(first), person(second)
			m.State.ToMove, m.State.First, m.State.Due = toMove, firstSeat, noon
			create(t, s, m)
		}
		match(1, "bob", "ann", engine.Second, 0) // Ann
		match(2, "bob", "ann", engine.First, 1)  // Ann
		match(3, "ann", "bob", engine.Second, 1) // Ann
		match(4, "ann", "bob", engine.Second, 0)
		match(5, "bob", "ann", engine.First, 0)
		match(6, "cleo", "bob", engine.First, 0)
		match(7, "cleo", "bob", engine.Second, 0)
		got, err := s.Due(t.Context(), league.Site(), noon, []string{person("ann").ID}, 9)
		if want := []string{"m000001", "m000002", "m000003"}; err != nil || !slices.Equal(ids(got), want) {
			t.Errorf("got %v, %v, want %v", ids(got), err, want)
		}
	})
}
