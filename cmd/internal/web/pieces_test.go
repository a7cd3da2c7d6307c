package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
)

// ofOneRequest is what two answers to one question differ in.
var ofOneRequest = regexp.MustCompile(`(name="(reservation|key)" value="|data-(reservation|key)="|nonce-|/matches/)[^"'\s]*`)

// TestPiecesThatMembersShareAreWhatEachWouldRead asks two sites on one database, one of which shares pieces for ever, for the
// same pages after each thing that somebody does: nobody is shown what was before, nor what is hidden from them.
func TestPiecesThatMembersShareAreWhatEachWouldRead(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	scene, cup := w.NewLadderScene(), w.NewCupScene("open")
	plain := w.Server.Config.Handler
	shared, err := web.New(w.Office, web.Options{Log: w.Log, Share: 1000 * time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	w.Echo, w.Server.Config.Handler = shared, shared
	ann, bob, guest := scene.People[0], scene.People[1], scene.Guest
	everybody := map[string]*webtest.Browser{"Ann": ann.Browser, "Bob": bob.Browser, "the organiser": cup.People[0].Browser, "a guest": guest}
	pages := []string{"/", "/watch", "/hall", "/competitions", scene.Ladder, "/minicup/streetsoccer/lg", "/monthlycup/streetsoccer/lg", "/players/" + ann.Player.ID, "/players/" + bob.Player.ID}
	compare := func(after string) {
		t.Helper()
		for _, page := range pages {
			for name, b := range everybody {
				w.Server.Config.Handler = plain
				want := b.Get(page)
				w.Server.Config.Handler = shared
				if got := b.Get(page); got.Status != want.Status || ofOneRequest.ReplaceAllString(got.Body, "") != ofOneRequest.ReplaceAllString(want.Body, "") {
					t.Errorf("after %s, %s is shown another %s:\n%s", after, name, page, difference(ofOneRequest.ReplaceAllString(want.Body, ""), ofOneRequest.ReplaceAllString(got.Body, "")))
				}
			}
		}
	}
	compare("nothing")
	w.Accepted(cup.People[3].Post("/tournaments/"+cup.ID+"/entry", nil))
	compare("an entry")
	made := ann.Cup(func(f url.Values) { f.Set("private", "1") })
	compare("a private tournament")
	ann.Get("/").Want(t, http.StatusOK, made)
	bob.Get("/").Want(t, http.StatusOK).Without(t, made)
	w.Accepted(ann.Post(made+"/desk", url.Values{"act": {"change"}, "name": {"Spring Cup"}, "places": {"4"}, "profile": {"std"}}))
	compare("its opening")
	bob.Get("/").Want(t, http.StatusOK, made)
	match := w.Match(ann, bob)
	w.Accepted(cup.People[0].Post("/tournaments/"+cup.ID+"/start", nil))
	compare("a start")
	w.Moves(match, 3)
	w.AllResign(ann.Player)
	compare("the ends of all matches, which no request brought about")
}

// difference tells where two texts part.
func difference(want, got string) string {
	a, b := strings.Split(want, ">"), strings.Split(got, ">")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("part %d: want %.300s\ngot %.300s", i, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d parts, want %d", len(b), len(a))
}
