package web_test

import (
	"database/sql"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/store/storetest"
)

// competitions plays in everything that the site runs by itself: the members enter a ladder,
// a mini cup, a monthly cup and a championship, and some matches end. It returns the pages and
// files that show them, and the member who is in all of them.
func competitions(w *webtest.World, t *testing.T) (star league.Player, paths []string) {
	w.T.Helper()
	people, season := w.Championship(t, "Ann", "Bob", "Cleo", "Dan", "Eve")
	mini := webtest.QueueAt(t, people[0].Get("/minicup/streetsoccer/lg").Body, "Level 0")
	monthly := webtest.QueueAt(t, people[0].Get("/monthlycup/streetsoccer/lg").Body, "The next group")
	ladder, climb := w.LaddersOpen()
	for i, p := range people {
		w.Accepted(p.Post(climb+"/entry", nil))
		w.Accepted(p.Post(monthly+"/entry", nil))
		if i < 3 {
			w.Accepted(p.Post(mini+"/entry", nil))
		}
	}
	star = people[0].Player
	w.AllResign(star)
	w.GoToTime(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	for range 3 { // the second matches of the pairs begin when the first are over
		w.AllResign(star)
		w.GoToTime(w.Clock().Add(time.Hour))
	}
	for _, p := range people[:3] { // of what is being played now there is a group too
		w.Accepted(p.Post(webtest.QueueAt(t, p.Get("/minicup/streetsoccer/lg").Body, "Level 0")+"/entry", nil))
	}
	month := w.EndedMonth()
	webtest.AnalyseAll(w.T, w) // so that the tables of luck and skill have lines
	return star, []string{
		"/", "/competitions", "/hall", "/calendar", "/calendar.ics", "/tournaments", "/players/" + star.ID, "/players/" + star.ID + "/games", "/players/" + star.ID + "/record", "/players/" + star.ID + "/trophies", "/players/" + star.ID + "/ratings", mini, monthly, mini + "/table.csv", mini + "/table.json",
		"/championship", "/championship/streetsoccer/lg", "/championship/streetsoccer/lg/2026-11", "/championship/streetsoccer/lg/2026-11/d1-g1",
		"/championship/streetsoccer/lg/2026-11/pyramid.csv", "/championship/streetsoccer/lg/2026-11/pyramid.json",
		"/championship/streetsoccer/lg/2026-11/d1-g1/table.csv", "/championship/streetsoccer/lg/2026-11/d1-g1/table.json", season,
		"/championship/streetsoccer/lg/2026-11/luck.csv", "/championship/streetsoccer/lg/2026-11/luck.json", "/championship/streetsoccer/lg/2026-11?luck=player",
		"/championship/streetsoccer/lg/2026-11/d1-g1/luck.csv", "/championship/streetsoccer/lg/2026-11/d1-g1/luck.json", mini + "/luck.csv", mini + "/luck.json",
		ladder + "/luck.csv", ladder + "/luck.json", ladder + "/months/" + month + "/luck.csv", ladder + "/months/" + month + "/luck.json",
		"/ladder", ladder, ladder + "/table.csv", ladder + "/table.json", ladder + "/months/" + month, ladder + "/months/" + month + "/table.csv",
		ladder + "/months/" + month + "/table.json", ladder + "/players/" + star.ID, ladder + "/players/" + star.ID + "/places.csv", ladder + "/players/" + star.ID + "/places.json",
		"/minicup", "/minicup/streetsoccer/lg", "/minicup/streetsoccer/lg/honours.csv", "/minicup/streetsoccer/lg/honours.json",
		"/monthlycup", "/monthlycup/streetsoccer/lg", "/monthlycup/streetsoccer/lg/months.csv", "/monthlycup/streetsoccer/lg/months.json",
	}
}

// TestProofNoNameInACompetitionBecomesMarkup is S3 for the pages and files of what the site
// runs by itself. The names come in behind the rules' back, as in TestProofNoNameBecomesMarkup;
// here a player who is in everything is given one after the other.
func TestProofNoNameInACompetitionBecomesMarkup(t *testing.T) {
	d := storetest.SQLite(t)
	w := webtest.NewOn(t, d)
	star, paths := competitions(w, t)
	db, err := sql.Open("sqlite3", d.URL+"?_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	stranger := w.Browser()
	called := func(name string) map[string]*httptest.ResponseRecorder {
		if _, err := db.Exec("UPDATE players SET name = ? WHERE id = ?", name, star.ID); err != nil {
			t.Fatal(err)
		}
		pages := map[string]*httptest.ResponseRecorder{}
		for _, path := range paths {
			pages[path] = stranger.Ask(http.MethodGet, path, nil)
		}
		return pages
	}
	called("Somebody") // whoever looks at what is overdue ends it: from here on nothing changes
	harmless, shown := map[string]webtest.Model{}, 0
	for path, answer := range called("Somebody") {
		if harmless[path] = webtest.NewModel(answer); answer.Code >= 400 {
			t.Errorf("%s answers %d", path, answer.Code)
		}
		if strings.Contains(answer.Body.String(), "Somebody") {
			shown++
		}
	}
	if shown < 25 {
		t.Errorf("only %d of %d pages and files show the name", shown, len(paths))
	}
	texts, answers := webtest.Share(webtest.AllPayloads(t), 7), 0
	for _, text := range texts {
		if text = strings.ToValidUTF8(text, ""); text == "" || strings.Contains(text, "\x00") {
			continue // no database has such a text
		}
		for path, got := range called(text) {
			answers++
			if why := webtest.AnswerHarm(got, harmless[path]); why != "" {
				t.Errorf("%s: %q: %s", path, text, why)
			}
		}
	}
	t.Logf("%d payloads, %d answers, %d of %d pages show the name", len(texts), answers, shown, len(paths))
}
