package match_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"kickabout/cmd/internal/web/webtest"
	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/play"
)

// line is a line of the stream of events.
type line struct {
	ID         int
	Kind       string
	Match      string
	Offer      string
	Tournament string
	Seq        int
}

// stream opens the stream of events. The test reads it as far as it likes; cut ends it.
func stream(p *webtest.Program, query string, header http.Header) (lines *bufio.Scanner, cut func()) {
	p.World.T.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.World.Server.URL+"/api/v1/events"+query, nil)
	if err != nil {
		p.World.T.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.Token)
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.World.T.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "application/x-ndjson" {
		p.World.T.Fatalf("the stream begins with %d, %s", resp.StatusCode, resp.Header.Get("Content-Type"))
	}
	return bufio.NewScanner(resp.Body), func() { cancel(); resp.Body.Close() }
}

// next reads the next line that is not empty; false if the stream has ended.
func next(lines *bufio.Scanner) (l line, ok bool) {
	for lines.Scan() {
		if len(lines.Bytes()) > 0 {
			return l, json.Unmarshal(lines.Bytes(), &l) == nil
		}
	}
	return l, false
}

func TestTheStreamTellsWhatConcernsAProgram(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	before := ann.Begin()
	lines, cut := stream(ann, "", nil)
	defer cut()
	hello, _ := next(lines)
	if hello.Kind != "hello" || hello.ID != 1 {
		t.Fatalf("the stream begins with %+v", hello)
	}
	offer := bob.Invite("Ann")
	begun := int(ann.Post("/matches/"+offer+"/acceptance", nil).Want(t, 201).Body["seq"].(float64))
	bob.Move(offer, w.Legal(offer)).Want(t, 201)
	bob.Post("/matches/"+offer+"/chat", webtest.Object{"text": "Your turn."}).Want(t, 204)
	seq := w.View(offer).Record.Seq
	for i, want := range []line{
		{2, "offer", "", offer, "", 0},
		{3, "match", offer, "", "", begun},
		{4, "offer", "", offer, "", 0}, // accepted
		{5, "match", offer, "", "", seq},
		{6, "chat", offer, "", "", 1},
	} {
		got, ok := next(lines)
		if !ok || got != want {
			t.Errorf("line %d is %+v, want %+v", i, got, want)
		}
	}
	for name, resume := range map[string]struct {
		query  string
		header http.Header
	}{"by the query": {"?after=0", nil}, "by the header": {"", http.Header{"Last-Event-Id": {"0"}}}} {
		again, cut := stream(ann, resume.query, resume.header)
		if first, _ := next(again); first.Kind != "hello" || first.ID != 0 {
			t.Errorf("%s: resumed with %+v", name, first)
		}
		if first, _ := next(again); first.ID != 1 || first.Match != before {
			t.Errorf("%s: then comes %+v", name, first)
		}
		cut()
	}
}

func TestTheStreamTellsOfADayOfVacation(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	id := w.Duel(ann, bob)
	lines, cut := stream(ann, "", nil)
	defer cut()
	hello, _ := next(lines)
	w.Wait(11 * 24 * time.Hour)
	if err := Sweep(w.Working(), t.Context()); err != nil {
		t.Fatal(err)
	}
	mover, _ := w.View(id).Match.Mover()
	if mover.ID == bob.Player.ID {
		lines, cut = stream(bob, "?after=0", nil)
		defer cut()
	}
	for {
		got, ok := next(lines)
		if !ok {
			t.Fatal("the stream ends")
		}
		if got.Kind == "vacation" {
			if want := (line{got.ID, "vacation", id, "", "", 1}); got != want || got.ID <= hello.ID {
				t.Errorf("it tells %+v, want %+v", got, want)
			}
			return
		}
	}
}

func TestAStreamEndsWithItsToken(t *testing.T) {
	w := webtest.New(t)
	p := w.Program("Ann")
	lines, cut := stream(p, "", nil)
	defer cut()
	next(lines)
	tokens, err := w.Office.Tokens(t.Context(), p.Player)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Office.EndToken(t.Context(), p.Player, fmt.Sprintf("%x", tokens[0].Hash)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Office.Begin(t.Context(), p.Player, play.Proposal{
		Reservation: w.Office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:greedy", Kickoff: league.KickoffMe, Control: "lg",
	}); err != nil {
		t.Fatal(err)
	}
	if l, ok := next(lines); ok {
		t.Errorf("the stream says %+v", l)
	}
}

func TestWhoOpensTooManyStreamsLosesTheOldest(t *testing.T) {
	w := webtest.New(t)
	p := w.Program("Ann")
	first, cut := stream(p, "", nil)
	defer cut()
	next(first)
	for range 10 {
		lines, cut := stream(p, "", nil)
		defer cut()
		next(lines)
	}
	if l, ok := next(first); ok {
		t.Errorf("the oldest goes on with %+v", l)
	}
}

func TestStreamsEndWhenTheSiteStops(t *testing.T) {
	w := webtest.New(t)
	lines, cut := stream(w.Program("Ann"), "", nil)
	defer cut()
	next(lines)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := w.Server.Config.Shutdown(ctx); err != nil {
		t.Errorf("the site cannot stop: %v", err)
	}
	if l, ok := next(lines); ok {
		t.Errorf("after the stop comes %+v", l)
	}
}

// TestProofNothingIsMissedOrToldTwice cuts the stream at random points while matches go
// on: resumed behind the last line that came whole, it tells everything once.
func TestProofNothingIsMissedOrToldTwice(t *testing.T) {
	w := webtest.New(t)
	ann, bob := w.Program("Ann"), w.Program("Bob")
	moves := enginetest.Size(10_000)
	over := make(chan int)
	go func() { over <- w.PlayOn(ann, bob, moves) }()

	r := rand.New(rand.NewPCG(18, 4))
	var told []line
	cuts, last, total := 0, 0, -1
	for total < 0 || last < total {
		query, header := fmt.Sprintf("?after=%d", last), http.Header{}
		if r.IntN(2) == 0 {
			query, header = "", http.Header{"Last-Event-Id": {fmt.Sprint(last)}}
		}
		lines, cut := stream(ann, query, header)
		hello, _ := next(lines)
		if hello.Kind != "hello" || hello.ID != last {
			t.Fatalf("asked for what comes after %d, told %+v", last, hello)
		}
		killed := time.AfterFunc(time.Duration(r.IntN(40_000))*time.Microsecond, cut)
		if r.IntN(4) == 0 {
			killed.Stop()
			killed = time.AfterFunc(time.Duration(r.IntN(40))*time.Millisecond, w.HangUp)
		}
		for limit := r.IntN(200); limit > 0; limit-- {
			l, ok := next(lines)
			if !ok {
				break
			}
			if l.ID != last+1 {
				t.Fatalf("behind event %d comes event %d", last, l.ID)
			}
			told, last = append(told, l), l.ID
			if last == total {
				break
			}
		}
		killed.Stop()
		cut()
		cuts++
		select {
		case total = <-over:
		default:
		}
	}
	compare(w, ann.Player, told)
	t.Logf("%d moves, %d events, the stream was cut %d times", moves, len(told), cuts)
	if cuts < 10 {
		t.Errorf("only %d cuts: the proof shows nothing", cuts)
	}
}

// compare holds what was told against what the database has.
func compare(w *webtest.World, player league.Player, told []line) {
	w.T.Helper()
	have, err := w.Store.Notices(context.Background(), player.ID, 0, len(told)+1)
	if err != nil {
		w.T.Fatal(err)
	}
	if len(have) != len(told) {
		w.T.Errorf("%d events were told of %d", len(told), len(have))
	}
	for i := range min(len(told), len(have)) {
		n, l := have[i], told[i]
		if l.ID != i+1 || l.ID != n.N || l.Kind != string(n.Kind) || strings.Join([]string{l.Match, l.Offer, l.Tournament}, "") != n.Subject || l.Seq != n.Seq {
			w.T.Fatalf("event %d was told as %+v", n.N, l)
		}
	}
}
