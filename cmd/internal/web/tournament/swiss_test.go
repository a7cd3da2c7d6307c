package tournament_test

import (
	"net/http"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

func TestASwissByProgramsAndOnItsPage(t *testing.T) { // R-UT-5, R-UT-6
	w := webtest.New(t)
	ann := w.Program("Ann")
	cup := webtest.Object{"name": "Spring Swiss", "format": "swiss", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 6, "cycles": 1, "start": "organiser", "joining": true, "bots": 1, "rounds": 99, "round_days": 28}
	ann.Post("/tournaments", cup).Want(t, 422, "body.rounds")
	cup["rounds"] = 4
	at := strings.TrimPrefix(ann.Post("/tournaments", cup).Want(t, 201).Header.Get("Location"), "/api/v1")
	page := "/tournaments/" + at[strings.LastIndexByte(at, '/')+1:]
	bob := w.Program("Bob")
	for _, name := range []string{"Cleo", "Dan", "Eve"} {
		w.Program(name).Put(at+"/entry").Want(t, 200)
	}
	bob.Put(at+"/entry").Want(t, 200)
	ann.Put(at+"/bots/bot:random").Want(t, 200)
	ann.Remove(at+"/bots/bot:random").Want(t, 200)
	cleo := w.Browser()
	ann.Put(at+"/bots/bot:random").Want(t, 200)
	begun := ann.Post(at+"/start", nil).Want(t, 200, `"profile":"swiss"`, `"order":["TP","SON","BH-C1","DE","NW","LOT"]`, `"drawn":`).Body
	if rounds := begun["drawn"].([]any); len(rounds) != 1 || len(rounds[0].(webtest.Object)["byes"].([]any)) != 1 || begun["table"] == nil {
		t.Errorf("it begins as %v", begun)
	}
	cleo.Get(page).Want(t, http.StatusOK, "Round 1 of 4", "bye, 5 points", "round-1", "Buchholz cut 1")
	bob.Put(at+"/rest").Want(t, 200)
	bob.Put(at+"/rest").Want(t, 200)
	bob.Remove(at+"/rest").Want(t, 200)
	cleo.Get(page+"/report.trf").Want(t, http.StatusOK, "001    1", "142 4")
	cleo.Get(page+"/report.trf?before=1").Want(t, http.StatusOK, "152 ")
	cleo.Get(page+"/report.trf?before=9").Want(t, http.StatusNotFound)
	cleo.Get(page+"/report.trf?before=x").Want(t, http.StatusNotFound)
	cleo.Get(page+"/table.csv").Want(t, http.StatusOK, "Round 1", "bye 5")
}
