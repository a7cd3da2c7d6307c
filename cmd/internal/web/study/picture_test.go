package study_test

import (
	"image/gif"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kickabout/cmd/internal/web/webtest"
)

func TestPicturesThatDoHarmAreSeen(t *testing.T) {
	harmless := `<svg xmlns="http://www.w3.org/2000/svg"><use href="#k"/><text>a</text></svg>`
	if why := webtest.SVGHarm(harmless); why != "" {
		t.Fatal(why)
	}
	for _, svg := range []string{
		"<svg><script/></svg>", `<svg onload="x()"/>`, `<svg><use href="http://x/#k"/></svg>`, "<svg><text>a</svg>", "<svg><style>@import 'x'</style></svg>",
		`<svg><path fill="url(x)"/></svg>`, `<svg><foreignObject/></svg>`, `<?xml-stylesheet href="x"?><svg/>`, `<!DOCTYPE svg><svg/>`,
	} {
		if webtest.SVGHarm(svg) == "" {
			t.Errorf("%s passes", svg)
		}
	}
}

// A replay is there from the end of a match on: for everybody, as a file that is asked for
// again only if it has changed.
func TestAReplayIsThereFromTheEndOn(t *testing.T) {
	w := webtest.New(t)
	mover, opponent := w.Browser(), w.Browser()
	id := w.Between(mover, opponent)
	path := "/matches/" + id + "/replay.svg"
	if early := w.Browser().Get(path); early.Status != http.StatusNotFound || !strings.Contains(early.Body, "as soon as the game is over") {
		t.Errorf("before the end: %d", early.Status)
	}
	if page := w.Browser().Get("/matches/" + id).Body; strings.Contains(page, "/replay.svg") || !strings.Contains(page, "a replay of it can be shared") {
		t.Error("the page of a running match promises no replay, or links one")
	}
	opponent.Post("/matches/"+id+"/resignation", url.Values{})
	got := w.Browser().Get(path)
	tag := strings.TrimPrefix(got.Header.Get("ETag"), "W/") // of a packed answer it is weak
	if got.Status != http.StatusOK || tag == "" || !strings.Contains(got.Body, "resigned") || webtest.SVGHarm(got.Body) != "" {
		t.Fatalf("%d, tag %q, %s", got.Status, tag, webtest.SVGHarm(got.Body))
	}
	if policy := got.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; style-src 'unsafe-inline'; sandbox") {
		t.Errorf("it may do: %s", policy)
	}
	again := w.Browser().Do(http.MethodGet, path, nil, http.Header{"If-None-Match": {`"other", W/` + tag}})
	if again.Status != http.StatusNotModified || again.Body != "" || strings.TrimPrefix(again.Header.Get("ETag"), "W/") != tag {
		t.Errorf("who has it gets %d and %d bytes", again.Status, len(again.Body))
	}
	if other := w.Browser().Do(http.MethodGet, path, nil, http.Header{"If-None-Match": {`"other"`}}); other.Status != http.StatusOK || other.Body != got.Body {
		t.Errorf("who has another one gets %d", other.Status)
	}
	page := w.Browser().Get("/matches/" + id).Body
	for _, want := range []string{`href="` + path + `"`, `data-copy="http://`, "Result in one line"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// The picture of links is there from the first board on, and another one after each move.
func TestAMatchHasAPictureForLinks(t *testing.T) {
	w := webtest.New(t)
	mover, opponent := w.Browser(), w.Browser()
	id := w.Between(mover, opponent)
	path := "/matches/" + id + "/preview.png"
	look := func() webtest.Answer {
		t.Helper()
		got := w.Browser().Get(path)
		c, err := png.DecodeConfig(strings.NewReader(got.Body))
		if err != nil || c.Width != 1200 || c.Height != 630 || got.Header.Get("Content-Type") != "image/png" {
			t.Fatalf("%d, %d x %d, %v", got.Status, c.Width, c.Height, err)
		}
		return got
	}
	before := look()
	if again := look(); again.Header.Get("ETag") != before.Header.Get("ETag") || again.Body != before.Body {
		t.Error("it changes by itself")
	}
	if moved := mover.Post("/matches/"+id+"/moves", w.Turn(id)); moved.Status != http.StatusSeeOther {
		t.Fatalf("moving: %d", moved.Status)
	}
	after := look()
	if after.Header.Get("ETag") == before.Header.Get("ETag") || after.Body == before.Body {
		t.Error("a move does not show")
	}
	if moved := opponent.Post("/matches/"+id+"/moves", w.Turn(id)); moved.Status != http.StatusSeeOther {
		t.Fatalf("answering: %d", moved.Status)
	}
	if later := look(); later.Header.Get("ETag") == before.Header.Get("ETag") {
		t.Error("two moves do not show where the same side is to move again")
	}
	opponent.Post("/matches/"+id+"/resignation", url.Values{})
	if over := look(); over.Header.Get("ETag") == after.Header.Get("ETag") || over.Body == after.Body {
		t.Error("the end does not show")
	}
	page := w.Browser().Get("/matches/" + id).Body
	for _, want := range []string{`<meta property="og:image" content="http://`, path, `<meta name="twitter:card" content="summary_large_image">`, `<meta property="og:title"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %s", want)
		}
	}
	if moving := w.Browser().Get("/matches/" + id + "/replay.gif"); moving.Header.Get("Content-Type") != "image/gif" {
		t.Errorf("the GIF is %d, %s", moving.Status, moving.Header.Get("Content-Type"))
	} else if g, err := gif.DecodeAll(strings.NewReader(moving.Body)); err != nil || len(g.Image) != 3 {
		t.Errorf("the GIF of two moves: %v", err)
	}
	if early := w.Browser().Get("/matches/none/preview.png"); early.Status != http.StatusNotFound {
		t.Errorf("of no match: %d", early.Status)
	}
}
