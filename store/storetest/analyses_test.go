package storetest_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"gorm.io/gorm"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/assessment"
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
func worthOf(m league.Match, version int) assessment.Analysis {
	return assessment.Analysis{
		Match: m.ID, Version: version, Made: noon, Text: fmt.Sprintf(`{"Judge":"judge %d"}`, version),
		Seats: [2]assessment.LuckSplit{{Points: 5000, Luck: -120, Cost: 340, Decisions: 25, Adjusted: 5120}, {Luck: 120, Cost: 1, Decisions: 24, Adjusted: -120}},
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
		wantAnalysis(t, s, assessment.Analysis{Match: early.ID, Tries: 1})
		takeUp(t, s, 2, "", 0)
	})
}

// wantAnalysis checks what is known of a match.
func wantAnalysis(t *testing.T, s *store.Store, want assessment.Analysis) {
	t.Helper()
	got, err := s.Analysis(t.Context(), league.Site(), want.Match)
	must(t, err)
	if diff := gocmp.Diff(want, got); diff != "" {
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
		wantAnalysis(t, s, assessment.Analysis{Match: broken.ID, Tries: 2, Problem: "not at all", Seen: 1})

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

func TestWhatSomebodyElseHasAnalysedMeanwhileIsNotTakenUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob")
		m := finished(t, s, 1, noon, engine.Timeout)
		between := false
		must(t, reader(s).Callback().Query().After("gorm:query").Register("test:between", func(db *gorm.DB) {
			if !between {
				between = true
				must(t, s.PutAnalysis(t.Context(), worthOf(m, 1)))
			}
		}))
		takeUp(t, s, 1, "", 0)
		want := worthOf(m, 1)
		want.Seen = 1
		wantAnalysis(t, s, want)
		if !between {
			t.Error("nobody came between")
		}
	})
}

func TestAnalysesOfWhatIsNotKnownAreNotThere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		_, err := open().Analysis(t.Context(), league.Site(), "nothing")
		wantKind(t, err, league.NotFound)
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
			a.Seats[0].Adjusted, a.Seats[0].Given = adjusted, n
			must(t, s.PutAnalysis(t.Context(), a))
		}
		put(1, func(*league.Match) {}, 5120)
		put(2, func(*league.Match) {}, 2000)
		put(3, func(m *league.Match) { m.Seats[0], m.Seats[1] = m.Seats[1], m.Seats[0] }, 0)
		put(4, func(m *league.Match) { m.Seats[1].Player = robot }, 9)
		put(5, func(m *league.Match) { m.Seats[1].Player = m.Seats[0].Player }, 9)
		finished(t, s, 6, noon.Add(9*time.Hour), engine.Timeout) // not analysed
		got, err := s.LuckOf(t.Context(), league.Site(), "id-ann")
		must(t, err)
		want := []assessment.LuckSum{{
			Game: "streetsoccer", Matches: 3, Points: 10000, Given: 1 + 2, Adjusted: 5120 + 2000 - 120, Squares: 5120*5120 + 2000*2000 + 120*120, Cost: 681, Decisions: 74,
		}}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if mean, deviation := want[0].Mean(); mean < 2333 || mean > 2334 || deviation < 1521 || deviation > 1523 {
			t.Errorf("on average %v, give or take %v", mean, deviation)
		}
	})
}

// worthMatches stores finished matches of pairs of players, each with what its luck was to the first.
func worthMatches(t *testing.T, s *store.Store, first int, change func(*league.Match), luck map[[2]string][]int) {
	t.Helper()
	for _, pair := range slices.SortedFunc(maps.Keys(luck), func(a, b [2]string) int { return cmp.Compare(a[0]+a[1], b[0]+b[1]) }) {
		for _, l := range luck[pair] {
			m := newMatch(first)
			for seat, name := range pair {
				m.Seats[seat].Player = person(name)
			}
			change(&m)
			m = create(t, s, after(m, timeout(m, noon.Add(time.Hour))))
			a := worthOf(m, 1)
			given := 0
			if m.Rated { // what was given up is neither luck nor skill
				given = 700
			}
			a.Seats[0].Given, a.Seats[1].Given = given, -given
			a.Seats[0].Adjusted, a.Seats[1].Adjusted = 5000-l-given, l+given
			must(t, s.PutAnalysis(t.Context(), a))
			first++
		}
	}
}

// The luck of a month: who has played enough, in rated matches of the pool between people since it began; who
// may not know of a match does not see its luck.
func TestWhoHadMostAndLeastLuckInAMonth(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan", "fay", "gus", "eve", "org")
		must(t, s.PutBots(t.Context(), []league.Player{{ID: "id-hal", Name: "hal", Kind: league.Bot, Created: noon}}))
		must(t, s.CreateTournament(t.Context(), hiddenCup(t, "hidden", true), nil, nil))
		rated := func(m *league.Match) { m.Rated = true }
		worthMatches(t, s, 100, rated, map[[2]string][]int{
			{"ann", "bob"}:  {300, -100, 400}, // ann 200 a match, bob -200
			{"cleo", "dan"}: {10, 20, 30, 0},
			{"fay", "gus"}:  {4000, 4000}, // too few
			{"ann", "hal"}:  {-9000},      // a bot
		})
		worthMatches(t, s, 200, func(*league.Match) {}, map[[2]string][]int{{"fay", "gus"}: {4000}}) // not rated
		worthMatches(t, s, 300, func(m *league.Match) { rated(m); m.Variant = "board" }, map[[2]string][]int{{"fay", "gus"}: {4000}})
		worthMatches(t, s, 400, func(m *league.Match) { rated(m); m.Tournament, m.Fixture = "hidden", "1/1" }, map[[2]string][]int{{"fay", "gus"}: {4000}})
		pool := league.Pool{Game: "streetsoccer", Variant: "lg"}
		luck := func(viewer league.Viewer, from time.Time, limit int) (lines []string) {
			t.Helper()
			lucky, unlucky, err := s.LuckTable(t.Context(), viewer, pool, from, 3, limit)
			must(t, err)
			for _, w := range append(lucky, unlucky...) {
				lines = append(lines, fmt.Sprintf("%s %d of %d", w.Player.Name, w.Luck(), w.Matches))
			}
			return lines
		}
		stranger := league.Public()
		for _, c := range []struct {
			viewer league.Viewer
			from   time.Time
			limit  int
			want   []string
		}{
			{stranger, noon, 3, []string{"ann 200 of 3", "cleo 15 of 4", "bob -200 of 3", "dan -15 of 4"}},
			{stranger, noon, 1, []string{"ann 200 of 3", "bob -200 of 3"}},
			{stranger, noon.Add(2 * time.Hour), 3, nil},
			{league.Site(), noon, 1, []string{"fay 4000 of 3", "gus -4000 of 3"}},
		} {
			if diff := gocmp.Diff(c.want, luck(c.viewer, c.from, c.limit)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		}
	})
}

// A tournament's luck and skill is that of its people in its matches, whoever they were against.
func TestWhatATournamentsMatchesWereWorthIsSummedUpByPlayer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve", "fay", "gus", "org")
		must(t, s.PutBots(t.Context(), []league.Player{{ID: "id-hal", Name: "hal", Kind: league.Bot, Created: noon}}))
		must(t, s.CreateTournament(t.Context(), hiddenCup(t, "hidden", true), nil, nil))
		fixture := 0
		inCup := func(m *league.Match) {
			fixture++
			m.Tournament, m.Fixture = "hidden", fmt.Sprintf("1/%d", fixture)
		}
		worthMatches(t, s, 100, inCup, map[[2]string][]int{{"bob", "cleo"}: {500, -500}, {"bob", "hal"}: {1000}})
		worthMatches(t, s, 200, func(*league.Match) {}, map[[2]string][]int{{"bob", "cleo"}: {2000}})
		got, err := s.LuckIn(t.Context(), league.Of(person("bob")), assessment.LuckScope{Tournament: "hidden"})
		must(t, err)
		lines := make([]string, len(got))
		for i, w := range got {
			lines[i] = fmt.Sprintf("%s %d: %d, %d, %d of %d", w.Player.Name, w.Matches, w.Points, w.Adjusted, w.Cost, w.Decisions)
		}
		if diff := gocmp.Diff([]string{"bob 3: 15000, 14000, 1020 of 75", "cleo 2: 0, 0, 2 of 48"}, lines); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		hidden, err := s.LuckIn(t.Context(), league.Public(), assessment.LuckScope{Tournament: "hidden"})
		must(t, err)
		if len(hidden) != 0 {
			t.Errorf("a stranger reads %+v", hidden)
		}
	})
}

// Of a season a group can be read alone, and of a ladder a time; another tournament, what is being played and what nobody
// has analysed never count.
func TestWhatMatchesWereWorthIsSummedUpWithinAScope(t *testing.T) {
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve", "fay", "gus", "org")
		for _, id := range []string{"season", "other"} {
			must(t, s.CreateTournament(t.Context(), hiddenCup(t, id, false), nil, nil))
		}
		at := func(tournament, fixture string) func(*league.Match) {
			return func(m *league.Match) { m.Tournament, m.Fixture = tournament, fixture }
		}
		luck := func(first, second string, l int) map[[2]string][]int {
			return map[[2]string][]int{{first, second}: {l}}
		}
		worthMatches(t, s, 100, at("season", "d1/g1/c1/r1/b1"), luck("ann", "bob", 1000))
		worthMatches(t, s, 101, at("season", "d1/g1/c1/r2/b1"), luck("bob", "ann", -500))
		worthMatches(t, s, 102, at("season", "d1/g10/c1/r1/b1"), luck("cleo", "dan", 0))
		worthMatches(t, s, 103, at("season", "d2/g1/c1/r1/b1"), luck("cleo", "dan", 3000))
		worthMatches(t, s, 104, at("other", "d1/g1/c1/r1/b1"), luck("ann", "bob", 4000))
		running := newMatch(105)
		at("season", "d1/g1/c1/r3/b1")(&running)
		create(t, s, running)
		must(t, s.PutAnalysis(t.Context(), worthOf(running, 1))) // which nobody makes
		unseen := newMatch(106)
		at("season", "d1/g1/c1/r4/b1")(&unseen)
		unseen = create(t, s, after(unseen, timeout(unseen, noon.Add(time.Hour))))
		takeUp(t, s, 1, unseen.ID, 1)

		ended := noon.Add(time.Hour) // as worthMatches has it
		for _, c := range []struct {
			name string
			of   assessment.LuckScope
			want []string
		}{
			{"a season", assessment.LuckScope{Tournament: "season"}, []string{"bob 2: 6500", "ann 2: 3500", "cleo 2: 7000", "dan 2: 3000"}},
			{"a group", assessment.LuckScope{Tournament: "season", Group: "d1/g1"}, []string{"bob 2: 6500", "ann 2: 3500"}},
			{"a group whose name begins so", assessment.LuckScope{Tournament: "season", Group: "d1/g10"}, []string{"cleo 1: 5000", "dan 1: 0"}},
			{"a group that is not there", assessment.LuckScope{Tournament: "season", Group: "d3/g1"}, nil},
			{"no tournament", assessment.LuckScope{}, nil},
			{"from their end on", assessment.LuckScope{Tournament: "other", From: ended}, []string{"bob 1: 4000", "ann 1: 1000"}},
			{"after their end", assessment.LuckScope{Tournament: "other", From: ended.Add(time.Millisecond)}, nil},
			{"until their end", assessment.LuckScope{Tournament: "other", To: ended}, nil},
			{"until after their end", assessment.LuckScope{Tournament: "other", From: noon, To: ended.Add(time.Millisecond)}, []string{"bob 1: 4000", "ann 1: 1000"}},
		} {
			got, err := s.LuckIn(t.Context(), league.Site(), c.of)
			must(t, err)
			var lines []string
			for _, w := range got {
				lines = append(lines, fmt.Sprintf("%s %d: %d", w.Player.Name, w.Matches, w.Adjusted))
			}
			slices.Sort(lines)
			slices.Sort(c.want)
			if diff := gocmp.Diff(c.want, lines); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.name, diff)
			}
		}
	})
}

// TestWhatWasGivenUpInATournament: who gave up how much by resigning, on time or without play; nothing of rulings, of what is
// less, of other tournaments, and of those that a viewer may not know.
func TestWhatWasGivenUpInATournament(t *testing.T) { // R-FF-13
	storetest.Each(t, func(t *testing.T, open func() *store.Store) {
		s := open()
		admit(t, s, "ann", "bob", "cleo", "dan", "eve", "fay", "gus", "org")
		must(t, s.CreateTournament(t.Context(), hiddenCup(t, "hidden", true), nil, nil))
		put := func(n int, cup string, ending engine.Ending, given int) league.Match {
			m := newMatch(n)
			m.Tournament, m.Fixture = cup, fmt.Sprintf("1/%d", n)
			p := timeout(m, noon.Add(time.Duration(n)*time.Hour))
			p.State.Outcome.Ending = ending
			m = create(t, s, after(m, p))
			a := worthOf(m, 1)
			a.Seats[0].Given, a.Seats[1].Given = given, -given
			must(t, s.PutAnalysis(t.Context(), a))
			return m
		}
		first := put(1, "hidden", engine.Resignation, 2000)
		put(2, "hidden", engine.Resignation, 1999)
		put(3, "hidden", engine.Adjudication, 4000)
		last := put(4, "hidden", engine.Timeout, -2500)
		put(5, "", engine.Forfeit, 5000)
		late := put(6, "hidden", engine.Forfeit, 2100)
		gifts := func(viewer league.Viewer, limit int) []league.Gift {
			t.Helper()
			list, err := s.Gifts(t.Context(), viewer, "hidden", league.GiftLeast, limit)
			must(t, err)
			return list
		}
		gift := func(m league.Match, n int, ending engine.Ending, by, to, given int) league.Gift {
			return league.Gift{Match: m.ID, Ended: noon.Add(time.Duration(n) * time.Hour), Ending: ending, By: m.Seats[by].Player, To: m.Seats[to].Player, Given: given}
		}
		want := []league.Gift{gift(late, 6, engine.Forfeit, 1, 0, 2100), gift(last, 4, engine.Timeout, 0, 1, 2500), gift(first, 1, engine.Resignation, 1, 0, 2000)}
		if diff := gocmp.Diff(want, gifts(league.Site(), 9)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if got := gifts(league.Site(), 1); len(got) != 1 || got[0].Match != late.ID {
			t.Errorf("the latest one is %+v", got)
		}
		if got := gifts(league.Public(), 9); len(got) != 0 {
			t.Errorf("of a hidden tournament everybody sees %+v", got)
		}
		if _, err := s.Gifts(t.Context(), league.Viewer{}, "hidden", league.GiftLeast, 9); err == nil {
			t.Error("nobody may read")
		}
	})
}
