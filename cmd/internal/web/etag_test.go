package web_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
)

// askedFor is what somebody is shown who has a page by a tag.
func askedFor(b *webtest.Browser, path, tag string) webtest.Answer {
	return b.Do(http.MethodGet, path, nil, http.Header{"If-None-Match": {tag}})
}

// TestAPageThatIsStillTheSameIsNotSentAgain to the session that has it; to every other one it is.
func TestAPageThatIsStillTheSameIsNotSentAgain(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	cup := ann.Cup(nil)
	id := ann.Begin()
	ann.Post("/matches/"+id+"/resignation", nil)
	guest, other := w.Browser(), w.Browser()
	for _, b := range []*webtest.Browser{guest, other} {
		b.Get("/help") // with a cookie from now on
	}
	for _, path := range []string{"/matches/" + id, cup, "/tournaments", "/ratings", "/matches", "/calendar", "/hall", "/help", "/rules/streetsoccer", "/players/" + ann.Player.ID} {
		first := ann.Get(path)
		tag := first.Header.Get("ETag")
		if first.Status != http.StatusOK || !strings.HasPrefix(tag, `W/"`) || first.Header.Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%s: %d, %q, %q", path, first.Status, tag, first.Header.Get("Cache-Control"))
			continue
		}
		if vary := strings.Join(first.Header.Values("Vary"), ", "); vary != "Cookie, Accept-Encoding" {
			t.Errorf("%s varies by %q", path, vary)
		}
		again := askedFor(ann.Browser, path, tag)
		if again.Status != http.StatusNotModified || again.Body != "" || again.Header.Get("ETag") != tag ||
			again.Header.Get("Cache-Control") != "private, no-cache" || again.Header.Get("Content-Type") != "" || again.Header.Get("Content-Encoding") != "" || again.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s again: %d with %d bytes, %v", path, again.Status, len(again.Body), again.Header)
		}
		if got := askedFor(ann.Browser, path, `W/"other", `+tag); got.Status != http.StatusNotModified {
			t.Errorf("%s by one of several tags: %d", path, got.Status)
		}
		for name, b := range map[string]*webtest.Browser{"Bob": bob.Browser, "a guest": guest, "nobody": w.Browser()} {
			if got := askedFor(b, path, tag); got.Status != http.StatusOK || got.Body == "" || got.Header.Get("ETag") == tag {
				t.Errorf("%s, which Ann has, is to %s: %d with %d bytes", path, name, got.Status, len(got.Body))
			}
		}
		ann.SignIn()
		if got := askedFor(ann.Browser, path, tag); got.Status != http.StatusOK {
			t.Errorf("%s in another session of Ann's: %d", path, got.Status)
		}
	}
	same := guest.Get("/help")
	if got := askedFor(other, "/help", same.Header.Get("ETag")); got.Status != http.StatusOK || got.Body != same.Body {
		t.Errorf("what says the same to another guest: %d with %d bytes, want it whole", got.Status, len(got.Body))
	}
	if got := askedFor(guest, "/help", same.Header.Get("ETag")); got.Status != http.StatusNotModified {
		t.Errorf("what a guest has: %d", got.Status)
	}
	before := ann.Get("/matches").Header.Get("ETag")
	ann.Begin()
	if got := askedFor(ann.Browser, "/matches", before); got.Status != http.StatusOK {
		t.Errorf("a list that has changed: %d", got.Status)
	}
}

// TestPagesWithSecretsAreKeptByNobody asks for them as a browser does that has kept them in spite of what it was told.
func TestPagesWithSecretsAreKeptByNobody(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann := w.Member("Ann")
	form := ann.OfferForm("link", "")
	offer := ann.Post("/offers", form)
	if offer.Status != http.StatusSeeOther {
		t.Fatalf("an offer by a link: %d\n%s", offer.Status, webtest.Excerpt(offer.Body))
	}
	fresh := w.Browser().Get("/help")
	if fresh.Header.Get("Set-Cookie") == "" || fresh.Header.Get("ETag") != "" || fresh.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a page that gives out a cookie: %v", fresh.Header)
	}
	for _, path := range []string{"/account", "/account/security", "/account/feeds", "/account/webhooks", "/signin", "/signup", "/recover", "/vacation/statement.csv", "/matches/offline", "/none", offer.Header.Get("Location")} {
		got := askedFor(ann.Browser, path, "*")
		if got.Status == http.StatusNotModified || got.Header.Get("ETag") != "" || got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, %q, %q", path, got.Status, got.Header.Get("ETag"), got.Header.Get("Cache-Control"))
		}
	}
	if got := ann.Post("/tournaments", url.Values{}); got.Header.Get("ETag") != "" || got.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the answer to a form: %v", got.Header)
	}
}

// TestInANetworkOfItsOwnNoPageIsKept: browsers would not forget it when somebody signs out.
func TestInANetworkOfItsOwnNoPageIsKept(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	site, err := web.New(w.Office, web.Options{LAN: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/help", nil)
	r.Header.Set("Cookie", "kickabout_lan=x")
	got := httptest.NewRecorder()
	site.ServeHTTP(got, r)
	if got.Code != http.StatusOK || got.Header().Get("ETag") != "" || got.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d, %v", got.Code, got.Header())
	}
}
