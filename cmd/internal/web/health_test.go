package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kickabout/cmd/internal/admission"
	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/league"
)

// probed asks for the health of a site from an address.
func probed(w *webtest.World, method, path, peer string, header http.Header) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.RemoteAddr = peer
	for name, values := range header {
		r.Header[name] = values
	}
	rec := httptest.NewRecorder()
	w.Echo.ServeHTTP(rec, r)
	return rec
}

func TestWhyTheSiteIsNotReadyIsToldOnThisMachineAlone(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	for _, c := range []struct {
		name    string
		proxied bool
		peer    string
		header  http.Header
		told    bool
	}{
		{"this machine", false, "127.0.0.1:4000", nil, true},
		{"this machine by IPv6", false, "[::1]:4000", nil, true},
		{"this machine by both", false, "[::ffff:127.0.0.1]:4000", nil, true},
		{"this machine behind a proxy here", true, "127.0.0.1:4000", http.Header{"X-Forwarded-For": {"127.0.0.1"}}, true},
		{"this machine past the proxy", true, "127.0.0.1:4000", nil, true},
		{"the network", false, "192.168.1.7:4000", nil, false},
		{"the world", false, "203.0.113.9:4000", nil, false},
		{"the world, which says it is here", false, "203.0.113.9:4000", http.Header{"X-Forwarded-For": {"127.0.0.1"}}, false},
		{"the network, which says it is here", true, "192.168.1.7:4000", http.Header{"X-Forwarded-For": {"127.0.0.1"}}, false},
		{"the world behind a proxy", true, "127.0.0.1:4000", http.Header{"X-Forwarded-For": {"203.0.113.9"}}, false},
		{"the world behind a proxy, which says it is here", true, "127.0.0.1:4000", http.Header{"X-Forwarded-For": {"127.0.0.1, 203.0.113.9"}}, false},
		{"the network behind a proxy, which says it is here", true, "127.0.0.1:4000", http.Header{"X-Forwarded-For": {"127.0.0.1, 192.168.1.7"}}, false},
		{"the same in two headers", true, "127.0.0.1:4000", http.Header{"X-Forwarded-For": {"127.0.0.1", "192.168.1.7"}}, false},
		{"a proxy that nobody has spoken of", false, "127.0.0.1:4000", http.Header{"X-Forwarded-For": {"203.0.113.9"}}, false},
		{"one with a header of its own", false, "127.0.0.1:4000", http.Header{"X-Real-Ip": {"203.0.113.9"}}, false},
		{"one that follows the standard", false, "127.0.0.1:4000", http.Header{"Forwarded": {"for=203.0.113.9"}}, false},
		{"nobody knows", false, "pipe", nil, false},
	} {
		listening(t, w, web.Options{Proxies: map[bool]admission.Networks{true: admission.Near()}[c.proxied], Obstacles: func(context.Context) []string { return []string{"the cellar is flooded", "so is the roof"} }})
		got := probed(w, http.MethodGet, "/readyz", c.peer, c.header)
		want := "not ready\n"
		if c.told {
			want += "the cellar is flooded\nso is the roof\n"
		}
		if got.Code != http.StatusServiceUnavailable || got.Body.String() != want || got.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d %q, Retry-After %q; want %q", c.name, got.Code, got.Body, got.Header().Get("Retry-After"), want)
		}
	}
}

func TestHealthNeedsNoSessionAndNoDatabase(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	listening(t, w, web.Options{Obstacles: func(context.Context) []string { return nil }})
	if err := w.Store.Close(); err != nil { // whoever asks the database gets an error
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/healthz": "ok\n", "/readyz": "ready\n"} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			got := probed(w, method, path, "203.0.113.9:4000", http.Header{"Cookie": {"__Host-session=nonsense"}})
			if got.Code != http.StatusOK || got.Body.String() != want || got.Header().Get("Set-Cookie") != "" || got.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s %s: %d %q, %v", method, path, got.Code, got.Body, got.Header())
			}
			if !strings.HasPrefix(got.Header().Get("Content-Type"), "text/plain") {
				t.Errorf("%s is %s", path, got.Header().Get("Content-Type"))
			}
		}
	}
}

func TestWhyTheSiteIsNotReadyIsToldToAdmins(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	listening(t, w, web.Options{Proxies: admission.Near(), Obstacles: func(context.Context) []string { return []string{"the cellar is flooded"} }})
	ann, mo, ada := w.Member("Ann"), w.Officer("Mo", league.Moderator), w.Officer("Ada", league.Admin)
	told := func(b *webtest.Browser) bool {
		t.Helper()
		got := b.Do(http.MethodGet, "/readyz", nil, http.Header{"X-Forwarded-For": {"203.0.113.9"}})
		if got.Status != http.StatusServiceUnavailable || !strings.HasPrefix(got.Body, "not ready\n") || got.Header.Get("Set-Cookie") != "" {
			t.Errorf("%d %q, %v", got.Status, got.Body, got.Header)
		}
		return strings.Contains(got.Body, "cellar")
	}
	if told(ann.Browser) || told(mo.Browser) || told(w.Browser()) || !told(ada.Browser) {
		t.Error("others than admins are told, or they are not")
	}
	if err := w.Store.Close(); err != nil {
		t.Fatal(err)
	}
	if told(ada.Browser) {
		t.Error("it is told to whom nobody can know")
	}
}
