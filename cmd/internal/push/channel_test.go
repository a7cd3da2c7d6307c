package push_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/push"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/cmd/internal/webhook"
)

// leading returns a client for which every name leads to a server of the test.
func leading(to *httptest.Server) *http.Client {
	return &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "tcp", to.Listener.Addr().String())
		},
	}}
}

// work does what the workers of a server do, until nothing is left.
func work(t *testing.T, w *webtest.World) {
	t.Helper()
	for range 2 {
		for _, step := range append(w.Office.Reach.Senders(), w.Office.Reach.FanOut) {
			for worked := true; worked; {
				var err error
				if worked, err = step(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestATurnReachesTheScreenAndAWebhook goes all the way: a move, its notice, the outbox, the push service and the other
// side of a webhook.
func TestATurnReachesTheScreenAndAWebhook(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	s, _, to := newService(t)
	s.URL = "https://push.example" // as the token has it
	sender, err := push.NewSender(leading(s.Server), func() time.Time { return noon }, "https://kickabout.example", w.Office.Core.Site.Mix)
	if err != nil {
		t.Fatal(err)
	}
	w.Office.Channels.Devices.Pusher = sender
	w.Office.Reach.Use(&push.Channel{Devices: w.Office.Channels.Devices, URL: "https://kickabout.example"})

	var hooked []map[string]any
	hook := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var told map[string]any
		body, _ := io.ReadAll(r.Body)
		if err := json.Unmarshal(body, &told); err != nil {
			t.Error(err)
		}
		told["id"] = r.Header.Get("webhook-id")
		hooked = append(hooked, told)
	}))
	t.Cleanup(hook.Close)
	w.Office.Channels.Hooks.Sender = webhook.Sender{Client: leading(hook), Now: w.Clock}
	w.Office.Reach.Use(&webhook.Channel{Hooks: w.Office.Channels.Hooks, URL: "https://kickabout.example"})

	bob.Post("/account/devices", url.Values{"endpoint": {"https://push.example/abc"}, "p256dh": {to.Key}, "auth": {to.Auth}}).Want(t, http.StatusNoContent)
	bob.Post("/account/webhooks", url.Values{"url": {"https://hooks.example/x"}, "format": {"json"}}).Want(t, http.StatusCreated)
	id := w.Match(ann, bob)
	work(t, w)
	w.Wait(30 * time.Minute) // nothing comes while somebody is there
	w.Moves(id, 1)
	w.Wait(30 * time.Minute)
	work(t, w)
	if s.err != nil || s.text == nil {
		t.Fatalf("pushed was %q, %v", s.text, s.err)
	}
	var shown struct {
		Notification struct{ Title, Navigate, Tag string }
	}
	if err := json.Unmarshal(s.text, &shown); err != nil {
		t.Fatal(err)
	}
	if n := shown.Notification; !strings.Contains(n.Title, "Ann") || n.Navigate != "https://kickabout.example/matches/"+id || n.Tag == "" {
		t.Errorf("shown is %s", s.text)
	}
	if len(hooked) == 0 {
		t.Fatal("the webhook is told nothing")
	}
	last := hooked[len(hooked)-1]
	if kind := last["type"]; kind != "turn" || !regexp.MustCompile(`^webhook:`).MatchString(last["id"].(string)) || last["data"].(map[string]any)["url"] != "https://kickabout.example/matches/"+id {
		t.Errorf("the webhook is told %v", last)
	}
	before, n := s.got, len(hooked)
	work(t, w)
	if s.got != before || len(hooked) != n {
		t.Error("it is told twice")
	}

	bob.Get("/account/notifications").Want(t, 200, `name="push-turn"`, "Pushed to 1 device.")
	form := url.Values{"digest": {"17"}, "from": {"22"}, "to": {"7"}, "push-turn": {"digest"}}
	bob.Post("/account/notifications", form).Want(t, http.StatusUnprocessableEntity, "a push never or at once")
	form.Set("push-turn", "off")
	bob.Post("/account/notifications", form).Want(t, http.StatusSeeOther)
	bob.Get("/account/notifications").Want(t, 200, `<select name="push-turn"><option value="off" selected>`, `<select name="push-chat"><option value="off">`)
	w.Wait(30 * time.Minute)
	w.Moves(id, 2) // it is Bob's turn again
	w.Wait(30 * time.Minute)
	work(t, w)
	if s.got != before || len(hooked) == n {
		t.Errorf("pushed again: %v; the webhook was told %d more", s.got != before, len(hooked)-n)
	}
}
