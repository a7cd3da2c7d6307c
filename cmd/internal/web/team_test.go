package web_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// team does something in a team by its form, and returns the answer.
func (m *member) team(cup string, fields ...string) answer {
	m.w.t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return m.post(cup+"/teams", form)
}

// founded lets the first of some players found a team by the pages and the others join it, and
// returns the path of its page.
func (w *world) founded(cup, name string, players []*member) string {
	w.t.Helper()
	captain := players[0]
	page := w.accepted(captain.team(cup, "act", "found", "name", name)).Header.Get("Location")
	team := page[strings.LastIndexByte(page, '/')+1:]
	for _, p := range players[1:] {
		w.accepted(p.team(cup, "act", "ask", "team", team))
		w.accepted(captain.team(cup, "act", "take", "team", team, "player", p.player.ID))
	}
	return page
}

func TestALeagueOfTeamsByItsPages(t *testing.T) { // R-TE-1 to R-TE-4
	w := newWorld(t)
	people := w.people("Abe", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jan", "Kim", "Lou", "Mia")
	cup := people[0].cup(func(f url.Values) { f.Set("format", "teams"); f.Set("places", "3"); f.Del("playing") })
	if page := people[1].get(cup); !strings.Contains(page.Body, "No team so far") || !strings.Contains(page.Body, "0 of 3 teams, 0 of them complete") {
		t.Errorf("the empty page says %.400s", page.Body)
	}
	short := people[0].team(cup, "act", "found", "name", "X")
	if short.Status != http.StatusUnprocessableEntity || !strings.Contains(short.Body, "at least 3 letters") || !strings.Contains(short.Body, `value="X"`) {
		t.Errorf("%d %.300s", short.Status, short.Body)
	}
	owls := w.founded(cup, "Night Owls", people[:5])
	team := owls[strings.LastIndexByte(owls, '/')+1:]
	w.founded(cup, "Larks", people[5:9])
	robins := w.founded(cup, "Robins", people[9:12])
	w.accepted(people[9].team(cup, "act", "call", "team", robins[strings.LastIndexByte(robins, '/')+1:], "player", people[12].player.Name))
	if page := people[12].get(cup); !strings.Contains(page.Body, "invites you to play for it") {
		t.Error("who is invited is not told")
	}
	w.accepted(people[12].team(cup, "act", "join", "team", robins[strings.LastIndexByte(robins, '/')+1:]))

	boards := []string{"act", "line-up", "team", team}
	for i, p := range people[:5] {
		boards = append(boards, "board-"+p.player.ID, []string{"2", "1", "3", "4", "4"}[i])
	}
	if wrong := people[0].team(cup, boards...); wrong.Status != http.StatusUnprocessableEntity || !strings.Contains(wrong.Body, "have the same number, 4") {
		t.Errorf("%d %.300s", wrong.Status, wrong.Body)
	}
	boards[len(boards)-1] = "5"
	if foreign := people[5].team(cup, boards...); foreign.Status != http.StatusForbidden {
		t.Errorf("another captain gets %d", foreign.Status)
	}
	w.accepted(people[0].team(cup, boards...))
	w.accepted(people[0].post(cup+"/start", nil))

	page := people[1].get(cup)
	for _, want := range []string{"Table of teams", "Night Owls", "being played, 0 of 8 games over", "Players by boards", "reserve", "begins when both teams"} {
		if !strings.Contains(page.Body, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	sheet := people[1].get(cup + "/team-matches/c1-r1-m1")
	if sheet.Status != http.StatusOK || strings.Count(sheet.Body, `class="result playing"`) < 8 {
		t.Errorf("the sheet is %d with %d games", sheet.Status, strings.Count(sheet.Body, `class="result playing"`))
	}
	if missing := people[1].get(cup + "/team-matches/c1-r2-m1"); missing.Status != http.StatusNotFound {
		t.Errorf("a team match that has not begun has a page: %d", missing.Status)
	}
	if none := people[1].get(cup + "/teams/t999"); none.Status != http.StatusNotFound {
		t.Errorf("there is no such team, and %d", none.Status)
	}
	w.accepted(people[0].team(cup, "act", "field", "team", team, "player", people[4].player.ID, "board", "1", "text", "Bob is away"))
	if after := people[0].get(owls); !strings.Contains(after.Body, "replaced") || strings.Contains(after.Body, "Let a reserve play") {
		t.Error("the reserve did not take over, or there is another one")
	}
	id := cup[strings.LastIndexByte(cup, '/')+1:]
	for range 3 {
		v, err := w.office.Tournament(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range v.Matches {
			if !m.State.Outcome.Over() {
				if _, err := w.office.Resign(context.Background(), m.Seats[0].Player, m.ID, w.office.Now()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	page = people[1].get(cup)
	if !strings.Contains(page.Body, "Finished") || !strings.Contains(page.Body, "match points") {
		t.Errorf("at the end: %.600s", page.Body)
	}
	csv := people[1].get(cup + "/table.csv")
	if lines := strings.Split(strings.TrimSpace(csv.Body), "\n"); len(lines) != 4 || !strings.HasPrefix(lines[0], "Rank,Team,Played,Won,Level,Lost,Open,MP,BP,SON,DM,BW,LOT,v ") {
		t.Errorf("the table is\n%s", csv.Body)
	}
	if v := w.program("Zoe").get("/tournaments/" + id); v.Body["teams"] == nil {
		t.Errorf("programs get no teams: %v", v.Body)
	}
	if json := people[1].get(cup + "/table.json"); !strings.Contains(json.Body, `"match_points"`) || !strings.Contains(json.Body, `"name": "Night Owls"`) && !strings.Contains(json.Body, `"name":"Night Owls"`) {
		t.Errorf("the JSON lacks teams: %.300s", json.Body)
	}
}
