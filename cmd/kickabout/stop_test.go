package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"kickabout/engine/enginetest"
)

// leaving is clients who ask a server for page after page while it is told to stop, and what they were answered. Each keeps
// its connection until the server says that it ends.
type leaving struct {
	told     atomic.Int64 // when the server was told to stop, in nanoseconds since 1970; 0: not yet
	answered atomic.Int64 // requests, whole
	under    atomic.Int64 // of them those that were under way when the server was told
	cut      atomic.Int64 // that got a part of their answer
	ignored  atomic.Int64 // that got nothing, though they were sent before the server was told
	late     atomic.Int64 // that got nothing and were sent after it was told
	shutOut  atomic.Int64 // connections that were refused
}

// ask asks until the server is gone.
func (l *leaving) ask(d *net.Dialer, addr string, r *rand.Rand) {
	for {
		conn, err := d.Dial("tcp", addr)
		if err != nil {
			l.shutOut.Add(1)
			return
		}
		on := l.askOn(conn, addr, r)
		conn.Close()
		if !on {
			return
		}
	}
}

// askOn asks on one connection; false if it ended in the middle of something.
func (l *leaving) askOn(conn net.Conn, addr string, r *rand.Rand) bool {
	in := bufio.NewReader(conn)
	for {
		path := []string{"/", "/offers", "/rules", "/ratings", "/static/site.css"}[r.IntN(5)]
		sent := time.Now()
		_, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, addr)
		var resp *http.Response
		if err == nil {
			resp, err = http.ReadResponse(in, nil)
		}
		if err != nil {
			if told := l.told.Load(); told == 0 || sent.Before(time.Unix(0, told)) {
				l.ignored.Add(1)
			} else {
				l.late.Add(1)
			}
			return false
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			l.cut.Add(1)
			return false
		}
		resp.Body.Close()
		l.answered.Add(1)
		if told := l.told.Load(); told != 0 && sent.Before(time.Unix(0, told)) {
			l.under.Add(1)
		}
		if resp.Close {
			return true
		}
	}
}

// TestProofAServerThatIsStoppedAnswersWhatItHasBegun stops a server again and again under players, readers of
// pages and of streams: whatever was asked before it was told is answered whole, streams end between two events,
// and no move is lost.
func TestProofAServerThatIsStoppedAnswersWhatItHasBegun(t *testing.T) { // RELIABILITY R15
	t.Parallel()
	const seed = 20261125
	stops, clients := enginetest.Size(20), enginetest.Size(200)
	f := newFleet(t, "real")
	r := rand.New(rand.NewPCG(seed, 1))
	var all leaving
	var longest time.Duration
	streams, broken, match := 0, 0, ""
	f.players(8, seed)
	for range stops {
		server := f.start()
		l := &all
		l.told.Store(0)
		var busy sync.WaitGroup
		if match == "" {
			match = f.oneMatch()
		}
		heard := make(chan error, 20)
		for i := range cap(heard) {
			stream := f.opened(from(clients+i, 40), match) // not from an address that has its fill already
			busy.Go(func() { heard <- stream.end() })
		}
		for i := range clients {
			own := rand.New(rand.NewPCG(seed, r.Uint64()))
			busy.Go(func() { l.ask(from(i, 40), f.addr, own) })
		}
		f.await(8 + r.IntN(40))
		time.Sleep(time.Duration(r.IntN(500)) * time.Millisecond)
		began := time.Now()
		l.told.Store(began.UnixNano())
		if err := server.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := server.Wait(); err != nil {
			t.Errorf("it ended with %v", err)
		}
		longest = max(longest, time.Since(began))
		busy.Wait()
		close(heard)
		for err := range heard {
			if streams++; err != nil {
				t.Logf("a stream: %v", err)
				broken++
			}
		}
	}
	f.halt()
	acks, lost, doubled := f.audit()
	t.Logf("%d stops, %d clients: %d requests answered, %d of them under way when the server was told; %d cut, %d ignored, %d came too late; of %d streams %d broken off; stopped within %v; %d moves acknowledged, %d lost, %d doubled; seed %d",
		stops, clients, all.answered.Load(), all.under.Load(), all.cut.Load(), all.ignored.Load(), all.late.Load(), streams, broken, longest.Round(time.Millisecond), acks, lost, doubled, seed)
	if all.cut.Load()+all.ignored.Load() > 0 || broken > 0 || all.under.Load() == 0 {
		t.Errorf("of requests under way %d were answered, %d were cut and %d ignored; %d streams broke off", all.under.Load(), all.cut.Load(), all.ignored.Load(), broken)
	}
	if longest > 10*time.Second || lost > 0 || doubled > 0 || f.odd.Load() > 0 {
		t.Errorf("stopped within %v; %d moves lost, %d doubled, %d odd answers", longest, lost, doubled, f.odd.Load())
	}
}

// oneMatch begins a match that nobody plays.
func (f *fleet) oneMatch() string {
	f.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		f.t.Fatal(err)
	}
	id, err := f.begin(&http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }})
	if err != nil {
		f.t.Fatal(err)
	}
	return id
}

// openStream is a stream of events that has begun.
type openStream struct {
	body  io.ReadCloser
	first string // line of it
	rest  *bufio.Reader
}

// opened opens the stream of a match.
func (f *fleet) opened(d *net.Dialer, match string) *openStream {
	f.t.Helper()
	client := &http.Client{Transport: &http.Transport{DialContext: d.DialContext}}
	resp, err := client.Get("http://" + f.addr + "/matches/" + match + "/stream")
	if err != nil {
		f.t.Fatal(err)
	}
	s := &openStream{body: resp.Body, rest: bufio.NewReader(resp.Body)}
	if s.first, err = s.rest.ReadString('\n'); err != nil || resp.StatusCode != http.StatusOK {
		f.t.Fatal(resp.Status, err)
	}
	return s
}

// end reads a stream until it ends: as it should, with the end of an event, and having said first when to come back.
func (s *openStream) end() error {
	defer s.body.Close()
	text, err := io.ReadAll(s.rest)
	if whole := s.first + string(text); err == nil && (!strings.HasPrefix(whole, "retry: ") || !strings.HasSuffix(whole, "\n\n")) {
		err = fmt.Errorf("it said %.100q", whole)
	}
	return err
}
