package series

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/league"
	"kickabout/league/ladders"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

var streetLadder = league.Competition{Format: "ladder", Game: "streetsoccer", Variant: "lg"}

// onLadder is a ladder of Cleo, Ann, Bob and Dan as Bob, who is third, sees it.
func onLadder(t testing.TB, change func(*ladders.View)) LadderInput {
	t.Helper()
	dan := league.Player{ID: "dan", Name: "Dan", Kind: league.Member}
	v := ladders.View{
		Competition: streetLadder, Title: "StreetSoccer, Little Golem",
		Tournament: league.Tournament{ID: "l1", TournamentTerms: league.TournamentTerms{Control: "lg", Rolling: true}, Log: []league.Decision{
			{Seq: 1, At: viewstest.KickedOff.AddDate(0, -2, 0), By: league.Player{ID: "site"}, Act: league.ActCreated},
			{Seq: 2, At: viewstest.KickedOff.AddDate(0, -2, 0), By: viewstest.AnnWithAccount, Act: league.ActEntered, Player: viewstest.AnnWithAccount},
			{Seq: 3, At: viewstest.KickedOff.AddDate(0, -1, 0), Act: league.ActNoted, Player: viewstest.AnnWithAccount, Text: "kicks=1"},
			{Seq: 4, At: viewstest.KickedOff.AddDate(0, -1, 0), Act: league.ActRuled, Player: viewstest.Cleo, Text: "R-LA-4: challenged @ann"},
			{Seq: 5, At: viewstest.KickedOff, Act: league.ActCounted, Player: viewstest.Cleo, Text: "c.cleo.ann/2027-04-01/first 5-0 against @ann in #m1"},
			{Seq: 6, At: viewstest.KickedOff, Act: league.ActPlaced, Player: viewstest.Cleo, Text: "1 R-LA-5: beat @ann in #m1"},
			{Seq: 7, At: viewstest.KickedOff, Act: league.ActLeft, Player: dan, Text: "R-LA-7: lost on time in #m2, which makes 3 penalty points"},
			{Seq: 8, At: viewstest.KickedOff, Act: league.ActLeft, By: dan, Player: dan},
		}},
		Rows: []ladders.Row{
			{Place: 1, Player: viewstest.Cleo, Was: 2, Elo: 15_634_000, Running: 2, Incoming: 2, InRange: true, Why: "This player is being challenged twice already.", Code: "incoming-full"},
			{Place: 2, Player: viewstest.AnnWithAccount, Was: 1, Running: 1, InRange: true},
			{Place: 3, Player: viewstest.Bob, Was: 3, Why: "This is you.", Code: "self"},
			{Place: 4, Player: dan, Locked: true, Away: true, Leaving: true, Why: "This place is below yours.", Code: "below"},
		},
		Running: []ladders.Match{
			{Match: viewstest.MatchOf(t, "7f3", viewstest.Played(t, 14)), Challenger: viewstest.Ann, Opponent: viewstest.Greedy},
			{Match: viewstest.MatchOf(t, "8a1", viewstest.Played(t, 13)), Challenger: viewstest.Greedy, Opponent: viewstest.Ann},
		},
		Steps:  []ladders.Step{{At: viewstest.KickedOff.AddDate(0, -2, 0), Place: 9}, {At: viewstest.KickedOff.AddDate(0, -1, 3), Place: 5}, {At: viewstest.KickedOff.AddDate(0, 0, -8), Place: 3}},
		Me:     &ladders.Seat{Place: 3, HoldLeft: 30 * 24 * time.Hour, CanHold: true},
		Reigns: []ladders.Reign{{Player: viewstest.AnnWithAccount, From: viewstest.KickedOff.AddDate(0, -2, 0), To: viewstest.KickedOff, Length: 60 * 24 * time.Hour}, {Player: viewstest.Cleo, From: viewstest.KickedOff, Length: time.Hour}},
		Months: []time.Time{time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2027, 4, 1, 0, 0, 0, 0, time.UTC)},
		People: map[string]league.Player{"ann": viewstest.AnnWithAccount, "cleo": viewstest.Cleo, "dan": dan},
	}
	if change != nil {
		change(&v)
	}
	return LadderInput{Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Ladder: v, Worth: viewstest.Lucks(viewstest.Cleo, viewstest.AnnWithAccount, viewstest.Bob)}
}

// ladderScenes are the pages of ladders.
func ladderScenes(t testing.TB) map[string]templ.Component {
	seen := func(viewer league.Player, change func(*ladders.View)) templ.Component {
		in := onLadder(t, change)
		in.Viewer = viewer
		return Ladder(NewLadderPage(in))
	}
	refused := onLadder(t, func(v *ladders.View) {
		v.Me = &ladders.Seat{Place: 1, Manual: true, Leaving: true, Locked: true, Hold: viewstest.KickedOff, HoldLeft: 36 * time.Hour, Penalty: 2, Why: "You are away."}
		v.Paused = true
	})
	refused.Error, refused.Ask.Sort = "This place is below yours.", "rating"
	refused.Ask.Luck, refused.Worth = "player", refused.Worth[1:]
	return map[string]templ.Component{
		"ladders": Ladders(NewLaddersPage(LaddersInput{Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Ladders: []ladders.Line{
			{Competition: streetLadder, Title: "StreetSoccer, Little Golem", ID: "l1", Players: 4, Top: viewstest.Cleo, Mine: 3},
			{Competition: league.Competition{Format: "ladder", Game: "onetwofun", Variant: "basic"}, Title: "One-Two-Fun, basic"},
		}})),
		"ladder":         seen(viewstest.Bob, nil),
		"ladder-guest":   seen(viewstest.Ann, func(v *ladders.View) { v.Me = nil }),
		"ladder-empty":   seen(viewstest.Bob, func(v *ladders.View) { v.Me, v.Rows, v.Running, v.Reigns, v.Months = nil, nil, nil, nil, nil }),
		"ladder-soon":    Ladder(NewLadderPage(LadderInput{Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Ladder: ladders.View{Competition: streetLadder, Title: "StreetSoccer"}})),
		"ladder-refused": Ladder(NewLadderPage(refused)),
		"ladder-month": LadderMonth(NewLadderMonthPage(LadderMonthInput{Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Month: ladders.Month{
			Competition: streetLadder, Title: "StreetSoccer", Begins: time.Date(2027, 4, 1, 0, 0, 0, 0, time.UTC), Players: []league.Player{viewstest.Cleo, viewstest.AnnWithAccount},
			Months: []time.Time{time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2027, 4, 1, 0, 0, 0, 0, time.UTC)},
		}, Worth: viewstest.Lucks(viewstest.AnnWithAccount, viewstest.Cleo), Luck: "cost"})),
		"ladder-path": LadderPath(NewLadderPathPage(LadderPathInput{Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Path: climb()})),
	}
}

// climb is the way of a player who left and came back.
func climb() ladders.Path {
	path := ladders.Path{Competition: streetLadder, Title: "StreetSoccer", Player: viewstest.Cleo, Players: 12}
	for i, place := range []int{9, 6, 7, 2, 0, 12, 10} {
		path.Steps = append(path.Steps, ladders.Step{At: viewstest.KickedOff.AddDate(0, 0, 7*i-60), Place: place})
	}
	return path
}

func TestTheTableOfALadderIsShownInParts(t *testing.T) {
	in := onLadder(t, nil)
	in.Ladder.Rows = nil
	for i := range 250 {
		in.Ladder.Rows = append(in.Ladder.Rows, ladders.Row{Place: i + 1, Player: league.Player{ID: fmt.Sprint("p", i+1), Name: fmt.Sprintf("P%03d", 999-i)}, Elo: league.Elo(i%7) * league.EloPoint})
	}
	in.Viewer = in.Ladder.Rows[149].Player
	for _, c := range []struct {
		ask         LadderAsk
		first, last int
		now         int
	}{
		{LadderAsk{}, 101, 200, 2},
		{LadderAsk{Page: 1}, 1, 100, 1},
		{LadderAsk{Page: 3}, 201, 250, 3},
		{LadderAsk{Page: 9}, 1, 100, 1},
		{LadderAsk{Page: -1}, 1, 100, 1},
		{LadderAsk{Sort: "player", Page: 1}, 250, 151, 1},
		{LadderAsk{Sort: "rating", Page: 1}, 7, 208, 1},
		{LadderAsk{Sort: "nonsense", Page: 1}, 1, 100, 1},
	} {
		in.Ask = c.ask
		p := NewLadderPage(in)
		if got := [2]int{p.Rows[0].Place, p.Rows[len(p.Rows)-1].Place}; got != [2]int{c.first, c.last} {
			t.Errorf("%+v: %v", c.ask, got)
		}
		for i, l := range p.Pages {
			if l.Now != (i+1 == c.now) || len(p.Pages) != 3 {
				t.Errorf("%+v: %+v", c.ask, p.Pages)
			}
		}
	}
}

func TestTheTableOfALadderIsExported(t *testing.T) {
	v := onLadder(t, func(v *ladders.View) { v.Rows[1].Player.Name = "=1+1" }).Ladder
	csv := string(LadderCSV(v))
	for _, line := range []string{"1,Cleo,1563.4,2,2\n", "2,'=1+1,,1,1\n", "4,Dan,,,0\n"} {
		if !strings.Contains(strings.ReplaceAll(csv, "\r", ""), line) {
			t.Errorf("%q is not in\n%s", line, csv)
		}
	}
	json, err := LadderJSON(v)
	if err != nil || !strings.Contains(string(json), `{"place":1,"player":"Cleo","rating":1563.4,"was":2,"games":2}`) || !strings.Contains(string(json), `"locked":true,"away":true,"leaving":true`) {
		t.Errorf("%s, %v", json, err)
	}
	if got := string(LadderPathCSV(climb())); !strings.HasPrefix(got, "at,place") || strings.Count(got, "\n") != 8 {
		t.Errorf("the way: %s", got)
	}
}

// TestPenaltyPointsAreToldByTheRuleThatHolds: one for each absence, and before that rule one for each loss (R-LA-7).
func TestPenaltyPointsAreToldByTheRuleThatHolds(t *testing.T) {
	t.Parallel()
	for from, want := range map[time.Time]string{
		{}:                               "You have 1 penalty point for games lost on time, one for each absence.",
		viewstest.Today.AddDate(0, 0, 9): "You have 1 penalty point for games lost on time. The third",
	} {
		p := NewLadderPage(onLadder(t, func(v *ladders.View) { v.Me.Penalty, v.Me.Waiting = 1, from }))
		if !slices.ContainsFunc(p.Seat.Signs, func(said string) bool { return strings.HasPrefix(said, want) }) {
			t.Errorf("from %v on: %q, want %q", from, p.Seat.Signs, want)
		}
	}
}
