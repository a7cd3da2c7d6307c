package web_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/gif"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// drawn are the elements that an SVG of ours has.
var drawn = strings.Fields("svg title desc style defs g path rect use text set animate animateTransform")

// pictureHarm says what is wrong with a picture; "" if nothing. An SVG has no elements but
// ours, runs nothing and asks for nothing.
func pictureHarm(got *httptest.ResponseRecorder) string {
	var err error
	switch kind := got.Header().Get("Content-Type"); kind {
	case "image/svg+xml":
		return svgHarm(got.Body.String())
	case "image/gif":
		_, err = gif.DecodeAll(bytes.NewReader(got.Body.Bytes()))
	case "image/png":
		_, err = png.Decode(bytes.NewReader(got.Body.Bytes()))
	default:
		return "it is sent as " + kind
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func svgHarm(svg string) string {
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return ""
		}
		if err != nil {
			return err.Error()
		}
		switch t := token.(type) {
		case xml.StartElement:
			if !slices.Contains(drawn, t.Name.Local) {
				return fmt.Sprintf("it has a %s", t.Name.Local)
			}
			for _, a := range t.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "style" || a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") || strings.Contains(a.Value, "url(") {
					return fmt.Sprintf("%s has %s=%q", t.Name.Local, a.Name.Local, a.Value)
				}
			}
		case xml.ProcInst, xml.Directive, xml.Comment:
			return fmt.Sprintf("it has %T", t)
		case xml.CharData:
			if strings.Contains(string(t), "@import") || strings.Contains(string(t), "url(") {
				return "its style asks for something"
			}
		}
	}
}

func TestPicturesThatDoHarmAreSeen(t *testing.T) {
	harmless := `<svg xmlns="http://www.w3.org/2000/svg"><use href="#k"/><text>a</text></svg>`
	if why := svgHarm(harmless); why != "" {
		t.Fatal(why)
	}
	for _, svg := range []string{
		"<svg><script/></svg>", `<svg onload="x()"/>`, `<svg><use href="http://x/#k"/></svg>`, "<svg><text>a</svg>", "<svg><style>@import 'x'</style></svg>",
		`<svg><path fill="url(x)"/></svg>`, `<svg><foreignObject/></svg>`, `<?xml-stylesheet href="x"?><svg/>`, `<!DOCTYPE svg><svg/>`,
	} {
		if svgHarm(svg) == "" {
			t.Errorf("%s passes", svg)
		}
	}
}

// A replay is there from the end of a match on: for everybody, as a file that is asked for
// again only if it has changed.
func TestAReplayIsThereFromTheEndOn(t *testing.T) {
	w := newWorld(t)
	mover, opponent := w.browser(), w.browser()
	id := w.between(mover, opponent)
	path := "/matches/" + id + "/replay.svg"
	if early := w.browser().get(path); early.Status != http.StatusNotFound || !strings.Contains(early.Body, "as soon as the game is over") {
		t.Errorf("before the end: %d", early.Status)
	}
	if page := w.browser().get("/matches/" + id).Body; strings.Contains(page, "/replay.svg") || !strings.Contains(page, "a replay of it can be shared") {
		t.Error("the page of a running match promises no replay, or links one")
	}
	opponent.post("/matches/"+id+"/resignation", url.Values{})
	got := w.browser().get(path)
	tag := got.Header.Get("ETag")
	if got.Status != http.StatusOK || tag == "" || !strings.Contains(got.Body, "resigned") || svgHarm(got.Body) != "" {
		t.Fatalf("%d, tag %q, %s", got.Status, tag, svgHarm(got.Body))
	}
	if policy := got.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; style-src 'unsafe-inline'; sandbox") {
		t.Errorf("it may do: %s", policy)
	}
	again := w.browser().do(http.MethodGet, path, nil, http.Header{"If-None-Match": {`"other", W/` + tag}})
	if again.Status != http.StatusNotModified || again.Body != "" || again.Header.Get("ETag") != tag {
		t.Errorf("who has it gets %d and %d bytes", again.Status, len(again.Body))
	}
	if other := w.browser().do(http.MethodGet, path, nil, http.Header{"If-None-Match": {`"other"`}}); other.Status != http.StatusOK || other.Body != got.Body {
		t.Errorf("who has another one gets %d", other.Status)
	}
	page := w.browser().get("/matches/" + id).Body
	for _, want := range []string{`href="` + path + `"`, `data-copy="http://`, "Result in one line"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// The picture of links is there from the first board on, and another one after each move.
func TestAMatchHasAPictureForLinks(t *testing.T) {
	w := newWorld(t)
	mover, opponent := w.browser(), w.browser()
	id := w.between(mover, opponent)
	path := "/matches/" + id + "/preview.png"
	look := func() answer {
		t.Helper()
		got := w.browser().get(path)
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
	if moved := mover.post("/matches/"+id+"/moves", w.turn(id)); moved.Status != http.StatusSeeOther {
		t.Fatalf("moving: %d", moved.Status)
	}
	after := look()
	if after.Header.Get("ETag") == before.Header.Get("ETag") || after.Body == before.Body {
		t.Error("a move does not show")
	}
	if moved := opponent.post("/matches/"+id+"/moves", w.turn(id)); moved.Status != http.StatusSeeOther {
		t.Fatalf("answering: %d", moved.Status)
	}
	if later := look(); later.Header.Get("ETag") == before.Header.Get("ETag") {
		t.Error("two moves do not show where the same side is to move again")
	}
	opponent.post("/matches/"+id+"/resignation", url.Values{})
	if over := look(); over.Header.Get("ETag") == after.Header.Get("ETag") || over.Body == after.Body {
		t.Error("the end does not show")
	}
	page := w.browser().get("/matches/" + id).Body
	for _, want := range []string{`<meta property="og:image" content="http://`, path, `<meta name="twitter:card" content="summary_large_image">`, `<meta property="og:title"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %s", want)
		}
	}
	if moving := w.browser().get("/matches/" + id + "/replay.gif"); moving.Header.Get("Content-Type") != "image/gif" {
		t.Errorf("the GIF is %d, %s", moving.Status, moving.Header.Get("Content-Type"))
	} else if g, err := gif.DecodeAll(strings.NewReader(moving.Body)); err != nil || len(g.Image) != 3 {
		t.Errorf("the GIF of two moves: %v", err)
	}
	if early := w.browser().get("/matches/none/preview.png"); early.Status != http.StatusNotFound {
		t.Errorf("of no match: %d", early.Status)
	}
}
