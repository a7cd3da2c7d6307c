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
		if n != s.Terms.Cycles {
			return fmt.Errorf("%v meet %d times in %d cycles", pair, n, s.Terms.Cycles)
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
		if b < -1 || b > 1 || s.Terms.Cycles%2 == 0 && b != 0 {
			return fmt.Errorf("of %v the first one is First %+d times more often", pair, b)
		}
	}
	return nil
}

func TestThreePlayersMeetLikeThis(t *testing.T) {
	sheet := league.Sheet{Terms: league.TournamentTerms{Cycles: 2}, Entries: []league.Entry{{Player: "ann"}, {Player: "zoe", Left: true}, {Player: "bob"}, {Player: "cleo"}}}
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

// standing writes the rows of a table: rank, player, points and how many matches are
// won, drawn, lost and open.
func standing(rows []league.Row) string {
	text := ""
	for _, r := range rows {
		text += fmt.Sprintf("%d %s %v %d-%d-%d+%d\n", r.Rank, r.Player, r.Points, r.Won, r.Drawn, r.Lost, r.Open)
	}
	return text
}

func TestWhoIsLevelOnPointsAndSONSharesTheRank(t *testing.T) {
	win := engine.Outcome{Ending: engine.FullTime, Winner: engine.First}
	sheet := league.Sheet{
		Terms: league.TournamentTerms{Cycles: 1}, Scoring: league.Standard(),
		Entries: []league.Entry{{Player: "ann"}, {Player: "bob"}, {Player: "cleo"}, {Player: "dan"}},
		Fixtures: []league.Fixture{
			{Key: "c1/r1/b1", First: "ann", Second: "dan", Outcome: win},
			{Key: "c1/r1/b2", First: "bob", Second: "cleo", Outcome: win},
			{Key: "c1/r2/b1", First: "dan", Second: "bob"},
			{Key: "c1/r2/b2", First: "cleo", Second: "ann", Outcome: engine.Outcome{Ending: engine.Void}},
		},
	}
	want := "1 ann 5 1-0-0+0\n1 bob 5 1-0-0+1\n3 cleo 0 0-0-1+0\n3 dan 0 0-0-1+1\n"
	got, err := roundrobin.Format{}.Table(sheet, "")
	if err != nil || standing(got) != want {
		t.Errorf("got\n%s, %v, want\n%s", standing(got), err, want)
	}
}

func TestALotDecidesTheTitleWhereTheOrderHasOne(t *testing.T) {
	sheet := league.Sheet{Terms: league.TournamentTerms{Cycles: 1, Profile: "std"}, Lot: []byte("seed"), Scoring: league.Standard()}
	for _, p := range []string{"ann", "bob", "cleo"} {
		sheet.Entries = append(sheet.Entries, league.Entry{Player: p})
	}
	plan, err := roundrobin.Format{}.Plan(sheet)
	if err != nil {
		t.Fatal(err)
	}
	sheet.Fixtures = plan.Fixtures
	for i := range sheet.Fixtures {
		sheet.Fixtures[i].Outcome.Ending = engine.Goalless
	}
	for _, c := range []struct {
		profile string
		winners int
	}{{"std", 1}, {"lg", 1}, {"", 3}} {
		sheet.Terms.Profile = c.profile
		if plan, err := (roundrobin.Format{}).Plan(sheet); err != nil || !plan.Finished || len(plan.Winners) != c.winners {
			t.Errorf("%q: got %+v, %v, want %d winners", c.profile, plan, err, c.winners)
		}
	}
	sheet.Entries[0].Out, sheet.Entries[1].Out, sheet.Entries[2].Out = league.Voided, league.Voided, league.Voided
	if plan, err := (roundrobin.Format{}).Plan(sheet); err != nil || len(plan.Winners) != 0 {
		t.Errorf("nobody is left, and %v win, %v", plan.Winners, err)
	}
}

func TestEveryEndingThatAMatchMayHaveHasItsPriceInATable(t *testing.T) {
	endings := engine.PlatformEndings()
	for _, g := range games.All() {
		endings = append(endings, g.Info().Endings...)
	}
	for _, ending := range endings {
		sheet := league.Sheet{
			Terms: league.TournamentTerms{Cycles: 1}, Scoring: league.Standard(), Entries: []league.Entry{{Player: "ann"}, {Player: "bob"}},
			Fixtures: []league.Fixture{{First: "ann", Second: "bob", Outcome: engine.Outcome{Ending: ending}}},
		}
		if _, err := (roundrobin.Format{}).Table(sheet, ""); err != nil {
			t.Errorf("%s: %v", ending, err)
		}
	}
}

func TestSheetsThatAreNoneAreRefused(t *testing.T) {
	sheet := league.Sheet{Terms: league.TournamentTerms{Cycles: 1}, Scoring: league.Standard(), Entries: []league.Entry{{Player: "ann"}, {Player: "bob"}}}
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
