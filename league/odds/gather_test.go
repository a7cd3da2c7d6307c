package odds_test

import (
	"slices"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/odds"
)

func TestAModelIsFittedToWhatCounted(t *testing.T) {
	counted := odds.Decided{
		Players: [2]string{"ann", "bob"}, Outcome: engine.Outcome{Ending: engine.Timeout, Winner: engine.Second},
		Counted: true, Before: [2]league.Rating{1600, 1550}, After: [2]league.Rating{1580, 1570},
	}
	friendly := odds.Decided{Players: [2]string{"cleo", "ann"}, Outcome: engine.Outcome{Ending: engine.Goalless}}
	void := odds.Decided{Players: [2]string{"cleo", "ann"}, Outcome: engine.Outcome{Ending: engine.Void}}
	both := odds.Decided{Players: [2]string{"cleo", "ann"}, Outcome: engine.Outcome{Ending: engine.DoubleForfeit}}

	few, rated := odds.Gather([]odds.Decided{friendly, counted, void, both, friendly})
	if want := []odds.Match{{Ahead: 0, Way: 3}, {Ahead: 50, Way: 6}, {Ahead: -80, Way: 3}}; rated || !slices.Equal(few, want) {
		t.Errorf("of few it takes %v, %v", few, rated)
	}
	most := append(slices.Repeat([]odds.Decided{counted}, odds.Enough-1), friendly)
	if all, rated := odds.Gather(most); rated || len(all) != odds.Enough {
		t.Errorf("of 299 that counted and one that did not it takes %d, %v", len(all), rated)
	}
	if only, rated := odds.Gather(append(most, counted)); !rated || len(only) != odds.Enough {
		t.Errorf("of 300 that counted and one that did not it takes %d, %v", len(only), rated)
	}
	if odds.Publishable(odds.ModelFit{Matches: 299}) || !odds.Publishable(odds.ModelFit{Matches: 300}) {
		t.Error("300 matches are enough, and 299 are not")
	}
}
