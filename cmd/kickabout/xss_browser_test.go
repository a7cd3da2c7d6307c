package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"kickabout/cmd/internal/browser"
	"kickabout/engine/dice"
	"kickabout/engine/enginetest"
	"kickabout/league/play"
)

// payloads returns the hostile texts that the tests of the site use and that a
// field takes; what they run is pwn, which no page defines.
func payloads(t *testing.T) (texts []string) {
	t.Helper()
	file, err := os.ReadFile("../internal/web/webtest/testdata/payloads.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(file)) {
		text, err := strconv.Unquote(strings.TrimSpace(line))
		if err == nil && utf8.ValidString(text) && len(text) <= dice.MaxContribution && !strings.ContainsFunc(text, unicode.IsControl) {
			texts = append(texts, text)
		}
	}
	return texts
}

// anatomy is a page as the browser has understood it: the names of all elements and
// of their attributes. Left out is what time and dice change by themselves.
const anatomy = `[...document.querySelectorAll("*")]
	.filter(e => !e.closest("#watch, circle.pip"))
	.map(e => e.localName + " " + e.getAttributeNames().filter(name => name !== "class").join(" "))
	.join("\n")`

// difference returns the first line in which two texts differ; "" if in none.
func difference(a, b string) string {
	one, other := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i, line := range one {
		if i >= len(other) || line != other[i] {
			return line
		}
	}
	return strings.Join(other[len(one):], "\n")
}

// send fills fields of a form, whatever they may be filled with, and sends it.
func (v *visitor) send(form string, fields map[string]string) {
	v.r.t.Helper()
	filled, err := json.Marshal(fields)
	if err != nil {
		v.r.t.Fatal(err)
	}
	browser.Eval[bool](v.Page, fmt.Sprintf(`(() => {
		const form = document.querySelector(%q);
		for (const [name, value] of Object.entries(%s)) {
			const found = form.elements.namedItem(name), field = found instanceof RadioNodeList ? found[0] : found;
			field.value = value;
			field.checked = true;
		}
		form.querySelector("button").disabled = false;
		return true;
	})()`, form, filled))
	v.Follow(form + " button")
}

// showing are the ways in which a text comes to a page.
var showing = []struct {
	name string
	show func(v *visitor, text string)
}{
	{"a field that is shown again", func(v *visitor, text string) {
		v.Open(v.r.address + "/")
		v.send(`form[action="/matches"]`, map[string]string{"contribution": text, "control": "never"})
	}},
	{"a move that is refused", func(v *visitor, text string) {
		v.Open(v.r.address + "/matches/" + v.id)
		caughtUp(v.Page)
		v.send("#confirm", map[string]string{"move": text})
	}},
	{"an address without a page", func(v *visitor, text string) {
		v.Open(v.r.address + "/matches/" + v.id + "?at=" + url.QueryEscape(text))
	}},
	{"steps in an address", func(v *visitor, text string) {
		v.Open(v.r.address + "/matches/" + v.id + "?resign=1&do=" + url.QueryEscape(text))
	}},
	{"somebody else's match", func(v *visitor, text string) {
		v.Open(v.r.address + "/matches/" + v.r.begun(text))
		v.Click("[data-dice-check]")
		v.WaitForText("[data-dice-result]", "All ")
	}},
}

// begun lets somebody else begin a match with a contribution to its dice.
func (r *running) begun(contribution string) string {
	r.t.Helper()
	o := r.server.office
	author, err := o.Admit(r.t.Context(), o.NewToken())
	if err != nil {
		r.t.Fatal(err)
	}
	m, err := o.Begin(r.t.Context(), author, play.Proposal{
		Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:greedy", Kickoff: "me", Control: "live", Contribution: contribution,
	})
	if err != nil {
		r.t.Fatalf("%q: %v", contribution, err)
	}
	return m.ID
}

// complaints returns what a page complained about since the first ones, but for
// its own status: a refusal is no success. What is under way runs first.
func complaints(p *browser.Page, known int) []string {
	browser.Eval[bool](p, `new Promise(done => setTimeout(() => done(true)))`)
	return slices.DeleteFunc(p.ConsoleErrors()[known:], func(e string) bool {
		return strings.HasPrefix(e, "network: Failed to load resource: the server responded with a status of 4") && strings.HasSuffix(e, " "+p.URL())
	})
}

// TestProofNoTextRunsInABrowser is S3 where it counts: whatever a visitor can make
// a page show, nothing runs, the content policy has nothing to stop, and the page
// has the elements that it has for a harmless text.
func TestProofNoTextRunsInABrowser(t *testing.T) {
	r := serve(t)
	v := r.visitor(browser.Start(t), "random", browser.Options{ReducedMotion: true})
	v.begin()
	r.settledTurn(v.id)
	harmless := make([]string, len(showing))
	// look shows a text and returns how the page is then, which must not complain.
	look := func(i int, text string) string {
		known := len(v.ConsoleErrors())
		showing[i].show(v, text)
		if found := complaints(v.Page, known); len(found) > 0 {
			t.Errorf("%s: %q: %q", showing[i].name, text, found)
		}
		return browser.Eval[string](v.Page, anatomy)
	}
	for i := range showing {
		harmless[i] = look(i, "harmless")
	}
	texts, pages := payloads(t), 0
	n := enginetest.Size(len(texts))
	for k := range n {
		text := texts[k*len(texts)/n]
		for i, s := range showing {
			if n < len(texts) && i != k%len(showing) {
				continue // a twentieth of the texts, each in one way
			}
			pages++
			if at := difference(look(i, text), harmless[i]); at != "" {
				t.Errorf("%s: %q changes the page: %q", s.name, text, at)
			}
		}
	}
	t.Logf("%d of %d payloads, %d pages shown", n, len(texts), pages)
}

// TestACarelessPageIsCaughtInABrowser is the control: on a page that forgets to
// escape, the same signs show each text that runs by itself, with the site's
// content policy and without.
func TestACarelessPageIsCaughtInABrowser(t *testing.T) {
	site, err := http.Get(serve(t).address + "/dice")
	if err != nil {
		t.Fatal(err)
	}
	site.Body.Close()
	const start, end = "<!doctype html><html lang=en><head><title>x</title></head><body><main>", "</main></body></html>"
	careless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("policy") != "" {
			w.Header().Set("Content-Security-Policy", site.Header.Get("Content-Security-Policy"))
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, start, r.FormValue("text"), end)
	}))
	defer careless.Close()
	b := browser.Start(t)
	for _, policy := range []string{"", "1"} {
		page := b.NewPage(t, browser.Options{OwnCookies: true})
		open := func(text string) { page.Open(careless.URL + "/?policy=" + policy + "&text=" + url.QueryEscape(text)) }
		open("harmless")
		harmless := browser.Eval[string](page, anatomy)
		if found := page.ConsoleErrors(); len(found) > 0 {
			t.Errorf("policy %q: harmless texts made the page complain: %q", policy, found)
		}
		for _, text := range []string{
			"<script>pwn()</script>", "<img src=x onerror=pwn()>", "<svg/onload=pwn()>", "<body onload=pwn()>",
			"<details open ontoggle=pwn()>", "<iframe src=javascript:pwn()>",
		} {
			if !slices.Contains(payloads(t), text) {
				t.Errorf("%q is no payload", text)
			}
			known := len(page.ConsoleErrors())
			open(text)
			if len(complaints(page, known)) == 0 {
				t.Errorf("policy %q: %q ran or was stopped without a word", policy, text)
			}
			if difference(browser.Eval[string](page, anatomy), harmless) == "" {
				t.Errorf("policy %q: %q left the page as it was", policy, text)
			}
		}
	}
}
