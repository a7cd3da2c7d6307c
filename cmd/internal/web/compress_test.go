package web_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
)

// sent asks the handler as a program with headers does.
func sent(w *webtest.World, method, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	a := httptest.NewRecorder()
	w.Echo.ServeHTTP(a, r)
	return a
}

// unpacked undoes the coding of an answer.
func unpacked(t *testing.T, a *httptest.ResponseRecorder) string {
	t.Helper()
	var r io.Reader = bytes.NewReader(a.Body.Bytes())
	var err error
	switch a.Header().Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAnswersAreCompressedForThoseWhoTakeIt: each way it is the same text, and a cache is told that it differs.
func TestAnswersAreCompressedForThoseWhoTakeIt(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	for _, path := range []string{"/help/player", "/rules/streetsoccer", "/static/site.css", "/static/htmx.js", "/export/schema.json", "/api/v1/openapi.json"} {
		plain := sent(w, http.MethodGet, path)
		if plain.Code != http.StatusOK || plain.Header().Get("Content-Encoding") != "" || !strings.Contains(plain.Header().Get("Vary"), "Accept-Encoding") {
			t.Errorf("%s without a word: %d %v", path, plain.Code, plain.Header())
		}
		for accept, want := range map[string]string{"gzip": "gzip", "gzip, deflate, br, zstd": "zstd", "zstd;q=0, gzip;q=0.5": "gzip", "br": "", "gzip; q=0": "", "GZIP": "gzip", "x-gzip": ""} {
			got := sent(w, http.MethodGet, path, "Accept-Encoding", accept)
			if got.Header().Get("Content-Encoding") != want || unpacked(t, got) != plain.Body.String() {
				t.Errorf("%s for %q: %v", path, accept, got.Header())
			}
			if want != "" && got.Body.Len() > plain.Body.Len()/2 {
				t.Errorf("%s for %q has %d bytes of %d", path, accept, got.Body.Len(), plain.Body.Len())
			}
		}
	}
}

// TestWhatIsNotCompressed: what has no body, a part, what is short, pictures, and what is streamed.
func TestWhatIsNotCompressed(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	id := w.Browser().Begin()
	for _, c := range []struct {
		method, path string
		headers      []string
	}{
		{http.MethodHead, "/help/player", nil},
		{http.MethodHead, "/static/site.css", nil},
		{http.MethodGet, "/static/site.css", []string{"Range", "bytes=0-5000"}},
		{http.MethodGet, "/healthz", nil},
		{http.MethodGet, "/static/spartan.woff2", nil},
		{http.MethodGet, "/matches/" + id + "/preview.png", nil},
		{http.MethodGet, "/matches/" + id + "/stream", nil},
	} {
		got := sent(w, c.method, c.path, append(c.headers, "Accept-Encoding", "gzip, zstd")...)
		if got.Code >= http.StatusBadRequest || got.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s %s: %d %v", c.method, c.path, got.Code, got.Header())
		}
	}
	feed := sent(w, http.MethodGet, "/players/"+w.View(id).Match.Seats[0].Player.ID+"/feed.atom", "Accept-Encoding", "gzip")
	if tag := feed.Header().Get("ETag"); tag != "" {
		again := sent(w, http.MethodGet, "/players/"+w.View(id).Match.Seats[0].Player.ID+"/feed.atom", "Accept-Encoding", "gzip", "If-None-Match", tag)
		if again.Code != http.StatusNotModified || again.Body.Len() > 0 || again.Header().Get("Content-Encoding") != "" {
			t.Errorf("with its tag a feed is answered with %d %v", again.Code, again.Header())
		}
	}
}

// TestSecretsAreSentAsTheyAre: beside them there may be what somebody else has written, and the length would tell them.
func TestSecretsAreSentAsTheyAre(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	for path, secret := range map[string]bool{"/help/player": false, "/invited/nolink": true, "/recover/nolink": true, "/unsubscribe/notoken": true} {
		got := sent(w, http.MethodGet, path, "Accept-Encoding", "gzip")
		if plain := got.Header().Get("Content-Encoding") == ""; plain != secret {
			t.Errorf("%s (%d) goes out as it is: %v, want %v", path, got.Code, plain, secret)
		}
	}
	if got := sent(w, http.MethodPost, "/signin", "Accept-Encoding", "gzip"); got.Header().Get("Content-Encoding") != "" {
		t.Errorf("the answer to a form is compressed: %v", got.Header())
	}
	page := strings.Repeat("<p>what somebody else has written</p>", 100)
	for text, secret := range map[string]bool{page: false, page + `<code class="secret">s3cr3t</code>`: true} {
		if got := web.Tells([]byte(text)); got != secret {
			t.Errorf("a page tells a secret: %v, want %v", got, secret)
		}
	}
}
