package main

import (
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/league/play"
)

// TestTwoPeopleFindEachOther makes an offer and takes it, invites and declines, asks for
// a rematch and accepts: by links and forms alone, with JavaScript and without.
func TestTwoPeopleFindEachOther(t *testing.T) {
	for name, o := range someOf(t, map[string]browser.Options{
		"with JavaScript":    {ReducedMotion: true},
		"without JavaScript": {NoJavaScript: true},
		"on a phone":         {Width: 390, Height: 844, Phone: true, ReducedMotion: true},
	}) {
		t.Run(name, func(t *testing.T) {
			r := serve(t)
			b := browser.Start(t)
			ann, bob := r.member(b, "Ann", o), r.member(b, "Bob", o)
			open := func(m *member, path string) {
				t.Helper()
				m.Open(r.address + path)
			}

			// Ann offers a seat, Bob takes it.
			open(ann, "/")
			ann.Follow(`a[href="/offers"]`)
			ann.Follow("text=Make an offer")
			ann.Click(`[name=kickoff][value=you]`)
			ann.Type("#message", "Who is in for a game?")
			ann.Type("#contribution", "of ann")
			ann.Follow("text=Offer the game")
			ann.WaitForText("h1", "Your offer")
			open(bob, "/")
			bob.WaitForText(".people", "Ann")
			open(bob, "/offers")
			bob.WaitForText(".offer", "Who is in for a game?")
			bob.WaitForText(".offer", "You go first")
			bob.Follow(".offer .button")
			if strings.Contains(bob.HTML(), "of ann") {
				t.Error("what Ann gave to the dice is shown too early")
			}
			bob.Follow("text=Take the seat")
			match, ok := strings.CutPrefix(bob.URL(), r.address+"/matches/")
			if !ok {
				t.Fatalf("taking the seat led to %s", bob.URL())
			}
			seats := r.match(match).Match.Seats
			if seats[0].Player.ID != ann.player.ID || seats[0].Contribution != "of ann" || seats[1].Player.ID != bob.player.ID {
				t.Errorf("the seats are %+v", seats)
			}
			if given := seats[1].Contribution; (given == "") != o.NoJavaScript { // left empty, the browser adds something
				t.Errorf("Bob gave %q to the dice", given)
			}

			// Bob invites Ann, once with a slip, and she declines.
			open(bob, "/offers/new?to=person")
			bob.Type("#name", "Anne")
			bob.Type("#message", "One more?")
			bob.Follow("text=Offer the game")
			bob.WaitForText("#opponent-error", "There is no player of this name")
			if typed := browser.Eval[string](bob.Page, `document.querySelector("#name").value + "/" + document.querySelector("#message").value`); typed != "Anne/One more?" {
				t.Errorf("what was typed has become %q", typed)
			}
			browser.Eval[bool](bob.Page, `(document.querySelector("#name").value = "", true)`)
			bob.Type("#name", "ann")
			bob.Follow("text=Offer the game")
			bob.WaitForText("h1", "You invite Ann")
			open(ann, "/")
			ann.WaitForText(".people", "You are invited to a game.")
			open(ann, "/matches")
			ann.WaitForText(".invitations", "One more?")
			ann.Follow(".invitations .button")
			ann.Follow("text=Decline")
			bob.Reload()
			bob.WaitForText(".notice", "Ann has declined.")

			// Bob resigns, Ann asks for another game, which Bob accepts.
			open(bob, "/matches/"+match+"?resign=1")
			bob.Follow(`form[action$="/resignation"] button`)
			open(ann, "/matches/"+match)
			if !o.NoJavaScript {
				ann.WaitFor(`[data-play="skip"]`)
				caughtUp(ann.Page)
			}
			ann.Follow(`.bar a[href*="rematch"]`)
			if kickoff := browser.Eval[string](ann.Page, `document.querySelector("[name=kickoff]:checked").value`); kickoff != "me" {
				t.Errorf("who did not kick off before is offered %q", kickoff)
			}
			ann.Follow("text=Offer the game")
			offer := ann.URL()
			bob.Open(offer)
			bob.Follow("text=Accept and play")
			again := r.match(strings.TrimPrefix(bob.URL(), r.address+"/matches/")).Match
			if first := again.Seats[again.State.First].Player.ID; first != ann.player.ID {
				t.Errorf("the rematch is kicked off by %s", first)
			}
			for _, e := range append(ann.ConsoleErrors(), bob.ConsoleErrors()...) {
				if !strings.Contains(e, "422") { // the slip
					t.Errorf("a page complained: %s", e)
				}
			}
		})
	}
}

// TestPagesOfOffersHaveNoAccessibilityDefects looks at every page of this kind, small and
// large, light and dark.
func TestPagesOfOffersHaveNoAccessibilityDefects(t *testing.T) {
	r := serve(t)
	b := browser.Start(t)
	ann := r.member(b, "Ann", browser.Options{ReducedMotion: true})
	bob := r.member(b, "Bob", browser.Options{ReducedMotion: true})
	offered := func(m *member, p play.Proposal) string {
		t.Helper()
		p.Reservation, p.Rules, p.Kickoff, p.Control = r.server.office.Reserve().ID, "streetsoccer/lg", "lot", "fast"
		p.Message = "A_message_without_any_blank_in_it_" + strings.Repeat("that_goes_on_and_on_", 8)
		made, err := r.server.office.Propose(t.Context(), m.player, p)
		if err != nil {
			t.Fatal(err)
		}
		return "/offers/" + made.Offer.ID
	}
	seat := offered(ann, play.Proposal{Rated: true})
	mine := offered(bob, play.Proposal{Contribution: strings.Repeat("m", 64)})
	invitation := offered(ann, play.Proposal{Opponent: "Bob"})
	gone := offered(ann, play.Proposal{Opponent: "Bob"})
	if _, err := r.server.office.Decline(t.Context(), bob.player, strings.TrimPrefix(gone, "/offers/"), ""); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, screen := range screens {
		p, stranger := r.visitor(b, "random", screen), r.visitor(b, "random", screen)
		bob.signIn(p.Page)
		for path, pages := range map[string][]*visitor{
			"/": {p, stranger}, "/offers": {p, stranger}, "/offers/new": {p, stranger}, "/offers/new?to=person": {p}, "/matches": {p},
			seat: {p, stranger}, mine: {p}, invitation: {p}, gone: {p}, "/players/" + ann.player.ID: {p},
		} {
			for _, v := range pages {
				v.Open(r.address + path)
				r.flawless(v.Page, path, screen)
				checked++
			}
		}
	}
	t.Logf("%d pages", checked)
}
