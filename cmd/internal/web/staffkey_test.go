package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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
