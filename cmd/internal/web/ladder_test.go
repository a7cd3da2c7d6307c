package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/league"
)

// street is a ladder of all tests.
var street = league.Competition{Format: "ladder", Game: "streetsoccer", Variant: "lg"}

// ladderRoles are the five roles of tournaments: who has an account is not in, an entrant is
// on top, the organiser second.
var expectedOfLadders = map[string]map[string]map[string]int{
	"GET /ladder":                                         {"open": everybody(200)},
	"GET /ladder/:game/:variant":                          {"open": everybody(200), "unknown": everybody(404)},
	"POST /ladder/:game/:variant/challenges":              {"open": members(403, 403, 303), "unknown": everybody(404)},
	"POST /ladder/:game/:variant/settings":                {"open": members(409, 303, 303), "unknown": everybody(404)},
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

// laddersOpen opens the ladders and returns the address of one, and that of its tournament.
func (w *world) laddersOpen() (ladder, cup string) {
	w.t.Helper()
	if err := w.office.Compete(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	v, err := w.office.Ladder(w.t.Context(), league.Player{}, street)
	if err != nil {
		w.t.Fatal(err)
	}
	return "/ladder/streetsoccer/lg", "/tournaments/" + v.Tournament.ID
}

// climbers enter the ladder one after the other.
func (w *world) climbers(names ...string) (ladder string, people []*member) {
	w.t.Helper()
	ladder, cup := w.laddersOpen()
	people = w.people(names...)
	for _, p := range people {
		w.accepted(p.post(cup+"/entry", nil))
		w.accepted(p.post(ladder+"/settings", url.Values{"setting": {"manual"}}))
	}
	return ladder, people
}

// A ladderScene is a ladder with those who climb it, or not.
type ladderScene struct {
	ladder, cup string
	people      []*member
	guest       *browser
	member      *member
}

// newLadderScene has two on the ladder.
func (w *world) newLadderScene() (s ladderScene) {
	w.t.Helper()
	s.ladder, s.people = w.climbers("entrant", "organiser")
	_, s.cup = w.laddersOpen()
	s.guest, s.member = w.browser(), w.people("member")[0]
	s.guest.begin()
	return s
}

// leave takes them off it.
func (s ladderScene) leave() {
	for _, p := range s.people {
		p.w.accepted(p.post(s.ladder+"/settings", url.Values{"setting": {"manual"}}))
		p.w.accepted(p.post(s.cup+"/withdrawal", nil))
	}
}

// knockAtLadder is knock for a route of ladders; after an act that was done those on the ladder leave it.
func (w *world) knockAtLadder(method, path, state, role string) int {
	w.t.Helper()
	s := kept(w, "ladder", w.newLadderScene)
	people := s.people
	who := map[string]*browser{
		"nobody": w.browser(), "guest": s.guest, "member": s.member.browser, "entrant": people[0].browser, "organiser": people[1].browser,
	}[role]
	variant, month := "lg", ""
	if strings.Contains(path, ":month") {
		month = w.endedMonth()
	}
	if state == "unknown" {
		variant = "nosuch"
	}
	form := url.Values{"opponent": {people[0].player.ID}, "setting": {"automatic"}}
	if method != http.MethodPost {
		form = nil
	}
	address := strings.NewReplacer(":game", "streetsoccer", ":variant", variant, ":month", month, ":id", people[0].player.ID).Replace(path)
	code := who.ask(method, address, form).Code
	if method == http.MethodPost && code < 400 {
		s.leave()
	}
	return code
}

// endedMonth returns a month that has ended since the ladders opened; it waits for the first.
func (w *world) endedMonth() string {
	w.t.Helper()
	for range 2 {
		v, err := w.office.Ladder(w.t.Context(), league.Player{}, street)
		if err != nil {
			w.t.Fatal(err)
		}
		if len(v.Months) > 0 {
			return v.Months[0].Format("2006-01")
		}
		w.wait(32 * 24 * time.Hour)
	}
	w.t.Fatal("no month ends")
	return ""
}

// challengeBody has programs on the ladder, the mover at the end, and names whom he challenges:
// the one right above him, who has just entered.
func (w *world) challengeBody(opponent, mover *program) object {
	w.t.Helper()
	_, cup := w.laddersOpen()
	above := w.program(fmt.Sprintf("above %d", w.knocks))
	for _, p := range []*program{opponent, above, mover} {
		v, err := w.office.Ladder(w.t.Context(), p.player, street)
		if err != nil {
			w.t.Fatal(err)
		}
		if v.Me == nil {
			p.do(http.MethodPut, "/api/v1"+cup+"/entry", nil, nil).want(w.t, 200)
			// So that no match begins by itself before somebody knocks.
			p.do(http.MethodPut, "/api/v1/ladders/streetsoccer/lg/setting", object{"setting": "manual"}, nil).want(w.t, 200)
		}
	}
	return object{"opponent": above.player.Name}
}

func TestALadderIsClimbedByForms(t *testing.T) {
	w := newWorld(t)
	ann := w.member("Ann")
	ann.get("/ladder/streetsoccer/lg").want(t, http.StatusOK, "has not opened yet")
	ladder, people := w.climbers("Bob", "Cleo", "Dan")
	bob, cleo, dan := people[0], people[1], people[2]
	w.browser().get(ladder).want(t, http.StatusOK, "Sign up to enter", "on place 4", "Bob", "Cleo", "Dan")
	ann.get("/ladder").want(t, http.StatusOK, "3 players", "StreetSoccer")
	dan.get(ladder).want(t, http.StatusOK, "You are on place 3 of 3", `aria-label="Challenge Bob`, `aria-label="Challenge Cleo`, "Let the site choose")

	got := dan.post(ladder+"/challenges", url.Values{"opponent": {bob.player.ID}})
	got.want(t, http.StatusSeeOther)
	match := got.Header.Get("Location")
	if again := dan.post(ladder+"/challenges", url.Values{"opponent": {bob.player.ID}}); again.Header.Get("Location") != match {
		t.Errorf("challenged twice: %s and %s", match, again.Header.Get("Location"))
	}
	dan.post(ladder+"/challenges", url.Values{"opponent": {cleo.player.ID}}).want(t, http.StatusConflict, "Your own challenge is still being played", "You are on place 3")
	cleo.get(ladder).want(t, http.StatusOK, "challenges <b>Bob", match)
	dan.post(ladder+"/settings", url.Values{"setting": {"sleep"}}).want(t, http.StatusUnprocessableEntity, "Choose one of the settings")

	w.wait(time.Hour)
	bob.post(match+"/resignation", nil).want(t, http.StatusSeeOther)
	dan.get(ladder).want(t, http.StatusOK, "You are on place 1 of 3", "is now on place 1", "(R-LA-5)", "5-0")
	bob.get(ladder).want(t, http.StatusOK, "ended less than 14 days ago")
	_, cup := w.laddersOpen()
	if at := cleo.get(cup); at.Status != http.StatusSeeOther || at.Header.Get("Location") != ladder {
		t.Errorf("its tournament answers %d %s", at.Status, at.Header.Get("Location"))
	}
	cleo.post(cup+"/entry", nil).want(t, http.StatusConflict, "You are in this tournament already", "You are on place 3 of 3")
	ann.get(ladder+"/players/"+dan.player.ID).want(t, http.StatusOK, "Place 1 of 3", "The same as a table")
	ann.get(ladder+"/table.csv").want(t, http.StatusOK, "1,Dan")
	ann.get(ladder+"/table.json").want(t, http.StatusOK, `"player":"Dan`)
	month := w.clock().Format("2006-01")
	ann.get(ladder+"/months/"+month).want(t, http.StatusNotFound, "no table of this month")
	ann.get(ladder+"/months/soon").want(t, http.StatusNotFound, "no such month")
	w.wait(32 * 24 * time.Hour)
	ann.get(ladder+"/months/"+month).want(t, http.StatusOK, "Dan", "Table as CSV")
	ann.get(ladder+"?sort=player&page=1").want(t, http.StatusOK, `aria-sort="ascending"`)
	ann.get("/ladder/streetsoccer/nosuch").want(t, http.StatusNotFound, "no such competition")
}

func TestALadderIsClimbedByPrograms(t *testing.T) {
	w := newWorld(t)
	_, cup := w.laddersOpen()
	ann, bob := w.program("Ann"), w.program("Bob")
	for _, p := range []*program{ann, bob} {
		p.put(cup+"/entry").want(t, 200)
		p.do(http.MethodPut, "/api/v1/ladders/streetsoccer/lg/setting", object{"setting": "manual"}, nil).want(t, 200)
	}
	got := bob.get("/ladders/streetsoccer/lg").want(t, 200).Body
	choice := got["range"].([]any)[0].(map[string]any)
	if choice["player"] != "Ann" || choice["reason"] != nil || got["you"].(map[string]any)["place"] != 2.0 {
		t.Errorf("Bob sees %v", got)
	}
	made := bob.post("/ladders/streetsoccer/lg/challenges", object{"opponent": "Ann"}).want(t, 201)
	if again := bob.post("/ladders/streetsoccer/lg/challenges", object{"opponent": "Ann"}).want(t, 201); again.Body["id"] != made.Body["id"] {
		t.Errorf("challenged twice: %v and %v", made.Body["id"], again.Body["id"])
	}
	bob.post("/ladders/streetsoccer/lg/challenges", object{"opponent": "Zoe"}).want(t, 409)
	choice = bob.get("/ladders/streetsoccer/lg").want(t, 200).Body["range"].([]any)[0].(map[string]any)
	if choice["reason"] != "outgoing-full" || choice["why"] == "" {
		t.Errorf("Bob sees %v", choice)
	}
	ann.do(http.MethodPut, "/api/v1/ladders/streetsoccer/lg/setting", object{"setting": "sleep"}, nil).want(t, 422)
}
