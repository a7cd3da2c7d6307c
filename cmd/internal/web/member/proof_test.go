package member_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
)

// TestWhatConcernsTheAccountTakesAProof: after 15 minutes each asks for the password, keeps what was sent, and goes on
// once it is there.
func TestWhatConcernsTheAccountTakesAProof(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	for _, x := range []struct {
		path string
		form url.Values
		done int
	}{
		{"/account/codes", url.Values{}, 201},
		{"/account/tokens", url.Values{"label": {"my bot"}, "scopes": {"play", "enter"}, "days": {"30"}}, 201},
		{"/account/tokens/end", url.Values{"token": {strings.Repeat("0", 64)}}, 303},
		{"/account/tokens/wake", url.Values{"token": {strings.Repeat("0", 64)}}, 303},
		{"/account/sessions/end", url.Values{"session": {"others"}}, 303},
		{"/account/feeds", url.Values{"label": {"my phone"}}, 201},
		{"/account/feeds/end", url.Values{"feed": {strings.Repeat("0", 64)}}, 303},
		{"/account/webhooks", url.Values{"url": {"https://hooks.example/x"}, "format": {"json"}}, 201},
		{"/account/webhooks/end", url.Values{"hook": {"none"}}, 303},
		{"/account/mail/removal", url.Values{}, 303},
		{"/account/passkeys/end", url.Values{"passkey": {"abcd"}}, 303},
		{"/account/apps/end", url.Values{"grant": {"none"}}, 303},
	} {
		ann.Post(x.path, x.form).Want(t, x.done) // for a while nothing is asked
		w.Wait(15 * time.Minute)
		asked := ann.Post(x.path, x.form).Want(t, 403, "Confirm that it is you", `action="`+x.path+`"`)
		for name, values := range x.form {
			for _, v := range values {
				if !strings.Contains(asked.Body, `<input type="hidden" name="`+name+`" value="`+v+`">`) {
					t.Errorf("%s: %s=%s is lost", x.path, name, v)
				}
			}
		}
		x.form.Set("proof", "no")
		ann.Post(x.path, x.form).Want(t, 422, "This is not your password.")
		before := session(ann.Browser)
		x.form.Set("proof", webtest.MemberWords)
		ann.Post(x.path, x.form).Want(t, x.done)
		if session(ann.Browser) == before || viewer(w, before).ID != "" {
			t.Errorf("%s: the session has the token that it had before", x.path)
		}
	}
	w.Wait(15 * time.Minute)
	got := ann.Get("/account/download.jsonl").Want(t, 303)
	if to := got.Header.Get("Location"); to != "/account/confirm?next=%2Faccount%2Fdownload.jsonl" {
		t.Errorf("it leads to %q", to)
	}
	ann.Get("/account/security").Want(t, 200) // looking is free
	if to := ann.Post("/account/confirm", url.Values{"next": {"/account/download.jsonl"}, "proof": {webtest.MemberWords}}).Want(t, 303).Header.Get("Location"); to != "/account/download.jsonl" {
		t.Errorf("it goes on to %q", to)
	}
	ann.Get("/account/download.jsonl").Want(t, http.StatusOK)
}
