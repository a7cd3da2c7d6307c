package main

import (
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/engine"
	"kickabout/league"
	"kickabout/league/play"
)

// TestSeatsAreOfferedFoundAndTaken offers several seats, finds one by what is looked for, passes a
// link to a guest, and answers an invitation with other terms: by links and forms alone.
func TestSeatsAreOfferedFoundAndTaken(t *testing.T) {
	for name, o := range someOf(t, map[string]browser.Options{
		"with JavaScript":    {ReducedMotion: true},
		"without JavaScript": {NoJavaScript: true},
		"on a phone":         {Width: 390, Height: 844, Phone: true, ReducedMotion: true},
	}) {
		t.Run(name, func(t *testing.T) {
			r := serve(t)
			b := browser.Start(t)
			ann, bob := r.member(b, "Ann", o), r.member(b, "Bob", o)
			r.takenByFilter(ann, bob)
			guest := r.visitor(b, "random", o)
			r.passedOn(ann, guest)
			r.answered(ann, bob)
			for _, e := range append(append(ann.ConsoleErrors(), bob.ConsoleErrors()...), guest.ConsoleErrors()...) {
				if !strings.Contains(e, "422") { // the slip
					t.Errorf("a page complained: %s", e)
				}
			}
		})
	}
}

// takenByFilter lets Ann offer three seats of two games each, and Bob find one of them.
func (r *running) takenByFilter(ann, bob *member) {
	t := r.t
	t.Helper()
	ann.Open(r.address + "/offers/new")
	ann.Click(`[name=legs][value="2"]`)
	ann.Click(`[name=control][value=fast]`)
	ann.Click(".more summary")
	ann.Type("#slots", "30")
	ann.Type("#to", "1900")
	ann.Follow("text=Offer the game")
	ann.WaitForText("#slots-error", "Give a number from 1 to 10.")
	browser.Eval[bool](ann.Page, `(document.querySelector("#slots").value = "", true)`)
	ann.Type("#slots", "3")
	ann.Follow("text=Offer the game")
	ann.WaitForText(".details", "3 of 3 seats free")
	offer := strings.TrimPrefix(ann.URL(), r.address)

	bob.Open(r.address + "/offers")
	browser.Eval[bool](bob.Page, `(document.querySelector("#filter-control").value = "lg", true)`)
	bob.Follow(".filter button")
	bob.WaitForText(".empty", "There is one open seat, which is not what you look for.")
	bob.Follow(".empty a")
	browser.Eval[bool](bob.Page, `(document.querySelector("#filter-control").value = "fast", document.querySelector("#filter-rated").value = "unrated", document.querySelector("[name=free]").checked = true)`)
	bob.Follow(".filter button")
	for _, part := range []string{"control=fast", "rated=unrated", "free=1"} {
		if !strings.Contains(bob.URL(), part) {
			t.Errorf("the address %s does not say %s", bob.URL(), part)
		}
	}
	bob.WaitForText(".offer", "Two games, a kick-off each")
	bob.WaitForText(".offer", "For ratings up to 1900")
	bob.Follow(".offer .button")
	bob.Follow("text=Take the seat")
	first := r.match(strings.TrimPrefix(bob.URL(), r.address+"/matches/")).Match
	stored, err := r.server.office.Offer(t.Context(), ann.player, strings.TrimPrefix(offer, "/offers/"))
	if err != nil || stored.Given != 1 || first.ID != stored.ID {
		t.Fatalf("the offer is %+v, %v", stored, err)
	}
	second := r.match(stored.Seals(0)[1].Match).Match
	if first.SideOf(bob.player.ID) == second.SideOf(bob.player.ID) || second.SideOf(bob.player.ID) == engine.NoSide {
		t.Error("Bob has not one kick-off of two")
	}
	bob.Open(r.address + "/offers")
	bob.WaitForText(".obstacle", "You have a seat of this offer already.")
	ann.Open(r.address + offer)
	ann.WaitForText(".details", "2 of 3 seats free")
	ann.WaitForText(".links", "Ann and Bob")
}

// passedOn lets Ann make a link, and a guest play by it.
func (r *running) passedOn(ann *member, guest *visitor) {
	r.t.Helper()
	ann.Open(r.address + "/offers/new")
	ann.Click(`[name=opponent][value=link]`)
	ann.Follow("text=Offer the game")
	ann.WaitForText("h1", "Your invitation by a link")
	link := strings.TrimSpace(ann.Text("code.secret"))
	if !strings.HasPrefix(link, r.address+"/invited/") {
		r.t.Fatalf("the link is %q", link)
	}
	guest.Open(link)
	guest.WaitForText("h1", "Ann invites you")
	if next := guest.Attribute(`.one-offer a[href^="/signup"]`, "href"); next != "/signup?next="+strings.TrimPrefix(link, r.address) {
		r.t.Errorf("signing up leads back to %s", next)
	}
	guest.Follow("text=Accept and play")
	m := r.match(strings.TrimPrefix(guest.URL(), r.address+"/matches/")).Match
	if m.Seats[0].Player.ID != ann.player.ID || m.Seats[1].Player.Kind != league.Guest {
		r.t.Errorf("the seats are %+v", m.Seats)
	}
	guest.Open(link)
	guest.WaitForText(".notice", "the game has begun")
}

// answered lets Bob answer Ann's invitation with other terms, which she accepts.
func (r *running) answered(ann, bob *member) {
	r.t.Helper()
	ann.Open(r.address + "/offers/new?opponent=Bob")
	ann.Follow("text=Offer the game")
	invitation := ann.URL()
	bob.Open(invitation)
	bob.Follow("text=Propose other terms")
	bob.WaitForText("h1", "Other terms for Ann")
	bob.Follow("text=Propose this instead")
	bob.WaitForText("[role=alert]", "These are the terms that Ann proposes.")
	bob.Click(`[name=control][value=live]`)
	bob.Type("#message", "Quicker, please.")
	bob.Follow("text=Propose this instead")
	bob.WaitForText("h1", "You invite Ann")
	ann.Reload()
	ann.WaitForText(".notice", "Bob has answered with other terms.")
	ann.Follow("text=The other terms")
	ann.WaitForText("h1", "Bob proposes other terms")
	ann.WaitForText(".one-offer", "Quicker, please.")
	ann.Follow("text=Accept and play")
	if m := r.match(strings.TrimPrefix(ann.URL(), r.address+"/matches/")).Match; m.Control != "live" || m.Seats[0].Player.ID != bob.player.ID {
		r.t.Errorf("the match is %+v", m)
	}
	bob.Open(r.address + "/offers/new?opponent=Ann")
	bob.Follow("text=Offer the game")
	ann.Open(bob.URL())
	ann.Type("#answer", "Next week perhaps.")
	ann.Follow("text=Decline")
	bob.Reload()
	bob.WaitForText(".one-offer", "Next week perhaps.")
}

// TestPagesOfSeatsHaveNoAccessibilityDefects looks at every page of this kind, small and large,
// light and dark.
func TestPagesOfSeatsHaveNoAccessibilityDefects(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	ann := r.member(b, "Ann", browser.Options{ReducedMotion: true})
	bob := r.member(b, "Bob", browser.Options{ReducedMotion: true})
	cleo := r.member(b, "Cleo", browser.Options{ReducedMotion: true})
	r.server.office.Directors = []string{"Bob"}
	offered := func(m *member, p play.Proposal) league.Offer {
		t.Helper()
		p.Reservation, p.Rules, p.Kickoff, p.Control = r.server.office.Reserve().ID, "streetsoccer/lg", "lot", "fast"
		made, err := r.server.office.Propose(t.Context(), m.player, p)
		if err != nil {
			t.Fatal(err)
		}
		return made.Offer
	}
	several := offered(ann, play.Proposal{Slots: "10", Legs: "2", From: "1200", To: "1900", Message: "Who is in?"})
	if _, err := r.server.office.Accept(t.Context(), cleo.player, several.ID, "", false, r.server.office.Now()); err != nil {
		t.Fatal(err)
	}
	strong := offered(cleo, play.Proposal{From: "2100", Rated: true})
	own := offered(bob, play.Proposal{Slots: "3", Around: "150"})
	linked, rated := offered(ann, play.Proposal{Link: true}), offered(ann, play.Proposal{Link: true, Rated: true})
	mine := offered(bob, play.Proposal{Link: true})
	invitation := offered(ann, play.Proposal{Opponent: "Bob"})
	declined := offered(ann, play.Proposal{Opponent: "Bob"})
	if _, err := r.server.office.Decline(t.Context(), bob.player, declined.ID, strings.Repeat("A_long_answer_", 14)); err != nil {
		t.Fatal(err)
	}
	by := func(o league.Offer) string { return "/invited/" + r.server.office.Link(ann.player, o) }
	checked := 0
	for _, screen := range screens {
		p, stranger := r.visitor(b, "random", screen), r.visitor(b, "random", screen)
		bob.signIn(p.Page)
		for _, page := range []struct {
			path  string
			pages []*visitor
		}{
			{"/offers", []*visitor{p, stranger}},
			{"/offers?rated=rated&control=fast", []*visitor{p}},
			{"/offers?rules=onetwofun", []*visitor{p}},
			{"/offers/new", []*visitor{p}},
			{"/offers/" + several.ID, []*visitor{p, stranger}},
			{"/offers/" + strong.ID, []*visitor{p}},
			{"/offers/" + own.ID, []*visitor{p}},
			{"/offers/" + mine.ID, []*visitor{p}},
			{by(linked), []*visitor{p, stranger}},
			{by(rated), []*visitor{stranger}},
			{"/offers/" + invitation.ID, []*visitor{p}},
			{"/offers/" + invitation.ID + "/counter", []*visitor{p}},
			{"/offers/" + declined.ID, []*visitor{p}},
			{"/ratings/drops", []*visitor{p}},
		} {
			for _, v := range page.pages {
				v.Open(r.address + page.path)
				browser.Eval[bool](v.Page, `(document.querySelectorAll("details").forEach(d => d.open = true), true)`)
				r.flawless(v.Page, page.path, screen)
				checked++
			}
		}
	}
	t.Logf("%d pages", checked)
}
