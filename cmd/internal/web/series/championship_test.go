package series_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
)

func TestAChampionshipIsReadAsItIsPlayed(t *testing.T) {
	w := webtest.New(t)
	people, entry := w.Championship(t, "Ann", "Bob", "Cleo", "Dan", "Eve")
	ann, nobody := people[0], w.Browser()
	home := "/championship/streetsoccer/lg"
	nobody.Get("/championship").Want(t, http.StatusOK, home, "5 players have entered")
	ann.Get(home).Want(t, http.StatusOK, "You are in.", "Leave", "It starts", "No season has ended yet")
	if got := ann.Get(entry).Want(t, http.StatusSeeOther); got.Header.Get("Location") != home {
		t.Errorf("the tournament's page leads to %s", got.Header.Get("Location"))
	}
	ann.Post(entry+"/entry", nil).Want(t, http.StatusConflict, "You are in this tournament already", "Seasons and champions")
	ann.Post(entry+"/withdrawal", nil).Want(t, http.StatusSeeOther)
	ann.Get(home).Want(t, http.StatusOK, ">Enter<", "4 players have entered")
	ann.Post(entry+"/confirmation", nil).Want(t, http.StatusConflict, "You are not in the next season")
	ann.Post(entry+"/entry", nil).Want(t, http.StatusSeeOther)
	ann.Post(entry+"/confirmation", nil).Want(t, http.StatusSeeOther)
	ann.Post(entry+"/confirmation", nil).Want(t, http.StatusSeeOther) // harmless

	season, group := home+"/2026-11", home+"/2026-11/d1-g1"
	nobody.Get(season).Want(t, http.StatusNotFound, "There is no such season")
	w.GoToTime(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	ann.Get(home).Want(t, http.StatusOK, "This season: November 2026", "My group: Division 1", "5 players in 1 group", "Entries open at half time")
	ann.Get("/").Want(t, http.StatusOK, "Where you stand", `href="`+group+`"`, "Championship, Division 1")
	nobody.Get("/").Without(t, "Where you stand")
	ann.Get("/matches").Want(t, http.StatusOK, "My groups and tournaments", `href="`+group+`"`, "Division 1</a>")
	nobody.Get("/matches").Without(t, "My groups and tournaments")
	ann.Get(season).Want(t, http.StatusOK, "Division 1", "You play here", "0/20 games", "0 of 20 games over", "goes up, or is the champion")
	page := ann.Get(group).Want(t, http.StatusOK, "All clocks change to fast", "The season started", "What you need", "Eve")
	if n := strings.Count(page.Body, `class="result playing"`); n != 20+1 { // the first match of each pair, seen from both sides, and the key
		t.Errorf("%d results are shown as being played", n)
	}
	nobody.Get(home+"/2026-11/d1-g2").Want(t, http.StatusNotFound, "There is no such group")
	nobody.Get(home+"/2026-11/d0-g1").Want(t, http.StatusNotFound, "There is no such group")
	nobody.Get("/championship/streetsoccer/none").Want(t, http.StatusNotFound, "There is no such championship")
	nobody.Get(home+"/2031-01").Want(t, http.StatusNotFound, "There is no such season")

	nobody.Get(group).Without(t, "How it may end")
	w.Publish("2026-11", 300)
	ann.Get(group).Want(t, http.StatusOK, "How it may end", ">champion<", ">stays<")
	at := "/championships/streetsoccer/lg/2026-11/d1-g1/odds"
	if given := w.Program("Reader").Get(at).Want(t, 200, `"published":true`).Body["players"].([]any); len(given) != 5 {
		t.Errorf("%v", given)
	}

	playChampionship(w, season)
	ann.Get(season).Want(t, http.StatusOK, "How the title was won", "Records", "Most goals", "Your place", "Over: ").Without(t, "What comes next")
	ann.Get("/matches").Without(t, group) // it is not being played any more
	nobody.Get(home).Want(t, http.StatusOK, "November 2026", "Seasons and champions", `class="trophy"`)
	nobody.Get(season).Want(t, http.StatusOK, "is the champion", "Finished", "complete")
	nobody.Get(group).Want(t, http.StatusOK, "It is settled that", "the season is complete")
	readExports(w, t, season, group)
}

// TestSomebodyIsAskedToPlayInASeason: who directs what the site runs finds the organiser page from the page of the season,
// where who is asked answers.
func TestSomebodyIsAskedToPlayInASeason(t *testing.T) { // R-CH-10, R-UT-8
	w := webtest.New(t)
	people, entry := w.Championship(t, "Ann", "Bob", "Cleo", "Dan", "Eve")
	w.Office.Directors = []string{"Dora"}
	ann, bob, dora, fay := people[0], people[1], w.Member("Dora"), w.Member("Fay")
	w.GoToTime(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	season := "/championship/streetsoccer/lg/2026-11"
	ann.Get(season).Want(t, http.StatusOK).Without(t, entry+"/desk")
	dora.Get(season).Want(t, http.StatusOK, `href="`+entry+`/desk"`)
	dora.Get(entry+"/desk").Want(t, http.StatusOK, "Organiser page")
	if err := w.Working().WithdrawFrom(t.Context(), bob.Player, strings.TrimPrefix(entry, "/tournaments/")); err != nil {
		t.Fatal(err)
	}
	dora.Get(entry+"/substitute?other="+bob.Player.ID).Want(t, http.StatusOK, "Nobody waits who could play for Bob", ">Ask<")
	ask := url.Values{"act": {"seek"}, "other": {bob.Player.ID}, "player": {"Fay"}, "text": {"is ill"}}
	ann.Post(entry+"/substitute", ask).Want(t, http.StatusForbidden)
	dora.Post(entry+"/substitute", ask).Want(t, http.StatusSeeOther)
	ann.Get(season).Want(t, http.StatusOK, "Dora asked Fay to play for Bob").Without(t, entry+"/seat")
	fay.Get(season).Want(t, http.StatusOK, "You are asked to play for Bob", `action="`+entry+`/seat"`)
	fay.Post(entry+"/seat", url.Values{"answer": {"accept"}}).Want(t, http.StatusSeeOther)
	fay.Get(season).Want(t, http.StatusOK, "You play here").Without(t, entry+"/seat")
}

// playChampionship lets the sides of all matches of a season resign in turn, until none is
// left.
func playChampionship(w *webtest.World, season string) {
	w.T.Helper()
	for n := range 40 {
		var tables struct {
			Matches []struct{ ID, First, Second, Ending string }
		}
		if err := json.Unmarshal([]byte(w.Browser().Get(season+"/d1-g1/table.json").Body), &tables); err != nil {
			w.T.Fatal(err)
		}
		over := true
		for _, m := range tables.Matches {
			if m.Ending != "" {
				continue
			}
			over = false
			v := w.View(m.ID)
			loser := v.Match.Seats[v.Record.SeatOf(engine.First)].Player
			if n%2 == 1 {
				loser = v.Match.Seats[v.Record.SeatOf(engine.Second)].Player
			}
			if _, err := w.Working().Resign(w.T.Context(), loser, m.ID, w.Clock()); err != nil {
				w.T.Fatal(err)
			}
		}
		if over && n > 0 {
			return
		}
	}
	w.T.Fatal("the season does not end")
}

// readExports checks that the files of a season of five say the same.
func readExports(w *webtest.World, t *testing.T, season, group string) {
	w.T.Helper()
	var pyramid struct {
		Season, State string
		Rows          []struct {
			Division, Group, Rank int
			Name, Fate            string
			Points                float64
			Certain               bool
		}
	}
	if err := json.Unmarshal([]byte(w.Browser().Get(season+"/pyramid.json").Body), &pyramid); err != nil {
		w.T.Fatal(err)
	}
	if pyramid.Season != "2026-11" || pyramid.State != "finished" || len(pyramid.Rows) != 5 || pyramid.Rows[0].Fate != "champion" || !pyramid.Rows[4].Certain {
		w.T.Errorf("%+v", pyramid)
	}
	lines, err := csv.NewReader(strings.NewReader(w.Browser().Get(season + "/pyramid.csv").Body)).ReadAll()
	if err != nil || len(lines) != 6 || lines[1][3] != pyramid.Rows[0].Name || lines[1][4] != fmt.Sprint(pyramid.Rows[0].Points) || lines[1][12] != "champion" {
		w.T.Errorf("%v, %v", lines, err)
	}
	lines, err = csv.NewReader(strings.NewReader(w.Browser().Get(group + "/table.csv").Body)).ReadAll()
	if err != nil || len(lines) != 6 || lines[1][1] != pyramid.Rows[0].Name {
		w.T.Errorf("%v, %v", lines, err)
	}
	p := w.Program("Exporter")
	at := strings.Replace(season, "/championship/", "/api/v1/championships/", 1)
	if got := p.Do(http.MethodGet, at, nil, nil).Want(t, http.StatusOK); got.Body["season"] != "2026-11" || len(got.Body["rows"].([]any)) != 5 {
		w.T.Errorf("%v", got.Body)
	}
	if got := p.Do(http.MethodGet, at+"/d1-g1", nil, nil).Want(t, http.StatusOK); len(got.Body["table"].([]any)) != 5 || len(got.Body["matches"].([]any)) != 20 {
		w.T.Errorf("%v", got.Body)
	}
	list := p.Do(http.MethodGet, "/api/v1/championships", nil, nil).Want(t, http.StatusOK).Body["championships"].([]any)
	found := false
	for _, c := range list {
		if c := c.(map[string]any); c["game"] == "streetsoccer" && c["variant"] == "lg" {
			s := c["seasons"].([]any)[0].(map[string]any)
			found = s["champion"] == pyramid.Rows[0].Name && s["groups"].([]any)[0] == "d1-g1"
		}
	}
	if !found {
		w.T.Errorf("%v", list)
	}
}
