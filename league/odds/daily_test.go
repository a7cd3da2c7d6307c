package odds_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kickabout/league/odds"
)

func TestAForecastIsKeptForItsDay(t *testing.T) {
	f := odds.Forecast{Runs: 5000, Chances: []odds.Chance{
		{Player: "ann", Best: 1, Worst: 2, Places: []float64{2.0 / 3, 1.0 / 3}},
		{Player: "bob", Best: 1, Worst: 2, Places: []float64{1.0 / 3, 2.0 / 3}},
	}}
	at := time.Date(2027, 5, 2, 1, 30, 0, 0, time.FixedZone("east", 2*60*60)) // the day before, UTC
	day := time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC)
	want := []odds.DayOdds{
		{Tournament: "cup", Group: "g1", Player: "ann", Day: day, Places: []float64{.667, .333}},
		{Tournament: "cup", Group: "g1", Player: "bob", Day: day, Places: []float64{.333, .667}},
	}
	got := f.OnDay("cup", "g1", at)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if up := got[0].UpTo(2); up != 1 {
		t.Errorf("one of both places has the probability %v", up)
	}
	if up := got[1].UpTo(1); up != .333 {
		t.Errorf("the first place has the probability %v", up)
	}
}
