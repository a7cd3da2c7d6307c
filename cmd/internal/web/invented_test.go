package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	"kickabout/league/leaguetest"
)

// A term that a test invents is asked for, kept and told wherever terms are: nothing knows them but
// their table.
func TestATermThatIsInventedIsAskedForKeptAndTold(t *testing.T) {
	leaguetest.Invent(t, league.Term{
		Name: "colour_of_the_cup", Log: "colour", Kind: league.Choice, At: func(t *league.TournamentTerms) any { return &t.Seeding }, Until: league.Running,
		Part: league.PartPlay, Form: league.Asking{Label: "Colour of the cup", Doc: "What is on the shelf."}, Desk: league.Asking{Label: "Colour of the cup"},
		Options: []league.TermOption{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}},
	})
	w := webtest.New(t)
	ann := w.Member("Ann")
	shows := func(what, text string, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %q", what, part)
			}
		}
	}
	shows("the wizard", ann.Get("/tournaments/new").Body, `name="colour_of_the_cup"`, "Colour of the cup", `value="blue"`)
	wrong := w.CupForm()
	wrong.Set("colour_of_the_cup", "loud")
	shows("a refusal", ann.Post("/tournaments", wrong).Body, "There is no such colour of the cup.")
	place := ann.Cup(func(form url.Values) { form.Set("colour_of_the_cup", "blue") })
	shows("the page", ann.Get(place).Body, "Colour of the cup: Blue")
	shows("the clone", ann.Get("/tournaments/new?clone="+strings.TrimPrefix(place, "/tournaments/")).Body, `<option value="blue" selected>`)

	id := strings.TrimPrefix(place, "/tournaments/")
	v, err := w.Office.Tournament(t.Context(), league.Of(ann.Player), id)
	if err != nil {
		t.Fatal(err)
	}
	shows("the log", v.Tournament.Log[0].Text, ",colour=blue ")

	shows("the desk", ann.Get(place+"/desk").Body, `name="colour_of_the_cup"`, `<option value="blue" selected>`)
	form := url.Values{"act": {"change"}, "name": {"Spring Cup"}, "places": {"4"}, "profile": {v.Tournament.Profile}, "colour_of_the_cup": {"red"}}
	w.Accepted(ann.Post(place+"/desk", form))
	shows("the page", ann.Get(place).Body, "Colour of the cup: Red")

	program := w.Program("Bob")
	if got := program.Get(place).Body["colour_of_the_cup"]; got != "red" {
		t.Errorf("the API shows %v", got)
	}
	shows("the document", w.Browser().Get("/api/v1/openapi.json").Body, `"colour_of_the_cup":{"description":"What is on the shelf.","type":"string"}`)
	made := program.Post("/tournaments", autumnCup("blue")).Want(t, http.StatusCreated)
	if got := made.Body["colour_of_the_cup"]; got != "blue" {
		t.Errorf("a tournament by the API has %v", got)
	}
	changed := program.Post("/tournaments/"+made.Body["id"].(string)+"/desk", webtest.Object{"act": "change", "terms": webtest.Object{"colour_of_the_cup": "red"}}).Want(t, http.StatusOK)
	if got := changed.Body["colour_of_the_cup"]; got != "red" {
		t.Errorf("the desk of the API makes it %v", got)
	}
}

// plainCup opens a tournament by the API.
func plainCup() webtest.Object {
	return webtest.Object{
		"name": "Autumn Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "live", "places": 4, "cycles": 1, "start": "organiser",
	}
}

// autumnCup is that with a term that there may not be.
func autumnCup(colour string) webtest.Object {
	cup := plainCup()
	cup["colour_of_the_cup"] = colour
	return cup
}

// A term that there is not is refused by its name.
func TestATermThatThereIsNotIsRefusedByItsName(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	form := w.CupForm()
	form.Set("colour_of_the_cup", "red")
	if a := ann.Post("/tournaments", form); a.Status != http.StatusUnprocessableEntity || !strings.Contains(a.Body, "colour_of_the_cup") {
		t.Errorf("the wizard answers %d", a.Status)
	}
	place := ann.Cup(nil)
	form = url.Values{"act": {"change"}, "name": {"Spring Cup"}, "places": {"4"}, "profile": {"std"}, "colour_of_the_cup": {"red"}}
	if a := ann.Post(place+"/desk", form); a.Status != http.StatusBadRequest && a.Status != http.StatusUnprocessableEntity || !strings.Contains(a.Body, "colour_of_the_cup") {
		t.Errorf("the desk answers %d", a.Status)
	}
	program := w.Program("Bob")
	directed := "/tournaments/" + program.Post("/tournaments", plainCup()).Want(t, http.StatusCreated).Body["id"].(string)
	for path, body := range map[string]webtest.Object{
		"/tournaments": autumnCup("red"), directed + "/desk": {"act": "change", "terms": webtest.Object{"colour_of_the_cup": "red"}},
	} {
		if a := program.Post(path, body); a.Status != http.StatusUnprocessableEntity || !strings.Contains(fmt.Sprint(a.Body), "colour_of_the_cup") {
			t.Errorf("%s of the API answers %d %v", path, a.Status, a.Body)
		}
	}
}
