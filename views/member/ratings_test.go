package member

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"kickabout/engine"
	"kickabout/engine/games/onetwofun"
	"kickabout/engine/games/streetsoccer"
	"kickabout/league"
	"kickabout/league/assessment"
	"kickabout/league/rating"
	"kickabout/views/ui"
	"kickabout/views/viewstest"
)

// ratingsInput is a list with two places and one player without.
func ratingsInput() RatingsInput {
	formula := league.Player{ID: "x", Name: `=cmd|"<b>`, Kind: league.Member}
	return RatingsInput{
		Frame: ui.Frame{Viewer: viewstest.Bob, Now: viewstest.Today}, Games: []engine.Game{streetsoccer.Game{}, onetwofun.Game{}}, Pool: viewstest.Streets,
		Pools: []league.PoolSize{{Pool: viewstest.Streets, Players: 3}, {Pool: league.Pool{Game: "onetwofun", Variant: "basic,goals=3"}, Players: 1}},
		Lines: []league.RatingLine{viewstest.Rated(viewstest.Bob, 1, 1612.34567, 40, 25, 60), viewstest.Rated(viewstest.Cleo, 2, 1498.76, 55, 20, 70.5), viewstest.Rated(formula, 0, 1530, 1, 1, 290.25)},
		Luck: assessment.LuckTable{
			Month:   time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC),
			Lucky:   []assessment.PlayerLuck{{Player: viewstest.Cleo, LuckSum: assessment.LuckSum{Matches: 3, Points: 9000, Adjusted: 7200}}},
			Unlucky: []assessment.PlayerLuck{{Player: formula, LuckSum: assessment.LuckSum{Matches: 12, Points: 20000, Adjusted: 23210}}},
		},
		Bots: []league.RatingLine{viewstest.Rated(league.Player{ID: "bot:greedy", Name: "Greedy", Kind: league.Bot}, 0, 1710.5, 30, 22, 80)},
	}
}

func ratingScenes(t testing.TB) map[string]templ.Component {
	in := ratingsInput()
	empty := in
	empty.Luck.Lucky, empty.Luck.Unlucky = nil, nil
	empty.Lines, empty.Pools, empty.Error = nil, nil, "There is no game with these rules. Choose one from the list."
	s := rating.Standard()
	endings := []engine.Ending{engine.FullTime, engine.Resignation, engine.LastGoal, engine.Goalless}
	own, other := in.Lines[0].Standing, in.Lines[1].Standing
	asked := ForecastInput{
		Frame: in.Frame, Games: in.Games, Rules: "onetwofun/basic,goals=3", Own: "Bob", Opponent: "1498.8",
		Forecast: &ForecastResult{
			Pool: viewstest.Streets, Names: [2]string{"Bob", "Cleo"}, Before: [2]league.Standing{own, other},
			Cases: s.WhatIf(own, other, endings, viewstest.Today), Expected: s.Expected(own, other, viewstest.Today),
		},
	}
	wrong := ForecastInput{
		Frame: in.Frame, Games: in.Games, Rules: "chess", Own: `"><b>`, Opponent: "9",
		Errors: map[string]string{"rules": "There is no game with these rules.", "own": "There is no player of that name.", "opponent": "A rating is a number from 1000 to 4000."},
	}
	who := profile(t)
	history := []league.Change{
		{Ended: viewstest.KickedOff.AddDate(0, 0, -1), After: league.Standing{Elo: 1515 * league.EloPoint}},
		{Ended: viewstest.KickedOff.AddDate(0, 0, -3), Why: league.TooEarly, After: league.Standing{Elo: 1530 * league.EloPoint}},
		{Ended: viewstest.KickedOff.AddDate(0, 0, -9), After: league.Standing{Elo: 1530 * league.EloPoint}},
	}
	who.Ratings = []PlayerRating{{viewstest.Rated(viewstest.Bob, 0, 1515, 2, 1, 250), history, []league.Gain{
		{Opponent: viewstest.Cleo, Recent: 245_000, Year: 545_000, Left: 355_000}, {Opponent: viewstest.Ann, Recent: -300_000, Year: -300_000, Left: 900_000},
	}}}
	who.Ratings[0].Line.Others, who.Ratings[0].Line.Standing.Faced = 8, 2
	who.ByGame = map[string]league.Tally{"streetsoccer": {Won: 3, Drawn: 1, Lost: 1, Goals: 9, GoalsAgainst: 4}}
	who.Met = []league.Met{{Player: viewstest.Cleo, Tally: league.Tally{Won: 2, Goals: 4, GoalsAgainst: 1}}}
	ratings, record := who, who
	ratings.Part, record.Part = PartRatings, PartRecord
	return map[string]templ.Component{
		"ratings":        Ratings(NewRatingsPage(in)),
		"ratings-empty":  Ratings(NewRatingsPage(empty)),
		"forecast":       Forecast(NewForecastPage(asked)),
		"forecast-wrong": Forecast(NewForecastPage(wrong)),
		"rating-rules":   RatingRules(NewRatingRulesPage(RatingRulesInput{Frame: in.Frame, System: s})),
		"player-rated":   Player(NewPlayerPage(who)),
		"player-ratings": Player(NewPlayerPage(ratings)),
		"player-results": Player(NewPlayerPage(record)),
		"rating-models": RatingRules(NewRatingRulesPage(RatingRulesInput{
			Frame: in.Frame, System: s, Games: in.Games, Fits: viewstest.ModelFits(),
		})),
	}
}

func TestARatingListIsSortedByEveryColumn(t *testing.T) {
	for column, want := range map[string]string{
		"": "Bob Cleo =cmd|\"<b>", "place": "Bob Cleo =cmd|\"<b>", "nonsense": "Bob Cleo =cmd|\"<b>", "name": "Bob Cleo =cmd|\"<b>",
		"games": "Cleo Bob =cmd|\"<b>", "wins": "Bob Cleo =cmd|\"<b>", "grade": "Bob Cleo =cmd|\"<b>", "strength": "Bob Cleo =cmd|\"<b>", "last": "Bob Cleo =cmd|\"<b>",
	} {
		in := ratingsInput()
		in.Sort = column
		p := NewRatingsPage(in)
		var names []string
		for _, r := range append(p.Listed, p.Others...) {
			names = append(names, r.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("by %q: %s, want %s", column, got, want)
		}
		sorted := 0
		for _, h := range p.Heads {
			if h.Sorted != "none" {
				sorted++
			}
		}
		if sorted != 1 {
			t.Errorf("by %q: %d columns say that they are sorted", column, sorted)
		}
	}
	all := sortedLines(ratingsInput().Lines, byStrength) // over both lists
	if all[1].Player.ID != "x" {
		t.Errorf("by strength: %v", all)
	}
}

func TestALongRatingListHasPages(t *testing.T) {
	in := ratingsInput()
	in.Lines = nil
	for i := range 250 {
		in.Lines = append(in.Lines, viewstest.Rated(league.Player{ID: fmt.Sprint(i), Name: fmt.Sprint("Player ", i)}, i+1, 2000-float64(i), 50, 20, 50))
	}
	for page, want := range map[int]string{0: "1 to 100 - 2", 1: "1 to 100 - 2", 2: "101 to 200 1 3", 3: "201 to 250 2 -", 99: "201 to 250 2 -"} {
		in.Page = page
		p := NewRatingsPage(in)
		number := func(url string) string {
			if url == "" {
				return "-"
			}
			_, n, _ := strings.Cut(url, "&page=")
			return n
		}
		got := fmt.Sprintf("%s to %s %s %s", p.Listed[0].Place, p.Listed[len(p.Listed)-1].Place, number(p.Before), number(p.After))
		if got != want {
			t.Errorf("page %d: %s, want %s", page, got, want)
		}
	}
}

func TestRatingsAsFiles(t *testing.T) {
	lines, err := csv.NewReader(strings.NewReader(string(RatingsCSV(ratingsInput())))).ReadAll()
	if err != nil || len(lines) != 4 {
		t.Fatalf("%v, %v", lines, err)
	}
	if got := strings.Join(lines[1], ";"); got != "1;Bob;14 kyu;1612.3456;40;25;1612.34567;60;0.06;false;2027-03-22T12:00:00Z" {
		t.Errorf("the first line is %s", got)
	}
	if lines[3][0] != "" || lines[3][1] != `'=cmd|"<b>` || lines[3][9] != "true" {
		t.Errorf("the last line is %q", lines[3])
	}
	data, err := RatingsJSON(ratingsInput())
	var list struct {
		Game    string
		Ratings []struct {
			Place     *int
			Name      string
			Rating    float64
			Deviation float64
			Last      time.Time
		}
	}
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err != nil || len(list.Ratings) != 3 || *list.Ratings[1].Place != 2 || list.Ratings[2].Place != nil || list.Ratings[1].Rating != 1498.76 || list.Game != "streetsoccer" {
		t.Errorf("%+v, %v", list, err)
	}
}
