package roundrobin_test

import (
	"fmt"
	"testing"

	"kickabout/engine"
	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/roundrobin"
)

func TestItConformsAndEachPairMeetsOnceACycle(t *testing.T) {
	formatstest.Conform(t, roundrobin.Format{}, eachPairMeets, evenInPairs)
}

func eachPairMeets(s league.Sheet) error {
	met := map[[2]string]int{}
	for _, f := range s.Fixtures {
		met[[2]string{min(f.First, f.Second), max(f.First, f.Second)}]++
	}
	players := s.Players()
	if want := len(players) * (len(players) - 1) / 2; len(met) != want {
		return fmt.Errorf("%d pairs meet, want %d", len(met), want)
	}
	for pair, n := range met {
		if n != s.Cycles {
			return fmt.Errorf("%v meet %d times in %d cycles", pair, n, s.Cycles)
		}
	}
	return nil
}

// evenInPairs sees that of two cycles a pair kicks off once each.
func evenInPairs(s league.Sheet) error {
	balance := map[[2]string]int{}
	for _, f := range s.Fixtures {
		balance[[2]string{f.First, f.Second}]++
		balance[[2]string{f.Second, f.First}]--
	}
	for pair, b := range balance {
		if b < -1 || b > 1 || s.Cycles%2 == 0 && b != 0 {
			return fmt.Errorf("of %v the first one is First %+d times more often", pair, b)
		}
	}
	return nil
}

func TestThreePlayersMeetLikeThis(t *testing.T) {
	sheet := league.Sheet{Cycles: 2, Entries: []league.Entry{{Player: "ann"}, {Player: "zoe", Left: true}, {Player: "bob"}, {Player: "cleo"}}}
	plan, err := roundrobin.Format{}.Plan(sheet)
	if err != nil {
		t.Fatal(err)
	}
	want := []league.Fixture{
		{Key: "c1/r1/b1", First: "bob", Second: "cleo"},
		{Key: "c1/r2/b1", First: "cleo", Second: "ann"},
		{Key: "c1/r3/b1", First: "ann", Second: "bob"},
		{Key: "c2/r1/b1", First: "cleo", Second: "bob"},
		{Key: "c2/r2/b1", First: "ann", Second: "cleo"},
		{Key: "c2/r3/b1", First: "bob", Second: "ann"},
	}
	if fmt.Sprint(plan.Fixtures) != fmt.Sprint(want) || plan.Finished {
		t.Errorf("got %v, want %v", plan, want)
	}
}

// The worked example of platform rule 2.3: four players, two cycles.
func TestTheWorkedExampleOfTheRules(t *testing.T) {
	sheet := league.Sheet{Cycles: 2, Scoring: league.Standard()}
	for _, p := range []string{"D", "C", "B", "A"} {
		sheet.Entries = append(sheet.Entries, league.Entry{Player: p})
	}
	for i, g := range []struct {
		first, second string
		score         [2]int
		ending        engine.Ending
		winner        engine.Side
	}{
		{"A", "B", [2]int{3, 1}, engine.FullTime, engine.First},
		{"B", "A", [2]int{2, 1}, engine.SuddenDeath, engine.First},
		{"A", "C", [2]int{2, 2}, engine.LastGoal, engine.Second},
		{"C", "A", [2]int{0, 1}, engine.FullTime, engine.Second},
		{"A", "D", [2]int{4, 0}, engine.FullTime, engine.First},
		{"D", "A", [2]int{3, 2}, engine.FullTime, engine.First},
		{"B", "C", [2]int{1, 0}, engine.SuddenDeath, engine.First},
		{"C", "B", [2]int{0, 0}, engine.Goalless, engine.NoSide},
		{"B", "D", [2]int{2, 0}, engine.FullTime, engine.First},
		{"D", "B", [2]int{1, 1}, engine.LastGoal, engine.Second},
		{"C", "D", [2]int{5, 2}, engine.FullTime, engine.First},
		{"D", "C", [2]int{0, 0}, engine.Forfeit, engine.Second},
	} {
		sheet.Fixtures = append(sheet.Fixtures, league.Fixture{
			Key: league.Key(fmt.Sprint("g", i)), First: g.first, Second: g.second,
			Outcome: engine.Outcome{Ending: g.ending, Winner: g.winner, Score: g.score},
		})
	}
	want := []league.Row{
		{Rank: 1, Player: "A", Points: 180, SON: 25500, Played: 6, Won: 3, Lost: 3},
		{Rank: 2, Player: "B", Points: 180, SON: 22400, Played: 6, Won: 4, Drawn: 1, Lost: 1},
		{Rank: 3, Player: "C", Points: 160, SON: 17800, Played: 6, Won: 3, Drawn: 1, Lost: 2},
		{Rank: 4, Player: "D", Points: 70, SON: 12600, Played: 6, Won: 1, Lost: 5},
	}
	got, err := roundrobin.Format{}.Table(sheet, "")
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
}

func TestWhoIsLevelOnPointsAndSONSharesTheRank(t *testing.T) {
	win := engine.Outcome{Ending: engine.FullTime, Winner: engine.First}
	sheet := league.Sheet{Cycles: 1, Scoring: league.Standard(),
		Entries: []league.Entry{{Player: "ann"}, {Player: "bob"}, {Player: "cleo"}, {Player: "dan"}},
		Fixtures: []league.Fixture{
			{Key: "c1/r1/b1", First: "ann", Second: "dan", Outcome: win},
			{Key: "c1/r1/b2", First: "bob", Second: "cleo", Outcome: win},
			{Key: "c1/r2/b1", First: "dan", Second: "bob"},
			{Key: "c1/r2/b2", First: "cleo", Second: "ann", Outcome: engine.Outcome{Ending: engine.Void}},
		},
	}
	want := []league.Row{
		{Rank: 1, Player: "ann", Points: 50, Played: 1, Won: 1},
		{Rank: 1, Player: "bob", Points: 50, Played: 1, Won: 1, Open: 1},
		{Rank: 3, Player: "cleo", Played: 1, Lost: 1},
		{Rank: 3, Player: "dan", Played: 1, Lost: 1, Open: 1},
	}
	got, err := roundrobin.Format{}.Table(sheet, "")
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
}

func TestEveryEndingThatAMatchMayHaveHasItsPriceInATable(t *testing.T) {
	endings := engine.PlatformEndings()
	for _, g := range games.All() {
		endings = append(endings, g.Info().Endings...)
	}
	for _, ending := range endings {
		sheet := league.Sheet{Cycles: 1, Scoring: league.Standard(), Entries: []league.Entry{{Player: "ann"}, {Player: "bob"}},
			Fixtures: []league.Fixture{{First: "ann", Second: "bob", Outcome: engine.Outcome{Ending: ending}}}}
		if _, err := (roundrobin.Format{}).Table(sheet, ""); err != nil {
			t.Errorf("%s: %v", ending, err)
		}
	}
}

func TestSheetsThatAreNoneAreRefused(t *testing.T) {
	sheet := league.Sheet{Cycles: 1, Scoring: league.Standard(), Entries: []league.Entry{{Player: "ann"}, {Player: "bob"}}}
	for _, f := range []league.Fixture{
		{Key: "k", First: "ann", Second: "zoe"},
		{Key: "k", First: "ann", Second: "bob", Outcome: engine.Outcome{Ending: "rain"}},
	} {
		sheet.Fixtures = []league.Fixture{f}
		if rows, err := (roundrobin.Format{}).Table(sheet, ""); err == nil {
			t.Errorf("%v gives %v", f, rows)
		}
	}
	sheet.Fixtures = nil
	if rows, err := (roundrobin.Format{}).Table(sheet, "d2"); err != nil || rows != nil {
		t.Errorf("a group that is not there has the rows %v, %v", rows, err)
	}
}
