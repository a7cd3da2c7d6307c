package tournament_test

import (
	"net/http"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league/odds"
)

func TestOddsAreShownOnceThereAreEnoughMatches(t *testing.T) {
	w := webtest.New(t)
	const about, says = "/ratings/about", "How it may end"
	people := []*webtest.Program{w.Program("Ann"), w.Program("Bob"), w.Program("Cleo")}
	cup := webtest.Object{"name": "Spring Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 3, "cycles": 1, "start": "full", "playing": true}
	made := people[0].Post("/tournaments", cup).Want(t, 201).Body["id"].(string)
	page, at := "/tournaments/"+made, "/tournaments/"+made+"/odds"
	people[0].Get(at).Want(t, 200, `"published":false`, `"players":[]`)
	for _, p := range people[1:] {
		p.Put(page+"/entry").Want(t, 200)
	}
	nobody := w.Browser()
	w.Publish("2026-04", odds.Enough-1)
	nobody.Get(page).Want(t, http.StatusOK, "Crosstable").Without(t, says)
	nobody.Get(about).Want(t, http.StatusOK, "From 299 rated games", "It takes 1 game more").Without(t, "0.750")
	people[0].Get(at).Want(t, 200, `"published":false`, `"needed":300`)

	w.Publish("2026-05", odds.Enough)
	nobody.Get(page).Want(t, http.StatusOK, says, "from 300 games that ended before May 2026")
	nobody.Get(about).Want(t, http.StatusOK, "Log-loss 0.750, of the base rates 1.250")
	given := people[0].Get(at).Want(t, 200, `"published":true`, `"month":"2026-05"`, `"matches":300`, `"runs":5000`).Body
	sums := [3]float64{}
	for _, p := range given["players"].([]any) {
		for i, place := range p.(webtest.Object)["places"].([]any) {
			sums[i] += place.(webtest.Object)["probability"].(float64)
		}
	}
	for i, sum := range sums {
		if sum < 1-1e-9 || sum > 1+1e-9 {
			t.Errorf("the chances of place %d sum to %v", i+1, sum)
		}
	}
	people[0].Get(at+"?group=d1-g1").Want(t, 404, "There is no such group.")
	for _, p := range people {
		for _, part := range []string{"mine", "theirs"} {
			for _, m := range p.Get("/matches?turn="+part).Want(t, 200).Body["matches"].([]any) {
				p.Post("/matches/"+m.(webtest.Object)["id"].(string)+"/resignation", nil).Want(t, 201)
			}
		}
	}
	nobody.Get(page).Want(t, http.StatusOK, "Finished").Without(t, says)
	people[0].Get(at).Want(t, 200, `"published":false`)
}
