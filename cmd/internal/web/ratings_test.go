package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/office"
)

// rated lets two members play a rated match until both have made six moves; then the
// second one resigns. It returns the match's id.
func (w *world) rated(first, second league.Player) string {
	w.t.Helper()
	must := func(err error) {
		w.t.Helper()
		if err != nil {
			w.t.Fatal(err)
		}
	}
	made, err := w.office.Propose(w.t.Context(), first, office.Proposal{
		Reservation: w.office.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffMe, Control: "lg", Rated: true,
	})
	must(err)
	m, err := w.office.Accept(w.t.Context(), second, made.Offer.ID, "", w.clock())
	must(err)
	for {
		v, err := w.office.Match(w.t.Context(), m.ID)
		must(err)
		if min(v.Match.State.Moves[0], v.Match.State.Moves[1]) >= 6 {
			break
		}
		mover, _ := v.Match.Mover()
		var move engine.Move
		for move = range v.Record.Position.Moves() {
			break
		}
		_, err = w.office.Play(w.t.Context(), mover, office.Turn{Match: m.ID, Seen: v.Record.Seq, Move: move, Arrived: w.clock()})
		must(err)
	}
	_, err = w.office.Resign(w.t.Context(), second, m.ID, w.clock())
	must(err)
	return m.ID
}

func TestARatedMatchIsSeenOnEveryPageThatTellsRatings(t *testing.T) {
	w := newWorld(t)
	b, ann := w.signedUp("Ann")
	_, bob := w.signedUp("Bob")
	b.get("/ratings").want(t, http.StatusOK, "Nobody is listed yet", `<span class="mark">0<span class="hidden"> players</span>`)
	b.get("/players/"+ann.ID).without(t, `id="ratings"`, `class="curve"`)

	id := w.rated(ann, bob)
	b.get("/matches/"+id).want(t, http.StatusOK, "Ann: <b>+30.0</b>, now", "1530.0, 19 kyu", "Bob: <b>−30.0</b>", "1470.0, 20 kyu")
	b.get("/ratings").want(t, http.StatusOK, "Nobody is listed yet", "Not listed at present", "Ann</a>", "1530.0", "provisional", "? marks a rating")
	b.get("/ratings?rules=streetsoccer/board").want(t, http.StatusOK, "Nobody is listed yet").without(t, "1530.0")
	b.get("/ratings?rules=onetwofun/basic,goals=3").want(t, http.StatusOK, "One-Two-Fun, Basic, goals to win: 3")
	b.get("/ratings?rules=chess/x&sort=name&page=7").want(t, http.StatusNotFound, "There is no game with these rules", "1530.0")
	b.get("/ratings/list.csv").want(t, http.StatusOK, "Place,Player,Grade,Rating", ",Ann,19 kyu,1530.0000,1,1,")
	b.get("/ratings/list.csv?rules=chess").want(t, http.StatusNotFound)
	b.get("/ratings/list.json").want(t, http.StatusOK, `"rating": 1470`, `"place": null`)
	b.get("/players/"+bob.ID).want(t, http.StatusOK, `id="ratings"`, "1470.0", "Rating in StreetSoccer, Little Golem rules: 1470.0 on", "Results by game", "Results by opponent", "/players/"+ann.ID)
	b.get("/ratings/about").want(t, http.StatusOK, "Everybody begins with 1500", "from game 31 on", "from 60 to 110 in a year", "13 dan")
	b.get("/offers").want(t, http.StatusOK, `<a href="/ratings">`)

	bot := b.begin()
	b.post("/matches/"+bot+"/resignation", url.Values{})
	b.get("/matches/"+bot).want(t, http.StatusOK, "Not rated: games against bots are not.")
}

func TestTheCalculator(t *testing.T) {
	w := newWorld(t)
	b, ann := w.signedUp("Ann")
	_, bob := w.signedUp("Bob")
	w.signedUp("Nan")
	w.rated(ann, bob)
	ask := func(rules, own, opponent string) answer {
		return b.get("/ratings/what-if?" + url.Values{"rules": {rules}, "own": {own}, "opponent": {opponent}}.Encode())
	}
	b.get("/ratings/what-if").want(t, http.StatusOK, `value="Ann"`).without(t, "Ended by", "field-error")
	w.browser().get("/ratings/what-if").want(t, http.StatusOK).without(t, `value="Ann"`)
	ask("streetsoccer/lg", "ann", " Bob ").want(t, http.StatusOK, "Ann, 1530.0, 19 kyu – against Bob, 1470.0, 20 kyu", "Ann is expected to take", "Full time", "Resignation or time", "Goalless")
	ask("streetsoccer/lg", "1500", "1500,0").want(t, http.StatusOK, "+15.0", "−15.0", "30 games or more").without(t, "is expected to take")
	ask("onetwofun/basic,goals=3", "Ann", "Nan").want(t, http.StatusOK, "Ann, 1500.0, 20 kyu – against Nan, 1500.0, 20 kyu", "+30.0", "2.50 of 5 points", `value="onetwofun/basic,goals=3" selected`)
	for _, c := range []struct{ rules, own, opponent, want string }{
		{"streetsoccer/lg", "", "1500", "Type the name of a player, or a rating such as 1500."},
		{"streetsoccer/lg", "1500", "", "Type the name of a player, or a rating such as 1500."},
		{"streetsoccer/lg", "999.9", "1500", "A rating is a number from 1000 to 4000."},
		{"streetsoccer/lg", "1500", "4000.1", "A rating is a number from 1000 to 4000."},
		{"streetsoccer/lg", "1e300", "1500", "A rating is a number from 1000 to 4000."},
		{"streetsoccer/lg", "-1500", "1500", "There is no player of that name."},
		{"streetsoccer/lg", "Inf", "1500", "There is no player of that name."},
		{"streetsoccer/lg", "whoever", "1500", "There is no player of that name."},
		{"streetsoccer/lg", "Ann", "ANN", "Nobody plays a rated game against himself."},
		{"chess/x", "Ann", "Bob", "There is no game with these rules."},
		{"", "Ann", "Bob", "There is no game with these rules."},
	} {
		page := ask(c.rules, c.own, c.opponent).want(t, http.StatusUnprocessableEntity, c.want).without(t, "Ended by")
		if c.own != "" && !strings.Contains(page.Body, `value="`+c.own+`"`) {
			t.Errorf("%+v: what was typed is gone", c)
		}
	}
}

func TestRatingsByProgram(t *testing.T) {
	w := newWorld(t)
	eve := w.program("Eve")
	_, ann := w.signedUp("Ann")
	_, bob := w.signedUp("Bob")
	id := w.rated(ann, bob)
	list := eve.get("/ratings/streetsoccer/lg").want(t, 200, `"player":"Ann"`, `"rating":1530`, `"grade":"19 kyu"`, `"provisional":true`).Body["ratings"].([]any)
	if len(list) != 2 || list[1].(object)["player"] != "Bob" {
		t.Errorf("the list is %v", list)
	}
	eve.get("/ratings/streetsoccer/chess").want(t, 404)
	if of := eve.get("/players/ann/ratings").want(t, 200, `"game":"streetsoccer"`, `"variant":"lg"`).Body["ratings"].([]any); len(of) != 1 {
		t.Errorf("Ann's ratings are %v", of)
	}
	if of := eve.get("/players/eve/ratings").want(t, 200).Body["ratings"].([]any); len(of) != 0 {
		t.Errorf("Eve's ratings are %v", of)
	}
	changes := eve.get("/players/bob/ratings/streetsoccer/lg").want(t, 200, id, `"counted":true`, `"before":1500`, `"rating":1470`).Body["changes"].([]any)
	if len(changes) != 1 {
		t.Errorf("the history is %v", changes)
	}
	eve.get("/players/bob/ratings/streetsoccer/nowhere").want(t, 404)
	eve.get("/players/nobody/ratings/streetsoccer/lg").want(t, 404)
	eve.get("/players/bot:greedy/ratings").want(t, 200, `"ratings":[]`)
}

// without fails the test if an answer holds words.
func (a answer) without(t *testing.T, words ...string) answer {
	t.Helper()
	for _, word := range words {
		if strings.Contains(a.Body, word) {
			t.Errorf("%q is there", word)
		}
	}
	return a
}
