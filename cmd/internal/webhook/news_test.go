package webhook_test

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/cmd/internal/webhook"
	"kickabout/league"
	"kickabout/league/contact"
)

// notebook is a sender that keeps what it is given.
type notebook struct {
	words   []contact.Word
	outcome contact.Outcome
}

func (n *notebook) Send(_ context.Context, _ string, _ contact.HookFormat, _ []byte, w contact.Word) contact.Outcome {
	n.words = append(n.words, w)
	return n.outcome
}

// told returns what was written since it was asked last, in one text.
func (n *notebook) told() string {
	var lines []string
	for _, w := range n.words {
		lines = append(lines, w.Kind+": "+w.Title+" "+w.Text)
	}
	n.words = nil
	return strings.Join(lines, "\n")
}

func TestWebhooksOfTournamentsAndOfTheSiteAreToldWhatHappens(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob, cleo, boss := w.Member("Ann"), w.Member("Bob"), w.Member("Cleo"), w.Officer("Boss", league.Admin)
	n := &notebook{outcome: contact.Outcome{Sent: true, Said: "It answered 200 OK."}}
	w.Office.Channels.Hooks.Sender = n
	w.Office.Channels.Hooks.News = &webhook.News{Office: w.Office, URL: "https://kickabout.example"}
	tell := func() {
		t.Helper()
		if err := w.Office.Channels.Hooks.Tell(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	form := url.Values{"url": {"https://hooks.example/x"}, "format": {"json"}}
	cup := ann.Cup(func(f url.Values) { f.Set("name", "Spring Cup"); f.Set("places", "3"); f.Set("start", "full") })
	bob.Post(cup+"/webhooks", form).Want(t, http.StatusForbidden)
	bob.Post("/admin/webhooks", form).Want(t, http.StatusForbidden)
	ann.Post(cup+"/webhooks", form).Want(t, http.StatusCreated, "whsec_", "Webhooks of Spring Cup")
	boss.Post("/admin/webhooks", form).Want(t, http.StatusCreated, "Webhooks of the site")
	ann.Get(cup+"/desk").Want(t, http.StatusOK, cup+"/webhooks")
	tell()
	if got := n.told(); got != "" {
		t.Errorf("told is what was there before: %s", got)
	}
	w.Wait(time.Minute)
	bob.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther)
	tell()
	if got := n.told(); got != "tournament: Spring Cup Bob entered." {
		t.Errorf("told is %q", got)
	}
	tell()
	if got := n.told(); got != "" {
		t.Errorf("told twice: %s", got)
	}

	n.outcome = contact.Outcome{Said: "It answered 500 Internal Server Error."}
	cleo.Post(cup+"/entry", nil).Want(t, http.StatusSeeOther) // it is full, and starts
	tell()
	first := slices.Clone(n.words)
	n.told()
	tell()
	if got := n.told(); got != "" {
		t.Errorf("what has just failed is tried again at once: %s", got)
	}
	w.Wait(2 * time.Minute)
	n.outcome = contact.Outcome{Sent: true, Said: "It answered 200 OK."}
	tell()
	if len(first) == 0 || len(n.words) <= len(first) || n.words[0].ID != first[0].ID {
		t.Errorf("after a failure it is told %v, before %v", n.words, first)
	}
	got := n.told()
	for _, want := range []string{"tournament: Spring Cup Cleo entered.", "site: Spring Cup has started."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}

	secret := ann.Cup(func(f url.Values) { f.Set("name", "Secret Cup"); f.Set("private", "1") })
	w.Wait(time.Minute)
	tell()
	if got := n.told(); strings.Contains(got, "Secret") {
		t.Errorf("the site tells of what is private: %s", got)
	}
	// Who directs it no more is told no more.
	w.Accepted(ann.Post(secret+"/desk", url.Values{"act": {"appoint"}, "player": {"Bob"}}))
	bob.Post(secret+"/webhooks", form).Want(t, http.StatusCreated)
	w.Accepted(ann.Post(secret+"/desk", url.Values{"act": {"dismiss"}, "player": {bob.Player.ID}}))
	w.Wait(time.Minute)
	tell()
	if got := n.told(); strings.Contains(got, "Secret") {
		t.Errorf("who was dismissed is told: %s", got)
	}
	page := ann.Get(secret+"/webhooks").Want(t, http.StatusOK, ">off<", "does not direct the tournament any more")
	if n := len(regexp.MustCompile(`name="hook"`).FindAllString(page.Body, -1)); n != 2 {
		t.Errorf("the page has %d forms", n)
	}
}
