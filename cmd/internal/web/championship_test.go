package web_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
)

// expectedOfChampionships continues the table of access. No season has started there; for
// one that has, see TestAChampionshipIsReadAsItIsPlayed.
var expectedOfChampionships = map[string]map[string]map[string]int{
	"GET /championship":                                          {"running": all(200)},
	"GET /championship/:game/:variant":                           {"running": all(200)},
	"GET /championship/:game/:variant/:season":                   {"running": all(404)},
	"GET /championship/:game/:variant/:season/pyramid.csv":       {"running": all(404)},
	"GET /championship/:game/:variant/:season/pyramid.json":      {"running": all(404)},
	"GET /championship/:game/:variant/:season/luck.csv":          {"running": all(404)},
	"GET /championship/:game/:variant/:season/luck.json":         {"running": all(404)},
	"GET /championship/:game/:variant/:season/:group":            {"running": all(404)},
	"GET /championship/:game/:variant/:season/:group/luck.csv":   {"running": all(404)},
	"GET /championship/:game/:variant/:season/:group/luck.json":  {"running": all(404)},
	"GET /championship/:game/:variant/:season/:group/table.csv":  {"running": all(404)},
	"GET /championship/:game/:variant/:season/:group/table.json": {"running": all(404)},

	"GET /api/v1/championships":                                    {"running": tokens(200, nil)},
	"GET /api/v1/championships/:game/:variant/:season":             {"running": tokens(404, nil)},
	"GET /api/v1/championships/:game/:variant/:season/luck":        {"running": tokens(404, nil)},
	"GET /api/v1/championships/:game/:variant/:season/:group":      {"running": tokens(404, nil)},
	"GET /api/v1/championships/:game/:variant/:season/:group/luck": {"running": tokens(404, nil)},
	"GET /api/v1/championships/:game/:variant/:season/:group/odds": {"running": tokens(404, nil)},
	"PUT /api/v1/tournaments/:id/confirmation":                     {"running": tokens(409, nil), "finished": tokens(409, nil), "unknown": tokens(404, nil)},
}

// goToTime turns the clock on to a moment and lets the site's competitions go on.
func (w *world) goToTime(at time.Time) {
	w.t.Helper()
	w.wait(at.Sub(w.clock()))
	if err := w.office.Compete(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// championship opens the first season with members who have entered it by the form.
func (w *world) championship(t *testing.T, names ...string) (people []*member, entry string) {
	w.t.Helper()
	w.goToTime(w.clock())
	w.browser().get("/championship/streetsoccer/lg").want(t, http.StatusOK, "Sign up to enter", "November 2026")
	for _, name := range names {
		p := w.member(name)
		body := p.get("/championship/streetsoccer/lg").Body
		_, after, _ := strings.Cut(body, `action="/tournaments/`)
		id, _, _ := strings.Cut(after, "/")
		entry = "/tournaments/" + id
		p.post(entry+"/entry", nil).want(t, http.StatusSeeOther)
		people = append(people, p)
	}
	return people, entry
}

func TestAChampionshipIsReadAsItIsPlayed(t *testing.T) {
	w := newWorld(t)
	people, entry := w.championship(t, "Ann", "Bob", "Cleo", "Dan", "Eve")
	ann, nobody := people[0], w.browser()
	home := "/championship/streetsoccer/lg"
	nobody.get("/championship").want(t, http.StatusOK, home, "5 players have entered")
	ann.get(home).want(t, http.StatusOK, "You are in.", "Leave", "It starts", "No season has ended yet")
	if got := ann.get(entry).want(t, http.StatusSeeOther); got.Header.Get("Location") != home {
		t.Errorf("the tournament's page leads to %s", got.Header.Get("Location"))
	}
	ann.post(entry+"/entry", nil).want(t, http.StatusConflict, "You are in this tournament already", "Seasons and champions")
	ann.post(entry+"/withdrawal", nil).want(t, http.StatusSeeOther)
	ann.get(home).want(t, http.StatusOK, ">Enter<", "4 players have entered")
	ann.post(entry+"/confirmation", nil).want(t, http.StatusConflict, "You are not in the next season")
	ann.post(entry+"/entry", nil).want(t, http.StatusSeeOther)
	ann.post(entry+"/confirmation", nil).want(t, http.StatusSeeOther)
	ann.post(entry+"/confirmation", nil).want(t, http.StatusSeeOther) // harmless

	season, group := home+"/2026-11", home+"/2026-11/d1-g1"
	nobody.get(season).want(t, http.StatusNotFound, "There is no such season")
	w.goToTime(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	ann.get(home).want(t, http.StatusOK, "This season: November 2026", "My group: Division 1", "5 players in 1 group", "Entries open at half time")
	for _, at := range []string{"/", "/matches"} {
		ann.get(at).want(t, http.StatusOK, "My groups and tournaments", `href="`+group+`"`, "Division 1</a>")
		nobody.get(at).without(t, "My groups and tournaments")
	}
	ann.get(season).want(t, http.StatusOK, "Division 1", "You are", "0/20 games", "0 of 20 games over", "goes up, or is the champion")
	page := ann.get(group).want(t, http.StatusOK, "All clocks change to fast", "The season started", "What you need", "Eve")
	if n := strings.Count(page.Body, `class="result playing"`); n != 20+1 { // the first match of each pair, seen from both sides, and the key
		t.Errorf("%d results are shown as being played", n)
	}
	nobody.get(home+"/2026-11/d1-g2").want(t, http.StatusNotFound, "There is no such group")
	nobody.get(home+"/2026-11/d0-g1").want(t, http.StatusNotFound, "There is no such group")
	nobody.get("/championship/streetsoccer/none").want(t, http.StatusNotFound, "There is no such championship")
	nobody.get(home+"/2031-01").want(t, http.StatusNotFound, "There is no such season")

	nobody.get(group).without(t, "How it may end")
	w.publish("2026-11", 300)
	ann.get(group).want(t, http.StatusOK, "How it may end", ">champion<", ">stays<")
	at := "/championships/streetsoccer/lg/2026-11/d1-g1/odds"
	if given := w.program("Reader").get(at).want(t, 200, `"published":true`).Body["players"].([]any); len(given) != 5 {
		t.Errorf("%v", given)
	}

	w.playChampionship(season)
	ann.get("/matches").without(t, group) // it is not being played any more
	nobody.get(home).want(t, http.StatusOK, "November 2026", "Seasons and champions", `class="trophy"`)
	nobody.get(season).want(t, http.StatusOK, "is the champion", "Finished", "complete")
	nobody.get(group).want(t, http.StatusOK, "It is settled that", "the season is complete")
	w.readExports(t, season, group)
}

// playChampionship lets the sides of all matches of a season resign in turn, until none is
// left.
func (w *world) playChampionship(season string) {
	w.t.Helper()
	for n := range 40 {
		var tables struct {
			Matches []struct{ ID, First, Second, Ending string }
		}
		if err := json.Unmarshal([]byte(w.browser().get(season+"/d1-g1/table.json").Body), &tables); err != nil {
			w.t.Fatal(err)
		}
		over := true
		for _, m := range tables.Matches {
			if m.Ending != "" {
				continue
			}
			over = false
			v := w.view(m.ID)
			loser := v.Match.Seats[v.Record.SeatOf(engine.First)].Player
			if n%2 == 1 {
				loser = v.Match.Seats[v.Record.SeatOf(engine.Second)].Player
			}
			if _, err := w.office.Resign(w.t.Context(), loser, m.ID, w.clock()); err != nil {
				w.t.Fatal(err)
			}
		}
		if over && n > 0 {
			return
		}
	}
	w.t.Fatal("the season does not end")
}

// readExports checks that the files of a season of five say the same.
func (w *world) readExports(t *testing.T, season, group string) {
	w.t.Helper()
	var pyramid struct {
		Season, State string
		Rows          []struct {
			Division, Group, Rank int
			Name, Fate            string
			Points                float64
			Certain               bool
		}
	}
	if err := json.Unmarshal([]byte(w.browser().get(season+"/pyramid.json").Body), &pyramid); err != nil {
		w.t.Fatal(err)
	}
	if pyramid.Season != "2026-11" || pyramid.State != "finished" || len(pyramid.Rows) != 5 || pyramid.Rows[0].Fate != "champion" || !pyramid.Rows[4].Certain {
		w.t.Errorf("%+v", pyramid)
	}
	lines, err := csv.NewReader(strings.NewReader(w.browser().get(season + "/pyramid.csv").Body)).ReadAll()
	if err != nil || len(lines) != 6 || lines[1][3] != pyramid.Rows[0].Name || lines[1][4] != fmt.Sprint(pyramid.Rows[0].Points) || lines[1][12] != "champion" {
		w.t.Errorf("%v, %v", lines, err)
	}
	lines, err = csv.NewReader(strings.NewReader(w.browser().get(group + "/table.csv").Body)).ReadAll()
	if err != nil || len(lines) != 6 || lines[1][1] != pyramid.Rows[0].Name {
		w.t.Errorf("%v, %v", lines, err)
	}
	p := w.program("Exporter")
	at := strings.Replace(season, "/championship/", "/api/v1/championships/", 1)
	if got := p.do(http.MethodGet, at, nil, nil).want(t, http.StatusOK); got.Body["season"] != "2026-11" || len(got.Body["rows"].([]any)) != 5 {
		w.t.Errorf("%v", got.Body)
	}
	if got := p.do(http.MethodGet, at+"/d1-g1", nil, nil).want(t, http.StatusOK); len(got.Body["table"].([]any)) != 5 || len(got.Body["matches"].([]any)) != 20 {
		w.t.Errorf("%v", got.Body)
	}
	list := p.do(http.MethodGet, "/api/v1/championships", nil, nil).want(t, http.StatusOK).Body["championships"].([]any)
	found := false
	for _, c := range list {
		if c := c.(map[string]any); c["game"] == "streetsoccer" && c["variant"] == "lg" {
			s := c["seasons"].([]any)[0].(map[string]any)
			found = s["champion"] == pyramid.Rows[0].Name && s["groups"].([]any)[0] == "d1-g1"
		}
	}
	if !found {
		w.t.Errorf("%v", list)
	}
}
