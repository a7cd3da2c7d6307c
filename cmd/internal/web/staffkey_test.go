package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/passkey"
	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
	membersleague "kickabout/league/members"
)

// TestAdminsNeedAPasskey: where that is so nothing under /admin answers without one, and nobody else learns of it.
func TestAdminsNeedAPasskey(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	party, err := passkey.New("kickabout.example", "https://kickabout.example")
	if err != nil {
		t.Fatal(err)
	}
	w.Office.Party = party
	strict, err := web.New(w.Office, web.Options{Log: w.Log, StaffPasskeys: true})
	if err != nil {
		t.Fatal(err)
	}
	admin, member := w.Officer("Ann", league.Admin), w.Member("Bob")
	tokens := map[*webtest.Member]string{}
	for _, m := range []*webtest.Member{admin, member} {
		if _, tokens[m], err = w.Office.SignIn(t.Context(), membersleague.Credentials{Name: m.Player.Name, Password: webtest.MemberWords}); err != nil {
			t.Fatal(err)
		}
	}
	asks := func(m *webtest.Member, site http.Handler, path string) (int, string) {
		r, answer := httptest.NewRequest(http.MethodGet, path, nil), httptest.NewRecorder()
		r.AddCookie(&http.Cookie{Name: "__Host-session", Value: tokens[m]})
		site.ServeHTTP(answer, r)
		return answer.Code, answer.Body.String()
	}
	for _, path := range []string{"/admin", "/admin/users", "/admin/settings", "/admin/webhooks"} {
		if status, page := asks(admin, strict, path); status != http.StatusForbidden || !strings.Contains(page, "and a passkey") {
			t.Errorf("%s without a passkey: %d\n%s", path, status, webtest.Excerpt(page))
		}
		if status, page := asks(member, strict, path); status == http.StatusOK || strings.Contains(page, "passkey") {
			t.Errorf("%s for a member: %d\n%s", path, status, webtest.Excerpt(page))
		}
	}
	if status, _ := asks(admin, w.Echo, "/admin"); status != http.StatusOK {
		t.Errorf("where none is needed: %d", status)
	}
	if err := w.Store.AddPasskey(t.Context(), league.Passkey{ID: "key", Player: admin.Player.ID, Name: "key", Record: "{}", Made: w.Clock()}, 1); err != nil {
		t.Fatal(err)
	}
	if status, page := asks(admin, strict, "/admin"); status != http.StatusOK {
		t.Errorf("with a passkey: %d\n%s", status, webtest.Excerpt(page))
	}
}

// TestWhoHasAPasskeyProvesBothFactors: the password alone does not do for what takes a proof, nor for a new password or the end
// of the account; with a recovery code, once, it does.
func TestWhoHasAPasskeyProvesBothFactors(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	party, err := passkey.New("kickabout.example", "https://kickabout.example")
	if err != nil {
		t.Fatal(err)
	}
	w.Office.Party = party
	ann := w.Member("ann")
	code := regexp.MustCompile(`(?:[A-Z2-7]{5}-){4}[A-Z2-7]{6}`).FindString(ann.Post("/account/codes", nil).Want(t, 201).Body)
	if err := w.Store.AddPasskey(t.Context(), league.Passkey{ID: "key", Player: ann.Player.ID, Name: "key", Record: "{}", Made: w.Clock()}, 1); err != nil {
		t.Fatal(err)
	}
	w.Wait(16 * time.Minute)
	token := url.Values{"label": {"my bot"}, "days": {"30"}, "scopes": {"play"}}
	password := url.Values{"old": {webtest.MemberWords}, "password": {"four small goats"}}
	for path, form := range map[string]url.Values{"/account/tokens": token, "/account/password": password, "/account/deletion": {"gone": {webtest.MemberWords}}} {
		ann.Post(path, form).Want(t, 403, "Use a passkey, or type your password and a recovery code", `name="code"`)
		form.Set("proof", webtest.MemberWords)
		ann.Post(path, form).Want(t, 422, "The code is wrong, or has been used.")
		form.Set("code", "ABCDE")
		ann.Post(path, form).Want(t, 422, "The code is wrong, or has been used.")
		form.Set("proof", "no")
		form.Set("code", code)
		ann.Post(path, form).Want(t, 422, "This is not your password.")
	}
	token.Set("proof", webtest.MemberWords)
	ann.Post("/account/tokens", token).Want(t, 201)
	w.Wait(16 * time.Minute)
	ann.Post("/account/tokens", token).Want(t, 422, "The code is wrong, or has been used.")
}
