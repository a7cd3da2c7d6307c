package web_test

import (
	"database/sql"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/store/storetest"
)

// teamStage is a league of teams that is being played, one that is open, and what shows both.
type teamStage struct {
	running, open    string // addresses
	team, early      string // ids of one team of each
	captain, visitor *webtest.Member
	paths            map[string]*webtest.Browser
}

// newTeamStage lets a team be founded, asked, invited, lined up and helped out by its reserve.
func newTeamStage(w *webtest.World) (s teamStage) {
	w.T.Helper()
	people := w.People("Abe", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jan", "Kim", "Lou", "Mia", "Ned", "Ona", "Pia", "Rex", "Sue", "Tom")
	captain, visitor := people[0], people[18]
	of := func(f url.Values) { f.Set("format", "teams"); f.Set("places", "4"); f.Del("playing") }
	s.running, s.open = captain.Cup(of), captain.Cup(of)
	owls := w.Founded(s.running, "Night Owls", people[:6])
	s.captain, s.visitor, s.team = captain, visitor, owls[strings.LastIndexByte(owls, '/')+1:]
	w.Founded(s.running, "Night Owls of Larks", people[6:10])
	w.Founded(s.running, "Night Owls of Robins", people[10:14])
	w.Founded(s.running, "Night Owls of Wrens", people[14:18])
	w.Accepted(captain.Post(s.running+"/start", nil))
	w.Accepted(captain.Team(s.running, "act", "field", "team", s.team, "player", people[4].Player.ID, "board", "1", "text", "for luck"))

	early := w.Founded(s.open, "Night Owls", people[:3])
	s.early = early[strings.LastIndexByte(early, '/')+1:]
	w.Accepted(people[4].Team(s.open, "act", "ask", "team", s.early))
	w.Accepted(captain.Team(s.open, "act", "call", "team", s.early, "player", visitor.Player.Name))
	w.Accepted(captain.Team(s.open, "act", "line-up", "team", s.early, "board-"+captain.Player.ID, "2", "board-"+people[1].Player.ID, "1", "board-"+people[2].Player.ID, "3"))
	w.Accepted(captain.Team(s.open, "act", "release", "team", s.early, "player", people[2].Player.ID))

	v, err := w.Office.Tournament(w.T.Context(), league.Site(), strings.TrimPrefix(s.running, "/tournaments/"))
	if err != nil {
		w.T.Fatal(err)
	}
	for _, m := range v.Matches[:2] {
		plays(w, m.ID, 0)
	}
	webtest.AnalyseAll(w.T, w)
	stranger := w.Browser()
	s.paths = map[string]*webtest.Browser{
		s.running: stranger, owls: stranger, s.running + "/team-matches/c1-r1-m1": stranger, s.running + "/table.csv": stranger, s.running + "/table.json": stranger, s.running + "/luck.csv": stranger, s.running + "/luck.json": stranger,
		s.running + "/export.jsonl": captain.Browser, s.running + "/desk": captain.Browser, s.running + "/strike?player=" + s.team + "&reason=late": captain.Browser, s.running + "/strike": captain.Browser, s.running + "/team-matches/c1-r1-m2": stranger,
		s.open: visitor.Browser, early: captain.Browser, early + "?": visitor.Browser, early + "?asks": people[4].Browser, s.open + "/desk": captain.Browser,
		"/": visitor.Browser, "/tournaments": stranger, "/notices": visitor.Browser,
	}
	return s
}

// TestProofNoTextOfATeamBecomesMarkup is S3 for what stays of what captains write: the name of a
// team and of its captain, and why a reserve plays. They come in behind the rules' back.
func TestProofNoTextOfATeamBecomesMarkup(t *testing.T) {
	d := storetest.SQLite(t)
	w := webtest.NewOn(t, d)
	s := newTeamStage(w)
	db, err := sql.Open("sqlite3", d.URL+"?_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	change := func(statement string, args ...any) {
		if _, err := db.Exec(statement, args...); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	change("DROP TRIGGER tournament_events_no_update")
	change("CREATE TABLE was AS SELECT id, teams FROM tournaments")
	said := func(text string) map[string]*httptest.ResponseRecorder {
		change("UPDATE tournaments SET teams = (SELECT replace(was.teams, 'Night Owls', ?) FROM was WHERE was.id = tournaments.id)", text)
		change("UPDATE tournament_events SET text = ? WHERE act = 'founded'", text)
		change("UPDATE tournament_events SET text = ? WHERE act = 'fielded'", "1 R-TE-3: "+text)
		change("UPDATE players SET name = ? WHERE id = ?", text, s.captain.Player.ID)
		pages := map[string]*httptest.ResponseRecorder{}
		for path, b := range s.paths {
			pages[path] = b.Ask(http.MethodGet, path, nil)
		}
		return pages
	}
	harmless, shown := map[string]webtest.Model{}, 0
	for path, answer := range said("Nocturnal") {
		if harmless[path] = webtest.NewModel(answer); answer.Code >= 400 {
			t.Errorf("%s answers %d", path, answer.Code)
		}
		if strings.Contains(answer.Body.String(), "Nocturnal") {
			shown++
		}
	}
	if shown < 12 {
		t.Errorf("only %d of %d pages and files show the name", shown, len(s.paths))
	}
	texts, answers := webtest.Share(webtest.AllPayloads(t), 11), 0
	for _, text := range texts {
		if text = strings.ToValidUTF8(text, ""); strings.TrimSpace(text) == "" || strings.ContainsAny(text, "\x00\n") {
			continue // no database has such a text, and a team is a line
		}
		for path, got := range said(text) {
			answers++
			if why := webtest.AnswerHarm(got, harmless[path]); why != "" {
				t.Errorf("%s: %q: %s", path, text, why)
			}
		}
	}
	t.Logf("%d payloads, %d answers, %d of %d pages show the name", len(texts), answers, shown, len(s.paths))
}

// TestProofNoFieldOfATeamsFormBecomesMarkup is S3 for what comes back at once to who does
// something in a team. Each form is wrong somewhere, so that nothing is done.
func TestProofNoFieldOfATeamsFormBecomesMarkup(t *testing.T) {
	w := webtest.New(t)
	s := newTeamStage(w)
	var all []place
	form := func(by *webtest.Member, cup string, form url.Values, fields ...string) {
		for _, field := range append(fields, "act", "team") {
			all = append(all, place{cup + " " + form.Get("act") + " " + field, func(text string) *httptest.ResponseRecorder {
				if field == "name" {
					text = strings.Repeat("x", 41) + text // else some are names that a team may have
				}
				filled := maps.Clone(form)
				filled.Set(field, text)
				return by.Ask(http.MethodPost, cup+"/teams", filled)
			}})
		}
	}
	form(s.visitor, s.open, url.Values{"act": {"found"}, "name": {"X"}}, "name", "word")
	form(s.visitor, s.open, url.Values{"act": {"call"}, "team": {s.early}, "player": {"Nobody"}}, "word", "player")
	form(s.captain, s.open, url.Values{"act": {"call"}, "team": {s.early}, "player": {"Nobody"}}, "player")
	form(s.captain, s.open, url.Values{"act": {"take"}, "team": {s.early}, "player": {"nobody"}}, "player")
	form(s.captain, s.open, url.Values{"act": {"release"}, "team": {s.early}, "player": {"nobody"}}, "player")
	form(s.captain, s.open, url.Values{"act": {"line-up"}, "team": {s.early}}, "board-x", "board-"+s.captain.Player.ID)
	form(s.captain, s.running, url.Values{"act": {"field"}, "team": {s.team}, "player": {"nobody"}, "board": {"9"}}, "player", "board", "text")
	texts, answers, statuses := webtest.AllPayloads(t), 0, map[int]int{}
	for i, p := range all {
		harmless := map[string]webtest.Model{}
		for _, text := range webtest.Share(texts, i) {
			same := twin(text)
			if _, known := harmless[same]; !known {
				harmless[same] = webtest.NewModel(p.send(same))
			}
			got := p.send(text)
			answers++
			statuses[got.Code]++
			if why := webtest.AnswerHarm(got, harmless[same]); why != "" {
				t.Errorf("%s: %q: %s", p.name, text, why)
			}
		}
	}
	if statuses[http.StatusUnprocessableEntity] < answers/2 {
		t.Errorf("only %d of %d came back with a form: %v", statuses[http.StatusUnprocessableEntity], answers, statuses)
	}
	t.Logf("%d payloads, %d places, %d answers %v", len(texts), len(all), answers, statuses)
}
