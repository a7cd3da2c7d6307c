package channels_test

import (
	"encoding/json"
	"image/png"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/request"
	"kickabout/cmd/internal/web/webtest"
)

func TestTheSiteCanBeInstalled(t *testing.T) {
	w := webtest.New(t)
	page := w.Browser().Get("/").Want(t, http.StatusOK, `<link rel="manifest" href="/manifest.webmanifest"`, `<link rel="apple-touch-icon"`)
	if policy := page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "manifest-src 'self'; worker-src 'self'") {
		t.Errorf("the policy is %s", policy)
	}
	a := read(w, "/manifest.webmanifest", "")
	var manifest struct {
		Name, Display string
		Start         string `json:"start_url"`
		Icons         []struct{ Src, Sizes, Type, Purpose string }
	}
	if err := json.Unmarshal(a.Body.Bytes(), &manifest); err != nil || a.Header().Get("Content-Type") != "application/manifest+json" {
		t.Fatalf("%v: %s %s", err, a.Header().Get("Content-Type"), a.Body)
	}
	if manifest.Name != "Kickabout" || manifest.Display != "standalone" || manifest.Start != "/" {
		t.Errorf("it is %+v", manifest)
	}
	purposes := map[string]bool{}
	for _, i := range manifest.Icons {
		purposes[i.Purpose+i.Sizes] = true
		got := read(w, i.Src, "")
		if got.Code != http.StatusOK || !strings.HasPrefix(got.Header().Get("Content-Type"), i.Type) {
			t.Errorf("%s: %d %s", i.Src, got.Code, got.Header().Get("Content-Type"))
			continue
		}
		if i.Type != "image/png" {
			continue
		}
		if size, err := png.DecodeConfig(got.Body); err != nil || strconv.Itoa(size.Width)+"x"+strconv.Itoa(size.Height) != i.Sizes {
			t.Errorf("%s is %dx%d, %v", i.Src, size.Width, size.Height, err)
		}
	}
	if !purposes["192x192"] || !purposes["512x512"] || !purposes["maskable512x512"] {
		t.Errorf("the icons are %v", purposes)
	}
	worker := read(w, "/sw.js", "")
	if worker.Code != http.StatusOK || worker.Header().Get("Cache-Control") != "no-cache" || !strings.HasPrefix(worker.Header().Get("Content-Type"), "text/javascript") {
		t.Errorf("the worker: %d, %v", worker.Code, worker.Header())
	}
}

func TestThePageForNoConnectionHoldsNothingPrivate(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	open := w.Match(ann, bob)
	ann.Say(open, "a line of chat")
	cleo := w.Member("Cleo")
	cup := ann.Cup(func(f url.Values) { f.Set("name", "Secret Cup"); f.Set("private", "1"); f.Set("places", "3") })
	for _, who := range []*webtest.Member{bob, cleo} {
		w.Accepted(ann.Post(cup+"/desk", url.Values{"act": {"invite"}, "player": {who.Player.Name}}))
		w.Accepted(who.Post(cup+"/entry", nil))
	}
	w.Accepted(ann.Post(cup+"/start", nil))
	ann.Get("/matches").Want(t, http.StatusOK, "Cleo", "Secret Cup")
	page := ann.Get("/matches/offline").Want(t, http.StatusOK, "As of", "/matches/"+open, "Bob").Without(t, "a line of chat", "Secret Cup", "Cleo")
	if page.Header.Get(request.ViewerHeader) == "" {
		t.Error("it does not say whose it is")
	}
	if got := w.Browser().Get("/matches/offline"); got.Status != http.StatusSeeOther {
		t.Errorf("who is nobody is answered with %d", got.Status)
	}
}

func TestPagesSayWhoseTheyAre(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Member("Ann"), w.Member("Bob")
	of := func(a webtest.Answer) string { return a.Header.Get(request.ViewerHeader) }
	mine := of(ann.Get("/matches"))
	if mine == "" || mine == "-" || of(ann.Get("/rules")) != mine || of(ann.Get("/none")) != mine {
		t.Errorf("Ann's pages are %q's, %q's and %q's", mine, of(ann.Get("/rules")), of(ann.Get("/none")))
	}
	if theirs := of(bob.Get("/matches")); theirs == mine || theirs == "-" {
		t.Errorf("Bob's are %q's", theirs)
	}
	nobody := w.Browser()
	if first, second := of(nobody.Get("/")), of(nobody.Get("/")); first != "-" || second != "-" {
		t.Errorf("a visitor's are %q's and %q's", first, second)
	}
	if a := of(ann.Get("/static/site.css")) + of(ann.Get("/calendar.ics")); a != "" {
		t.Errorf("what is no page says %q", a)
	}
	out := ann.Post("/signout", nil).Want(t, http.StatusSeeOther)
	if got := out.Header.Get("Clear-Site-Data"); got != `"cache"` {
		t.Errorf("who signs out is told to clear %q", got)
	}
	if after := of(ann.Get("/matches")); after != "-" {
		t.Errorf("after that the pages are %q's", after)
	}
}
