package match_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine"
)

// TestAReplayGoesOnWhereAnotherDeviceHasShownIt: what a player has been shown is noted when a page says so, never by
// looking, and holds on all devices of the player and for nobody else.
func TestAReplayGoesOnWhereAnotherDeviceHasShownIt(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob, eve := w.Member("Ann"), w.Member("Bob"), w.Member("Eve")
	path := "/matches/" + w.Match(ann, bob)
	id := strings.TrimPrefix(path, "/matches/")
	w.Moves(id, 4)
	log := w.View(id).Record.Log
	made := map[engine.Side]int{}
	for _, e := range log {
		if e.Act == engine.ActMove {
			made[e.By] = e.Seq
		}
	}
	device := w.Browser()
	device.Post("/signin", url.Values{"name": {"Ann"}, "password": {webtest.MemberWords}}).Want(t, http.StatusSeeOther)
	shows := func(b *webtest.Browser, seen int, title string) {
		t.Helper()
		page := b.Get(path).Want(t, http.StatusOK, `data-seen="`+webtest.Itoa(seen)+`"`)
		if title == "" {
			page.Without(t, "Mark as seen", "Since ")
		} else {
			page.Want(t, http.StatusOK, "<h2>"+title+"</h2>", "Mark as seen", `action="`+path+`/seen"`)
		}
	}
	says := func(b *webtest.Browser, seq string, status int) {
		t.Helper()
		if a := b.Post(path+"/seen", url.Values{"seq": {seq}}).Want(t, status); status == http.StatusSeeOther && a.Header.Get("Location") != path {
			t.Errorf("it leads to %q", a.Header.Get("Location"))
		}
	}

	mine, theirs, last := made[engine.First], made[engine.Second], len(log)
	for range 2 {
		shows(ann.Browser, mine, "Since your last move")
	}
	says(ann.Browser, webtest.Itoa(mine+1), http.StatusSeeOther)
	shows(device, mine+1, "Since you last looked")
	says(ann.Browser, webtest.Itoa(last), http.StatusSeeOther)
	shows(device, last, "")
	says(device, "1", http.StatusSeeOther)
	shows(ann.Browser, last, "")
	for _, seq := range []string{"", "0", "-1", webtest.Itoa(last + 1), "all"} {
		says(ann.Browser, seq, http.StatusUnprocessableEntity)
	}
	shows(ann.Browser, last, "")
	shows(bob.Browser, theirs, "Since your last move")

	says(eve.Browser, webtest.Itoa(last), http.StatusForbidden)
	eve.Get(path).Want(t, http.StatusOK, `data-seen="0"`, "data-watched", "<h2>The last move</h2>").Without(t, "data-seat", "Mark as seen")
}

// TestAPlayerSettlesWhichWayBoardsLie: each side plays upward, or First does whoever looks.
func TestAPlayerSettlesWhichWayBoardsLie(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	path, other := "/matches/"+w.Match(ann, bob), "/matches/"+w.Match(ann, bob)
	lies := func(b *webtest.Member, path string, turned bool) {
		t.Helper()
		if page := b.Get(path).Want(t, http.StatusOK); strings.Contains(page.Body, " data-turned") != turned {
			t.Errorf("turned at %s: %t", path, !turned)
		}
	}
	lies(ann, path, false)
	lies(bob, path, true)
	bob.Get(path).Want(t, http.StatusOK, `action="`+path+`/board"`, `aria-pressed="true">My side at the bottom`)
	bob.Post(path+"/board", url.Values{"upright": {"1"}}).Want(t, http.StatusSeeOther)
	bob.Get(path).Want(t, http.StatusOK, `aria-pressed="false">My side at the bottom`)
	lies(bob, path, false)
	lies(bob, other, false)
	lies(bob, path+"?flip=1", true)
	lies(ann, path, false)
	bob.Post(path+"/board", nil).Want(t, http.StatusSeeOther)
	lies(bob, other, true)
}
