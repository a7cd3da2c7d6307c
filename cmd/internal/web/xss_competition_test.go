package web_test

import (
	"context"
	"database/sql"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kickabout/league"
	"kickabout/store/storetest"
)

// competitions plays in everything that the site runs by itself: the members enter a ladder,
// a mini cup, a monthly cup and a championship, and some matches end. It returns the pages and
// files that show them, and the member who is in all of them.
func (w *world) competitions(t *testing.T) (star league.Player, paths []string) {
	w.t.Helper()
	people, season := w.championship(t, "Ann", "Bob", "Cleo", "Dan", "Eve")
	mini := queueAt(t, people[0].get("/minicup/streetsoccer/lg").Body, "Level 0")
	monthly := queueAt(t, people[0].get("/monthlycup/streetsoccer/lg").Body, "The next group")
	ladder, climb := w.laddersOpen()
	for i, p := range people {
		w.accepted(p.post(climb+"/entry", nil))
		w.accepted(p.post(monthly+"/entry", nil))
		if i < 3 {
			w.accepted(p.post(mini+"/entry", nil))
		}
	}
	star = people[0].player
	w.allResign(star)
	w.goToTime(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))
	for range 3 { // the second matches of the pairs begin when the first are over
		w.allResign(star)
		w.goToTime(w.clock().Add(time.Hour))
	}
	for _, p := range people[:3] { // of what is being played now there is a group too
		w.accepted(p.post(queueAt(t, p.get("/minicup/streetsoccer/lg").Body, "Level 0")+"/entry", nil))
	}
	month := w.endedMonth()
	analyseAll(w.t, w) // so that the tables of luck and skill have lines
	return star, []string{
		"/", "/competitions", "/calendar", "/calendar.ics", "/tournaments", "/players/" + star.ID, mini, monthly, mini + "/table.csv", mini + "/table.json",
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

// allResign ends every match that is being played: one player wins all of his.
func (w *world) allResign(star league.Player) {
	w.t.Helper()
	running, err := w.store.Running(w.t.Context(), 1<<20)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, m := range running {
		loser := m.Seats[0].Player
		if loser.ID == star.ID {
			loser = m.Seats[1].Player
		}
		if _, err := w.office.Resign(context.Background(), loser, m.ID, w.office.Now()); league.KindOf(err) == league.Internal && err != nil {
			w.t.Fatal(err)
		}
	}
}

// TestProofNoNameInACompetitionBecomesMarkup is S3 for the pages and files of what the site
// runs by itself. The names come in behind the rules' back, as in TestProofNoNameBecomesMarkup;
// here a player who is in everything is given one after the other.
func TestProofNoNameInACompetitionBecomesMarkup(t *testing.T) {
	d := storetest.SQLite(t)
	w := newWorldOn(t, d)
	star, paths := w.competitions(t)
	db, err := sql.Open("sqlite3", d.URL+"?_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	stranger := w.browser()
	called := func(name string) map[string]*httptest.ResponseRecorder {
		if _, err := db.Exec("UPDATE players SET name = ? WHERE id = ?", name, star.ID); err != nil {
			t.Fatal(err)
		}
		pages := map[string]*httptest.ResponseRecorder{}
		for _, path := range paths {
			pages[path] = stranger.ask(http.MethodGet, path, nil)
		}
		return pages
	}
	called("Somebody") // whoever looks at what is overdue ends it: from here on nothing changes
	harmless, shown := map[string]model{}, 0
	for path, answer := range called("Somebody") {
		if harmless[path] = newModel(answer); answer.Code >= 400 {
			t.Errorf("%s answers %d", path, answer.Code)
		}
		if strings.Contains(answer.Body.String(), "Somebody") {
			shown++
		}
	}
	if shown < 25 {
		t.Errorf("only %d of %d pages and files show the name", shown, len(paths))
	}
	texts, answers := share(allPayloads(t), 7), 0
	for _, text := range texts {
		if text = strings.ToValidUTF8(text, ""); text == "" || strings.Contains(text, "\x00") {
			continue // no database has such a text
		}
		for path, got := range called(text) {
			answers++
			if why := answerHarm(got, harmless[path]); why != "" {
				t.Errorf("%s: %q: %s", path, text, why)
			}
		}
	}
	t.Logf("%d payloads, %d answers, %d of %d pages show the name", len(texts), answers, shown, len(paths))
}
