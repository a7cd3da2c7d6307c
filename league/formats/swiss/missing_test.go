package swiss_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/formats/swiss"
)

// TestARoundThatIsDrawnInPartIsCompletedOnlyAsItWasDrawn: of six players the first round pairs a
// with d, b with e and c with f.
func TestARoundThatIsDrawnInPartIsCompletedOnlyAsItWasDrawn(t *testing.T) { // R-UT-5
	plan := func(there ...league.Fixture) string {
		s := league.Sheet{Terms: league.TournamentTerms{Profile: "swiss", Cycles: 1}, Scoring: league.Standard(), Lot: []byte("lot"), Now: time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC), Fixtures: there}
		for player := range strings.SplitSeq("a b c d e f", " ") {
			s.Entries = append(s.Entries, league.Entry{Player: player})
		}
		p, err := swiss.Format{}.Plan(s)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, f := range p.Fixtures {
			text += fmt.Sprintf(" %s:%s%s", f.Key, f.First, f.Second)
		}
		return strings.TrimSpace(text)
	}
	whole := plan()
	boards := strings.Fields(whole)
	if len(boards) != 3 {
		t.Fatalf("the first round is %q", whole)
	}
	_, pair, _ := strings.Cut(boards[0], ":")
	first := league.Fixture{Key: "c1/r1/b1", First: pair[:1], Second: pair[1:]}
	if got, want := plan(first), strings.Join(boards[1:], " "); got != want {
		t.Errorf("behind %v comes %q, want %q", first, got, want)
	}
	_, second, _ := strings.Cut(boards[1], ":")
	other := league.Fixture{Key: "c1/r1/b1", First: pair[:1], Second: second[1:]}
	if got := plan(other); got != "" {
		t.Errorf("behind %v, which nobody would draw, comes %q", other, got)
	}
}

// TestARoundLeavesOutWhoIsAbsent: they have no points for it, and are paired again in the next.
func TestARoundLeavesOutWhoIsAbsent(t *testing.T) { // R-FF-7
	s := league.Sheet{Terms: league.TournamentTerms{Profile: "swiss", Cycles: 1}, Scoring: league.Standard(), Lot: []byte("lot"), Now: time.Date(2027, 3, 1, 9, 0, 0, 0, time.UTC)}
	for player := range strings.SplitSeq("a b c d e f", " ") {
		s.Entries = append(s.Entries, league.Entry{Player: player})
	}
	draw := func() (pairs string) {
		t.Helper()
		p, err := swiss.Format{}.Plan(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range p.Fixtures {
			pairs += f.First + f.Second + " "
			f.Outcome = engine.Outcome{Ending: engine.FullTime, Winner: engine.First, Score: [2]int{1, 0}}
			s.Fixtures = append(s.Fixtures, f)
		}
		for _, d := range p.Rulings {
			for i := range s.Entries {
				if s.Entries[i].Player == d.Player.ID && d.Act == league.ActNoted {
					s.Entries[i].Note = d.Text
				}
			}
		}
		return pairs
	}
	s.Entries[1].Silent, s.Entries[4].Silent = s.Now, s.Now
	if got := draw(); strings.ContainsAny(got, "be") || len(s.Fixtures) != 2 {
		t.Fatalf("b and e are absent, and the round is %q", got)
	}
	if s.Entries[1].Note != "away1" || s.Entries[0].Note != "" {
		t.Errorf("noted is %+v", s.Entries)
	}
	s.Entries[1].Silent, s.Entries[4].Silent = time.Time{}, time.Time{} // they have moved
	rows, err := swiss.Format{}.Table(s, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if (r.Player == "b" || r.Player == "e") && r.Points != 0 {
			t.Errorf("%s has %v points", r.Player, r.Points)
		}
	}
	if got := draw(); !strings.Contains(got, "b") || !strings.Contains(got, "e") || len(s.Fixtures) != 5 {
		t.Errorf("all are there, and the round is %q", got)
	}
	for i := range s.Entries {
		s.Entries[i].Silent = s.Now
	}
	if got := draw(); len(s.Fixtures) != 8 {
		t.Errorf("nobody is there, and the round is %q: somebody has to be paired", got)
	}
}
