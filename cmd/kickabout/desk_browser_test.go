package main

import (
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/league"
	"kickabout/league/tournaments"
)

// TestTwoDirectorsAtOneDesk has two people direct a tournament in two browsers, one of them on a
// phone without JavaScript: each sees what the other did, and who clashes is told.
func TestTwoDirectorsAtOneDesk(t *testing.T) { // R-UT-7, R-FF-10
	r := serve(t)
	ann := r.member(browser.Start(t), "Ann", browser.Options{Width: 1280, Height: 900, ReducedMotion: true})
	bob := r.member(browser.Start(t), "Bob", browser.Options{NoJavaScript: true, Width: 390, Height: 844, Phone: true})
	cleo := r.signUps("Cleo")[0]
	o := r.server.office
	cup, err := o.CreateTournament(t.Context(), ann.player, tournaments.TournamentProposal{
		Reservation: o.ReserveTournament(), Name: "Spring Cup", Format: "roundrobin", Rules: "streetsoccer/lg", Places: "4", Cycles: "1",
		Control: "live", Start: tournaments.StartOrganiser, Playing: true, Directors: "Bob",
	})
	if err != nil {
		t.Fatal(err)
	}
	r.enter(cup.ID, cleo)
	desk := r.address + "/tournaments/" + cup.ID + "/desk"
	form := func(act string) string { return `details:has(input[name=act][value=` + act + `]) ` }
	ann.Open(desk)
	bob.Open(desk)

	ann.Click(form("announce") + "summary")
	ann.fill(form("announce")+"button", [2]string{form("announce") + "textarea", "We start on Sunday"})
	ann.WaitForText(".log", "We start on Sunday")

	bob.Click(form("ban") + "summary") // on a page from before that
	bob.fill(form("ban")+"button", [2]string{form("ban") + "[name=player]", "Cleo"}, [2]string{form("ban") + "[name=text]", "was rude"})
	bob.WaitForText("[role=alert]", "Ann has done something here since you looked")
	bob.WaitForText(".log li:has(.mark)", "We start on Sunday")
	if kept := browser.Eval[string](bob.Page, `document.querySelector("`+form("ban")+`[name=player]").value`); kept != "Cleo" {
		t.Errorf("what Bob typed has become %q", kept)
	}
	if r.tournament(cup.ID).Tournament.Has(cleo.ID, league.Banned) {
		t.Error("what clashed was done")
	}
	bob.noDefects("the desk, refused, on a phone")
	bob.Follow(form("ban") + "button") // it still holds
	bob.WaitForText(".log", "Bob banned Cleo")

	ann.Click(form("remove") + "summary")
	ann.fill(form("remove")+"button", [2]string{form("remove") + "[name=text]", "asked me to"}) // of whom she sees there
	ann.WaitForText("[role=alert]", "Bob has done something here since you looked")
	ann.WaitForText(".log", "Bob banned Cleo")
	ann.noDefects("the desk, refused")
	ann.quiet("409")
	bob.quiet("409")
}
