package table_test

import (
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/table"
	"kickabout/league/tiebreak"
)

func TestATableIsFinishedByAnEndingForEachOpenMatch(t *testing.T) {
	made, err := table.New(threeLeft(), 1)
	if err != nil {
		t.Fatal(err)
	}
	drawn := engine.Outcome{Ending: engine.Goalless}
	if _, err := made.Finish([]engine.Outcome{drawn, drawn}); err == nil || !strings.Contains(err.Error(), "1 matches are open, and 2") {
		t.Errorf("two endings for a match: %v", err)
	}
	if _, err := made.Finish([]engine.Outcome{{Ending: "boredom"}}); err == nil || !strings.Contains(err.Error(), "boredom") {
		t.Errorf("an ending without a price: %v", err)
	}
	then, err := made.Finish([]engine.Outcome{drawn})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range then.Rows() {
		if r.Open != 0 || r.Best != r.Rank || r.Worst != r.Rank {
			t.Errorf("at the end %+v", r)
		}
	}
	if len(made.Open()) != 1 || len(then.Open()) != 0 {
		t.Errorf("%d matches are open before, and %d after", len(made.Open()), len(then.Open()))
	}
}

// A table of any order stays in it: where a match ends in some way, and where a player is struck.
func TestTheOrderOfATableIsThatOfItsBranches(t *testing.T) {
	wins, _ := tiebreak.ByCode("WIN")
	s := threeLeft()
	s.Terms.Profile = "std"
	made, err := table.Ordered(s, []tiebreak.Break{wins})
	if err != nil {
		t.Fatal(err)
	}
	var open league.Key
	for _, f := range s.Fixtures {
		if !f.Outcome.Over() {
			open = f.Key
		}
	}
	branch, err := made.If(open, made.Ways([2]int{})[0])
	if err != nil || len(branch.Table.Order()) != 1 {
		t.Errorf("after a match the order is %v, %v", branch.Table.Order(), err)
	}
	strike, err := made.Strike(s.Entries[0].Player)
	if err != nil || len(strike.Forfeited[0].Values) != 1 {
		t.Errorf("after a strike a row has %v, %v", strike.Forfeited[0].Values, err)
	}
}
