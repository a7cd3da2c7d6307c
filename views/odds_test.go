package views

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/odds"
	"kickabout/league/rating"
)

// modelFits are fits of two pools, one of which comes from too few matches.
func modelFits() []league.ModelFit {
	prior := odds.Prior()
	return []league.ModelFit{
		{Pool: league.Pool{Game: "streetsoccer", Variant: "lg"}, Month: "2027-05", Matches: 1234, Rated: true, Cuts: prior.Cuts, Slope: prior.Slope, LogLoss: 1.1234, Base: 1.2345},
		{Pool: league.Pool{Game: "streetsoccer", Variant: "board"}, Month: "2027-05", Matches: 299, Cuts: prior.Cuts, Slope: prior.Slope, LogLoss: 1.2345, Base: 1.2345},
	}
}

// foretold gives a group odds, all players of the same strength.
func foretold(t testing.TB, in GroupInput) GroupInput {
	t.Helper()
	f, err := odds.Simulate(in.Table, nil, odds.Prior(), 1000, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	in.Odds = &odds.Group{Forecast: f, Fit: modelFits()[0]}
	return in
}

// oddsScenes are the scenes with odds.
func oddsScenes(t testing.TB) map[string]templ.Component {
	running := cupInput(t, cup(t, true, 3, league.ActStarted), league.Player{ID: "ann", Name: "Ann", Kind: league.Member}, engine.Outcome{})
	running.Odds = foretold(t, running.groupInput()).Odds
	return map[string]templ.Component{
		"tournament-odds": Tournament(NewTournamentPage(running)),
		"rating-models": RatingRules(NewRatingRulesPage(RatingRulesInput{
			Frame: ratingsInput().Frame, System: rating.Standard(), Games: ratingsInput().Games, Fits: modelFits(),
		})),
	}
}

func TestOddsAreWrittenAsTheyMayBeRead(t *testing.T) {
	for _, c := range []struct {
		share             float64
		possible, certain bool
		want              string
	}{
		{0.124, true, false, "12 shade-1"}, {0, true, false, "<1 shade-0"}, {0.004, true, false, "<1 shade-0"}, {0.996, true, false, ">99 shade-5"},
		{1, true, false, ">99 shade-5"}, {1, true, true, "100 shade-5"}, {0, false, false, "– shade-0"}, {0.5, true, false, "50 shade-3"},
	} {
		cell := oddsCell(c.share, c.possible, c.certain)
		if got := cell.Text + " " + cell.Shade; got != c.want {
			t.Errorf("%v, possible %v, certain %v: %q, want %q", c.share, c.possible, c.certain, got, c.want)
		}
	}
}

func TestTheOddsOfAGroup(t *testing.T) {
	in := foretold(t, standings(t, "std", "b", engine.Outcome{}))
	in.Ends = []Zone{{1, 2, "up", "goes up"}, {3, 4, "", "stays"}, {5, 99, "down", "goes down"}}
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
