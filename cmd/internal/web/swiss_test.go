package web_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestASwissByProgramsAndOnItsPage(t *testing.T) { // R-UT-5, R-UT-6
	w := newWorld(t)
	ann := w.program("Ann")
	cup := object{"name": "Spring Swiss", "format": "swiss", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 6, "cycles": 1, "start": "organiser", "joining": true, "rounds": 99, "round_days": 28}
	ann.post("/tournaments", cup).want(t, 422, "body.rounds")
	cup["rounds"] = 4
	at := strings.TrimPrefix(ann.post("/tournaments", cup).want(t, 201).Header.Get("Location"), "/api/v1")
	page := "/tournaments/" + at[strings.LastIndexByte(at, '/')+1:]
	bob := w.program("Bob")
	for _, name := range []string{"Cleo", "Dan", "Eve"} {
		w.program(name).put(at+"/entry").want(t, 200)
	}
	bob.put(at+"/entry").want(t, 200)
	ann.put(at+"/bots/bot:random").want(t, 200)
	ann.remove(at+"/bots/bot:random").want(t, 200)
	cleo := w.browser()
	ann.put(at+"/bots/bot:random").want(t, 200)
	begun := ann.post(at+"/start", nil).want(t, 200, `"profile":"swiss"`, `"order":["TP","SON","BH-C1","DE","NW","LOT"]`, `"drawn":`).Body
	if rounds := begun["drawn"].([]any); len(rounds) != 1 || len(rounds[0].(object)["byes"].([]any)) != 1 || begun["table"] == nil {
		t.Errorf("it begins as %v", begun)
	}
	cleo.get(page).want(t, http.StatusOK, "Round 1 of 4", "bye, 5 points", "round-1", "Buchholz cut 1")
	bob.put(at+"/rest").want(t, 200)
	bob.put(at+"/rest").want(t, 200)
	bob.remove(at+"/rest").want(t, 200)
	cleo.get(page+"/report.trf").want(t, http.StatusOK, "001    1", "XXR 4")
	cleo.get(page+"/report.trf?before=1").want(t, http.StatusOK, "XXC")
	cleo.get(page+"/report.trf?before=9").want(t, http.StatusNotFound)
	cleo.get(page+"/report.trf?before=x").want(t, http.StatusNotFound)
	cleo.get(page+"/table.csv").want(t, http.StatusOK, "Round 1", "bye 5")
}
