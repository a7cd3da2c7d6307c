package channels_test

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/league/contact"
)

// told is a sender of both kinds that keeps what it is given.
type told struct {
	url     string
	format  contact.HookFormat
	key     []byte
	word    contact.Word
	to      contact.Subscription
	outcome contact.Outcome
}

func (s *told) Send(_ context.Context, url string, format contact.HookFormat, key []byte, w contact.Word) contact.Outcome {
	s.url, s.format, s.key, s.word = url, format, key, w
	return s.outcome
}

func (s *told) Push(_ context.Context, to contact.Subscription, w contact.Word) contact.Outcome {
	s.to, s.word = to, w
	return s.outcome
}

func (s *told) PublicKey() string { return "BPublicKey" }

var hookID = regexp.MustCompile(`name="hook" value="([a-z0-9]+)"`)

func TestAWebhookIsAddedTestedAndRemoved(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	s := &told{outcome: contact.Outcome{Sent: true, Said: "It answered 200 OK."}}
	w.Office.Channels.Hooks.Sender = s
	const address = "https://hooks.example/secret/path/of/Ann?key=12345"
	page := ann.Post("/account/webhooks", url.Values{"url": {address}, "format": {"json"}, "label": {"my bot"}}).
		Want(t, http.StatusCreated, "whsec_", "my bot", "hooks.example/…2345", "never used").Without(t, "secret/path")
	secret := regexp.MustCompile(`whsec_([A-Za-z0-9+/=]+)`).FindStringSubmatch(page.Body)[1]
	ann.Get("/account/webhooks").Want(t, http.StatusOK, "my bot").Without(t, secret, "secret/path")
	id := hookID.FindStringSubmatch(page.Body)[1]
	if stored, err := w.Office.Channels.Hooks.Of(t.Context(), contact.HookPlayer, ann.Player.ID); err != nil || len(stored) != 1 || strings.Contains(string(stored[0].Sealed), "hooks.example") {
		t.Errorf("kept is %+v, %v", stored, err)
	}
	bob.Post("/account/webhooks/test", url.Values{"hook": {id}}).Want(t, http.StatusNotFound)
	bob.Post("/account/webhooks/end", url.Values{"hook": {id}}).Want(t, http.StatusSeeOther)
	ann.Post("/account/webhooks/test", url.Values{"hook": {id}}).Want(t, http.StatusOK, "A test was sent. It answered 200 OK.")
	if s.url != address || s.format != contact.HookJSON || base64.StdEncoding.EncodeToString(s.key) != secret || s.word.Kind != "test" {
		t.Errorf("sent was %+v", s)
	}
	s.outcome = contact.Outcome{Gone: true, Said: "It answered 410 Gone."}
	ann.Post("/account/webhooks/test", url.Values{"hook": {id}}).Want(t, http.StatusOK, "It answered 410 Gone.", ">off<", "Nothing is sent until a test arrives.")
	if o, err := w.Office.Channels.Hooks.Send(t.Context(), id, contact.Word{ID: "1"}); err != nil || !o.Gone || s.word.ID == "1" {
		t.Errorf("one that is off is sent %+v: %+v, %v", s.word, o, err)
	}
	s.outcome = contact.Outcome{Sent: true, Said: "It answered 204 No Content."}
	ann.Post("/account/webhooks/test", url.Values{"hook": {id}}).Want(t, http.StatusOK, "204").Without(t, ">off<")
	if o, err := w.Office.Channels.Hooks.Send(t.Context(), id, contact.Word{ID: "2"}); err != nil || !o.Sent || s.word.ID != "2" {
		t.Errorf("one that is on again is sent %+v: %+v, %v", s.word, o, err)
	}
	ann.Post("/account/webhooks/end", url.Values{"hook": {id}}).Want(t, http.StatusSeeOther)
	ann.Get("/account/webhooks?done=end").Want(t, http.StatusOK, "The webhook is removed.", "There are no webhooks.")
}

func TestAWebhookOfAnotherKeyOfTheSiteIsNotGuessed(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	s := &told{outcome: contact.Outcome{Sent: true}}
	w.Office.Channels.Hooks.Sender = s
	page := ann.Post("/account/webhooks", url.Values{"url": {"https://hooks.example/x"}, "format": {"json"}}).Want(t, http.StatusCreated)
	id := hookID.FindStringSubmatch(page.Body)[1]
	was := w.Office.Core.Site
	w.Office.Core.Site = other{}
	o, err := w.Office.Channels.Hooks.Send(t.Context(), id, contact.Word{ID: "1"})
	w.Office.Core.Site = was
	if err != nil || !o.Gone || s.url != "" || !strings.Contains(o.Said, "another key") {
		t.Errorf("it is %+v, %v; sent to %q", o, err, s.url)
	}
}

// other is the key of another site.
type other struct{}

func (other) Mix(purpose, text string) [32]byte { return sha256.Sum256([]byte(purpose + text)) }

func TestAddressesOfWebhooksAreChecked(t *testing.T) {
	w := webtest.New(t)
	ann := w.Member("Ann")
	for address, want := range map[string]string{
		"":                                    "Enter the address of the webhook.",
		"hooks.example/x":                     "This is no address",
		"https://":                            "This is no address",
		"https://" + strings.Repeat("x", 600): "This is no address",
		"http://hooks.example/x":              "The address has to begin with https://.",
		"ftp://hooks.example/x":               "The address has to begin with https://.",
		"https://hooks.example:8443/x":        "Only the usual port of https, 443, is reached.",
		"https://me:word@hooks.example/":      "must not hold a name or a password",
		"https://127.0.0.1/x":                 "This address is not on the public internet.",
		"https://[::1]/x":                     "This address is not on the public internet.",
		"https://192.168.0.1/x":               "This address is not on the public internet.",
	} {
		ann.Post("/account/webhooks", url.Values{"url": {address}, "format": {"json"}, "label": {"kept"}}).Want(t, http.StatusUnprocessableEntity, want, `value="kept"`)
	}
	ann.Post("/account/webhooks", url.Values{"url": {"https://hooks.example/x"}, "format": {"discord"}}).Want(t, http.StatusUnprocessableEntity, "Webhooks of Discord begin with")
	ann.Post("/account/webhooks", url.Values{"url": {"https://hooks.example/x"}, "format": {"smoke"}}).Want(t, http.StatusUnprocessableEntity, "Choose how the webhook is written to.")
	page := ann.Post("/account/webhooks", url.Values{"url": {" https://discord.com/api/webhooks/1/abcdefgh#x "}, "format": {"discord"}}).Want(t, http.StatusCreated, "discord.com/…efgh")
	page.Without(t, "whsec_")
	for range 4 {
		ann.Post("/account/webhooks", url.Values{"url": {"https://hooks.example:443/x"}, "format": {"json"}}).Want(t, http.StatusCreated)
	}
	ann.Post("/account/webhooks", url.Values{"url": {"https://hooks.example/x"}, "format": {"json"}}).Want(t, http.StatusForbidden, "There are 5 webhooks already.", "https://hooks.example/x")
}

func TestADeviceIsPushedToAsLongAsItsSessionLasts(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	form := url.Values{"endpoint": {"https://push.example/abc"}, "p256dh": {encode(key.PublicKey().Bytes())}, "auth": {encode(make([]byte, 16))}}
	ann.Post("/account/devices", form).Want(t, http.StatusForbidden, "This site pushes nothing.")
	ann.Get("/account/devices").Want(t, http.StatusOK, "This site pushes nothing to devices.")

	s := &told{outcome: contact.Outcome{Sent: true, Said: "It answered 201 Created."}}
	w.Office.Channels.Devices.Pusher = s
	ann.Get("/account/devices").Want(t, http.StatusOK, `data-key="BPublicKey"`, "No device shows notices.")
	for field, wrong := range map[string][]string{
		"endpoint": {"", "http://push.example/abc", "https://push.example:8443/abc", "https://me:x@push.example/", "https://push.example/" + strings.Repeat("x", 1000)},
		"p256dh":   {"", "abc", encode(make([]byte, 65)), "!"},
		"auth":     {"", encode(make([]byte, 15)), "!"},
	} {
		for _, text := range wrong {
			bad := url.Values{}
			for name, value := range form {
				bad[name] = value
			}
			bad.Set(field, text)
			ann.Post("/account/devices", bad).Want(t, http.StatusUnprocessableEntity)
		}
	}
	form.Set("site", "BKeyOfBefore") // that the site had when the browser asked
	ann.Post("/account/devices", form).Want(t, http.StatusConflict, "another key now")
	ann.Get("/account/devices").Want(t, http.StatusOK, "No device shows notices.")
	form.Set("site", "BPublicKey")
	ann.Post("/account/devices", form).Want(t, http.StatusNoContent)
	form.Del("site")                                                 // some browsers do not say
	ann.Post("/account/devices", form).Want(t, http.StatusNoContent) // as each new session does
	page := ann.Get("/account/devices").Want(t, http.StatusOK, "this browser")
	ids := regexp.MustCompile(`name="device" value="([0-9a-f]{64})"`).FindStringSubmatch(page.Body)
	if n := strings.Count(page.Body, `action="/account/devices/end"`); n != 1 {
		t.Errorf("%d devices are listed", n)
	}
	bob.Post("/account/devices/test", url.Values{"device": {ids[1]}}).Want(t, http.StatusOK, "This browser is not reached any more.")
	ann.Post("/account/devices/test", url.Values{"device": {ids[1]}}).Want(t, http.StatusOK, "A test was sent. It answered 201 Created.")
	if s.to.Endpoint != "https://push.example/abc" || !strings.HasSuffix(s.word.URL, "/matches") || s.word.Waiting != 0 {
		t.Errorf("pushed was %+v to %+v", s.word, s.to)
	}
	s.outcome = contact.Outcome{Gone: true, Said: "It answered 410 Gone."}
	ann.Post("/account/devices/test", url.Values{"device": {ids[1]}}).Want(t, http.StatusOK, "410 Gone", "No device shows notices.")

	ann.Post("/account/devices", form).Want(t, http.StatusNoContent)
	ann.Post("/signout", nil).Want(t, http.StatusSeeOther)
	if left, err := w.Office.Channels.Devices.Targets(t.Context(), ann.Player.ID); err != nil || len(left) != 0 {
		t.Errorf("after signing out there are %v, %v", left, err)
	}
}
