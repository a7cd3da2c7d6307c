package web_test

import (
	"net/http"
	"testing"

	"kickabout/league"
	"kickabout/league/odds"
)

// publish stores a model that comes from some matches.
func (w *world) publish(month string, matches int) {
	w.t.Helper()
	prior := odds.Prior()
	err := w.store.PutModelFit(w.t.Context(), league.ModelFit{
		Pool: league.Pool{Game: "streetsoccer", Variant: "lg"}, Month: month, Matches: matches, Rated: true,
		Cuts: prior.Cuts, Slope: prior.Slope, LogLoss: 0.75, Base: 1.25, Fitted: w.clock(),
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func TestOddsAreShownOnceThereAreEnoughMatches(t *testing.T) {
	w := newWorld(t)
	const about, says = "/ratings/about", "How it may end"
	people := []*program{w.program("Ann"), w.program("Bob"), w.program("Cleo")}
	cup := object{"name": "Spring Cup", "format": "roundrobin", "game": "streetsoccer", "variant": "lg", "clock": "lg", "places": 3, "cycles": 1, "start": "full", "playing": true}
	made := people[0].post("/tournaments", cup).want(t, 201).Body["id"].(string)
	page, at := "/tournaments/"+made, "/tournaments/"+made+"/odds"
	people[0].get(at).want(t, 200, `"published":false`, `"players":[]`)
	for _, p := range people[1:] {
		p.put(page+"/entry").want(t, 200)
	}
	nobody := w.browser()
	w.publish("2026-04", odds.Enough-1)
	nobody.get(page).want(t, http.StatusOK, "Crosstable").without(t, says)
	nobody.get(about).want(t, http.StatusOK, "From 299 rated games", "It takes 1 game more").without(t, "0.750")
	people[0].get(at).want(t, 200, `"published":false`, `"needed":300`)

	w.publish("2026-05", odds.Enough)
	nobody.get(page).want(t, http.StatusOK, says, "from 300 games that ended before May 2026")
	nobody.get(about).want(t, http.StatusOK, "Log-loss 0.750, of the base rates 1.250")
	given := people[0].get(at).want(t, 200, `"published":true`, `"month":"2026-05"`, `"matches":300`, `"runs":5000`).Body
	sums := [3]float64{}
	for _, p := range given["players"].([]any) {
		for i, place := range p.(object)["places"].([]any) {
			sums[i] += place.(object)["probability"].(float64)
		}
	}
	for i, sum := range sums {
		if sum < 1-1e-9 || sum > 1+1e-9 {
			t.Errorf("the chances of place %d sum to %v", i+1, sum)
		}
	}
	people[0].get(at+"?group=d1-g1").want(t, 404, "There is no such group.")
	for _, p := range people {
		for _, part := range []string{"mine", "theirs"} {
			for _, m := range p.get("/matches?turn="+part).want(t, 200).Body["matches"].([]any) {
				p.post("/matches/"+m.(object)["id"].(string)+"/resignation", nil).want(t, 201)
			}
		}
	}
	nobody.get(page).want(t, http.StatusOK, "Finished").without(t, says)
	people[0].get(at).want(t, 200, `"published":false`)
}
