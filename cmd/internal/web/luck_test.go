package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/engine"
	"kickabout/league"
)

// weighs ends a match, which its loser resigns, and keeps that the winner had so much luck and that each of his
// 20 decisions and of the loser's 10 cost 40.
func (w *world) weighs(winner, loser *member, m league.Match, luck int) {
	w.t.Helper()
	if _, err := w.office.Resign(w.t.Context(), loser.player, m.ID, w.clock()); err != nil {
		w.t.Fatal(err)
	}
	w.keepWorth(winner, m, luck)
}

func (w *world) keepWorth(winner *member, m league.Match, luck int) {
	w.t.Helper()
	a := league.Analysis{Match: m.ID, Version: w.office.Judge.Version, Made: w.clock(), Text: "{}"}
	for seat := range a.Seats {
		a.Seats[seat] = league.Worth{Luck: -luck, Cost: 400, Decisions: 10, Adjusted: luck}
		if m.Seats[seat].Player.ID == winner.player.ID {
			a.Seats[seat] = league.Worth{Points: 5000, Luck: luck, Cost: 800, Decisions: 20, Adjusted: 5000 - luck}
		}
	}
	if err := w.store.PutAnalysis(w.t.Context(), a); err != nil {
		w.t.Fatal(err)
	}
}

// running finds a match that two people play.
func (w *world) running(one, other *member) league.Match {
	w.t.Helper()
	all, err := w.store.Running(w.t.Context(), 1<<10)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, m := range all {
		if m.SideOf(one.player.ID) != engine.NoSide && m.SideOf(other.player.ID) != engine.NoSide {
			return m
		}
	}
	w.t.Fatalf("%s and %s play no match", one.player.Name, other.player.Name)
	return league.Match{}
}

// luckLines are the lines of a page's table of luck and skill, their cells parted by bars.
func luckLines(page string) (lines []string) {
	_, section, _ := strings.Cut(page, `id="luck"`)
	section, _, _ = strings.Cut(section, "</section>")
	for _, row := range strings.Split(section, "<tr")[1:] {
		var cells []string
		for _, cell := range regexp.MustCompile(`(?s)<t[hd][ >].*?</t[hd]>`).FindAllString(row, -1) {
			cells = append(cells, strings.Join(strings.Fields(regexp.MustCompile("<[^>]*>").ReplaceAllString(cell, " ")), " "))
		}
		lines = append(lines, strings.Join(cells, "|"))
	}
	return lines[min(1, len(lines)):]
}

func wantLines(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s has\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The sums of what is over and analysed stand on every page, file and resource that has them; what goes on never counts.
func TestTheLuckAndSkillOfASeasonIsSummedUpFromItsFinishedMatches(t *testing.T) {
	w := newWorld(t)
	people, entry := w.championship(t, "Ann", "Bob", "Cleo", "Dan", "Eve")
	ann, bob, cleo, dan := people[0], people[1], people[2], people[3]
	season := "/championship/streetsoccer/lg/2026-11"
	group := season + "/d1-g1"
	w.goToTime(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	for _, at := range []string{season, group} {
		ann.get(at).want(t, http.StatusOK, "Luck and skill", "has been worked through yet")
	}
	w.browser().get(season+"/luck.json").want(t, http.StatusOK, `{"rows":[]}`)
	w.weighs(ann, bob, w.running(ann, bob), 1000)
	w.weighs(ann, cleo, w.running(ann, cleo), 2000)
	w.weighs(ann, dan, w.running(ann, dan), 300)
	w.keepWorth(ann, w.running(ann, people[4]), 4999) // it goes on, so that nobody may hear of it
	w.keepWorth(bob, w.running(bob, cleo), 4999)

	lines := []string{
		"Ann you|5.00|3.90 ± 0.49|+1.10|0.040|strong|3", "Cleo|0.00|2.00|−2.00|0.040|strong|1", "Bob|0.00|1.00|−1.00|0.040|strong|1", "Dan|0.00|0.30|−0.30|0.040|strong|1",
	}
	for _, at := range []string{season, group} {
		wantLines(t, at, luckLines(ann.get(at).Body), lines...)
		wantLines(t, at+" by luck", luckLines(ann.get(at+"?luck=luck").Body), lines[0], lines[3], lines[2], lines[1])
		file := "player,games,paid,luck,without luck,standard error,decisions,cost a decision,level\n" +
			"Ann,3,5.000,1.100,3.900,0.493,60,0.040,strong\nCleo,1,0.000,-2.000,2.000,0.000,10,0.040,strong\nBob,1,0.000,-1.000,1.000,0.000,10,0.040,strong\nDan,1,0.000,-0.300,0.300,0.000,10,0.040,strong\n"
		csv := w.browser().get(at + "/luck.csv")
		if csv.want(t, http.StatusOK).Body != file || csv.Header.Get("Content-Disposition") != `attachment; filename="luck.csv"` {
			t.Errorf("%s: the file is %s", at, csv.Body)
		}
	}
	program := w.program("Reader")
	api := strings.Replace(season, "/championship/", "/championships/", 1)
	for _, at := range []string{api, api + "/d1-g1", entry} {
		got := program.get(at+"/luck").want(t, http.StatusOK).Body["rows"].([]any)
		row := got[0].(map[string]any)
		if len(got) != 4 || row["player"] != "Ann" || row["points"] != 15000.0 || row["luck"] != 3300.0 || row["adjusted"] != 11700.0 || row["mean"] != 3900.0 || row["cost"] != 2400.0 || row["decisions"] != 60.0 {
			t.Errorf("%s: programs read %v", at, got)
		}
	}
	for _, none := range []string{api + "/d1-g2", api + "/d0-g0", "/championships/streetsoccer/lg/2031-05", "/championships/chess/lg/2026-11", "/tournaments/none"} {
		program.get(none+"/luck").want(t, http.StatusNotFound)
	}
	for _, none := range []string{season + "/d1-g2", season + "/x", "/championship/streetsoccer/lg/2031-05", "/tournaments/none", "/ladder/chess/lg"} {
		for _, file := range []string{"/luck.csv", "/luck.json"} {
			w.browser().get(none+file).want(t, http.StatusNotFound)
		}
	}
	page := w.browser().get("/ratings?rules=streetsoccer/lg").want(t, http.StatusOK, "Luck in November 2026", "Luckiest", "+1.10", "3 games").Body
	if _, section, _ := strings.Cut(page, `id="fortunes"`); strings.Contains(section[:strings.Index(section, "</section>")], "Bob") {
		t.Error("one match is enough to be unlucky in a month")
	}
	if page := ann.get("/players/"+ann.player.ID).want(t, http.StatusOK, "3.90 ± 0.49").Body; strings.Contains(page, "4.99") {
		t.Error("a match that goes on counts on a player's page")
	}
	w.goToTime(time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC))
	w.browser().get("/ratings?rules=streetsoccer/lg").want(t, http.StatusOK, "Luck in December 2026", "Nobody has played enough yet")
}

// A ladder shows the last 90 days, and each month that has ended shows its own.
func TestTheLuckAndSkillOfALadderIsOfItsTime(t *testing.T) {
	w := newWorld(t)
	ladder, people := w.climbers("Bob", "Cleo", "Dan")
	bob, dan := people[0], people[2]
	w.accepted(dan.post(ladder+"/challenges", url.Values{"opponent": {bob.player.ID}}))
	first := w.clock()
	w.weighs(dan, bob, w.running(dan, bob), -500)
	lines := []string{"Dan1|5.00|5.50|−0.50|0.040|strong|1", "Bob1|0.00|−0.50|+0.50|0.040|strong|1"}
	nobody, program := w.browser(), w.program("Reader")
	wantLines(t, "the ladder", luckLines(nobody.get(ladder).Body), lines...)
	wantLines(t, "the ladder by name", luckLines(nobody.get(ladder+"?luck=player").Body), lines[1], lines[0])
	month := "/months/" + first.Format("2006-01")
	nobody.get(ladder+month+"/luck.csv").want(t, http.StatusNotFound)

	w.wait(40 * 24 * time.Hour)
	wantLines(t, "the month", luckLines(nobody.get(ladder+month).Body), lines...)
	nobody.get(ladder+month+"/luck.csv").want(t, http.StatusOK, "Dan1,1,5.000,-0.500,5.500,")
	nobody.get(ladder+"/luck.csv").want(t, http.StatusOK, "Dan1,1,5.000,-0.500,5.500,")
	w.wait(51 * 24 * time.Hour)
	nobody.get(ladder).want(t, http.StatusOK, "No game of the last 90 days has been worked through yet")
	nobody.get(ladder+"/luck.json").want(t, http.StatusOK, `{"rows":[]}`)
	later := "/months/" + first.AddDate(0, 1, 0).Format("2006-01")
	wantLines(t, "the month after", luckLines(nobody.get(ladder+later).Body))
	nobody.get(ladder+month+"/luck.json").want(t, http.StatusOK, `"player":"Dan1"`)
	api := "/ladders/streetsoccer/lg/luck"
	if got := program.get(api).want(t, http.StatusOK).Text; strings.Contains(got, "Dan") {
		t.Errorf("%s", got)
	}
	var of struct{ Rows []struct{ Player string } }
	if err := json.Unmarshal([]byte(program.get(api+"?month="+first.Format("2006-01")).want(t, http.StatusOK).Text), &of); err != nil || len(of.Rows) != 2 || of.Rows[0].Player != "Dan1" {
		t.Errorf("%+v, %v", of, err)
	}
	for _, wrong := range []string{"2031-01", "soon"} {
		program.get(api+"?month="+wrong).want(t, http.StatusNotFound)
	}
}

// Who may not know of a tournament does not learn its luck either, and its players read it.
func TestTheLuckOfAPrivateTournamentIsForThoseWhoKnowOfIt(t *testing.T) {
	w := newWorld(t)
	people := w.people("Ann", "Bob", "Cleo", "Dan")
	ann, bob, dan := people[0], people[1], people[3]
	cup := ann.cup(nil)
	for _, p := range people[1:3] {
		w.accepted(p.post(cup+"/entry", nil))
	}
	w.accepted(ann.post(cup+"/start", nil))
	w.accepted(ann.post(cup+"/desk", url.Values{"act": {"change"}, "name": {"Spring Cup"}, "profile": {"std"}, "private": {"1"}}))
	w.weighs(ann, bob, w.running(ann, bob), 1250)
	name := ann.player.Name
	want := fmt.Sprintf("%s you|5.00|3.75|+1.25|0.040|strong|1", name)
	if got := luckLines(ann.get(cup).Body); len(got) != 2 || got[0] != want {
		t.Errorf("its organiser reads %q, want %q", got, want)
	}
	bob.get(cup+"/luck.csv").want(t, http.StatusOK, "\n"+name+",1,5.000,1.250,3.750,")
	for _, file := range []string{"", "/luck.csv", "/luck.json"} {
		dan.get(cup+file).want(t, http.StatusNotFound, "There is no such tournament").without(t, "1.25", "1250")
	}
	w.program("Reader").get(cup+"/luck").want(t, http.StatusNotFound)
}
