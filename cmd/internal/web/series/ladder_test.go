package series_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

func TestALadderIsClimbedByForms(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	ann.Get("/ladder/streetsoccer/lg").Want(t, http.StatusOK, "has not opened yet")
	ladder, people := w.Climbers("Bob", "Cleo", "Dan")
	bob, cleo, dan := people[0], people[1], people[2]
	w.Browser().Get(ladder).Want(t, http.StatusOK, "Sign up to enter", "as number 4", "Bob", "Cleo", "Dan")
	ann.Get("/ladder").Want(t, http.StatusOK, "3 players", "StreetSoccer")
	dan.Get(ladder).Want(t, http.StatusOK, "You are 3rd of 3", `aria-label="Challenge Bob`, `aria-label="Challenge Cleo`, "Let the site choose")

	got := dan.Post(ladder+"/challenges", url.Values{"opponent": {bob.Player.ID}})
	got.Want(t, http.StatusSeeOther)
	match := got.Header.Get("Location")
	if again := dan.Post(ladder+"/challenges", url.Values{"opponent": {bob.Player.ID}}); again.Header.Get("Location") != match {
		t.Errorf("challenged twice: %s and %s", match, again.Header.Get("Location"))
	}
	dan.Post(ladder+"/challenges", url.Values{"opponent": {cleo.Player.ID}}).Want(t, http.StatusConflict, "Your own challenge is still being played", "You are 3rd")
	cleo.Get(ladder).Want(t, http.StatusOK, "challenges <b>Bob", match)
	dan.Post(ladder+"/settings", url.Values{"setting": {"sleep"}}).Want(t, http.StatusUnprocessableEntity, "Choose one of the settings")

	w.Wait(time.Hour)
	bob.Post(match+"/resignation", nil).Want(t, http.StatusSeeOther)
	dan.Get(ladder).Want(t, http.StatusOK, "You are 1st of 3", "is now 1st", "R-LA-5</a>)", "5-0")
	bob.Get(ladder).Want(t, http.StatusOK, "ended less than 14 days ago")
	_, cup := w.LaddersOpen()
	if at := cleo.Get(cup); at.Status != http.StatusSeeOther || at.Header.Get("Location") != ladder {
		t.Errorf("its tournament answers %d %s", at.Status, at.Header.Get("Location"))
	}
	cleo.Post(cup+"/entry", nil).Want(t, http.StatusConflict, "You are in this tournament already", "You are 3rd of 3")
	ann.Get(ladder+"/players/"+dan.Player.ID).Want(t, http.StatusOK, "Place 1 of 3", "Show as a table")
	ann.Get(ladder+"/table.csv").Want(t, http.StatusOK, "1,Dan")
	ann.Get(ladder+"/table.json").Want(t, http.StatusOK, `"player":"Dan`)
	month := w.Clock().Format("2006-01")
	ann.Get(ladder+"/months/"+month).Want(t, http.StatusNotFound, "no table of this month")
	ann.Get(ladder+"/months/soon").Want(t, http.StatusNotFound, "no such month")
	w.Wait(32 * 24 * time.Hour)
	ann.Get(ladder+"/months/"+month).Want(t, http.StatusOK, "Dan", "Table as CSV")
	dan.Get(ladder).Want(t, http.StatusOK, "Your place by week", " week by week: 1 on ")
	ann.Get(ladder).Without(t, "place by week") // who is not in has none
	ann.Get(ladder+"?sort=player&page=1").Want(t, http.StatusOK, `aria-sort="ascending"`)
	ann.Get("/ladder/streetsoccer/nosuch").Want(t, http.StatusNotFound, "no such competition")
}

func TestALadderIsClimbedByPrograms(t *testing.T) {
	w := webtest.New(t)
	_, cup := w.LaddersOpen()
	ann, bob := w.Program("Ann"), w.Program("Bob")
	for _, p := range []*webtest.Program{ann, bob} {
		p.Put(cup+"/entry").Want(t, 200)
		p.Do(http.MethodPut, "/api/v1/ladders/streetsoccer/lg/setting", webtest.Object{"setting": "manual"}, nil).Want(t, 200)
	}
	got := bob.Get("/ladders/streetsoccer/lg").Want(t, 200).Body
	choice := got["range"].([]any)[0].(map[string]any)
	if choice["player"] != "Ann" || choice["reason"] != nil || got["you"].(map[string]any)["place"] != 2.0 {
		t.Errorf("Bob sees %v", got)
	}
	made := bob.Post("/ladders/streetsoccer/lg/challenges", webtest.Object{"opponent": "Ann"}).Want(t, 201)
	if again := bob.Post("/ladders/streetsoccer/lg/challenges", webtest.Object{"opponent": "Ann"}).Want(t, 201); again.Body["id"] != made.Body["id"] {
		t.Errorf("challenged twice: %v and %v", made.Body["id"], again.Body["id"])
	}
	bob.Post("/ladders/streetsoccer/lg/challenges", webtest.Object{"opponent": "Zoe"}).Want(t, 409)
	choice = bob.Get("/ladders/streetsoccer/lg").Want(t, 200).Body["range"].([]any)[0].(map[string]any)
	if choice["reason"] != "outgoing-full" || choice["why"] == "" {
		t.Errorf("Bob sees %v", choice)
	}
	ann.Do(http.MethodPut, "/api/v1/ladders/streetsoccer/lg/setting", webtest.Object{"setting": "sleep"}, nil).Want(t, 422)
}

func TestALadderIsPutRightByAForm(t *testing.T) { // R-CO-2, R-CO-3
	w := webtest.New(t)
	ada := w.Officer("Ada", league.Admin)
	ladder, people := w.Climbers("Bob", "Cleo", "Dan")
	bob, cleo, dan := people[0], people[1], people[2]
	match := dan.Post(ladder+"/challenges", url.Values{"opponent": {bob.Player.ID}}).Header.Get("Location")
	w.Wait(time.Hour)
	dan.Post(match+"/resignation", nil).Want(t, http.StatusSeeOther)
	if page := cleo.Get(match); strings.Contains(page.Body, "/correction") {
		t.Error("a player is offered to correct")
	}
	view, err := w.Office.Match(t.Context(), league.Of(dan.Player), strings.TrimPrefix(match, "/matches/"))
	if err != nil {
		t.Fatal(err)
	}
	winner := view.Match.SideOf(dan.Player.ID).String()
	ada.Get(match).Want(t, http.StatusOK, match+"/correction")
	ada.Get(match+"/correction").Want(t, http.StatusOK, "Ratings are counted anew").Without(t, "played again")
	shown := ada.Get(match+"/correction?ending=goalless&first=0&second=0").Want(t, http.StatusOK, "Nobody moves", "Places on the ladder", "Bob", "Dan")
	shown.Without(t, "Cleo")
	won := match + "/correction?ending=forfeit&first=0&second=0&winner=" + winner
	ada.Get(won).Want(t, http.StatusOK, "<b>1st", "<b>2nd", "<b>3rd", "Cleo")
	form := url.Values{"ending": {"forfeit"}, "winner": {winner}, "first": {"0"}, "second": {"0"}, "reason": {"the cat"}}
	ada.Post(match+"/correction", form).Want(t, http.StatusSeeOther)
	cleo.Get(ladder).Want(t, http.StatusOK, "Ada corrected the result of", "the cat", "is now 1st", "by the corrected result of", "R-CO-3</a>)", "You are 3rd of 3")
	dan.Get(ladder).Want(t, http.StatusOK, "You are 1st of 3")
}
