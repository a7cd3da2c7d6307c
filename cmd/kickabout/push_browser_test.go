package main

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/browser"
	"kickabout/cmd/internal/push"
	"kickabout/league/contact"
	"kickabout/views"
)

// pushed runs the worker's script with what a browser gives it, as far as pushes need that, has it take what the site
// sends, and then a tap on what it shows; and once more with a window open, with an address elsewhere, and with what is
// none of ours.
const pushed = `(async () => {
	const on = {}, log = [];
	let windows = [];
	const self = {
		addEventListener: (name, act) => { on[name] = act; }, location,
		navigator: { setAppBadge: async (n) => { log.push("badge " + n); }, clearAppBadge: async () => { log.push("no badge"); } },
		registration: { showNotification: async (title, o) => { log.push("shows " + title + ", " + o.body + ", " + o.tag); self.shown = o; } },
		clients: { matchAll: async () => windows, openWindow: async (url) => { log.push("opens " + url.replace(location.origin, "")); } },
	};
	(function (self) { SCRIPT })(self);
	const event = async (name, o) => { const all = []; on[name]({ waitUntil: (p) => all.push(p), ...o }); await Promise.all(all); };
	const push = (told) => event("push", { data: { json: () => JSON.parse(told) } });
	const tap = (navigate) => event("notificationclick", { notification: { close: () => {}, data: { navigate } } });
	await push('{"web_push":8030,"notification":{"title":"Your turn","body":"2-1","navigate":"' + location.origin + '/matches/m1","tag":"turn"},"app_badge":"3"}');
	await tap(self.shown.data.navigate);
	windows = [{ url: location.origin + "/matches/m1", focus: async () => { log.push("goes to the window"); } }];
	await tap(self.shown.data.navigate);
	await tap("https://elsewhere.example/");
	await push('{"web_push":8030,"notification":{"title":"Nothing waits","body":"","navigate":"/matches","tag":"turn"},"app_badge":"0"}');
	await push("no JSON");
	return log.join("; ");
})()`

func TestTheWorkerShowsWhatIsPushedAndOpensIt(t *testing.T) {
	t.Parallel()
	r := serve(t)
	p := browser.Start(t).NewPage(t, browser.Options{})
	p.Open(r.address + "/rules")
	want := "shows Your turn, 2-1, turn; badge 3; opens /matches/m1; goes to the window; shows Nothing waits, , turn; no badge"
	script, ok := views.Static("sw.js")
	if !ok {
		t.Fatal("there is no worker")
	}
	if got := browser.Eval[string](p, strings.Replace(pushed, "SCRIPT", string(script), 1)); got != want {
		t.Errorf("it does %s; want %s", got, want)
	}
}

// screen has the running worker note what it shows and marks: the Chromium of the tests has no screen, and allows no site
// to show anything there.
const screen = `(self.seen = [], self.registration.showNotification = async (title, o) => { seen.push("shows " + title + ", " + o.body); self.shown = o; },
	navigator.setAppBadge = async (n) => { seen.push("badge " + n); }, navigator.clearAppBadge = async () => { seen.push("no badge"); }, true)`

// pushService is a push service for one browser: what it is asked to bring it reads with the keys of that browser.
type pushService struct {
	t      *testing.T
	key    *ecdh.PrivateKey
	secret []byte
	got    []string
}

func newPushService(t *testing.T) *pushService {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s := &pushService{t: t, key: key, secret: make([]byte, 16)}
	rand.Read(s.secret)
	return s
}

// RoundTrip is a request to it.
func (s *pushService) RoundTrip(r *http.Request) (*http.Response, error) {
	sealed, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	s.got = append(s.got, s.open(sealed))
	return &http.Response{StatusCode: http.StatusCreated, Body: http.NoBody, Request: r}, nil
}

// open reads a message (RFC 8291, RFC 8188).
func (s *pushService) open(sealed []byte) string {
	s.t.Helper()
	must := func(err error) {
		s.t.Helper()
		if err != nil {
			s.t.Fatal(err)
		}
	}
	salt, n := sealed[:16], int(sealed[20])
	if size := binary.BigEndian.Uint32(sealed[16:20]); int(size) < len(sealed)-21-n {
		s.t.Fatalf("more than one record of %d bytes", size)
	}
	theirs, err := ecdh.P256().NewPublicKey(sealed[21 : 21+n])
	must(err)
	shared, err := s.key.ECDH(theirs)
	must(err)
	info := "WebPush: info\x00" + string(s.key.PublicKey().Bytes()) + string(theirs.Bytes())
	ikm, err := hkdf.Key(sha256.New, shared, s.secret, info, 32)
	must(err)
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	must(err)
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	must(err)
	block, err := aes.NewCipher(key)
	must(err)
	gcm, err := cipher.NewGCM(block)
	must(err)
	plain, err := gcm.Open(nil, nonce, sealed[21+n:], nil)
	must(err)
	return strings.TrimRight(string(plain), "\x00\x02")
}

// subscription is what that browser tells the site.
func (s *pushService) subscription() contact.Subscription {
	encode := base64.RawURLEncoding.EncodeToString
	return contact.Subscription{Endpoint: "https://push.example/abc", Key: encode(s.key.PublicKey().Bytes()), Auth: encode(s.secret)}
}

// TestAPushIsShownByTheBrowser goes the way of a message from the site's own sender over a push service that reads it to
// the worker that the site has registered in Chromium, which shows it: the event comes as Chromium makes it.
func TestAPushIsShownByTheBrowser(t *testing.T) {
	t.Parallel()
	r := serve(t)
	p := r.member(browser.Start(t), "Ann", browser.Options{}) // others have no worker
	p.Open(r.address + "/rules")
	service := newPushService(t)
	sender, err := push.NewSender(&http.Client{Transport: service}, time.Now, "https://kickabout.example", r.server.keys.Site.Mix)
	if err != nil {
		t.Fatal(err)
	}
	w := p.Worker()
	browser.EvalIn[bool](w, screen)
	told := func(word contact.Word) string {
		t.Helper()
		if out := sender.Push(context.Background(), service.subscription(), word); !out.Sent {
			t.Fatalf("%+v", out)
		}
		w.Push(service.got[len(service.got)-1])
		return browser.EvalIn[string](w, `new Promise((done) => { const look = () => seen.length < 2 ? setTimeout(look, 5) : done(seen.splice(0).join("; ")); look(); })`)
	}
	at := r.address + "/rules/streetsoccer"
	if got, want := told(contact.Word{Title: "Your turn against Zoë, 2–1.", Text: "3 d left", URL: at, Topic: "turn", Waiting: 3}), "shows Your turn against Zoë, 2–1., 3 d left; badge 3"; got != want {
		t.Errorf("it %s, want %s", got, want)
	}
	if got := browser.EvalIn[string](w, `shown.data.navigate + " " + shown.tag.length`); got != at+" 32" {
		t.Errorf("a tap leads to %s", got)
	}
	if got, want := told(contact.Word{Title: "You beat Bob.", URL: at, Topic: "result:m"}), "shows You beat Bob., undefined; no badge"; got != want {
		t.Errorf("it %s, want %s", got, want)
	}
	w.Push("no JSON") // it is none of ours
	if got := told(contact.Word{Title: "Again", URL: at, Waiting: 1}); got != "shows Again, undefined; badge 1" {
		t.Errorf("it %s", got)
	}
	for _, e := range p.ConsoleErrors() {
		t.Errorf("the page complained: %s", e)
	}
}

// resubscribed has a browser that shows notices for another key than the site has, as far as the page about devices asks
// it, and runs the script of that page.
const resubscribed = `(async () => {
	const site = (text) => ({ options: { applicationServerKey: Uint8Array.from(text, (c) => c.charCodeAt(0)).buffer } });
	let has = { ...site("the key of before"), unsubscribe: async () => { has = null; return true; } };
	PushManager.prototype.getSubscription = async () => has;
	PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
		if (has) throw new DOMException("subscribed for another key", "InvalidStateError");
		return (has = { options: { applicationServerKey: key.buffer }, toJSON: () => (SUBSCRIPTION) });
	};
	Object.defineProperty(Notification, "permission", { get: () => "granted" });
	Notification.requestPermission = async () => "granted";
	SCRIPT
	for (let n = 0; n < 500 && document.querySelector(".push-off").hidden && document.querySelector(".push-on").hidden; n++) await new Promise((done) => setTimeout(done, 10));
	return document.querySelector(".push-off").hidden ? "on" : "off";
})()`

// TestADeviceIsAskedAgainWhenTheSiteHasAnotherKey lets a device show notices again whose subscription is for a key of before.
func TestADeviceIsAskedAgainWhenTheSiteHasAnotherKey(t *testing.T) {
	t.Parallel()
	r := serve(t)
	p := r.member(browser.Start(t), "Ann", browser.Options{})
	p.Open(r.address + "/account/devices")
	script, ok := views.Static("push.js")
	if !ok {
		t.Fatal("there is no script")
	}
	of := newPushService(t).subscription()
	words := strings.NewReplacer("SCRIPT", string(script), "SUBSCRIPTION", `{ endpoint: "`+of.Endpoint+`", keys: { p256dh: "`+of.Key+`", auth: "`+of.Auth+`" } }`)
	if is := browser.Eval[string](p.Page, words.Replace(resubscribed)); is != "off" {
		t.Errorf("for a key of before the page says that notices are %s", is)
	}
	p.Follow(".push-off button")
	p.WaitForText(".held .mark", "this browser")
}
