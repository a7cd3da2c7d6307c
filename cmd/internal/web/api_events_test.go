package web_test

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

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/office"
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
func (p *program) stream(query string, header http.Header) (lines *bufio.Scanner, cut func()) {
	p.w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.w.server.URL+"/api/v1/events"+query, nil)
	if err != nil {
		p.w.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.w.t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "application/x-ndjson" {
		p.w.t.Fatalf("the stream begins with %d, %s", resp.StatusCode, resp.Header.Get("Content-Type"))
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
	w := newWorld(t)
	ann, bob := w.program("Ann"), w.program("Bob")
	before := ann.begin()
	lines, cut := ann.stream("", nil)
	defer cut()
	hello, _ := next(lines)
	if hello.Kind != "hello" || hello.ID != 1 {
		t.Fatalf("the stream begins with %+v", hello)
	}
	offer := bob.invite("Ann")
	begun := int(ann.post("/matches/"+offer+"/acceptance", nil).want(t, 201).Body["seq"].(float64))
	bob.move(offer, w.legal(offer)).want(t, 201)
	bob.post("/matches/"+offer+"/chat", object{"text": "Your turn."}).want(t, 204)
	seq := w.view(offer).Record.Seq
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
		again, cut := ann.stream(resume.query, resume.header)
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
	w := newWorld(t)
	ann, bob := w.program("Ann"), w.program("Bob")
	id := w.duel(ann, bob)
	lines, cut := ann.stream("", nil)
	defer cut()
	hello, _ := next(lines)
	w.wait(11 * 24 * time.Hour)
	if err := w.office.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	mover, _ := w.view(id).Match.Mover()
	if mover.ID == bob.player.ID {
		lines, cut = bob.stream("?after=0", nil)
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
	w := newWorld(t)
	p := w.program("Ann")
	lines, cut := p.stream("", nil)
	defer cut()
	next(lines)
	tokens, err := w.office.Tokens(t.Context(), p.player)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.office.EndToken(t.Context(), p.player, fmt.Sprintf("%x", tokens[0].Hash)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.office.Begin(t.Context(), p.player, office.Proposal{
		Reservation: w.office.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:greedy", Kickoff: league.KickoffMe, Control: "lg",
	}); err != nil {
		t.Fatal(err)
	}
	if l, ok := next(lines); ok {
		t.Errorf("the stream says %+v", l)
	}
}

func TestWhoOpensTooManyStreamsLosesTheOldest(t *testing.T) {
	w := newWorld(t)
	p := w.program("Ann")
	first, cut := p.stream("", nil)
	defer cut()
	next(first)
	for range 10 {
		lines, cut := p.stream("", nil)
		defer cut()
		next(lines)
	}
	if l, ok := next(first); ok {
		t.Errorf("the oldest goes on with %+v", l)
	}
}

func TestStreamsEndWhenTheSiteStops(t *testing.T) {
	w := newWorld(t)
	lines, cut := w.program("Ann").stream("", nil)
	defer cut()
	next(lines)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := w.server.Config.Shutdown(ctx); err != nil {
		t.Errorf("the site cannot stop: %v", err)
	}
	if l, ok := next(lines); ok {
		t.Errorf("after the stop comes %+v", l)
	}
}

// TestProofNothingIsMissedOrToldTwice cuts the stream at random points while matches go
// on: resumed behind the last line that came whole, it tells everything once.
func TestProofNothingIsMissedOrToldTwice(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.program("Ann"), w.program("Bob")
	moves := enginetest.Size(10_000)
	over := make(chan int)
	go func() { over <- w.playOn(ann, bob, moves) }()

	r := rand.New(rand.NewPCG(18, 4))
	var told []line
	cuts, last, total := 0, 0, -1
	for total < 0 || last < total {
		query, header := fmt.Sprintf("?after=%d", last), http.Header{}
		if r.IntN(2) == 0 {
			query, header = "", http.Header{"Last-Event-Id": {fmt.Sprint(last)}}
		}
		lines, cut := ann.stream(query, header)
		hello, _ := next(lines)
		if hello.Kind != "hello" || hello.ID != last {
			t.Fatalf("asked for what comes after %d, told %+v", last, hello)
		}
		killed := time.AfterFunc(time.Duration(r.IntN(40_000))*time.Microsecond, cut)
		if r.IntN(4) == 0 {
			killed.Stop()
			killed = time.AfterFunc(time.Duration(r.IntN(40))*time.Millisecond, w.server.CloseClientConnections)
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
	w.compare(ann.player, told)
	t.Logf("%d moves, %d events, the stream was cut %d times", moves, len(told), cuts)
	if cuts < 10 {
		t.Errorf("only %d cuts: the proof shows nothing", cuts)
	}
}

// playOn lets two players make so many moves, match after match, and returns the
// number of the first one's last event.
func (w *world) playOn(first, second *program, moves int) int {
	r, ctx := rand.New(rand.NewPCG(1, 8)), context.Background()
	var v office.View
	for range moves {
		if v.Match.ID == "" || v.Record.Next().Over() {
			v = w.view(w.duel(first, second))
		}
		mover := v.Match.Seats[v.Record.SeatOf(v.Record.Next().Side)].Player
		turn := office.Turn{Match: v.Match.ID, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: w.clock()}
		var err error
		if v, err = w.office.Play(ctx, mover, turn); err != nil {
			w.t.Error(err)
			break
		}
	}
	last, err := w.office.LastNotice(ctx, first.player.ID)
	if err != nil {
		w.t.Error(err)
	}
	return last
}

// compare holds what was told against what the database has.
func (w *world) compare(player league.Player, told []line) {
	w.t.Helper()
	have, err := w.store.Notices(context.Background(), player.ID, 0, len(told)+1)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(have) != len(told) {
		w.t.Errorf("%d events were told of %d", len(told), len(have))
	}
	for i := range min(len(told), len(have)) {
		n, l := have[i], told[i]
		if l.ID != i+1 || l.ID != n.N || l.Kind != string(n.Kind) || strings.Join([]string{l.Match, l.Offer, l.Tournament}, "") != n.Subject || l.Seq != n.Seq {
			w.t.Fatalf("event %d was told as %+v", n.N, l)
		}
	}
}
