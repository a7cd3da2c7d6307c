package main

import (
	"strings"
	"testing"

	"kickabout/cmd/internal/browser"
	"kickabout/league"
	membersleague "kickabout/league/members"
	"kickabout/league/play"
)

// TestTheInboxIsReadWithoutAScript, by keyboard: what is new leads to what it is about and is read by that; the rest is put
// away at once; what waits for an answer stays until it is given. Looking at the page marks nothing.
func TestTheInboxIsReadWithoutAScript(t *testing.T) {
	t.Parallel()
	r := serve(t)
	b := browser.Start(t)
	ann := r.member(b, "Ann", browser.Options{NoJavaScript: true, Width: 390, Height: 844, Phone: true})
	bob := r.member(b, "Bob", browser.Options{NoJavaScript: true})
	one, two := r.between(bob, ann), r.between(bob, ann)
	o := r.server.office
	_, err := o.Propose(t.Context(), bob.player, play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "Ann", Kickoff: league.KickoffMe, Control: "lg"})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{one, two} {
		if err := o.Say(t.Context(), bob.player, membersleague.Saying{Match: id, Text: "good luck", Arrived: o.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	bell := func(want string) {
		t.Helper()
		for range 200 { // news are made a moment later
			ann.Open(r.address + "/inbox")
			if ann.Text("#bell") == want {
				return
			}
		}
		t.Fatalf("the bell shows %s, want %s", ann.Text("#bell"), want)
	}
	bell("3")
	bell("3") // though it was looked at
	if !strings.Contains(ann.Text("main"), "Bob invites you") || ann.Count(".inbox-list form button") != 2 {
		t.Errorf("the inbox says %s", ann.Text("main"))
	}
	for range 60 {
		ann.Press("Tab")
		if browser.Eval[bool](ann.Page, `document.activeElement.matches(".inbox-list form button")`) {
			break
		}
	}
	ann.Press("Enter")
	ann.WaitUntil(`location.pathname.startsWith("/matches/")`)
	if at := ann.URL(); !strings.HasSuffix(at, one) && !strings.HasSuffix(at, two) {
		t.Errorf("it leads to %s", at)
	}
	bell("2")
	ann.Follow(`form.pages button`)
	bell("1")
	ann.Follow(`.inbox-list a`)
	if !strings.Contains(ann.URL(), "/offers/") {
		t.Errorf("the invitation leads to %s", ann.URL())
	}
}
