package push_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/dial"
	"kickabout/cmd/internal/push"
	"kickabout/league/contact"
)

var noon = time.Now().Truncate(time.Second) // what a token says is compared with the present by who makes it

// service is a push service that checks what it is sent as RFC 8292 wants, and the browser that it is for, which reads
// it as RFC 8291 wants.
type service struct {
	*httptest.Server
	key    *ecdh.PrivateKey
	auth   []byte
	status int
	header http.Header

	got  *http.Request
	text []byte
	err  error
}

func newService(t *testing.T) (*service, *push.Sender, contact.Subscription) {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s := &service{key: key, auth: make([]byte, 16), status: http.StatusCreated, header: http.Header{}}
	rand.Read(s.auth)
	s.Server = httptest.NewTLSServer(http.HandlerFunc(s.take))
	t.Cleanup(s.Close)
	at := netip.MustParseAddrPort(s.Listener.Addr().String())
	g := dial.Guard{TLS: s.Client().Transport.(*http.Transport).TLSClientConfig, Allow: func(a netip.AddrPort) bool { return a == at }}
	sender, err := push.NewSender(g.Client(), func() time.Time { return noon }, "https://kickabout.example", func(purpose, text string) [32]byte {
		return sha256.Sum256([]byte(purpose + text))
	})
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	return s, sender, contact.Subscription{Endpoint: s.URL + "/push/abc", Key: encode(key.PublicKey().Bytes()), Auth: encode(s.auth)}
}

func (s *service) take(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.got = r
	if s.err = s.vouched(r); s.err == nil {
		s.text, s.err = s.opened(body)
	}
	for name, values := range s.header {
		w.Header()[name] = values
	}
	w.WriteHeader(s.status)
}

// vouched checks the token of whoever sends.
func (s *service) vouched(r *http.Request) error {
	fields := strings.Fields(strings.ReplaceAll(r.Header.Get("Authorization"), ",", " "))
	if len(fields) != 3 || fields[0] != "vapid" {
		return fmt.Errorf("authorised by %q", fields)
	}
	token, public := strings.TrimPrefix(fields[1], "t="), strings.TrimPrefix(fields[2], "k=")
	point, err := base64.RawURLEncoding.DecodeString(public)
	if err != nil || len(point) != 65 {
		return fmt.Errorf("a key of %d bytes, %w", len(point), err)
	}
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return fmt.Errorf("a token of %d parts", len(parts))
	}
	sign, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || len(sign) != 64 {
		return fmt.Errorf("a signature of %d bytes, %w", len(sign), err)
	}
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(key, sum[:], new(big.Int).SetBytes(sign[:32]), new(big.Int).SetBytes(sign[32:])) {
		return fmt.Errorf("the token is signed by somebody else")
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return err
	}
	var claims struct {
		Audience string `json:"aud"`
		Expires  int64  `json:"exp"`
		Subject  string `json:"sub"`
	}
	if err := json.Unmarshal(text, &claims); err != nil {
		return err
	}
	if left := time.Unix(claims.Expires, 0).Sub(noon); claims.Audience != s.URL || left <= 0 || left > 24*time.Hour || claims.Subject != "https://kickabout.example" {
		return fmt.Errorf("the token says %+v", claims)
	}
	return nil
}

// opened decrypts a message (RFC 8188, RFC 8291).
func (s *service) opened(body []byte) ([]byte, error) {
	if len(body) < 86 || body[20] != 65 {
		return nil, fmt.Errorf("a message of %d bytes", len(body))
	}
	salt, size, point := body[:16], binary.BigEndian.Uint32(body[16:20]), body[21:86]
	if size != 3000 || len(body) > 3000 {
		return nil, fmt.Errorf("a record of %d, %d bytes in all", size, len(body))
	}
	theirs, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return nil, err
	}
	shared, err := s.key.ECDH(theirs)
	if err != nil {
		return nil, err
	}
	secret, _ := hkdf.Key(sha256.New, shared, s.auth, "WebPush: info\x00"+string(s.key.PublicKey().Bytes())+string(point), 32)
	key, _ := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	nonce, _ := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	text, err := aead.Open(nil, nonce, body[86:], nil)
	if err != nil {
		return nil, err
	}
	text = []byte(strings.TrimRight(string(text), "\x00"))
	if len(text) == 0 || text[len(text)-1] != 2 {
		return nil, fmt.Errorf("the last record does not end")
	}
	return text[:len(text)-1], nil
}

func TestAWordReachesABrowserAlone(t *testing.T) {
	t.Parallel()
	s, sender, to := newService(t)
	w := contact.Word{Title: "Your turn against Bob", Text: strings.Repeat("2–1 ", 300), URL: "https://kickabout.example/matches/m1", Topic: "turn", Waiting: 3, Until: noon.Add(90 * time.Minute), Urgent: true}
	if got := sender.Push(t.Context(), to, w); !got.Sent || got.Said != "It answered 201 Created." {
		t.Fatalf("it is %+v", got)
	}
	if s.err != nil {
		t.Fatal(s.err)
	}
	var shown struct {
		WebPush      int `json:"web_push"`
		Notification struct{ Title, Body, Navigate, Tag string }
		Badge        string `json:"app_badge"`
	}
	if err := json.Unmarshal(s.text, &shown); err != nil {
		t.Fatal(err)
	}
	if n := shown.Notification; shown.WebPush != 8030 || n.Title != w.Title || n.Navigate != w.URL || n.Tag == "" || shown.Badge != "3" || len([]rune(n.Body)) != 400 {
		t.Errorf("shown is %+v", shown)
	}
	h := s.got.Header
	if topic := h.Get("Topic"); len(topic) != 32 || topic != shown.Notification.Tag || h.Get("TTL") != "5400" || h.Get("Urgency") != "high" || h.Get("Content-Encoding") != "aes128gcm" {
		t.Errorf("the headers are %v", h)
	}
	if got := sender.Push(t.Context(), to, contact.Word{Title: "Bob invites you", URL: "https://kickabout.example/offers/o1", Waiting: -1}); !got.Sent || s.err != nil {
		t.Fatalf("it is %+v, %v", got, s.err)
	}
	if h := s.got.Header; h.Get("Topic") != "" || h.Get("TTL") != "86400" || strings.Contains(string(s.text), "app_badge") {
		t.Errorf("the headers are %v: %s", h, s.text)
	}
}

func TestWhatPushServicesAnswer(t *testing.T) {
	t.Parallel()
	s, sender, to := newService(t)
	for _, c := range []struct {
		status int
		retry  string
		want   contact.Outcome
	}{
		{201, "", contact.Outcome{Sent: true, Said: "It answered 201 Created."}},
		{404, "", contact.Outcome{Gone: true, Said: "It answered 404 Not Found."}},
		{410, "", contact.Outcome{Gone: true, Said: "It answered 410 Gone."}},
		{413, "", contact.Outcome{Said: "It answered 413 Request Entity Too Large."}},
		{429, "120", contact.Outcome{After: 2 * time.Minute, Said: "It answered 429 Too Many Requests."}},
		{500, "", contact.Outcome{Said: "It answered 500 Internal Server Error."}},
	} {
		s.status, s.header = c.status, http.Header{}
		if c.retry != "" {
			s.header.Set("Retry-After", c.retry)
		}
		if got := sender.Push(t.Context(), to, contact.Word{Title: "x"}); got != c.want {
			t.Errorf("%d: %+v, want %+v", c.status, got, c.want)
		}
	}
	within, nonsense, silent := to, to, to
	within.Endpoint, nonsense.Key, silent.Endpoint = "https://169.254.169.254/latest", "no key", s.URL
	if got := sender.Push(t.Context(), within, contact.Word{}); !got.Gone || !strings.Contains(got.Said, "public internet") {
		t.Errorf("an address within: %+v", got)
	}
	if got := sender.Push(t.Context(), nonsense, contact.Word{}); !got.Gone {
		t.Errorf("no key: %+v", got)
	}
	s.Close()
	if got := sender.Push(t.Context(), silent, contact.Word{}); got.Gone || got.Sent || got.Said != "The push service did not answer." {
		t.Errorf("nobody there: %+v", got)
	}
}

func TestTheKeyFollowsFromTheSites(t *testing.T) {
	t.Parallel()
	mix := func(of string) func(string, string) [32]byte {
		return func(purpose, text string) [32]byte { return sha256.Sum256([]byte(of + purpose + text)) }
	}
	key := func(of string) string {
		s, err := push.NewSender(nil, time.Now, "", mix(of))
		if err != nil {
			t.Fatal(err)
		}
		return s.PublicKey()
	}
	if a := key("a"); a != key("a") || a == key("b") {
		t.Error("the key does not follow from that of the site")
	}
	if _, err := push.NewSender(nil, time.Now, "", func(string, string) [32]byte { return [32]byte{} }); err == nil {
		t.Error("nought is taken for a key")
	}
}
