package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/engine/games"
	"kickabout/league/archive"
)

// expectedOfExports continues the table of access.
var expectedOfExports = map[string]map[string]map[string]int{
	"GET /export/about":                                      {"running": all(200)},
	"GET /export/schema.json":                                {"running": all(200)},
	"GET /players/:id/export.jsonl":                          {"running": all(200), "unknown": all(404)},
	"GET /tournaments/:id/export.jsonl":                      {"open": everybody(200), "running": everybody(200), "unknown": everybody(404)},
	"GET /championship/:game/:variant/:season/export.jsonl":  {"running": all(200)},
	"GET /api/v1/tournaments/:id/export":                     {"unknown": tokens(404, nil)},
	"GET /api/v1/competitions/:format/:game/:variant/export": {"running": tokens(404, nil)},
	"GET /api/v1/players/:name/export":                       {"running": tokens(200, nil), "unknown": tokens(404, nil)},
}

// verified checks a file and counts its matches.
func verified(t *testing.T, body string) int {
	t.Helper()
	report, err := archive.Verify(strings.NewReader(body), games.ByID)
	if err != nil {
		t.Errorf("the file does not hold: %v\n%s", err, body)
	}
	return report.Matches
}

func TestATournamentAndAPlayersMatchesAreTakenAwayFromTheirPages(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("Ann"), w.member("Bob")
	cup := ann.cup(func(f url.Values) { f.Set("start", "full") })
	ann.post(cup+"/bots", url.Values{"bot": {"bot:greedy"}}).want(t, http.StatusSeeOther)
	ann.post(cup+"/bots", url.Values{"bot": {"bot:random"}}).want(t, http.StatusSeeOther)
	bob.post(cup+"/entry", nil).want(t, http.StatusSeeOther)
	bob.get(cup).want(t, http.StatusOK, cup+"/export.jsonl", "/export/about")
	got := w.browser().get(cup+"/export.jsonl").want(t, http.StatusOK, `"holds":"tournament"`, `{"type":"place"`, `{"type":"lot"`, `{"type":"entry"`, `{"type":"decision"`)
	if n := verified(t, got.Body); n != 6 {
		t.Errorf("%d matches are in the file", n)
	}
	if kind := got.Header.Get("Content-Type") + got.Header.Get("Content-Disposition"); !strings.Contains(kind, "ndjson") || !strings.Contains(kind, "attachment") {
		t.Errorf("it is sent as %q", kind)
	}
	of := "/players/" + bob.player.ID
	if n := verified(t, w.browser().get(of+"/export.jsonl").want(t, http.StatusOK, `"holds":"matches"`).Body); n != 3 {
		t.Errorf("%d matches of Bob are in the file", n)
	}
	w.browser().get("/export/about").want(t, http.StatusOK, "kickabout verify", "/export/schema.json")
	w.browser().get("/export/schema.json").want(t, http.StatusOK, "https://json-schema.org/")
}
