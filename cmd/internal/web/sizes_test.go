package web_test

import (
	"net/http"
	"testing"
)

// How many bytes a page may have, plain and as gzip sends it (P5).
const (
	mostPlain = 100_000
	mostSent  = 16_000
)

// heavier are the pages that are larger than that for somebody with 46 games, so that they do not become worse.
// The match page carries what may be touched in the turn, which is much after some throws.
var heavier = map[string][2]int{"match": {140_000, 25_000}}

// TestPagesAreSmall for a member with 46 games that run, three of each round of busy and one more.
func TestPagesAreSmall(t *testing.T) {
	t.Parallel()
	ann, _, pages := busy(t, 15)
	for name, path := range pages {
		plain := ann.Do(http.MethodGet, path, nil, http.Header{"Accept-Encoding": {"identity"}})
		sent := ann.Do(http.MethodGet, path, nil, http.Header{"Accept-Encoding": {"gzip"}})
		if plain.Status != http.StatusOK || sent.Header.Get("Content-Encoding") != "gzip" && len(plain.Body) > 1<<10 {
			t.Errorf("%s: %d, sent as %q", path, plain.Status, sent.Header.Get("Content-Encoding"))
		}
		may, known := heavier[name]
		if !known {
			may = [2]int{mostPlain, mostSent}
		}
		t.Logf("%s: %d bytes, %d sent", name, len(plain.Body), len(sent.Body))
		if len(plain.Body) > may[0] || len(sent.Body) > may[1] {
			t.Errorf("%s has %d bytes, of which %d are sent, and may have %v", name, len(plain.Body), len(sent.Body), may)
		}
	}
}
