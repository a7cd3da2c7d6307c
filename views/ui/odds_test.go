package ui

import (
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/views/viewstest"
)

func TestOddsAreWrittenAsTheyMayBeRead(t *testing.T) {
	for _, c := range []struct {
		share             float64
		possible, certain bool
		want              string
	}{
		{0.124, true, false, "12 shade-1"},
		{0, true, false, "<1 shade-0"},
		{0.004, true, false, "<1 shade-0"},
		{0.996, true, false, ">99 shade-5"},
		{1, true, false, ">99 shade-5"},
		{1, true, true, "100 shade-5"},
		{0, false, false, "– shade-0"},
		{0.5, true, false, "50 shade-3"},
	} {
		cell := oddsCell(c.share, c.possible, c.certain)
		if got := cell.Text + " " + cell.Shade; got != c.want {
			t.Errorf("%v, possible %v, certain %v: %q, want %q", c.share, c.possible, c.certain, got, c.want)
		}
	}
}

func TestTheOddsOfAGroup(t *testing.T) {
	in := standings(t, "std", "b", engine.Outcome{})
	in.Odds = viewstest.Foretold(t, in.Table)
	in.Ends = []Zone{{1, 2, "up", "goes up", "", ""}, {3, 4, "", "stays", "", ""}, {5, 99, "down", "goes down", "", ""}}
	o := NewGroupTable(in).Odds
	if o == nil || strings.Join(o.Ends, ", ") != "goes up, stays" || len(o.Heads) != 4 || o.Off != "3.2" || o.From != "1234 games that ended before May 2027" {
		t.Fatalf("%+v", o)
	}
	for i, r := range o.Rows {
		c := in.Odds.Forecast.Chances[i]
		if c.Best > 2 != (r.Ends[0].Text == "–") || c.Worst <= 2 != (r.Ends[0].Text == "100") {
			t.Errorf("%s may be %d to %d, and goes up with %s", r.Name, c.Best, c.Worst, r.Ends[0].Text)
		}
		if r.You != (r.Name == "Bob") {
			t.Errorf("%+v is the viewer", r)
		}
	}
	in.Ask.If = in.Matches[11].ID + ":4-1"
	if g := NewGroupTable(in); g.If == "" || g.Odds != nil {
		t.Errorf("a table that has not happened (%q) has odds", g.If)
	}
}
