package web_test

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/api"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/enginetest"
)

// bender sends requests that are nearly right: each was answered with success once, and is bent in one place or more.
type bender struct {
	*rand.Rand
	w       *webtest.World
	hostile []string
	people  []*webtest.Program
}

// TestProofBentRequestsAreAnsweredByTheDocument bends requests to every operation of the API, so many of each class: reads,
// streams, and what takes each scope. Whatever comes back is what the document says may come, and never a fault of the site.
func TestProofBentRequestsAreAnsweredByTheDocument(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	e := callEvery(t, w)
	b := &bender{rand.New(rand.NewPCG(22, 10)), w, webtest.AllPayloads(t), nil}
	classes := map[string][]call{}
	for _, c := range e.made {
		if !slices.Contains(b.people, c.by) {
			b.people = append(b.people, c.by)
		}
		classes[classOf(c)] = append(classes[classOf(c)], c)
	}
	if len(classes) != 5 {
		t.Fatalf("the classes are %v", slices.Sorted(maps.Keys(classes)))
	}
	size := enginetest.Size(10_000)
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		answers := map[int]int{}
		for range size {
			c := classes[class][b.IntN(len(classes[class]))]
			answers[b.send(t, b.bent(c), class == "stream")]++
			if b.IntN(100) == 0 {
				w.Wait(time.Hour) // or what is bounded by the hour stays refused
			}
		}
		t.Logf("%s: %v", class, answers)
		for status, n := range answers {
			if status >= 500 {
				t.Errorf("%s: %d times %d", class, n, status)
			}
		}
		if answers[200]+answers[201]+answers[204] == 0 || answers[404]+answers[422]+answers[400] == 0 {
			t.Errorf("%s: all were taken, or none was: %v", class, answers)
		}
	}
}

// classOf says what kind of operation a request is for.
func classOf(c call) string {
	path, _, _ := strings.Cut(c.path, "?")
	switch {
	case strings.HasSuffix(path, "/stream"), path == "/events":
		return "stream"
	case c.method == http.MethodGet:
		return "read"
	}
	for pattern, scope := range beyondPlay {
		method, form, _ := strings.Cut(pattern, " ")
		if method == c.method && len(strings.Split(form, "/")) == len(strings.Split(path, "/")) && alike(form, path) {
			return scope
		}
	}
	return "play"
}

// alike says whether a path is one of a form with parameters.
func alike(form, path string) bool {
	parts := strings.Split(path, "/")
	for i, part := range strings.Split(form, "/") {
		if !strings.HasPrefix(part, "{") && part != parts[i] {
			return false
		}
	}
	return true
}

// bent is a request with something else in one place or more.
func (b *bender) bent(c call) call {
	path, query, _ := strings.Cut(c.path, "?")
	for range 1 + b.IntN(2) {
		switch b.IntN(4) {
		case 0:
			parts := strings.Split(path, "/")
			parts[1+b.IntN(len(parts)-1)] = url.PathEscape(b.text())
			path = strings.Join(parts, "/")
		case 1:
			query = url.QueryEscape(b.pick("limit", "cursor", "after", "turn", "game", "done", b.text())) + "=" + url.QueryEscape(b.text())
		case 2:
			c.by = b.people[b.IntN(len(b.people))]
		case 3:
			c.body = b.value(c.body, 0)
			if b.IntN(8) == 0 {
				c.body = b.pick("{", "[]", "null", "{\"a\":", "\xff", strings.Repeat("[", 2000), b.text())
			}
		}
	}
	if c.path = path; query != "" {
		c.path += "?" + query
	}
	return c
}

// value is JSON with one thing changed in it.
func (b *bender) value(v any, deep int) any {
	o, isObject := v.(map[string]any)
	if !isObject || len(o) == 0 || deep > 3 {
		return b.pickAny(b.text(), float64(b.IntN(1000)-500), 1e300, true, nil, []any{}, []any{b.text()}, map[string]any{b.text(): 1}, 0.5)
	}
	o = maps.Clone(o)
	names := slices.Sorted(maps.Keys(o))
	name := names[b.IntN(len(names))]
	switch b.IntN(4) {
	case 0:
		delete(o, name)
	case 1:
		o[b.text()] = b.text()
	default:
		o[name] = b.value(o[name], deep+1)
	}
	return o
}

func (b *bender) pick(texts ...string) string { return texts[b.IntN(len(texts))] }

func (b *bender) pickAny(values ...any) any { return values[b.IntN(len(values))] }

// text is one that hardly fits anywhere.
func (b *bender) text() string {
	return b.pick("", "0", "-1", "9223372036854775808", "nosuch", "Ann", "Bob", "streetsoccer", "lg", "2026-11", "\x00", "é", strings.Repeat("a", 1<<b.IntN(12)), "..", "%2f", b.pick(b.hostile...))
}

// send sends a request and returns its status. Program.Do holds the answer against the document; a stream is left at once.
func (b *bender) send(t *testing.T, c call, stream bool) int {
	if !stream {
		return c.by.Do(c.method, api.Root+c.path, c.body, http.Header{"Idempotency-Key": {webtest.Itoa(b.IntN(1 << 30))}}).Status
	}
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	body, err := json.Marshal(c.body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(ctx, c.method, b.w.Server.URL+api.Root+c.path, strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.by.Token)
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	address, _, _ := strings.Cut(r.URL.Path, "?")
	if got.StatusCode >= 300 {
		text, err := io.ReadAll(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		if why := b.w.Document().Breach(c.method, address, webtest.Said{Status: got.StatusCode, Header: got.Header, Text: string(text)}); why != "" {
			t.Errorf("%s %s: %d: %s: %.300s", c.method, c.path, got.StatusCode, why, text)
		}
	}
	return got.StatusCode
}
