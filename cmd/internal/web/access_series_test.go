package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"kickabout/cmd/internal/web/webtest"
)

// expectedOfChampionships continues the table of access. No season has started there; for
// one that has, see TestAChampionshipIsReadAsItIsPlayed.
var expectedOfChampionships = map[string]map[string]map[string]int{
	"GET /championship":                                          {"running": all(200)},
	"GET /championship/:game/:variant":                           {"running": all(200)},
	"GET /championship/:game/:variant/:season":                   {"running": all(404)},
	"GET /championship/:game/:variant/:season/pyramid.csv":       {"running": all(404)},
	"GET /championship/:game/:variant/:season/pyramid.json":      {"running": all(404)},
	"GET /championship/:game/:variant/:season/luck.csv":          {"running": all(404)},
	"GET /championship/:game/:variant/:season/luck.json":         {"running": all(404)},
	"GET /championship/:game/:variant/:season/:group":            {"running": all(404)},
	"GET /championship/:game/:variant/:season/:group/luck.csv":   {"running": all(404)},
	"GET /championship/:game/:variant/:season/:group/luck.json":  {"running": all(404)},
	"GET /championship/:game/:variant/:season/:group/table.csv":  {"running": all(404)},
	"GET /championship/:game/:variant/:season/:group/table.json": {"running": all(404)},

	"GET /api/v1/championships":                                    {"running": toAnybody(200, nil)},
	"GET /api/v1/championships/:game/:variant/:season":             {"running": toAnybody(404, nil)},
	"GET /api/v1/championships/:game/:variant/:season/luck":        {"running": toAnybody(404, nil)},
	"GET /api/v1/championships/:game/:variant/:season/:group":      {"running": toAnybody(404, nil)},
	"GET /api/v1/championships/:game/:variant/:season/:group/luck": {"running": toAnybody(404, nil)},
	"GET /api/v1/championships/:game/:variant/:season/:group/odds": {"running": toAnybody(404, nil)},
	"PUT /api/v1/tournaments/:id/confirmation":                     {"running": tokens(409, nil), "finished": tokens(409, nil), "unknown": tokens(404, nil)},
}

// expectedOfCups says what each role gets of the pages of cups and of the calendar.
var expectedOfCups = map[string]map[string]map[string]int{
	"GET /competitions":                          {"running": all(200)},
	"GET /minicup":                               {"running": all(200)},
	"GET /minicup/:game/:variant":                {"running": all(200)},
	"GET /championship/:game/:variant/feed.atom": {"running": all(200)},
	"GET /minicup/:game/:variant/feed.atom":      {"running": all(200)},
	"GET /monthlycup/:game/:variant/feed.atom":   {"running": all(200)},
	"GET /minicup/:game/:variant/honours.csv":    {"running": all(200)},
	"GET /minicup/:game/:variant/honours.json":   {"running": all(200)},
	"GET /monthlycup":                            {"running": all(200)},
	"GET /monthlycup/:game/:variant":             {"running": all(200)},
	"GET /monthlycup/:game/:variant/months.csv":  {"running": all(200)},
	"GET /monthlycup/:game/:variant/months.json": {"running": all(200)},
	"GET /hall":                              {"running": all(200)},
	"GET /calendar":                          {"running": all(200)},
	"GET /api/v1/minicups/:game/:variant":    {"running": toAnybody(200, nil)},
	"GET /api/v1/monthlycups/:game/:variant": {"running": toAnybody(200, nil)},
	"GET /api/v1/calendar":                   {"running": toAnybody(200, nil)},
	"PUT /api/v1/tournaments/:id/agreement":  {"running": tokens(422, nil), "finished": tokens(422, nil), "unknown": tokens(404, nil)},
	"GET /calendar.ics":                      {"running": all(200)},
}

// ladderRoles are the five roles of tournaments: who has an account is not in, an entrant is
// on top, the organiser second.
var expectedOfLadders = map[string]map[string]map[string]int{
	"GET /ladder":                                         {"open": everybody(200)},
	"GET /ladder/:game/:variant":                          {"open": everybody(200), "unknown": everybody(404)},
	"POST /ladder/:game/:variant/challenges":              {"open": members(403, 403, 303), "unknown": everybody(404)},
	"POST /ladder/:game/:variant/settings":                {"open": members(409, 303, 303), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/feed.atom":                {"open": everybody(200), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/table.csv":                {"open": everybody(200), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/table.json":               {"open": everybody(200), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/luck.csv":                 {"open": everybody(200), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/luck.json":                {"open": everybody(200), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/months/:month/luck.csv":   {"open": everybody(200), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/months/:month/luck.json":  {"open": everybody(200), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/months/:month":            {"open": everybody(200), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/months/:month/table.csv":  {"open": everybody(200), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/months/:month/table.json": {"open": everybody(200), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/players/:id":              {"open": everybody(200), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/players/:id/places.csv":   {"open": everybody(200), "unknown": everybody(404)},
	"GET /ladder/:game/:variant/players/:id/places.json":  {"open": everybody(200), "unknown": everybody(404)},
}

// leave takes them off it.
func leave(s webtest.LadderScene) {
	for _, p := range s.People {
		p.World.Accepted(p.Post(s.Ladder+"/settings", url.Values{"setting": {"manual"}}))
		p.World.Accepted(p.Post(s.Cup+"/withdrawal", nil))
	}
}

// knockAtLadder is knock for a route of ladders; after an act that was done those on the ladder leave it.
func knockAtLadder(w *webtest.World, method, path, state, role string) int {
	w.T.Helper()
	s := kept(w, "ladder", func() webtest.LadderScene { return w.NewLadderScene() })
	people := s.People
	who := map[string]*webtest.Browser{
		"nobody": w.Browser(), "guest": s.Guest, "member": s.Member.Browser, "entrant": people[0].Browser, "organiser": people[1].Browser,
	}[role]
	variant, month := "lg", ""
	if strings.Contains(path, ":month") {
		month = w.EndedMonth()
	}
	if state == "unknown" {
		variant = "nosuch"
	}
	form := url.Values{"opponent": {people[0].Player.ID}, "setting": {"automatic"}}
	if method != http.MethodPost {
		form = nil
	}
	address := strings.NewReplacer(":game", "streetsoccer", ":variant", variant, ":month", month, ":id", people[0].Player.ID).Replace(path)
	code := who.Ask(method, address, form).Code
	if method == http.MethodPost && code < 400 {
		leave(s)
	}
	return code
}

// challengeBody has programs on the ladder, the mover at the end, and names whom they challenge:
// the one right above them, who has just entered.
func challengeBody(w *webtest.World, opponent, mover *webtest.Program) webtest.Object {
	w.T.Helper()
	_, cup := w.LaddersOpen()
	above := w.Program(fmt.Sprintf("above %d", w.Knocks))
	for _, p := range []*webtest.Program{opponent, above, mover} {
		v, err := w.Office.Ladder(w.T.Context(), p.Player, webtest.Street)
		if err != nil {
			w.T.Fatal(err)
		}
		if v.Me == nil {
			p.Do(http.MethodPut, "/api/v1"+cup+"/entry", nil, nil).Want(w.T, 200)
			// So that no match begins by itself before somebody knocks.
			p.Do(http.MethodPut, "/api/v1/ladders/streetsoccer/lg/setting", webtest.Object{"setting": "manual"}, nil).Want(w.T, 200)
		}
	}
	return webtest.Object{"opponent": above.Player.Name}
}
