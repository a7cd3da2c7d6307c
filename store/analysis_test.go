package store_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/store"
	"kickabout/store/storetest"
)

// hold is how long somebody may be at an analysis here.
const hold = time.Hour

// takeUp takes up an analysis that is expected, "" for none.
func takeUp(t *testing.T, s *store.Store, version int, want string, wantTries int) {
	t.Helper()
	id, tries, err := s.ClaimAnalysis(t.Context(), version, hold)
	must(t, err)
	if id != want || tries != wantTries {
		t.Fatalf("taken up was %q for the %d. time, want %q, %d", id, tries, want, wantTries)
	}
}

// finished stores a match that ended at a moment.
func finished(t *testing.T, s *store.Store, n int, at time.Time, ending engine.Ending) league.Match {
	t.Helper()
	m := newMatch(n)
	p := timeout(m, at)
	p.State.Outcome.Ending = ending
	return create(t, s, after(m, p))
}

// worthOf returns an analysis.
func worthOf(m league.Match, version int) league.Analysis {
	return league.Analysis{
		Match: m.ID, Version: version, Made: noon, Text: fmt.Sprintf(`{"Judge":"judge %d"}`, version),
		Seats: [2]league.Worth{{Points: 5000, Luck: -120, Cost: 340, Decisions: 25, Adjusted: 5120}, {Luck: 120, Cost: 1, Decisions: 24, Adjusted: -120}},
	}
}

func TestFinishedMatchesAreAnalysedOnceTheLatestFirst(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		create(t, s, newMatch(1)) // which goes on
		early := finished(t, s, 2, noon.Add(time.Hour), engine.Timeout)
		late := finished(t, s, 3, noon.Add(2*time.Hour), engine.FullTime)
		finished(t, s, 4, noon.Add(3*time.Hour), engine.Void)
		finished(t, s, 5, noon.Add(3*time.Hour), engine.DoubleForfeit)

		takeUp(t, s, 2, late.ID, 1)
		takeUp(t, s, 2, early.ID, 1)
		takeUp(t, s, 2, "", 0) // somebody is at both

		want := worthOf(late, 2)
		must(t, s.PutAnalysis(t.Context(), want))
		want.Seen = 2
		wantAnalysis(t, s, want)
		other := worthOf(late, 2)
		other.Text = "{}"
		must(t, s.PutAnalysis(t.Context(), other)) // by whoever was slow
		must(t, s.PutAnalysis(t.Context(), worthOf(late, 1)))
		must(t, s.FailAnalysis(t.Context(), late.ID, 2, "it did not work here", time.Minute))
		must(t, s.FailAnalysis(t.Context(), late.ID, 2, "it did not work here", 0))
		wantAnalysis(t, s, want)
		wantAnalysis(t, s, league.Analysis{Match: early.ID, Tries: 1})
		takeUp(t, s, 2, "", 0)
	})
}

// wantAnalysis checks what is known of a match.
func wantAnalysis(t *testing.T, s *store.Store, want league.Analysis) {
	t.Helper()
	got, err := s.Analysis(t.Context(), want.Match)
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("the analysis of %s (-want +got):\n%s", want.Match, diff)
	}
}

func TestAnalysesThatFailAreTriedAgainAndGivenUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		broken := finished(t, s, 1, noon.Add(2*time.Hour), engine.Timeout)
		sound := finished(t, s, 2, noon.Add(time.Hour), engine.Timeout)

		takeUp(t, s, 1, broken.ID, 1)
		must(t, s.FailAnalysis(t.Context(), broken.ID, 1, "no", hold))
		takeUp(t, s, 1, sound.ID, 1) // it keeps nobody waiting
		must(t, s.FailAnalysis(t.Context(), broken.ID, 1, "no", time.Nanosecond))
		takeUp(t, s, 1, broken.ID, 2)
		must(t, s.FailAnalysis(t.Context(), broken.ID, 1, "not at all", 0))
		takeUp(t, s, 1, "", 0)
		wantAnalysis(t, s, league.Analysis{Match: broken.ID, Tries: 2, Problem: "not at all", Seen: 1})

		takeUp(t, s, 2, broken.ID, 3) // a better judge looks at it once more
		must(t, s.PutAnalysis(t.Context(), worthOf(broken, 2)))
		want := worthOf(broken, 2)
		want.Seen = 2
		wantAnalysis(t, s, want)
	})
}

func TestABetterJudgeComesAfterAllThatHaveNoAnalysis(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		old := finished(t, s, 1, noon.Add(3*time.Hour), engine.Timeout)
		must(t, s.PutAnalysis(t.Context(), worthOf(old, 1)))
		fresh := finished(t, s, 2, noon.Add(time.Hour), engine.Timeout)
		takeUp(t, s, 3, fresh.ID, 1)
		takeUp(t, s, 3, old.ID, 1)
		must(t, s.FailAnalysis(t.Context(), old.ID, 3, "no", 0))
		want := worthOf(old, 1) // what the older one found stays
		want.Tries, want.Problem, want.Seen = 1, "no", 3
		wantAnalysis(t, s, want)
		takeUp(t, s, 3, "", 0)
	})
}

func TestSeveralServersTakeUpEachAnalysisOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		const matches, servers = 24, 4
		for n := range matches {
			finished(t, s, n, noon.Add(time.Duration(n)*time.Minute), engine.Timeout)
		}
		var mu sync.Mutex
		taken := map[string]int{}
		var all sync.WaitGroup
		for range servers {
			all.Go(func() {
				for {
					id, _, err := s.ClaimAnalysis(context.Background(), 1, hold)
					if err != nil {
						t.Error(err)
					}
					if err != nil || id == "" {
						return
					}
					mu.Lock()
					taken[id]++
					mu.Unlock()
				}
			})
		}
		all.Wait()
		for id, n := range taken {
			if n != 1 {
				t.Errorf("%s was taken up %d times", id, n)
			}
		}
		for id, _, err := s.ClaimAnalysis(t.Context(), 1, hold); id != ""; id, _, err = s.ClaimAnalysis(t.Context(), 1, hold) {
			must(t, err) // a server that others overtook everywhere has stopped
			taken[id]++
		}
		if len(taken) != matches {
			t.Errorf("%d of %d were taken up", len(taken), matches)
		}
	})
}

func TestAnalysesOfWhatIsNotKnownAreNotThere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		_, err := open().Analysis(t.Context(), "nothing")
		wantKind(t, err, league.NotFound)
	})
}

func TestABotThatFailedWaits(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := newMatch(1)
		m.State.Due = noon
		create(t, s, m)
		due := func(want int) {
			t.Helper()
			list, err := s.Due(t.Context(), noon, []string{"id-ann"}, 9)
			must(t, err)
			if len(list) != want {
				t.Fatalf("%d matches are due, want %d", len(list), want)
			}
		}
		due(1)
		must(t, s.Postpone(t.Context(), m.ID, m.State.Last-1, noon.Add(time.Minute)))
		due(1) // the match had moved on
		must(t, s.Postpone(t.Context(), m.ID, m.State.Last, noon.Add(time.Minute)))
		due(0)
	})
}

func TestWhatMatchesWereWorthIsSummedUpByGame(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		robot := league.Player{ID: "id-robot", Name: "Robot", Kind: league.Bot, Created: noon}
		must(t, s.PutBots(t.Context(), []league.Player{robot}))
		put := func(n int, change func(*league.Match), adjusted int) {
			m := newMatch(n)
			change(&m)
			m = create(t, s, after(m, timeout(m, noon.Add(time.Duration(n)*time.Hour))))
			a := worthOf(m, 1)
			a.Seats[0].Adjusted = adjusted
			must(t, s.PutAnalysis(t.Context(), a))
		}
		put(1, func(*league.Match) {}, 5120)
		put(2, func(*league.Match) {}, 2000)
		put(3, func(m *league.Match) { m.Seats[0], m.Seats[1] = m.Seats[1], m.Seats[0] }, 0)
		put(4, func(m *league.Match) { m.Seats[1].Player = robot }, 9)
		put(5, func(m *league.Match) { m.Seats[1].Player = m.Seats[0].Player }, 9)
		finished(t, s, 6, noon.Add(9*time.Hour), engine.Timeout) // not analysed
		got, err := s.WorthOf(t.Context(), "id-ann")
		must(t, err)
		want := []league.WorthSum{{
			Game: "streetsoccer", Matches: 3, Points: 10000, Adjusted: 5120 + 2000 - 120, Squares: 5120*5120 + 2000*2000 + 120*120, Cost: 681, Decisions: 74,
		}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if mean, deviation := want[0].Mean(); mean < 2333 || mean > 2334 || deviation < 1521 || deviation > 1523 {
			t.Errorf("on average %v, give or take %v", mean, deviation)
		}
	})
}
