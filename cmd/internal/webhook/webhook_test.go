package webhook_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/dial"
	"kickabout/cmd/internal/webhook"
	"kickabout/league/contact"
)

var noon = time.Date(2027, time.May, 1, 12, 0, 0, 0, time.UTC)

// The vector stands in the reference implementations of Standard Webhooks
// (github.com/standard-webhooks/standard-webhooks, libraries/*/tests).
func TestSignaturesAreThoseOfTheStandard(t *testing.T) {
	key, err := base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	got := webhook.Sign(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("the signature is %s, want %s", got, want)
	}
}

// hook is the other side of a webhook: what it was sent, and what it answers.
type hook struct {
	*httptest.Server
	status int
	header http.Header
	got    *http.Request
	body   []byte
	hang   chan struct{} // nil: it answers
}

func newHook(t *testing.T) (*hook, webhook.Sender) {
	t.Helper()
	h := &hook{status: http.StatusNoContent, header: http.Header{}}
	h.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.got = r
		h.body, _ = io.ReadAll(r.Body)
		if h.hang != nil {
			<-h.hang
		}
		for name, values := range h.header {
			w.Header()[name] = values
		}
		w.WriteHeader(h.status)
	}))
	t.Cleanup(h.Close)
	at := netip.MustParseAddrPort(h.Listener.Addr().String())
	g := dial.Guard{TLS: h.Client().Transport.(*http.Transport).TLSClientConfig, Allow: func(a netip.AddrPort) bool { return a == at }}
	return h, webhook.Sender{Client: g.Client(), Now: func() time.Time { return noon }, Agent: "Kickabout"}
}

func TestAWordIsSentSigned(t *testing.T) {
	t.Parallel()
	h, s := newHook(t)
	key := []byte("a key of 32 bytes, for the test.")
	w := contact.Word{ID: "hook:ann:7", Kind: "turn", Title: "Your turn against Bob", Text: "2–1 & <you>", URL: "https://kickabout.example/matches/m1", At: noon.Add(-time.Minute)}
	if got := s.Send(t.Context(), h.URL, contact.HookJSON, key, w); !got.Sent || got.Said != "It answered 204 No Content." {
		t.Fatalf("it is %+v", got)
	}
	mac := hmac.New(sha256.New, key)
	io.WriteString(mac, h.got.Header.Get("webhook-id")+"."+h.got.Header.Get("webhook-timestamp")+"."+string(h.body))
	if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); h.got.Header.Get("webhook-signature") != want || h.got.Header.Get("webhook-id") != w.ID || h.got.Header.Get("webhook-timestamp") != "1809172800" {
		t.Errorf("it is signed by %v", h.got.Header)
	}
	if want := `{"type":"turn","timestamp":"2027-05-01T11:59:00Z","data":{"title":"Your turn against Bob","text":"2–1 & <you>","url":"https://kickabout.example/matches/m1"}}`; string(h.body) != want || h.got.Header.Get("Content-Type") != "application/json" || h.got.Method != http.MethodPost {
		t.Errorf("it is %s", h.body)
	}
}

func TestALineForDiscordMentionsNobody(t *testing.T) {
	t.Parallel()
	h, s := newHook(t)
	w := contact.Word{ID: "1", Kind: "turn", Title: "Your turn against @everyone <@1> **Bob**", Text: strings.Repeat("[x](https://evil.example) ", 100), URL: "https://kickabout.example/matches/m1", At: noon}
	if got := s.Send(t.Context(), h.URL, contact.HookDiscord, nil, w); !got.Sent {
		t.Fatalf("it is %+v", got)
	}
	var sent struct {
		Content  string
		Mentions struct{ Parse []string } `json:"allowed_mentions"`
	}
	if err := json.Unmarshal(h.body, &sent); err != nil || sent.Mentions.Parse == nil || len(sent.Mentions.Parse) != 0 || !strings.Contains(string(h.body), `"allowed_mentions":{"parse":[]}`) {
		t.Fatalf("%v: %s", err, h.body)
	}
	if n := len([]rune(sent.Content)); n > 2000 || !strings.HasPrefix(sent.Content, `**Your turn against \@everyone \<\@1\> \*\*Bob\*\***`) || strings.Contains(sent.Content, "[x](") {
		t.Errorf("%d letters: %.200s", n, sent.Content)
	}
	if h.got.Header.Get("webhook-signature") != "" {
		t.Error("it is signed")
	}
}

func TestWhatAnswersMean(t *testing.T) {
	t.Parallel()
	h, s := newHook(t)
	for _, c := range []struct {
		status int
		header string
		want   contact.Outcome
	}{
		{200, "", contact.Outcome{Sent: true, Said: "It answered 200 OK."}},
		{302, "", contact.Outcome{Said: "It answered 302 Found: it leads elsewhere, which is not followed."}},
		{404, "", contact.Outcome{Said: "It answered 404 Not Found."}},
		{410, "", contact.Outcome{Gone: true, Said: "It answered 410 Gone."}},
		{429, "7", contact.Outcome{After: 7 * time.Second, Said: "It answered 429 Too Many Requests."}},
		{429, "1.5", contact.Outcome{After: 1500 * time.Millisecond, Said: "It answered 429 Too Many Requests."}},
		{503, "Sat, 01 May 2027 12:10:00 GMT", contact.Outcome{After: 10 * time.Minute, Said: "It answered 503 Service Unavailable."}},
		{503, "1e300", contact.Outcome{After: 24 * time.Hour, Said: "It answered 503 Service Unavailable."}},
		{500, "-3", contact.Outcome{Said: "It answered 500 Internal Server Error."}},
	} {
		h.status, h.header = c.status, http.Header{"Location": {"https://127.0.0.1:1/"}}
		if c.header != "" {
			h.header.Set("Retry-After", c.header)
		}
		if got := s.Send(t.Context(), h.URL, contact.HookJSON, nil, contact.Word{ID: "1"}); got != c.want {
			t.Errorf("%d %s: %+v, want %+v", c.status, c.header, got, c.want)
		}
	}
}

func TestWhereThereIsNoAnswer(t *testing.T) {
	t.Parallel()
	h, s := newHook(t)
	for url, want := range map[string]string{
		"https://127.0.0.1:9/x": "The address is not on the public internet.",
		"https://[::1]/":        "The address is not on the public internet.",
		"https://localhost/":    "The address is not on the public internet.",
		"http://127.0.0.1/":     "The address is not on the public internet.",
	} {
		if got := s.Send(t.Context(), url, contact.HookJSON, nil, contact.Word{}); got != (contact.Outcome{Said: want}) {
			t.Errorf("%s: %+v", url, got)
		}
	}
	h.hang = make(chan struct{})
	defer close(h.hang)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if got := s.Send(ctx, h.URL, contact.HookJSON, nil, contact.Word{}); got.Said != "There was no answer within 5 seconds." {
		t.Errorf("it hangs: %+v", got)
	}
	if got := s.Send(t.Context(), "https://\x7f/", contact.HookJSON, nil, contact.Word{}); !got.Gone {
		t.Errorf("no address: %+v", got)
	}
}
