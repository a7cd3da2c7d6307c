package main

import (
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/league"
	"kickabout/league/play"
)

// TestTheReferenceOfTheAPICanBeTried sends what the page offers, with a token that is typed there and with none.
func TestTheReferenceOfTheAPICanBeTried(t *testing.T) {
	r := serve(t)
	ann := r.signUp("Ann")
	token, err := r.server.office.MakeToken(t.Context(), ann, league.TokenOrder{Label: "to try", Scopes: league.ScopePlay, Days: 30})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.server.office.Begin(t.Context(), ann, play.Proposal{Reservation: r.server.office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:random", Kickoff: league.KickoffMe, Control: "lg"}); err != nil {
		t.Fatal(err)
	}
	b := browser.Start(t)
	v := r.visitor(b, "random", browser.Options{})
	v.Open(r.address + "/api")
	if operations, offered := v.Count("h3 + p"), v.Count("details.trial"); operations == 0 || offered != operations {
		t.Errorf("of %d operations %d can be tried", operations, offered)
	}
	// mark gives the form of an operation an id, by which it is found.
	mark := func(call, id string) string {
		if !browser.Eval[bool](v.Page, `(() => { const p = [...document.querySelectorAll("h3 + p")].find((p) => p.textContent.trim() === "`+call+`");
			let d = p; while (d.className !== "trial") d = d.nextElementSibling;
			d.id = "`+id+`"; d.open = true; return true })()`) {
			t.Fatal(call, "is not there")
		}
		return "#" + id + " "
	}
	mine := mark("GET /api/v1/matches", "mine")
	v.Click(mine + "button")
	v.WaitForText(mine+"pre", "401")
	v.Type("#try-1", token)
	v.Click(mine + "button")
	v.WaitForText(mine+"pre", `"variant": "lg"`)
	if said := v.Text(mine + "pre"); !strings.HasPrefix(said, "200") || !strings.Contains(said, "ETag: ") || strings.Contains(said, token) {
		t.Errorf("the page says %q", said)
	}
	ratings := mark("GET /api/v1/ratings/{game}/{variant}", "ratings")
	browser.Eval[bool](v.Page, `(document.querySelectorAll("#ratings input").forEach((input, i) => { input.value = ["streetsoccer", "l/g", "", ""][i] }), true)`)
	v.Click(ratings + "button")
	v.WaitForText(ratings+"pre", "404") // what is typed into a path stays one part of it
	reserve := mark("POST /api/v1/matches/reservations", "reserve")
	v.Click(reserve + "button")
	v.WaitForText(reserve+"pre", `"id": "`)
	for _, screen := range screens {
		r.flawless(v.Page, "the reference, tried", screen)
	}
	v.Open(r.address + "/api")
	if kept := browser.Eval[string](v.Page, `document.querySelector("#try-1").value + localStorage.length + sessionStorage.length`); kept != "00" {
		t.Errorf("the page has kept %q", kept)
	}
}
