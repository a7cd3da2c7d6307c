package member_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
)

// TestWhoHasNoOtherWayInIsToldEachMonth: on every page but those of games, until there is a way or it is put off.
func TestWhoHasNoOtherWayInIsToldEachMonth(t *testing.T) {
	t.Parallel()
	const warning = "Nothing but your password opens this account"
	w := webtest.New(t)
	w.Office.Mailer = &letterbox{}
	ann, bob := w.Member("Ann"), w.Member("Bob")
	game := "/matches/" + w.Match(ann, bob)
	ann.Get("/").Want(t, 200).Without(t, warning) // codes were shown a moment ago
	w.Wait(24 * time.Hour)
	for _, path := range []string{"/", "/matches", "/rules/streetsoccer", "/account"} {
		ann.Get(path).Want(t, 200, warning)
	}
	ann.Get(game).Want(t, 200).Without(t, warning)
	w.Browser().Get("/").Want(t, 200).Without(t, warning)

	w.Browser().Post("/account/security/later", url.Values{}).Want(t, 403)
	got := ann.Send(http.MethodPost, "/account/security/later", "", http.Header{"Referer": {w.Server.URL + "/rules"}})
	if to := got.Want(t, 303).Header.Get("Location"); to != "/rules" {
		t.Errorf("it leads to %q", to)
	}
	ann.Get("/").Want(t, 200).Without(t, warning)
	bob.Get("/").Want(t, 200, warning)
	w.Wait(30*24*time.Hour - time.Second)
	ann.Get("/").Want(t, 200).Without(t, warning)
	w.Wait(time.Second)
	ann.Get("/").Want(t, 200, warning)

	ann.SignIn() // to prove who she is
	codes := codesOf(ann.Browser)
	ann.Get("/").Want(t, 200).Without(t, warning)
	for _, code := range codes { // all are used up
		recovers(w.Browser(), "Ann", code, webtest.MemberWords+" "+code).Want(t, 303)
	}
	signIn(ann.Browser, "Ann", webtest.MemberWords+" "+codes[7]).Want(t, 303)
	ann.Get("/").Want(t, 200, warning)
	var token string
	if err := w.Office.Addresses.Want(t.Context(), ann.Player, "ann@example.org", func(made string) string { token = made; return made }); err != nil {
		t.Fatal(err)
	}
	ann.Get("/").Want(t, 200, warning) // nobody has opened it
	if _, err := w.Office.Addresses.Take(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	ann.Get("/").Want(t, 200).Without(t, warning)
	w.Office.Mailer = nil // then an address is of no use
	ann.Get("/").Want(t, 200, warning)
}
