package match

import (
	"bytes"
	"compress/gzip"
	"regexp"
	"testing"

	"kickabout/views"
	"kickabout/views/viewstest"
)

// mostBytes is what a match page may weigh on the way, with all that it loads but htmx.
const mostBytes = 70_000

func TestAMatchPageIsLight(t *testing.T) {
	html := viewstest.Rendered(t, View(NewPage(seen(t, viewstest.Played(t, 14), "ann"))))
	total := zipped(t, []byte(html))
	loaded := map[string]bool{"spartan.woff2": true}
	loads := regexp.MustCompile(`<link rel="apple-touch-icon"[^>]*>`).ReplaceAllString(html, "") // which is loaded to install the site
	for _, m := range regexp.MustCompile(`(?:src|href)="/static/([^"?]+)`).FindAllStringSubmatch(loads, -1) {
		loaded[m[1]] = true
	}
	for name := range loaded {
		content, ok := views.Static(name)
		if !ok {
			t.Fatalf("the page loads %s, which is not there", name)
		}
		if name != "htmx.js" && name != "hx-sse.js" {
			total += zipped(t, content)
		}
	}
	t.Logf("%d bytes, %d files", total, len(loaded))
	if total > mostBytes || len(loaded) < 5 {
		t.Errorf("a match page weighs %d bytes with %d files", total, len(loaded))
	}
}

// zipped is the size of what is sent.
func zipped(t *testing.T, content []byte) int {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}
