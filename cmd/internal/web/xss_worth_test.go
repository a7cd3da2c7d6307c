package web_test

import (
	"database/sql"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/store/storetest"
)

// plays is moves, after which whoever is to move resigns.
func plays(w *webtest.World, id string, moves int) {
	w.T.Helper()
	w.Moves(id, moves)
	if mover, ok := w.View(id).Match.Mover(); ok {
		if _, err := w.Working().Resign(w.T.Context(), mover, id, w.Clock()); err != nil {
			w.T.Fatal(err)
		}
	}
}

// TestProofNoNameBesideAnAnalysisBecomesMarkup is S3 for finished matches that are analysed: what they were worth, the
// moves to be guessed again, and the tables of luck and skill, with hostile names of a player and a tournament and a
// hostile line of chat. They come in behind the rules' back.
func TestProofNoNameBesideAnAnalysisBecomesMarkup(t *testing.T) {
	d := storetest.SQLite(t)
	w := webtest.NewOn(t, d)
	people := w.People("Ann", "Bob", "Cleo")
	ann, bob := people[0], people[1]
	cup := ann.Cup(nil)
	for _, p := range people[1:] {
		w.Accepted(p.Post(cup+"/entry", nil))
	}
	w.Accepted(ann.Post(cup+"/start", nil))
	var match string
	v, err := w.Office.Tournament(t.Context(), league.Site(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range v.Matches {
		if m.SideOf(ann.Player.ID) > 0 && m.SideOf(bob.Player.ID) > 0 {
			match = m.ID
		}
		if err := w.Office.Say(t.Context(), m.Seats[0].Player, membersleague.Saying{Match: m.ID, Text: "Somebody", Arrived: w.Clock()}); err != nil {
			t.Fatal(err)
		}
		plays(w, m.ID, 12)
	}
	webtest.AnalyseAll(t, w)
	at := "/matches/" + match
	guess := "?turn=2&move=" + url.QueryEscape(movesOf(w, match, ann.Player)[1])
	paths := map[string]*webtest.Browser{
		at: ann.Browser, at + "?": bob.Browser, at + "/analysis": ann.Browser, at + "/analysis?": bob.Browser, at + "/analysis?stranger": w.Browser(),
		at + "/coach": ann.Browser, at + "/coach?": bob.Browser, at + "/coach" + guess: ann.Browser, at + "/coach?turn=1&tried=1&lost=9": bob.Browser, "/analysis?match=" + match: bob.Browser,
		cup: w.Browser(), cup + "?luck=player": w.Browser(), cup + "/luck.csv": bob.Browser, cup + "/luck.json": bob.Browser,
		"/players/" + ann.Player.ID: w.Browser(), "/ratings?rules=streetsoccer/lg": w.Browser(),
	}
	db, err := sql.Open("sqlite3", d.URL+"?_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	said := func(text string) map[string]*httptest.ResponseRecorder {
		for statement, id := range map[string]string{
			"UPDATE players SET name = ? WHERE id = ?": ann.Player.ID, "UPDATE tournaments SET name = ? WHERE id = ?": strings.TrimPrefix(cup, "/tournaments/"), "UPDATE lines SET text = ? WHERE match_id = ?": match,
		} {
			if _, err := db.Exec(statement, text, id); err != nil {
				t.Fatal(err)
			}
		}
		pages := map[string]*httptest.ResponseRecorder{}
		for path, b := range paths {
			pages[path] = b.Ask(http.MethodGet, path, nil)
		}
		return pages
	}
	harmless, shown := map[string]webtest.Model{}, 0
	for path, answer := range said("Somebody") {
		if harmless[path] = webtest.NewModel(answer); answer.Code != http.StatusOK {
			t.Errorf("%s answers %d", path, answer.Code)
		}
		if strings.Contains(answer.Body.String(), "Somebody") {
			shown++
		}
	}
	if shown < 14 {
		t.Errorf("only %d of %d pages and files show the name", shown, len(paths))
	}
	if page := harmless[at+"/analysis"].Body.String(); !strings.Contains(page, "worth-boards") || !strings.Contains(harmless[at+"/coach"+guess].Body.String(), "in the game") || len(webtest.LuckLines(harmless[cup].Body.String())) != 3 {
		t.Error("there is nothing to be seen of the analyses")
	}
	texts, answers := webtest.Share(webtest.AllPayloads(t), 5), 0
	for _, text := range texts {
		if text = strings.ToValidUTF8(text, ""); text == "" || strings.Contains(text, "\x00") {
			continue // no database has such a text
		}
		for path, got := range said(text) {
			answers++
			if why := webtest.AnswerHarm(got, harmless[path]); why != "" {
				t.Errorf("%s: %q: %s", path, text, why)
			}
		}
	}
	t.Logf("%d payloads, %d answers, %d of %d pages show the name", len(texts), answers, shown, len(paths))
}

// movesOf lists what a player played in a match.
func movesOf(w *webtest.World, id string, p league.Player) (moves []string) {
	w.T.Helper()
	v := w.View(id)
	for _, e := range v.Record.Log {
		if e.Act == "move" && e.By == v.Match.SideOf(p.ID) {
			moves = append(moves, e.Text)
		}
	}
	return moves
}
