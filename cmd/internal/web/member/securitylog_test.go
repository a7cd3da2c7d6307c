package member_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
)

// TestTheLogSaysWhoGotInAndWhoDidNot: to whom it concerns, and for 180 days.
func TestTheLogSaysWhoGotInAndWhoDidNot(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	home, thief := w.Browser(), w.Browser()
	signIn(home, "Ann", webtest.MemberWords).Want(t, 303)
	home.Get("/account/security").Want(t, 200, "Signed in from a new browser, by password", "127.0.0.0/24", "Another program")
	home.Post("/signout", url.Values{}).Want(t, 303)
	signIn(home, "Ann", webtest.MemberWords).Want(t, 303)
	if page := home.Get("/account/security").Want(t, 200, "Signed out", "Signed in, by password"); strings.Count(page.Body, "Signed in from a new browser") != 1 {
		t.Error("a browser that was there before is new")
	}
	signIn(thief, "Ann", "a wrong guess").Want(t, 422)
	signIn(thief, "a horse in the rain", "Ann").Want(t, 422)
	recovers(thief, "Ann", "no code", "two tall ships").Want(t, 422)
	page := home.Get("/account/security").Want(t, 200, "Sign-in failed, by password", "refused")
	if strings.Contains(page.Body, "horse") {
		t.Error("what somebody typed for a name stands in the log")
	}
	bob := w.Member("Bob")
	if strings.Contains(bob.Get("/account/security").Want(t, 200).Body, "Sign-in failed") {
		t.Error("Bob reads what concerns Ann")
	}
	w.Wait(180*24*time.Hour + time.Second)
	if err := w.Office.ForgetSecurity(t.Context()); err != nil {
		t.Fatal(err)
	}
	if list, err := w.Office.SecurityOf(t.Context(), ann.Player, 10); err != nil || len(list) != 0 {
		t.Errorf("after 180 days %d are left, %v", len(list), err)
	}
}

// TestNobodyFillsTheLog: of refusals one neighbourhood has so many rows and no more.
func TestNobodyFillsTheLog(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, thief := w.Member("Ann"), w.Browser()
	for range 80 {
		thief.Ask(http.MethodPost, "/signin", url.Values{"name": {"Ann"}, "password": {"a wrong guess"}})
	}
	if list, err := w.Office.SecurityOf(t.Context(), ann.Player, 100); err != nil || len(list) != 60 {
		t.Errorf("%d events, %v", len(list), err)
	}
}

func TestThisWasNotMe(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, thief := w.Member("Ann"), w.Browser()
	signIn(thief, "Ann", webtest.MemberWords).Want(t, 303)
	if _, err := w.Office.MakeToken(t.Context(), ann.Player, webtest.AnyToken); err != nil {
		t.Fatal(err)
	}
	ann.Post("/account/security/not-me", url.Values{}).Want(t, 303)
	ann.Get("/account/security?done=not-me").Want(t, 200, "You said: this was not me", "Change your password now")
	thief.Get("/account").Want(t, 303)
	if list, err := w.Office.Tokens(t.Context(), ann.Player); err != nil || len(list) != 0 {
		t.Errorf("%d tokens, %v", len(list), err)
	}

	// By a link, whoever has it is signed in or not: nothing opens the account but a recovery.
	code := codesOf(ann.Browser)[0]
	link := "/not-me/" + w.Office.NotMeLink(ann.Player.ID, "")
	signIn(thief, "Ann", webtest.MemberWords).Want(t, 303)
	b := w.Browser()
	b.Get(link).Want(t, 200, "Was it not you?", "Ann") // looking does nothing
	thief.Get("/account").Want(t, 200)
	b.Get(link[:len(link)-1]).Want(t, 404)
	b.Post(strings.Replace(link, ann.Player.ID, "another", 1), url.Values{}).Want(t, 404)
	b.Post(link, url.Values{}).Want(t, 200, "closed to everybody")
	thief.Get("/account").Want(t, 303)
	ann.Get("/account").Want(t, 303)
	signIn(thief, "Ann", webtest.MemberWords).Want(t, 422)
	recovers(b, "Ann", code, "two tall ships").Want(t, 303)
	signIn(b, "Ann", "two tall ships").Want(t, 303)
	w.Wait(7 * 24 * time.Hour)
	b.Get(link).Want(t, 404)
	b.Post(link, url.Values{}).Want(t, 404)
}
