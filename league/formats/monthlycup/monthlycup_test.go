package monthlycup_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/formats/formatstest"
	"kickabout/league/formats/monthlycup"
)

func TestItConforms(t *testing.T) { formatstest.Conform(t, monthlycup.Format{}, eachPairMeets) }

func eachPairMeets(s league.Sheet) error {
	met, first := map[[2]string]int{}, map[string]int{}
	for _, f := range s.Fixtures {
		met[[2]string{min(f.First, f.Second), max(f.First, f.Second)}]++
		first[f.First]++
	}
	n := len(s.Players())
	for pair, games := range met {
		if games != s.Terms.Cycles || len(met) != n*(n-1)/2 {
			return fmt.Errorf("%v meet %d times in %d cycles", pair, games, s.Terms.Cycles)
		}
	}
	for p, k := range first {
		if n == 5 && k != 2*s.Terms.Cycles { // R-MO-1: two first, two second for each
			return fmt.Errorf("%s of five is first %d times", p, k)
		}
	}
	return nil
}

// TestAGroupEndsInside41DaysAtWorst is the figure of R-MO-4: every game begins with the
// group, and both sides have the whole of their time.
func TestAGroupEndsInside41DaysAtWorst(t *testing.T) {
	control, err := clock.ByID("fast")
	if err != nil {
		t.Fatal(err)
	}
	const moves = 36 // of each side at most: 26 in normal time and 10 in sudden death
	if got := (streetsoccer.Game{}).Info().ID; got != "streetsoccer" {
		t.Fatal(got)
	}
	side := control.Bank + (moves-1)*control.Increment
	if side != 492*time.Hour || 2*side != 41*24*time.Hour {
		t.Errorf("a side has %v, a group lasts %v at worst", side, 2*side)
	}
	w := world(t, 1)
	must(t, w.Advance())
	if e := w.Editions[0]; e.Control != "fast" || e.Places != 5 || e.Cycles != 1 {
		t.Errorf("it opens with %+v", e.TournamentTerms)
	}
}

func sheet(players string, results ...string) league.Sheet {
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: 1, Profile: "std"}, Scoring: league.Standard()}
	for _, p := range strings.Fields(players) {
		s.Entries = append(s.Entries, league.Entry{Player: p})
	}
	plan, err := monthlycup.Format{}.Plan(s)
	if err != nil {
		panic(err)
	}
	s.Fixtures = plan.Fixtures
	over := true
	for i := range s.Fixtures {
		f := &s.Fixtures[i]
		for _, r := range results { // "ann>bob", "ann=bob"
			if a, b, ok := strings.Cut(r, ">"); ok && f.First+f.Second == a+b {
				f.Outcome = engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}
			} else if ok && f.First+f.Second == b+a {
				f.Outcome = engine.Outcome{Ending: engine.FullTime, Winner: engine.Second, Score: [2]int{0, 1}}
			}
			if a, b, ok := strings.Cut(r, "="); ok && (f.First+f.Second == a+b || f.First+f.Second == b+a) {
				f.Outcome = engine.Outcome{Ending: engine.Goalless}
			}
		}
		over = over && f.Outcome.Over()
	}
	if over {
		s.Lot = []byte("lot")
	}
	return s
}

func TestWhoWinsAGroupAndWhen(t *testing.T) {
	for _, c := range []struct {
		name   string
		sheet  league.Sheet
		winner string
		text   string
		over   bool
	}{
		{"nobody as long as somebody can catch up", sheet("ann bob cleo", "ann>bob"), "", "", false},
		{"before the end where nobody can", sheet("ann bob cleo", "ann>bob", "ann>cleo"), "ann", "R-MO-2: first with 10 points, and nobody can catch up", false},
		{"at the end by points", sheet("ann bob cleo", "ann>bob", "ann>cleo", "cleo>bob"), "ann", "R-MO-2: first with 10 points", true},
		{"at the end by lot, if level on all else", sheet("ann bob cleo", "ann=bob", "ann=cleo", "cleo=bob"), "", "R-MO-2: first with 4 points, by the tie-break LOT", true},
		{"of two, in one game", sheet("ann bob", "bob>ann"), "bob", "R-MO-2: first with 5 points", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, err := monthlycup.Format{}.Plan(c.sheet)
			if err != nil || plan.Finished != c.over {
				t.Fatalf("%+v, %v", plan, err)
			}
			winner, text, second := "", "", 0
			for _, d := range plan.Rulings {
				switch {
				case d.Act == league.ActQualified:
					winner, text = d.Player.ID, d.Text
				case monthlycup.ParseNote(d.Text).Place == 2:
					second++
				}
			}
			if text != c.text || c.winner != "" && winner != c.winner || (winner == "") != (text == "") {
				t.Errorf("%q wins: %q", winner, text)
			}
			if c.over && (second != 1 || len(plan.Winners) != 1 || plan.Winners[0] != winner) {
				t.Errorf("%v wins, %d are second", plan.Winners, second)
			}
			for i := range c.sheet.Entries {
				c.sheet.Entries[i].Qualified, c.sheet.Entries[i].Note = c.sheet.Entries[i].Player == winner, "place=1"
			}
			if again, _ := (monthlycup.Format{}).Plan(c.sheet); winner != "" && len(again.Rulings) > 0 {
				t.Errorf("it is ruled again: %v", again.Rulings)
			}
		})
	}
}

func TestAFinalRulesOverNobodyButItsPlaces(t *testing.T) {
	s := league.Sheet{Terms: league.TournamentTerms{Cycles: 2, Profile: "std"}, Scoring: league.Standard(), Entries: []league.Entry{{Player: "ann"}, {Player: "bob"}}}
	plan, err := monthlycup.Format{}.Plan(s)
	if err != nil || len(plan.Fixtures) != 2 {
		t.Fatalf("%v, %v", plan, err)
	}
	s.Fixtures = plan.Fixtures
	for i := range s.Fixtures {
		s.Fixtures[i].Outcome = engine.Outcome{Ending: engine.Resignation, Winner: engine.Side(1 + i)}
	}
	plan, err = monthlycup.Format{}.Plan(s)
	if err != nil || !plan.Finished || len(plan.Winners) != 1 || plan.Winners[0] != "ann" {
		t.Errorf("%+v, %v", plan, err)
	}
	for _, d := range plan.Rulings {
		if d.Act != league.ActNoted {
			t.Errorf("it rules %v", d)
		}
	}
}

func TestNotesAreReadAsTheyAreWritten(t *testing.T) {
	for _, n := range []monthlycup.Note{{}, {Place: 2}, {Month: "2027-05"}, {Place: 1, Month: "2027-05", Year: "2027"}} {
		if got := monthlycup.ParseNote(n.String()); got != n {
			t.Errorf("%q is read as %+v", n, got)
		}
	}
	if got := monthlycup.ParseNote("two place=x more=1"); got != (monthlycup.Note{}) {
		t.Errorf("what it does not know is read as %+v", got)
	}
}

func TestEditionsHaveNames(t *testing.T) {
	for name, want := range map[string]monthlycup.Kind{
		"g0007": {Number: 7}, "g12345": {Number: 12345}, "2027-05-r2": {Month: "2027-05", Round: 2}, "2028-02-r13": {Month: "2028-02", Round: 13},
		"2027-final": {Year: 2027},
	} {
		if k, ok := monthlycup.KindOf(name); k != want || !ok {
			t.Errorf("%s is read as %+v, %v", name, k, ok)
		}
	}
	for _, name := range []string{"", "g7", "g0007x", "2027-13-r2", "2027-05-r1", "2027-05-r02", "2027-5-r2", "final", "27-finals", "2027-05"} {
		if k, ok := monthlycup.KindOf(name); ok {
			t.Errorf("%q is an edition: %+v", name, k)
		}
	}
}

// TestNobodyWinsAMonthWithNothing, and nobody is second in it.
func TestNobodyWinsAMonthWithNothing(t *testing.T) { // R-TB-6, R-MO-3
	won := league.Tournament{TournamentTerms: league.TournamentTerms{Edition: "g0001"}, Entries: []league.Entrant{
		{Player: league.Player{ID: "a"}, Note: "place=1 month=2027-01"}, {Player: league.Player{ID: "b"}, Note: "place=2 nothing"},
	}}
	again := won
	again.Edition, again.Entries = "g0002", slices.Clone(won.Entries)
	again.Entries[0].Note = "place=1 month=2027-02"
	if list := monthlycup.Finalists([]league.Tournament{won, again}, 2027); len(list) != 1 || list[0].Player.ID != "a" {
		t.Errorf("in the final are %+v", list)
	}
	again.Entries[1].Note = "place=2"
	if list := monthlycup.Finalists([]league.Tournament{won, again}, 2027); len(list) != 2 || list[1].Player.ID != "b" {
		t.Errorf("with a point the second is in it: %+v", list)
	}
	if n := monthlycup.ParseNote("place=2 nothing month=2027-01"); n != (monthlycup.Note{Place: 2, Nothing: true, Month: "2027-01"}) || n.String() != "place=2 nothing month=2027-01" {
		t.Errorf("the note is read as %+v", n)
	}
}
