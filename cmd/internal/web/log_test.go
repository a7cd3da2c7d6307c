package web_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/store/storetest"
)

// A logbook is what a site has logged, as lines of JSON.
type logbook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logbook) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// String returns all of it.
func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// lines returns those of a message.
func (l *logbook) lines(t *testing.T, message string) (lines []map[string]any) {
	t.Helper()
	for text := range strings.Lines(l.String()) {
		var line map[string]any
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if line["msg"] == message {
			lines = append(lines, line)
		}
	}
	return lines
}

// listening serves a world's site anew so that its log can be read.
func listening(t *testing.T, w *webtest.World, options web.Options) *logbook {
	t.Helper()
	l := &logbook{}
	options.Log = slog.New(web.WithIDs(slog.NewJSONHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug})))
	w.Office.Log = options.Log
	site, err := web.New(w.Office, options)
	if err != nil {
		t.Fatal(err)
	}
	w.Echo, w.Server.Config.Handler = site, site
	return l
}

var requestID = regexp.MustCompile(`^[A-Z2-7]{12}$`)

func TestEveryRequestHasAnIDThatNobodyChooses(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	l := listening(t, w, web.Options{})
	b, seen := w.Browser(), map[string]bool{}
	for _, path := range []string{"/", "/nothing/here", "/static/site.css", "/matches/x", "/account", "/api/v1/matches", "/api/nothing", "/\x01"} {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
			path := (&url.URL{Path: path}).EscapedPath()
			got := b.Do(method, path, nil, http.Header{"X-Request-Id": {"CHOSENBYHAND"}})
			id := got.Header.Get("X-Request-Id")
			if !requestID.MatchString(id) || id == "CHOSENBYHAND" || seen[id] || len(got.Header["X-Request-Id"]) != 1 {
				t.Errorf("%s %s has the ids %q", method, path, got.Header["X-Request-Id"])
			}
			seen[id] = true
		}
	}
	logged := map[string]bool{}
	for _, line := range l.lines(t, "request") {
		logged[line["request_id"].(string)] = true
	}
	for id := range seen {
		if !logged[id] {
			t.Errorf("the log does not have the request %s", id)
		}
	}
	if strings.Contains(l.String(), "CHOSENBYHAND") {
		t.Error("the log has an id that a client has chosen")
	}
}

// TestWhatServicesLogHasTheIDOfTheRequest has a visit that cannot be written down.
func TestWhatServicesLogHasTheIDOfTheRequest(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	l := listening(t, w, web.Options{})
	w.Wait(2 * time.Hour)
	if err := storetest.Below(w.Store).Bare(t.Context()).Exec("PRAGMA query_only = 1").Error; err != nil {
		t.Fatal(err)
	}
	got := ann.Get("/matches")
	lines := l.lines(t, "noting a visit")
	if len(lines) != 1 || lines[0]["request_id"] != got.Header.Get("X-Request-Id") || lines[0]["err"] == nil {
		t.Errorf("request %s: the services log %v", got.Header.Get("X-Request-Id"), lines)
	}
	if text := l.String(); strings.Contains(text, `"request_id":"`+got.Header.Get("X-Request-Id")+`","request_id"`) || strings.Count(text, "request_id") != strings.Count(text, "\n") {
		t.Errorf("some lines name their request twice or not at all:\n%s", text)
	}
}

func TestALineOfTheLogSaysWhatWasAskedAndNothingSecret(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	l := listening(t, w, web.Options{Proxies: admission.Near()})
	from := http.Header{"X-Forwarded-For": {"192.0.2.77"}}
	ann.Do(http.MethodGet, "/matches?after=whatever", nil, from)
	w.Browser().Do(http.MethodGet, "/nothing/here", nil, from)
	lines := l.lines(t, "request")
	if len(lines) != 2 {
		t.Fatalf("the log has %v", lines)
	}
	for i, want := range []map[string]any{
		{"level": "DEBUG", "method": "GET", "route": "/matches", "status": 200., "neighbourhood": "192.0.2.0/24", "player": ann.Player.ID},
		{"level": "DEBUG", "method": "GET", "route": "unknown", "status": 404., "neighbourhood": "192.0.2.0/24", "player": nil},
	} {
		for field, value := range want {
			if lines[i][field] != value {
				t.Errorf("line %d: %s is %v, want %v", i+1, field, lines[i][field], value)
			}
		}
		if ms, ok := lines[i]["ms"].(float64); !ok || ms < 0 {
			t.Errorf("line %d took %v ms", i+1, lines[i]["ms"])
		}
	}
	for _, private := range []string{"192.0.2.77", "whatever", "nothing/here", webtest.SecretWords} {
		if strings.Contains(l.String(), private) {
			t.Errorf("the log has %q:\n%s", private, l.String())
		}
	}
}

// TestWhatAddressesKeepSecretIsNotLogged has the site give up requests at which who has the address is let in: invitations,
// feeds, and links of letters.
func TestWhatAddressesKeepSecretIsNotLogged(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	l := listening(t, w, web.Options{})
	if err := w.Store.Close(); err != nil { // so that whatever is asked goes wrong
		t.Fatal(err)
	}
	for path, route := range map[string]string{
		"/invited/AVERYSECRETLINK": "/invited/:link", "/invited/%41VERYSECRETLINK": "/invited/:link",
		"/feeds/AVERYSECRETLINK.atom": "/feeds/:link", "/feeds/AVERYSECRETLINK.ics": "/feeds/:link", "/feeds/own.atom": "/feeds/:link",
		"/account/mail/links/AVERYSECRETLINK": "/account/mail/links/:token",
	} {
		before := len(l.String())
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.SetBasicAuth("whoever", "AVERYSECRETLINK")
		rec := httptest.NewRecorder()
		w.Echo.ServeHTTP(rec, r)
		if rec.Code < http.StatusInternalServerError {
			t.Fatalf("%s is answered with %d", path, rec.Code)
		}
		if text := l.String()[before:]; strings.Contains(text, "SECRETLINK") || !strings.Contains(text, `"path":"`+route+`"`) || !strings.Contains(text, `"route":"`+route+`"`) {
			t.Errorf("of %s the log says\n%s", path, text)
		}
	}
}

// TestTheAddressIsTheLastOneThatIsNoProxy has requests come through proxies in a network that is named.
func TestTheAddressIsTheLastOneThatIsNoProxy(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	proxies, err := admission.ParseNetworks("198.51.100.0/24")
	if err != nil {
		t.Fatal(err)
	}
	l := listening(t, w, web.Options{Proxies: proxies})
	for _, test := range []struct{ peer, chain, want string }{
		{"198.51.100.1:80", "192.0.2.77", "192.0.2.0/24"},
		{"198.51.100.1:80", "203.0.113.5, 192.0.2.77, 198.51.100.9", "192.0.2.0/24"}, // whoever said the first was not believed
		{"127.0.0.1:80", "192.0.2.77", "127.0.0.0/24"},                               // no proxy
		{"203.0.113.5:80", "198.51.100.9", "203.0.113.0/24"},
		{"198.51.100.1:80", "10.0.0.7", "10.0.0.0/24"},
	} {
		probed(w, http.MethodGet, "/healthz", test.peer, http.Header{"X-Forwarded-For": {test.chain}})
		lines := l.lines(t, "request")
		if got := lines[len(lines)-1]["neighbourhood"]; got != test.want {
			t.Errorf("%s by %s is %v, want %s", test.chain, test.peer, got, test.want)
		}
	}
}
