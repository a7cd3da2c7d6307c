package swiss_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

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
