package web_test

import (
	"database/sql"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kickabout/league"
	"kickabout/league/office"
	"kickabout/store/storetest"
)

// plays is moves, after which whoever is to move resigns.
func (w *world) plays(id string, moves int) {
	w.t.Helper()
	w.moves(id, moves)
	if mover, ok := w.view(id).Match.Mover(); ok {
		if _, err := w.office.Resign(w.t.Context(), mover, id, w.clock()); err != nil {
			w.t.Fatal(err)
		}
	}
}

// moves lets the sides of a match make some moves of chance.
func (w *world) moves(id string, moves int) {
	w.t.Helper()
	random := rand.New(rand.NewPCG(3, 8))
	for range moves {
		v := w.view(id)
		mover, ok := v.Match.Mover()
		if !ok {
			return
		}
		if _, err := w.office.Play(w.t.Context(), mover, office.Turn{Match: id, Seen: v.Record.Seq, Move: v.Record.Position.Random(random), Arrived: w.clock()}); err != nil {
			w.t.Fatal(err)
		}
	}
}

// TestProofNoNameBesideAnAnalysisBecomesMarkup is S3 for finished matches that are analysed: what they were worth, the
// moves to be guessed again, and the tables of luck and skill, with hostile names of a player and a tournament and a
// hostile line of chat. They come in behind the rules' back.
func TestProofNoNameBesideAnAnalysisBecomesMarkup(t *testing.T) {
	d := storetest.SQLite(t)
	w := newWorldOn(t, d)
	people := w.people("Ann", "Bob", "Cleo")
	ann, bob := people[0], people[1]
	cup := ann.cup(nil)
	for _, p := range people[1:] {
		w.accepted(p.post(cup+"/entry", nil))
	}
	w.accepted(ann.post(cup+"/start", nil))
	var match string
	v, err := w.office.Tournament(t.Context(), strings.TrimPrefix(cup, "/tournaments/"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range v.Matches {
		if m.SideOf(ann.player.ID) > 0 && m.SideOf(bob.player.ID) > 0 {
			match = m.ID
		}
		if err := w.office.Say(t.Context(), m.Seats[0].Player, office.Saying{Match: m.ID, Text: "Somebody", Arrived: w.clock()}); err != nil {
			t.Fatal(err)
		}
		w.plays(m.ID, 12)
	}
	analyseAll(t, w)
	at := "/matches/" + match
	guess := "?turn=2&move=" + url.QueryEscape(w.movesOf(match, ann.player)[1])
	paths := map[string]*browser{
		at: ann.browser, at + "?": bob.browser, at + "/analysis": ann.browser, at + "/analysis?": bob.browser, at + "/analysis?stranger": w.browser(),
		at + "/coach": ann.browser, at + "/coach?": bob.browser, at + "/coach" + guess: ann.browser, at + "/coach?turn=1&tried=1&lost=9": bob.browser, "/analysis?match=" + match: bob.browser,
		cup: w.browser(), cup + "?luck=player": w.browser(), cup + "/luck.csv": bob.browser, cup + "/luck.json": bob.browser,
		"/players/" + ann.player.ID: w.browser(), "/ratings?rules=streetsoccer/lg": w.browser(),
	}
	db, err := sql.Open("sqlite3", d.URL+"?_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	said := func(text string) map[string]*httptest.ResponseRecorder {
		for statement, id := range map[string]string{
			"UPDATE players SET name = ? WHERE id = ?": ann.player.ID, "UPDATE tournaments SET name = ? WHERE id = ?": strings.TrimPrefix(cup, "/tournaments/"), "UPDATE lines SET text = ? WHERE match_id = ?": match,
		} {
			if _, err := db.Exec(statement, text, id); err != nil {
				t.Fatal(err)
			}
		}
		pages := map[string]*httptest.ResponseRecorder{}
		for path, b := range paths {
			pages[path] = b.ask(http.MethodGet, path, nil)
		}
		return pages
	}
	harmless, shown := map[string]model{}, 0
	for path, answer := range said("Somebody") {
		if harmless[path] = newModel(answer); answer.Code != http.StatusOK {
			t.Errorf("%s answers %d", path, answer.Code)
		}
		if strings.Contains(answer.Body.String(), "Somebody") {
			shown++
		}
	}
	if shown < 14 {
		t.Errorf("only %d of %d pages and files show the name", shown, len(paths))
	}
	if page := harmless[at+"/analysis"].Body.String(); !strings.Contains(page, "worth-boards") || !strings.Contains(harmless[at+"/coach"+guess].Body.String(), "in the game") || len(luckLines(harmless[cup].Body.String())) != 3 {
		t.Error("there is nothing to be seen of the analyses")
	}
	texts, answers := share(allPayloads(t), 5), 0
	for _, text := range texts {
		if text = strings.ToValidUTF8(text, ""); text == "" || strings.Contains(text, "\x00") {
			continue // no database has such a text
		}
		for path, got := range said(text) {
			answers++
			if why := answerHarm(got, harmless[path]); why != "" {
				t.Errorf("%s: %q: %s", path, text, why)
			}
		}
	}
	t.Logf("%d payloads, %d answers, %d of %d pages show the name", len(texts), answers, shown, len(paths))
}

// movesOf lists what a player played in a match.
func (w *world) movesOf(id string, p league.Player) (moves []string) {
	w.t.Helper()
	v := w.view(id)
	for _, e := range v.Record.Log {
		if e.Act == "move" && e.By == v.Match.SideOf(p.ID) {
			moves = append(moves, e.Text)
		}
	}
	return moves
}
