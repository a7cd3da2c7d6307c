package match_test

import (
	"bufio"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/cmd/internal/web/webtest"
	"kickabout/league/core"
	"kickabout/league/office"

	"kickabout/engine/games"
	"kickabout/league"
	"kickabout/store"
)

// lines follows a stream of the API without a token.
func lines(t *testing.T, w *webtest.World, path string, header http.Header) (*http.Response, *bufio.Scanner) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, w.Server.URL+"/api/v1"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		r.Header[name] = values
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { got.Body.Close() })
	s := bufio.NewScanner(got.Body)
	s.Buffer(nil, 1<<20)
	return got, s
}

// object returns the next object of a stream of lines.
func object(t *testing.T, s *bufio.Scanner) webtest.Object {
	t.Helper()
	for s.Scan() {
		if s.Text() == "" {
			continue
		}
		var o webtest.Object
		if err := json.Unmarshal(s.Bytes(), &o); err != nil {
			t.Fatalf("%v: %s", err, s.Text())
		}
		return o
	}
	t.Fatalf("the stream has ended: %v", s.Err())
	return nil
}

// logOf returns the numbers of the events that came with an object.
func logOf(o webtest.Object) (seqs []int) {
	for _, e := range o["match"].(webtest.Object)["log"].([]any) {
		seqs = append(seqs, int(e.(webtest.Object)["seq"].(float64)))
	}
	return seqs
}

func TestAMatchIsFollowedWithoutATokenAndGoneOnWith(t *testing.T) {
	t.Parallel()
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	id := w.Duel(ann, bob)
	got, s := lines(t, w, "/matches/"+id+"/stream", http.Header{"Origin": {"https://club.example"}})
	if got.Header.Get("Content-Type") != "application/x-ndjson" || got.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("it comes with %v", got.Header)
	}
	first := object(t, s)
	if seqs := logOf(first); len(seqs) == 0 || seqs[0] != 1 {
		t.Errorf("the first object has the events %v", seqs)
	}
	ann.Move(id, w.Legal(id)).Want(t, 201)
	second := object(t, s)
	if seqs := logOf(second); len(seqs) == 0 || webtest.Itoa(seqs[0]-1) != first["id"] || webtest.Itoa(seqs[len(seqs)-1]) != second["id"] {
		t.Errorf("after %v came %v with %v", first["id"], second["id"], seqs)
	}
	// Who comes back goes on where they were, as a browser does it too.
	events, e := lines(t, w, "/matches/"+id+"/stream", http.Header{"Accept": {"text/event-stream"}, "Last-Event-ID": {first["id"].(string)}})
	if events.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("a browser is sent %v", events.Header)
	}
	var fields []string
	for len(fields) < 3 && e.Scan() {
		if e.Text() != "" {
			fields = append(fields, e.Text())
		}
	}
	if len(fields) < 3 || !strings.HasPrefix(fields[0], "retry: ") || fields[1] != "id: "+second["id"].(string) || !strings.HasPrefix(fields[2], `data: {"id":"`+second["id"].(string)+`","match":{`) {
		t.Errorf("a browser is sent %.300q", fields)
	}
	bob.Post("/matches/"+id+"/resignation", nil).Want(t, 201)
	last := object(t, s)
	if last["match"].(webtest.Object)["state"] != "over" {
		t.Errorf("at the end came %v", last)
	}
	for s.Scan() {
		if s.Text() != "" {
			t.Errorf("behind the end came %s", s.Text())
		}
	}
	if again, _ := lines(t, w, "/matches/"+id+"/stream?after="+last["id"].(string), nil); again.StatusCode != http.StatusNoContent {
		t.Errorf("who has seen the end is answered %d", again.StatusCode)
	}
}

// reading counts how often a match is read.
type reading struct {
	*store.Store
	matches, looks *atomic.Int32
}

// Reached counts.
func (r reading) Reached(ctx context.Context, viewer league.Viewer, id string) (league.Reached, error) {
	r.looks.Add(1)
	return r.Store.Reached(ctx, viewer, id)
}

// Head counts.
func (r reading) Head(ctx context.Context, viewer league.Viewer, id string) (league.Head, error) {
	r.matches.Add(1)
	return r.Store.Head(ctx, viewer, id)
}

func TestWhatManyFollowIsReadOnce(t *testing.T) {
	t.Parallel()
	const readers = 15
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	id := w.Duel(ann, bob)
	var reads, looks atomic.Int32
	log := slog.New(slog.DiscardHandler)
	o := office.New(office.Over(reading{w.Store, &reads, &looks}), core.Keys{Dealer: w.Dealer, Site: w.Site, Passwords: w.Hasher}, games.All(), nil, w.Clock, log)
	site, err := web.New(o, web.Options{Log: log, Share: time.Minute, Pace: slow})
	if err != nil {
		t.Fatal(err)
	}
	w.Server.Config.Handler = site
	var all []*bufio.Scanner
	for range readers {
		_, s := lines(t, w, "/matches/"+id+"/stream", nil)
		object(t, s)
		all = append(all, s)
	}
	if n := reads.Load(); n != 1 {
		t.Errorf("%d readers had the match read %d times", readers, n)
	}
	if n := looks.Load(); n != readers+1 { // each asks whether there is such a match, before its stream begins
		t.Errorf("%d readers had it looked up %d times how far the match is", readers, n)
	}
	reads.Store(0)
	looks.Store(0)
	ann.Move(id, w.Legal(id)).Want(t, 201)
	acted := reads.Load() // by the move itself, or already for one of them
	for _, s := range all {
		object(t, s)
	}
	if n := reads.Load(); n > acted+1 || n > 5 {
		t.Errorf("after a move the match was read %d times, %d of them by the move", n, acted)
	}
	if n := looks.Load(); n == 0 || n > 3 { // a move is told more than once where it ends a throw
		t.Errorf("after a move %d readers had it looked up %d times how far the match is", readers, n)
	}
}

func TestAllThatEndsIsToldOnceInItsOrder(t *testing.T) {
	t.Parallel()
	w := served(t, quick)
	w.Server.Start()
	t.Cleanup(w.Server.Close)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	end := func() string {
		w.Wait(time.Second)
		id := w.Duel(ann, bob)
		bob.Post("/matches/"+id+"/resignation", nil).Want(t, 201)
		return id
	}
	_, s := lines(t, w, "/finished/stream", nil)
	var want, got []string
	var at string
	for range 2 {
		want = append(want, end())
	}
	w.Wait(4 * time.Minute)
	for range want {
		o := object(t, s)
		got, at = append(got, o["match"].(webtest.Object)["id"].(string)), o["id"].(string)
	}
	want = append(want, end())
	if page := ann.Get("/finished").Want(t, 200).Body["matches"].([]any); len(page) != 2 {
		t.Errorf("%d are listed while the third has only just ended", len(page))
	}
	w.Wait(4 * time.Minute)
	_, again := lines(t, w, "/finished/stream?after="+at, nil)
	got = append(got, object(t, again)["match"].(webtest.Object)["id"].(string))
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("told %v, want %v", got, want)
	}
	first := ann.Get("/finished?limit=2").Want(t, 200)
	if rest := ann.Get("/finished?cursor="+first.Body["next"].(string)).Want(t, 200).Body["matches"].([]any); len(rest) != 1 || rest[0].(webtest.Object)["id"] != want[2] {
		t.Errorf("the second page is %v", rest)
	}
	ann.Get("/finished?cursor=none").Want(t, 422)
}
