package tournament_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

func TestALeagueOfTeamsByItsPages(t *testing.T) { // R-TE-1 to R-TE-4
	w := webtest.New(t)
	people := w.People("Abe", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jan", "Kim", "Lou", "Mia")
	cup := people[0].Cup(func(f url.Values) { f.Set("format", "teams"); f.Set("places", "3"); f.Del("playing") })
	if page := people[1].Get(cup); !strings.Contains(page.Body, "No team so far") || !strings.Contains(page.Body, "0 of 3 teams, 0 of them complete") {
		t.Errorf("the empty page says %.400s", page.Body)
	}
	short := people[0].Team(cup, "act", "found", "name", "X")
	if short.Status != http.StatusUnprocessableEntity || !strings.Contains(short.Body, "at least 3 letters") || !strings.Contains(short.Body, `value="X"`) {
		t.Errorf("%d %.300s", short.Status, short.Body)
	}
	owls := w.Founded(cup, "Night Owls", people[:5])
	team := owls[strings.LastIndexByte(owls, '/')+1:]
	w.Founded(cup, "Larks", people[5:9])
	robins := w.Founded(cup, "Robins", people[9:12])
	w.Accepted(people[9].Team(cup, "act", "call", "team", robins[strings.LastIndexByte(robins, '/')+1:], "player", people[12].Player.Name))
	if page := people[12].Get(cup); !strings.Contains(page.Body, "invites you to play for it") {
		t.Error("who is invited is not told")
	}
	w.Accepted(people[12].Team(cup, "act", "join", "team", robins[strings.LastIndexByte(robins, '/')+1:]))

	boards := []string{"act", "line-up", "team", team}
	for i, p := range people[:5] {
		boards = append(boards, "board-"+p.Player.ID, []string{"2", "1", "3", "4", "4"}[i])
	}
	if wrong := people[0].Team(cup, boards...); wrong.Status != http.StatusUnprocessableEntity || !strings.Contains(wrong.Body, "have the same number, 4") {
		t.Errorf("%d %.300s", wrong.Status, wrong.Body)
	}
	boards[len(boards)-1] = "5"
	if foreign := people[5].Team(cup, boards...); foreign.Status != http.StatusForbidden {
		t.Errorf("another captain gets %d", foreign.Status)
	}
	w.Accepted(people[0].Team(cup, boards...))
	w.Accepted(people[0].Post(cup+"/start", nil))

	page := people[1].Get(cup)
	for _, want := range []string{"Table of teams", "Night Owls", "being played, 0 of 8 games over", "Players by boards", "reserve", "begins when both teams"} {
		if !strings.Contains(page.Body, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	sheet := people[1].Get(cup + "/team-matches/c1-r1-m1")
	if sheet.Status != http.StatusOK || strings.Count(sheet.Body, `class="result playing"`) < 8 {
		t.Errorf("the sheet is %d with %d games", sheet.Status, strings.Count(sheet.Body, `class="result playing"`))
	}
	if missing := people[1].Get(cup + "/team-matches/c1-r2-m1"); missing.Status != http.StatusNotFound {
		t.Errorf("a team match that has not begun has a page: %d", missing.Status)
	}
	if none := people[1].Get(cup + "/teams/t999"); none.Status != http.StatusNotFound {
		t.Errorf("there is no such team, and %d", none.Status)
	}
	w.Accepted(people[0].Team(cup, "act", "field", "team", team, "player", people[4].Player.ID, "board", "1", "text", "Bob is away"))
	if after := people[0].Get(owls); !strings.Contains(after.Body, "replaced") || strings.Contains(after.Body, "Let a reserve play") {
		t.Error("the reserve did not take over, or there is another one")
	}
	id := cup[strings.LastIndexByte(cup, '/')+1:]
	for range 3 {
		v, err := w.Office.Tournament(context.Background(), league.Site(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range v.Matches {
			if !m.State.Outcome.Over() {
				if _, err := w.Working().Resign(context.Background(), m.Seats[0].Player, m.ID, w.Office.Now()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	page = people[1].Get(cup)
	if !strings.Contains(page.Body, "Finished") || !strings.Contains(page.Body, "match points") {
		t.Errorf("at the end: %.600s", page.Body)
	}
	csv := people[1].Get(cup + "/table.csv")
	if lines := strings.Split(strings.TrimSpace(csv.Body), "\n"); len(lines) != 4 || !strings.HasPrefix(lines[0], "Rank,Team,Played,Won,Level,Lost,Open,MP,BP,SON,DM,BW,LOT,v ") {
		t.Errorf("the table is\n%s", csv.Body)
	}
	if v := w.Program("Zoe").Get("/tournaments/" + id); v.Body["teams"] == nil {
		t.Errorf("programs get no teams: %v", v.Body)
	}
	if json := people[1].Get(cup + "/table.json"); !strings.Contains(json.Body, `"match_points"`) || !strings.Contains(json.Body, `"name": "Night Owls"`) && !strings.Contains(json.Body, `"name":"Night Owls"`) {
		t.Errorf("the JSON lacks teams: %.300s", json.Body)
	}
}
