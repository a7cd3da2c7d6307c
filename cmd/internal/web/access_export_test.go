package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/dice/tbd2"
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
	"GET /api/v1/tournaments/:id/export":                     {"unknown": toAnybody(404, nil)},
	"GET /api/v1/competitions/:format/:game/:variant/export": {"running": toAnybody(404, nil)},
	"GET /api/v1/players/:name/export":                       {"running": toAnybody(200, nil), "unknown": toAnybody(404, nil)},
}

// verified checks a file and counts its matches.
func verified(t *testing.T, body string) int {
	t.Helper()
	report, err := archive.Verify(strings.NewReader(body), games.ByID, tbd2.Evidence{})
	if err != nil {
		t.Errorf("the file does not hold: %v\n%s", err, body)
	}
	return report.Matches
}

func TestATournamentAndAPlayersMatchesAreTakenAwayFromTheirPages(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup := ann.Cup(func(f url.Values) { f.Set("start", "full") })
	ann.Post(cup+"/bots", url.Values{"bot": {"bot:greedy"}}).Want(t, http.StatusSeeOther)
	ann.Post(cup+"/bots", url.Values{"bot": {"bot:random"}}).Want(t, http.StatusSeeOther)
	bob.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	bob.Get(cup).Want(t, http.StatusOK, cup+"/export.jsonl", "/export/about")
	got := w.Browser().Get(cup+"/export.jsonl").Want(t, http.StatusOK, `"holds":"tournament"`, `{"type":"place"`, `{"type":"lot"`, `{"type":"entry"`, `{"type":"decision"`)
	if n := verified(t, got.Body); n != 6 {
		t.Errorf("%d matches are in the file", n)
	}
	if kind := got.Header.Get("Content-Type") + got.Header.Get("Content-Disposition"); !strings.Contains(kind, "ndjson") || !strings.Contains(kind, "attachment") {
		t.Errorf("it is sent as %q", kind)
	}
	of := "/players/" + bob.Player.ID
	if n := verified(t, w.Browser().Get(of+"/export.jsonl").Want(t, http.StatusOK, `"holds":"matches"`).Body); n != 3 {
		t.Errorf("%d matches of Bob are in the file", n)
	}
	w.Browser().Get("/export/about").Want(t, http.StatusOK, "kickabout verify", "/export/schema.json")
	w.Browser().Get("/export/schema.json").Want(t, http.StatusOK, "https://json-schema.org/")
}
