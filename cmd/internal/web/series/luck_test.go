package series_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/assessment"
)

// weighs ends a match, which its loser resigns, and keeps that the winner had so much luck and that each of their
// 20 decisions and of the loser's 10 cost 40.
func weighs(w *webtest.World, winner, loser *webtest.Member, m league.Match, luck int) {
	w.T.Helper()
	if _, err := w.Working().Resign(w.T.Context(), loser.Player, m.ID, w.Clock()); err != nil {
		w.T.Fatal(err)
	}
	keepWorth(w, winner, m, luck)
}

func keepWorth(w *webtest.World, winner *webtest.Member, m league.Match, luck int) {
	w.T.Helper()
	a := assessment.Analysis{Match: m.ID, Version: w.Office.Judge.Version, Made: w.Clock(), Text: "{}"}
	for seat := range a.Seats {
		a.Seats[seat] = assessment.LuckSplit{Luck: -luck, Cost: 400, Decisions: 10, Adjusted: luck}
		if m.Seats[seat].Player.ID == winner.Player.ID {
			a.Seats[seat] = assessment.LuckSplit{Points: 5000, Luck: luck, Cost: 800, Decisions: 20, Adjusted: 5000 - luck}
		}
	}
	if err := w.Store.PutAnalysis(w.T.Context(), a); err != nil {
		w.T.Fatal(err)
	}
}

// running finds a match that two people play.
func running(w *webtest.World, one, other *webtest.Member) league.Match {
	w.T.Helper()
	all, err := w.Store.Running(w.T.Context(), league.Site(), 1<<10)
	if err != nil {
		w.T.Fatal(err)
	}
	for _, m := range all {
		if m.SideOf(one.Player.ID) != engine.NoSide && m.SideOf(other.Player.ID) != engine.NoSide {
			return m
		}
	}
	w.T.Fatalf("%s and %s play no match", one.Player.Name, other.Player.Name)
	return league.Match{}
}

func wantLines(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s has\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The sums of what is over and analysed stand on every page, file and resource that has them; what goes on never counts.
func TestTheLuckAndSkillOfASeasonIsSummedUpFromItsFinishedMatches(t *testing.T) {
	w := webtest.New(t)
	people, entry := w.Championship(t, "Ann", "Bob", "Cleo", "Dan", "Eve")
	ann, bob, cleo, dan := people[0], people[1], people[2], people[3]
	season := "/championship/streetsoccer/lg/2026-11"
	group := season + "/d1-g1"
	w.GoToTime(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	for _, at := range []string{season, group} {
		ann.Get(at).Want(t, http.StatusOK, "Luck and skill", "has been worked through yet")
	}
	w.Browser().Get(season+"/luck.json").Want(t, http.StatusOK, `{"rows":[]}`)
	weighs(w, ann, bob, running(w, ann, bob), 1000)
	weighs(w, ann, cleo, running(w, ann, cleo), 2000)
	weighs(w, ann, dan, running(w, ann, dan), 300)
	keepWorth(w, ann, running(w, ann, people[4]), 4999) // it goes on, so that nobody may hear of it
	keepWorth(w, bob, running(w, bob, cleo), 4999)

	lines := []string{
		"Ann you|5.00|3.90 ± 0.49|+1.10|0.00|0.040|strong|3", "Cleo|0.00|2.00|−2.00|0.00|0.040|strong|1", "Bob|0.00|1.00|−1.00|0.00|0.040|strong|1", "Dan|0.00|0.30|−0.30|0.00|0.040|strong|1",
	}
	for _, at := range []string{season, group} {
		wantLines(t, at, webtest.LuckLines(ann.Get(at).Body), lines...)
		wantLines(t, at+" by luck", webtest.LuckLines(ann.Get(at+"?luck=luck").Body), lines[0], lines[3], lines[2], lines[1])
		file := "player,games,paid,luck,without luck,standard error,decisions,cost a decision,level,given up\n" +
			"Ann,3,5.000,1.100,3.900,0.493,60,0.040,strong,0.000\nCleo,1,0.000,-2.000,2.000,0.000,10,0.040,strong,0.000\nBob,1,0.000,-1.000,1.000,0.000,10,0.040,strong,0.000\nDan,1,0.000,-0.300,0.300,0.000,10,0.040,strong,0.000\n"
		csv := w.Browser().Get(at + "/luck.csv")
		if csv.Want(t, http.StatusOK).Body != file || csv.Header.Get("Content-Disposition") != `attachment; filename="luck.csv"` {
			t.Errorf("%s: the file is %s", at, csv.Body)
		}
	}
	program := w.Program("Reader")
	api := strings.Replace(season, "/championship/", "/championships/", 1)
	for _, at := range []string{api, api + "/d1-g1", entry} {
		got := program.Get(at+"/luck").Want(t, http.StatusOK).Body["rows"].([]any)
		row := got[0].(map[string]any)
		if len(got) != 4 || row["player"] != "Ann" || row["points"] != 15000.0 || row["luck"] != 3300.0 || row["adjusted"] != 11700.0 || row["mean"] != 3900.0 || row["cost"] != 2400.0 || row["decisions"] != 60.0 {
			t.Errorf("%s: programs read %v", at, got)
		}
	}
	for _, none := range []string{api + "/d1-g2", api + "/d0-g0", "/championships/streetsoccer/lg/2031-05", "/championships/chess/lg/2026-11", "/tournaments/none"} {
		program.Get(none+"/luck").Want(t, http.StatusNotFound)
	}
	for _, none := range []string{season + "/d1-g2", season + "/x", "/championship/streetsoccer/lg/2031-05", "/tournaments/none", "/ladder/chess/lg"} {
		for _, file := range []string{"/luck.csv", "/luck.json"} {
			w.Browser().Get(none+file).Want(t, http.StatusNotFound)
		}
	}
	page := w.Browser().Get("/ratings?rules=streetsoccer/lg").Want(t, http.StatusOK, "Luck in November 2026", "Luckiest", "+1.10", "3 games").Body
	if _, section, _ := strings.Cut(page, `id="fortunes"`); strings.Contains(section[:strings.Index(section, "</section>")], "Bob") {
		t.Error("one match is enough to be unlucky in a month")
	}
	if page := ann.Get("/players/"+ann.Player.ID+"/record").Want(t, http.StatusOK, "3.90 ± 0.49").Body; strings.Contains(page, "4.99") {
		t.Error("a match that goes on counts on a player's page")
	}
	w.GoToTime(time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC))
	w.Browser().Get("/ratings?rules=streetsoccer/lg").Want(t, http.StatusOK, "Luck in December 2026", "Nobody has played enough yet")
}

// A ladder shows the last 90 days, and each month that has ended shows its own.
func TestTheLuckAndSkillOfALadderIsOfItsTime(t *testing.T) {
	w := webtest.New(t)
	ladder, people := w.Climbers("Bob", "Cleo", "Dan")
	bob, dan := people[0], people[2]
	w.Accepted(dan.Post(ladder+"/challenges", url.Values{"opponent": {bob.Player.ID}}))
	first := w.Clock()
	weighs(w, dan, bob, running(w, dan, bob), -500)
	lines := []string{"Dan1|5.00|5.50|−0.50|0.00|0.040|strong|1", "Bob1|0.00|−0.50|+0.50|0.00|0.040|strong|1"}
	nobody, program := w.Browser(), w.Program("Reader")
	wantLines(t, "the ladder", webtest.LuckLines(nobody.Get(ladder).Body), lines...)
	wantLines(t, "the ladder by name", webtest.LuckLines(nobody.Get(ladder+"?luck=player").Body), lines[1], lines[0])
	month := "/months/" + first.Format("2006-01")
	nobody.Get(ladder+month+"/luck.csv").Want(t, http.StatusNotFound)

	w.Wait(40 * 24 * time.Hour)
	wantLines(t, "the month", webtest.LuckLines(nobody.Get(ladder+month).Body), lines...)
	nobody.Get(ladder+month+"/luck.csv").Want(t, http.StatusOK, "Dan1,1,5.000,-0.500,5.500,")
	nobody.Get(ladder+"/luck.csv").Want(t, http.StatusOK, "Dan1,1,5.000,-0.500,5.500,")
	w.Wait(51 * 24 * time.Hour)
	nobody.Get(ladder).Want(t, http.StatusOK, "No game of the last 90 days has been worked through yet")
	nobody.Get(ladder+"/luck.json").Want(t, http.StatusOK, `{"rows":[]}`)
	later := "/months/" + first.AddDate(0, 1, 0).Format("2006-01")
	wantLines(t, "the month after", webtest.LuckLines(nobody.Get(ladder+later).Body))
	nobody.Get(ladder+month+"/luck.json").Want(t, http.StatusOK, `"player":"Dan1"`)
	api := "/ladders/streetsoccer/lg/luck"
	if got := program.Get(api).Want(t, http.StatusOK).Text; strings.Contains(got, "Dan") {
		t.Errorf("%s", got)
	}
	var of struct{ Rows []struct{ Player string } }
	if err := json.Unmarshal([]byte(program.Get(api+"?month="+first.Format("2006-01")).Want(t, http.StatusOK).Text), &of); err != nil || len(of.Rows) != 2 || of.Rows[0].Player != "Dan1" {
		t.Errorf("%+v, %v", of, err)
	}
	for _, wrong := range []string{"2031-01", "soon"} {
		program.Get(api+"?month="+wrong).Want(t, http.StatusNotFound)
	}
}

// Who may not know of a tournament does not learn its luck either, and its players read it.
func TestTheLuckOfAPrivateTournamentIsForThoseWhoKnowOfIt(t *testing.T) {
	w := webtest.New(t)
	people := w.People("Ann", "Bob", "Cleo", "Dan")
	ann, bob, dan := people[0], people[1], people[3]
	cup := ann.Cup(nil)
	for _, p := range people[1:3] {
		w.Accepted(p.Post(cup+"/entry", nil))
	}
	w.Accepted(ann.Post(cup+"/start", nil))
	w.Accepted(ann.Post(cup+"/desk", url.Values{"act": {"change"}, "name": {"Spring Cup"}, "profile": {"std"}, "private": {"1"}}))
	weighs(w, ann, bob, running(w, ann, bob), 1250)
	name := ann.Player.Name
	want := fmt.Sprintf("%s you|5.00|3.75|+1.25|0.00|0.040|strong|1", name)
	if got := webtest.LuckLines(ann.Get(cup).Body); len(got) != 2 || got[0] != want {
		t.Errorf("its organiser reads %q, want %q", got, want)
	}
	bob.Get(cup+"/luck.csv").Want(t, http.StatusOK, "\n"+name+",1,5.000,1.250,3.750,")
	for _, file := range []string{"", "/luck.csv", "/luck.json"} {
		dan.Get(cup+file).Want(t, http.StatusNotFound, "There is no such tournament").Without(t, "1.25", "1250")
	}
	w.Program("Reader").Get(cup+"/luck").Want(t, http.StatusNotFound)
}
