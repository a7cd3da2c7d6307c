package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
)

// TestTheLogOfSecurityHasWhoComesInAndWhoIsKeptOut goes through all of it, and looks for secrets in all that the
// site has logged meanwhile.
func TestTheLogOfSecurityHasWhoComesInAndWhoIsKeptOut(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	w.Browser().SignUp("Ann")
	ann, err := w.Office.PlayerByName(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	begun := w.Browser().Begin() // a match of somebody else
	l := listening(t, w, web.Options{Limits: web.Limits{Tries: web.Rate{Count: 2, Per: time.Hour}}})
	b, secrets := w.Browser(), []string{webtest.SecretWords, "four small goats", "not the words", "typed as a name"}
	cookie := func(b *webtest.Browser) {
		at, err := url.Parse(w.Server.URL)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range b.Client.Jar.Cookies(at) {
			secrets = append(secrets, c.Value)
		}
	}
	sign := func(name, password string) int {
		defer cookie(b)
		return b.Post("/signin", url.Values{"name": {name}, "password": {password}}).Status
	}
	seen := 0
	next := func(what, account string, level string) {
		t.Helper()
		var lines []map[string]any
		for _, line := range l.lines(t, what) {
			if line["security"] == true {
				lines = append(lines, line)
			}
		}
		if len(lines) == 0 {
			t.Fatalf("%q is not in the log:\n%s", what, l)
		}
		last := lines[len(lines)-1]
		if got := fmt.Sprint(last["account"]); got != account && (account != "" || got != "<nil>") || last["level"] != level || !requestID.MatchString(last["request_id"].(string)) {
			t.Errorf("%q is logged as %v, want account %q at %s", what, last, account, level)
		}
		if n := strings.Count(l.String(), `"security":true`); n != seen+1 {
			t.Errorf("%q: %d lines of security after %d", what, n, seen)
		} else {
			seen = n
		}
	}
	sign("typed as a name", "not the words")
	next("sign-in failed", "unknown", "WARN")
	sign("Ann", webtest.SecretWords)
	next("signed in from a new browser", ann.ID, "INFO")
	b.Post("/account/password", url.Values{"old": {"not the words"}, "password": {"four small goats"}})
	next("password not changed", ann.ID, "WARN")
	b.Post("/account/password", url.Values{"old": {webtest.SecretWords}, "password": {"four small goats"}})
	cookie(b)
	next("password changed", ann.ID, "INFO")
	b.Post("/matches/"+begun+"/resignation", url.Values{})
	next("forbidden", "", "WARN")
	b.Post("/account/deletion", url.Values{"gone": {"not the words"}})
	next("password not confirmed", ann.ID, "WARN")
	w.Browser().Post("/standing", url.Values{"name": {"nobody by this name"}, "password": {"not the words"}})
	next("sign-in failed", "unknown", "WARN")
	w.Browser().Get("/matches/not-there")
	next("not shown", "", "INFO")
	b.Post("/vacation", url.Values{"from": {"never"}})
	next("input refused", "", "INFO")
	b.Post("/signout", url.Values{})
	cookie(b)
	next("signed out", ann.ID, "INFO")
	w.Browser().SignUp("Zoe")
	seen++ // for the line that says so
	w.Browser().Do(http.MethodGet, "/api/v1/matches", nil, http.Header{"Authorization": {"Bearer atokenofnobody"}})
	secrets = append(secrets, "atokenofnobody")
	next("no known token", "", "WARN")
	sign("Ann", "not the words")
	seen++
	for sign("Ann", "not the words") != http.StatusTooManyRequests {
		seen++
	}
	next("refused by a limit", "", "WARN")
	for _, secret := range secrets {
		if strings.Contains(l.String(), secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}
