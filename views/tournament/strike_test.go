package tournament

import (
	"fmt"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/views/viewstest"
)

func TestAStrikeSaysWhatTheRulePrescribes(t *testing.T) {
	group, _ := viewstest.WorkedGroup(t, "std", engine.Outcome{})
	strike, err := group.Strike("c")
	if err != nil {
		t.Fatal(err)
	}
	cup := league.Tournament{}
	for _, id := range []string{"a", "b", "c", "d"} {
		cup.Entries = append(cup.Entries, league.Entrant{Player: viewstest.WorkedPlayer(id), Seed: 1})
	}
	p := newStrikePreview(cup, viewstest.WorkedPlayer("c"), strike)
	var got []string
	for _, r := range p.Rows {
		got = append(got, fmt.Sprint(r.Name, ": ", r.Now, "; ", r.Void, " ", r.VoidMoves, "; ", r.Rest, " ", r.RestMoves))
	}
	want := "Ann: 1st, 18; 2nd, 11 true; 1st, 18 false|Bob: 2nd, 18; 1st, 12 true; 2nd, 18 false|Cleo: 3rd, 11; out true; 4th, 11 true|Dan: 4th, 7; 3rd, 7 true; 3rd, 12 true"
	if strings.Join(got, "|") != want || p.Voids || !strings.Contains(p.Rule, "has finished 5 of 6 games, half of them or more") {
		t.Errorf("got  %s, %q\nwant %s", strings.Join(got, "|"), p.Rule, want)
	}
	strike.Prescribed = league.Voided
	if p := newStrikePreview(cup, viewstest.WorkedPlayer("c"), strike); !p.Voids || !strings.Contains(p.Rule, "none of these results counts") {
		t.Errorf("got %q", p.Rule)
	}
}
