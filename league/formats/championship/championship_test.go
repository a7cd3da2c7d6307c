package championship_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/engine/clock"
	"kickabout/league"
	"kickabout/league/formats/championship"
	"kickabout/league/formats/formatstest"
)

const day = 24 * time.Hour

var may = time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)

func TestItIsAFormat(t *testing.T) {
	formatstest.Conform(t, championship.Format{})
	formatstest.ConformIn(t, championship.Format{}, "d2/g3")
}

// sheet is a group of n that started in May.
func sheet(n int, profile string) league.Sheet {
	s := league.Sheet{Now: may, Started: may, Group: "d1/g1", Terms: league.TournamentTerms{Cycles: 2, Profile: profile}, Scoring: league.Standard()}
	for i := range n {
		s.Entries = append(s.Entries, league.Entry{Player: fmt.Sprintf("p%02d", i+1)})
	}
	return s
}

func plan(t testing.TB, s league.Sheet) league.Plan {
	t.Helper()
	p, err := championship.Format{}.Plan(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// begin begins what is due, and returns how many matches that was.
func begin(t testing.TB, s *league.Sheet) int {
	t.Helper()
	p := plan(t, *s)
	for _, f := range p.Fixtures {
		f.Control = "lg"
		s.Fixtures = append(s.Fixtures, f)
	}
	return len(p.Fixtures)
}

// end ends the first match of two players that runs.
func end(t *testing.T, s *league.Sheet, a, b string, o engine.Outcome) {
	t.Helper()
	for i, f := range s.Fixtures {
		if !f.Outcome.Over() && (f.First == a && f.Second == b || f.First == b && f.Second == a) {
			s.Fixtures[i].Outcome = o
			return
		}
	}
	t.Fatalf("%s and %s play no match", a, b)
}

var won = engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{2, 0}}

func open(s league.Sheet) map[string]int {
	n := map[string]int{}
	for _, f := range s.Fixtures {
		if !f.Outcome.Over() {
			n[f.First]++
			n[f.Second]++
		}
	}
	return n
}

func TestNinePlayersHaveSixteenMatchesEach(t *testing.T) { // R-CH-2
	s := sheet(9, championship.LG)
	if n := begin(t, &s); n != 72 {
		t.Errorf("%d matches begin at once, want 72", n)
	}
	for p, n := range open(s) {
		if n != 16 {
			t.Errorf("%s has %d matches", p, n)
		}
	}
	s = sheet(9, "std")
	if n := begin(t, &s); n != 36 {
		t.Errorf("%d matches begin at once, want 36", n)
	}
}

func TestTheReverseMatchOpensWhenTheFirstEnds(t *testing.T) { // R-CH-2
	s := sheet(9, "std")
	begin(t, &s)
	end(t, &s, "p01", "p02", won)
	p := plan(t, s)
	if len(p.Fixtures) != 1 || p.Fixtures[0].First == s.Fixtures[0].First && p.Fixtures[0].Second == s.Fixtures[0].Second {
		t.Fatalf("begins: %+v", p.Fixtures)
	}
	first := s.Fixtures[0]
	for _, f := range s.Fixtures {
		if f.Outcome.Over() {
			first = f
		}
	}
	if again := p.Fixtures[0]; again.First != first.Second || again.Second != first.First {
		t.Errorf("%s v %s is followed by %s v %s", first.First, first.Second, again.First, again.Second)
	}
}

func TestTheReverseMatchOpensAfterSixtyDays(t *testing.T) { // R-CH-2
	s := sheet(5, "std")
	begin(t, &s)
	s.Now = may.Add(60*day - time.Second)
	if n := begin(t, &s); n != 0 {
		t.Errorf("%d matches begin before", n)
	}
	s.Now = may.Add(60 * day)
	if n := begin(t, &s); n != 10 {
		t.Errorf("%d matches begin, want 10", n)
	}
}

func TestNobodyHasMoreThanEightOpenMatches(t *testing.T) { // R-CH-2
	for n := 3; n <= 11; n++ {
		s := sheet(n, "std")
		for days := range 175 {
			s.Now = may.Add(time.Duration(days) * day)
			begin(t, &s)
			for p, n := range open(s) {
				if n > 8 {
					t.Fatalf("day %d: %s has %d open matches", days, p, n)
				}
			}
			if running := open(s); days%3 == 0 {
				for i, f := range s.Fixtures {
					if !f.Outcome.Over() && running[f.First]+running[f.Second] > 0 {
						s.Fixtures[i].Outcome = won
						break
					}
				}
			}
		}
	}
}

// TestASubstituteBringsNobodyANinthMatch: while the games of who had the seat still run, those of who takes it wait, where an
// opponent has as many as they may.
func TestASubstituteBringsNobodyANinthMatch(t *testing.T) { // R-CH-2, R-CH-10, R-UT-8
	for n := 3; n <= 11; n++ {
		s := sheet(n, "std")
		begin(t, &s)
		s.Now = may.Add(day)
		s.Entries[0].Player = "new"
		for s.Now.Before(may.Add(120 * day)) {
			ends := plan(t, s).Acts
			begin(t, &s)
			for p, n := range open(s) {
				if n > 8 {
					t.Fatalf("of %d players, %s has %d open matches", len(s.Entries), p, n)
				}
			}
			for i, f := range s.Fixtures {
				switch {
				case slices.ContainsFunc(ends, func(a league.FixtureAct) bool { return a.Key == f.Key && a.Act == engine.ActVoid }):
					s.Fixtures[i].Outcome = engine.Outcome{Ending: engine.Void}
				case !f.Outcome.Over() && f.First != "p01" && f.Second != "p01" && i%3 == 0:
					s.Fixtures[i].Outcome = won
				}
			}
			s.Now = s.Now.Add(30 * day)
		}
		if played := open(s)["new"]; played == 0 && n > 8 {
			t.Errorf("of %d players the substitute has no match", n)
		}
	}
}

func TestTheSoftAndTheHardEnd(t *testing.T) { // R-CH-9
	for _, c := range []struct {
		name    string
		profile string
		after   time.Duration
		control string
		want    league.FixtureAct
	}{
		{"nothing happens before the soft end", "std", 150*day - time.Second, "lg", league.FixtureAct{}},
		{"clocks change at the soft end", "std", 150 * day, "lg", league.FixtureAct{Act: engine.ActControl, Text: "fast"}},
		{"a clock that was changed stays as it is", "std", 174 * day, "fast", league.FixtureAct{}},
		{"the board decides at the hard end", "std", 175 * day, "fast", league.FixtureAct{Act: engine.ActAdjudicate}},
		{"a match that came in late is decided too", "std", 175 * day, "lg", league.FixtureAct{Act: engine.ActAdjudicate}},
		{"Little Golem waits", "lg", 500 * day, "lg", league.FixtureAct{}},
	} {
		s := sheet(3, c.profile)
		begin(t, &s)
		s.Now = may.Add(c.after)
		begin(t, &s)
		for i := range s.Fixtures {
			s.Fixtures[i].Control = c.control
		}
		p := plan(t, s)
		want := 6
		if c.want.Act == "" {
			want = 0
		}
		if len(p.Acts) != want {
			t.Errorf("%s: %d acts, want %d", c.name, len(p.Acts), want)
		}
		for _, a := range p.Acts {
			if a.Key = ""; a != c.want {
				t.Errorf("%s: %+v", c.name, a)
			}
		}
	}
	if c, err := clock.ByID("fast"); err != nil || c.Bank != 72*time.Hour || c.Increment != 12*time.Hour || c.Cap != 120*time.Hour {
		t.Errorf("the fast control is %+v, %v", c, err)
	}
}

func TestAtTheHardEndWhatHasNotBegunIsDecidedToo(t *testing.T) { // R-CH-9
	s := sheet(11, "std")
	s.Now = may.Add(175 * day)
	if n := begin(t, &s); n != 110 {
		t.Errorf("%d matches begin, want 110", n)
	}
	if p := plan(t, s); len(p.Acts) != 110 || p.Finished {
		t.Errorf("%d acts, finished %v", len(p.Acts), p.Finished)
	}
}

// playOut plays a group out but for the matches of some: the lower number wins.
func playOut(t *testing.T, s *league.Sheet, except ...string) {
	t.Helper()
	for begin(t, s) > 0 {
		for i, f := range s.Fixtures {
			out := false
			for _, e := range except {
				out = out || f.First == e || f.Second == e
			}
			if f.Outcome.Over() || out {
				continue
			}
			s.Fixtures[i].Outcome = won
			if f.Second < f.First {
				s.Fixtures[i].Outcome.Winner = engine.Second
			}
		}
	}
}

// reopen lets a match of two players go on.
func reopen(s *league.Sheet, a, b string) {
	for i, f := range s.Fixtures {
		if f.First == a && f.Second == b {
			s.Fixtures[i].Outcome = engine.Outcome{}
		}
	}
}

func TestAGroupIsDecidedTheMomentItIs(t *testing.T) { // R-CH-11, R-CH-5
	for _, c := range []struct {
		group league.Group
		n     int
		want  []championship.Fate
	}{
		{"d1/g1", 7, []championship.Fate{"champion", "stays", "stays", "stays", "stays", "relegated", "relegated"}},
		{"d2/g2", 9, []championship.Fate{"promoted", "promoted", "stays", "stays", "stays", "relegated", "relegated", "relegated", "relegated"}},
		{"d3/g4", 5, []championship.Fate{"promoted", "promoted", "stays", "stays", "stays"}},
	} {
		s := sheet(c.n, "std")
		s.Group = c.group
		playOut(t, &s)
		reopen(&s, s.Entries[c.n-2].Player, s.Entries[c.n-1].Player)
		p := plan(t, s)
		if p.Finished || len(p.Rulings) != c.n {
			t.Fatalf("%s: finished %v, rulings %v", c.group, p.Finished, p.Rulings)
		}
		for i, d := range p.Rulings {
			if d.Act != league.ActNoted || d.Text != string(c.want[i]) || d.Player.ID != s.Entries[i].Player {
				t.Errorf("%s, rank %d: %+v", c.group, i+1, d)
			}
			s.Entries[i].Note = d.Text
		}
		if p = plan(t, s); len(p.Rulings) != 0 {
			t.Errorf("%s: it is decided again: %v", c.group, p.Rulings)
		}
		s.Entries[0].Note = string(championship.Falls) // as if a strike had changed it
		if p = plan(t, s); len(p.Rulings) != 1 || p.Rulings[0].Text != string(c.want[0]) {
			t.Errorf("%s: what a strike changed is not noted anew: %v", c.group, p.Rulings)
		}
	}
	s := sheet(5, "std")
	s.Group = "d2/g1"
	begin(t, &s)
	if p := plan(t, s); len(p.Rulings) != 0 {
		t.Errorf("it is decided before a match is over: %v", p.Rulings)
	}
}

func TestWhoIsOutIsNoLongerWaitedFor(t *testing.T) { // R-FF-5, R-FF-8
	s := sheet(5, "std")
	s.Now = may.Add(30 * day)
	s.Entries[4].Out = league.Voided
	playOut(t, &s, "p05")
	if p := plan(t, s); !p.Finished || len(p.Winners) != 1 || p.Winners[0] != "p01" {
		t.Errorf("void results: %+v", p)
	}
	for _, f := range s.Fixtures {
		if f.First == "p05" || f.Second == "p05" {
			t.Errorf("%s v %s begins after he is out", f.First, f.Second)
		}
	}
	s = sheet(5, "std")
	s.Now = may.Add(30 * day)
	s.Entries[4].Out = league.Forfeited
	if n := begin(t, &s); n != 6+8 {
		t.Errorf("%d matches begin, want the first ones and all of his: 14", n)
	}
	if p := plan(t, s); p.Finished {
		t.Error("it is finished before his matches are forfeited")
	}
}

func TestASeatIsFreeBeforeTheFirstCompletedMatch(t *testing.T) { // R-CH-10
	forfeited := engine.Outcome{Ending: engine.Forfeit, Winner: engine.First}
	for _, c := range []struct {
		name  string
		after time.Duration
		first engine.Outcome
		free  bool
	}{
		{"he left before any match was over", 13 * day, forfeited, true},
		{"after fourteen days", 14 * day, forfeited, false},
		{"he had completed one", 2 * day, won, false},
	} {
		s := sheet(5, "std")
		begin(t, &s)
		end(t, &s, "p01", "p02", c.first)
		s.Now, s.Entries[0].Out = may.Add(c.after), league.Voided
		p := plan(t, s)
		if free := len(p.Rulings) == 1 && p.Rulings[0].Player.ID == "p01" && p.Rulings[0].Text == "seat free"; free != c.free {
			t.Errorf("%s: %v", c.name, p.Rulings)
		}
		if c.free {
			s.Entries[0].Note = "seat free"
			if p := plan(t, s); len(p.Rulings) != 0 {
				t.Errorf("%s: told again: %v", c.name, p.Rulings)
			}
		}
	}
}

func TestASubstituteStartsAfresh(t *testing.T) { // R-CH-10
	s := sheet(5, "std")
	begin(t, &s)
	end(t, &s, "p02", "p03", won)
	begin(t, &s)
	keys := map[league.Key]bool{}
	for _, f := range s.Fixtures {
		keys[f.Key] = true
	}
	s.Entries[0].Player = "new"
	p := plan(t, s)
	if len(p.Acts) != 4 || len(p.Fixtures) != 4 {
		t.Fatalf("%d matches of the old one end and %d begin, want 4 and 4", len(p.Acts), len(p.Fixtures))
	}
	for _, a := range p.Acts {
		if a.Act != engine.ActVoid {
			t.Errorf("%+v", a)
		}
	}
	for _, f := range p.Fixtures {
		if f.First != "new" && f.Second != "new" || keys[f.Key] {
			t.Errorf("begins: %+v", f)
		}
	}
	for i, f := range s.Fixtures {
		if f.First == "p01" || f.Second == "p01" {
			s.Fixtures[i].Outcome = engine.Outcome{Ending: engine.Void}
		}
	}
	playOut(t, &s)
	rows, err := championship.Format{}.Table(s, "d1/g1")
	if err != nil || len(rows) != 5 || rows[4].Player == "p01" || !plan(t, s).Finished {
		t.Errorf("%+v, %v", rows, err)
	}
	for _, r := range rows {
		if r.Played != 8 {
			t.Errorf("%s has played %d", r.Player, r.Played)
		}
	}
}

func TestAMatchThatStartsAfreshHasAKeyOfItsOwn(t *testing.T) { // R-CH-10
	s := sheet(6, "std")
	begin(t, &s)
	s.Fixtures = s.Fixtures[:1] // the others are still to begin
	s.Entries[0].Player, s.Entries[1].Player, s.Entries[2].Player = "x", "y", "z"
	s.Entries[3].Player, s.Entries[4].Player, s.Entries[5].Player = "u", "v", "w"
	seen := map[league.Key]bool{s.Fixtures[0].Key: true}
	for _, f := range plan(t, s).Fixtures {
		if seen[f.Key] {
			t.Errorf("%s is drawn twice", f.Key)
		}
		seen[f.Key] = true
	}
}

// TestNobodyGoesUpWithNothing while somebody must go down, by lot.
func TestNobodyGoesUpWithNothing(t *testing.T) { // R-TB-6, R-CH-5
	s := sheet(9, "std")
	s.Group, s.Terms.Cycles, s.Lot, s.Terms.Earned = "d2/g1", 1, []byte("lot"), true
	for begin(t, &s) > 0 {
		for i := range s.Fixtures {
			s.Fixtures[i].Outcome = engine.Outcome{Ending: engine.DoubleForfeit}
		}
	}
	fates := map[string]int{}
	for _, d := range plan(t, s).Rulings {
		fates[d.Text]++
	}
	if fates["stays"] != 5 || fates["relegated"] != 4 || len(fates) != 2 {
		t.Errorf("all have nothing, and become %v", fates)
	}
	s.Terms.Earned = false
	fates = map[string]int{}
	for _, d := range plan(t, s).Rulings {
		fates[d.Text]++
	}
	if fates["promoted"] != 2 || fates["stays"] != 3 || fates["relegated"] != 4 {
		t.Errorf("in what was opened before they become %v", fates)
	}
}

// TestTheLastTwoAreNotPromotedBeforeTheyHaveAPoint: all others of the group are struck.
func TestTheLastTwoAreNotPromotedBeforeTheyHaveAPoint(t *testing.T) { // R-TB-6, R-CH-11
	s := sheet(5, "std")
	s.Group, s.Terms.Cycles, s.Terms.Earned = "d2/g1", 1, true
	s.Now = may.Add(14 * day) // no substitute may come any more
	for i := range 3 {
		s.Entries[i+2].Out = league.Voided
	}
	begin(t, &s)
	for _, d := range plan(t, s).Rulings {
		if d.Text == "promoted" || d.Text == "stays" {
			t.Errorf("%s %s before the last game", d.Player.ID, d.Text)
		}
	}
	end(t, &s, "p01", "p02", engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}})
	fates := map[string]int{}
	for _, d := range plan(t, s).Rulings {
		fates[d.Text]++
	}
	if fates["promoted"] != 1 || fates["stays"] != 4 { // who is struck stands behind both
		t.Errorf("after it they become %v", fates)
	}
}
