package main

import (
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/league"
	"kickabout/league/play"
)

// duel begins a match of two members through the office.
func (r *running) duel(first, second *member) string {
	r.t.Helper()
	made, err := r.server.office.Propose(r.t.Context(), first.player, play.Proposal{
		Reservation: r.server.office.Reserve().ID, Rules: "streetsoccer/lg", Kickoff: league.KickoffMe, Control: "lg", Opponent: second.player.Name,
	})
	if err != nil {
		r.t.Fatal(err)
	}
	m, err := r.server.office.Accept(r.t.Context(), second.player, made.Offer.ID, "", false, r.server.office.Now())
	if err != nil {
		r.t.Fatal(err)
	}
	return m.ID
}

// TestAPlayerGoesOnVacation plans time off, with a slip, and ends it; the opponent sees
// the sign and gives time: by links and forms alone, with JavaScript and without.
func TestAPlayerGoesOnVacation(t *testing.T) {
	for name, o := range someOf(t, map[string]browser.Options{
		"without JavaScript": {NoJavaScript: true},
		"on a phone":         {Width: 390, Height: 844, Phone: true, ReducedMotion: true},
	}) {
		t.Run(name, func(t *testing.T) {
			r := serve(t)
			b := browser.Start(t)
			ann, bob := r.member(b, "Ann", o), r.member(b, "Bob", o)
			match := r.duel(ann, bob)
			ann.Open(r.address + "/account")
			ann.Follow("text=Your vacation")
			ann.WaitForText(".lead", "3 days")
			ann.Type("#days", "30")
			ann.Follow("text=Plan the vacation")
			ann.WaitForText("#days-error", "You have 3 days of vacation then.")
			browser.Eval[bool](ann.Page, `(document.querySelector("#days").value = "", true)`)
			ann.Type("#days", "2")
			ann.Follow("text=Plan the vacation")
			ann.WaitForText("#planned", "You are on vacation")
			ann.WaitForText("table", "A day of your planned vacation began")

			bob.Open(r.address + "/matches/" + match)
			bob.Click(".menu summary")
			bob.WaitForText(".menu-list", "on vacation until")
			bob.WaitForText(".menu-list", "stands still")
			if v := r.match(match); time.Until(v.Clocks.Deadline()) < (12*24-1)*time.Hour {
				t.Errorf("the deadline is %v", v.Clocks.Deadline())
			}
			bob.Follow("text=Give three days")
			if v := r.match(match); v.Clocks.Bank[0] < (13*24-1)*time.Hour || v.Record.Log[len(v.Record.Log)-1].Text != "first 259200" {
				t.Errorf("the banks are %v", v.Clocks.Bank)
			}
			bob.Open(r.address + "/players/" + ann.player.ID)
			bob.WaitForText("h1", "on vacation until")

			ann.Open(r.address + "/offers/new")
			ann.Follow("text=Offer the game")
			if !strings.Contains(ann.Text("main"), "You are on vacation until") {
				t.Errorf("an offer in the vacation is answered with %s", ann.Text("main"))
			}
			ann.Open(r.address + "/vacation")
			ann.Follow("text=End the vacation now")
			ann.WaitForText(".notice", "your clocks run")
			ann.WaitForText(".lead", "2 days")
			if v := r.match(match); v.Clocks.Rests(1, time.Now()) {
				t.Errorf("the clock still rests until %v", v.Clocks.Rest)
			}
			for _, e := range append(ann.ConsoleErrors(), bob.ConsoleErrors()...) {
				if !strings.Contains(e, "422") && !strings.Contains(e, "403") { // the slips
					t.Errorf("a page complained: %s", e)
				}
			}
		})
	}
}

// TestPagesOfVacationHaveNoAccessibilityDefects looks at every page of this kind, small and
// large, light and dark.
func TestPagesOfVacationHaveNoAccessibilityDefects(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	ann, bob := r.member(b, "Ann", browser.Options{ReducedMotion: true}), r.member(b, "Bob", browser.Options{ReducedMotion: true})
	cleo := r.member(b, "Cleo", browser.Options{ReducedMotion: true})
	match := r.duel(ann, bob)
	now := r.server.office.Now()
	if err := r.server.office.PlanVacation(t.Context(), ann.player, play.VacationPlan{N: "1", Days: "2"}, now); err != nil {
		t.Fatal(err)
	}
	last, err := r.server.store.Heartbeat(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.server.store.Credit(t.Context(), league.SiteNotice{Kind: league.OutageNotice, From: last, Until: last.Add(130 * time.Minute)}); err != nil {
		t.Fatal(err)
	}
	for _, screen := range screens {
		p := r.visitor(b, "random", screen)
		for who, paths := range map[*member][]string{
			ann:  {"/vacation", "/", "/notices", "/matches/" + match},
			bob:  {"/matches/" + match, "/players/" + ann.player.ID, "/matches"},
			cleo: {"/vacation", "/account"},
		} {
			who.signIn(p.Page)
			for _, path := range paths {
				p.Open(r.address + path)
				r.flawless(p.Page, path, screen)
			}
		}
	}
}
