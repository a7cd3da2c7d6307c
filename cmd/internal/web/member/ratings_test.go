package member_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
)

// rated lets two members play a rated match until both have made six moves; then the
// second one resigns. It returns the match's id.
func rated(w *webtest.World, first, second league.Player) string {
	w.T.Helper()
	must := func(err error) {
		w.T.Helper()
		if err != nil {
			w.T.Fatal(err)
		}
	}
	made, err := w.Office.Propose(w.T.Context(), first, play.Proposal{
		Reservation: w.Office.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffMe, Control: "lg", Rated: true,
	})
	must(err)
	m, err := w.Office.Accept(w.T.Context(), second, made.Offer.ID, "", false, w.Clock())
	must(err)
	for {
		v, err := w.Office.Match(w.T.Context(), league.Site(), m.ID)
		must(err)
		if min(v.Match.State.Moves[0], v.Match.State.Moves[1]) >= 6 {
			break
		}
		mover, _ := v.Match.Mover()
		var move engine.Move
		for move = range v.Record.Position.Moves() {
			break
		}
		_, err = w.Working().Play(w.T.Context(), mover, play.Turn{Match: m.ID, Seen: v.Record.Seq, Move: move, Arrived: w.Clock()})
		must(err)
	}
	_, err = w.Working().Resign(w.T.Context(), second, m.ID, w.Clock())
	must(err)
	return m.ID
}

func TestARatedMatchIsSeenOnEveryPageThatTellsRatings(t *testing.T) {
	w := webtest.New(t)
	b, ann := w.SignedUp("Ann")
	_, bob := w.SignedUp("Bob")
	b.Get("/ratings").Want(t, http.StatusOK, "Nobody is listed yet", `<span class="mark">0<span class="hidden"> players</span>`)
	b.Get("/players/"+ann.ID).Without(t, `class="curve"`)

	id := rated(w, ann, bob)
	b.Get("/matches/"+id).Want(t, http.StatusOK, "Ann</bdi>: <b>+30.0</b>, now", "1530.0, 20 kyu", "Bob</bdi>: <b>−30.0</b>", "1470.0, 20 kyu")
	b.Get("/ratings").Want(t, http.StatusOK, "Nobody is listed yet", "Not listed at present", "Ann</a>", "1530.0", "provisional", "? marks a rating")
	b.Get("/ratings?rules=streetsoccer/board").Want(t, http.StatusOK, "Nobody is listed yet").Without(t, "1530.0")
	b.Get("/ratings?rules=onetwofun/basic,goals=3").Want(t, http.StatusOK, "One-Two-Fun, Basic, goals to win: 3")
	b.Get("/ratings?rules=chess/x&sort=name&page=7").Want(t, http.StatusNotFound, "There is no game with these rules", "1530.0")
	b.Get("/ratings/list.csv").Want(t, http.StatusOK, "Place,Player,Grade,Rating", ",Ann,20 kyu,1530.0000,1,1,")
	b.Get("/ratings/list.csv?rules=chess").Want(t, http.StatusNotFound)
	b.Get("/ratings/list.json").Want(t, http.StatusOK, `"rating": 1470`, `"place": null`)
	b.Get("/players/"+bob.ID+"/ratings").Want(t, http.StatusOK, `id="ratings"`, "1470.0", "Rating in StreetSoccer, Little Golem rules: 1470.0 on")
	b.Get("/players/"+bob.ID).Want(t, http.StatusOK, "1470.0", "Rating in StreetSoccer, Little Golem rules: 1470.0 on", "not lost on time")
	b.Get("/players/"+bob.ID+"/record").Want(t, http.StatusOK, "Results by game", "Results by opponent", "/players/"+ann.ID)
	b.Get("/ratings/about").Want(t, http.StatusOK, "Everybody begins with 1500", "from game 31 on", "from 60 to 110 in a year", "13 dan")
	b.Get("/offers").Want(t, http.StatusOK, `<a href="/ratings">`)

	bot := b.Begin()
	b.Post("/matches/"+bot+"/resignation", url.Values{})
	b.Get("/matches/"+bot).Want(t, http.StatusOK, "Not rated: games against bots are not.")
}

func TestTheCalculator(t *testing.T) {
	w := webtest.New(t)
	b, ann := w.SignedUp("Ann")
	_, bob := w.SignedUp("Bob")
	w.SignedUp("Nan")
	rated(w, ann, bob)
	ask := func(rules, own, opponent string) webtest.Answer {
		return b.Get("/ratings/what-if?" + url.Values{"rules": {rules}, "own": {own}, "opponent": {opponent}}.Encode())
	}
	b.Get("/ratings/what-if").Want(t, http.StatusOK, `value="Ann"`).Without(t, "Ended by", "field-error")
	w.Browser().Get("/ratings/what-if").Want(t, http.StatusOK).Without(t, `value="Ann"`)
	ask("streetsoccer/lg", "ann", " Bob ").Want(t, http.StatusOK, "Ann (1530.0, 20 kyu) against Bob (1470.0, 20 kyu)", "Ann is expected to take", "Full time", "Resignation or time", "Goalless")
	ask("streetsoccer/lg", "1500", "1500,0").Want(t, http.StatusOK, "+15.0", "−15.0", "30 games or more").Without(t, "is expected to take")
	ask("onetwofun/basic,goals=3", "Ann", "Nan").Want(t, http.StatusOK, "Ann (1500.0, 20 kyu) against Nan (1500.0, 20 kyu)", "+30.0", "2.50 of 5 points", `value="onetwofun/basic,goals=3" selected`)
	for _, c := range []struct{ rules, own, opponent, want string }{
		{"streetsoccer/lg", "", "1500", "Type the name of a player, or a rating such as 1500."},
		{"streetsoccer/lg", "1500", "", "Type the name of a player, or a rating such as 1500."},
		{"streetsoccer/lg", "999.9", "1500", "A rating is a number from 1000 to 4000."},
		{"streetsoccer/lg", "1500", "4000.1", "A rating is a number from 1000 to 4000."},
		{"streetsoccer/lg", "1e300", "1500", "A rating is a number from 1000 to 4000."},
		{"streetsoccer/lg", "-1500", "1500", "There is no player of that name."},
		{"streetsoccer/lg", "Inf", "1500", "There is no player of that name."},
		{"streetsoccer/lg", "whoever", "1500", "There is no player of that name."},
		{"streetsoccer/lg", "Ann", "ANN", "You cannot play a rated game against yourself."},
		{"chess/x", "Ann", "Bob", "There is no game with these rules."},
		{"", "Ann", "Bob", "There is no game with these rules."},
	} {
		page := ask(c.rules, c.own, c.opponent).Want(t, http.StatusUnprocessableEntity, c.want).Without(t, "Ended by")
		if c.own != "" && !strings.Contains(page.Body, `value="`+c.own+`"`) {
			t.Errorf("%+v: what was typed is gone", c)
		}
	}
}

func TestRatingsByProgram(t *testing.T) {
	w := webtest.New(t)
	eve := w.Program("Eve")
	_, ann := w.SignedUp("Ann")
	_, bob := w.SignedUp("Bob")
	id := rated(w, ann, bob)
	list := eve.Get("/ratings/streetsoccer/lg").Want(t, 200, `"player":"Ann"`, `"rating":1530`, `"grade":"20 kyu"`, `"provisional":true`).Body["ratings"].([]any)
	if len(list) != 2 || list[1].(webtest.Object)["player"] != "Bob" {
		t.Errorf("the list is %v", list)
	}
	eve.Get("/ratings/streetsoccer/chess").Want(t, 404)
	if of := eve.Get("/players/ann/ratings").Want(t, 200, `"game":"streetsoccer"`, `"variant":"lg"`).Body["ratings"].([]any); len(of) != 1 {
		t.Errorf("Ann's ratings are %v", of)
	}
	if of := eve.Get("/players/eve/ratings").Want(t, 200).Body["ratings"].([]any); len(of) != 0 {
		t.Errorf("Eve's ratings are %v", of)
	}
	changes := eve.Get("/players/bob/ratings/streetsoccer/lg").Want(t, 200, id, `"counted":true`, `"before":1500`, `"rating":1470`).Body["changes"].([]any)
	if len(changes) != 1 {
		t.Errorf("the history is %v", changes)
	}
	eve.Get("/players/bob/ratings/streetsoccer/nowhere").Want(t, 404)
	eve.Get("/players/nobody/ratings/streetsoccer/lg").Want(t, 404)
	eve.Get("/players/bot:greedy/ratings").Want(t, 200, `"ratings":[]`)
}
