package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/play"
)

// stopwatch times the requests of somebody who plays.
type stopwatch struct {
	next http.RoundTripper

	mu           sync.Mutex
	pages, moves []time.Duration // whole answers
	refused      []string        // what was not answered well
}

// RoundTrip carries out a request, and reads its answer whole.
func (s *stopwatch) RoundTrip(r *http.Request) (*http.Response, error) {
	began := time.Now()
	resp, err := s.next.RoundTrip(r)
	if err == nil {
		var body []byte
		body, err = io.ReadAll(resp.Body)
		resp.Body.Close()
		resp.Body = io.NopCloser(bytes.NewReader(body))
	}
	took := time.Since(began)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err != nil:
		s.refused = append(s.refused, err.Error())
		return nil, err
	case resp.StatusCode >= http.StatusBadRequest:
		s.refused = append(s.refused, fmt.Sprint(r.Method, " ", r.URL.Path, ": ", resp.StatusCode))
	case r.Method == http.MethodGet:
		s.pages = append(s.pages, took)
	default:
		s.moves = append(s.moves, took)
	}
	return resp, nil
}

// read returns what was timed, and begins anew.
func (s *stopwatch) read() (pages, moves []time.Duration, refused []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	slices.Sort(s.pages)
	slices.Sort(s.moves)
	pages, moves, refused = s.pages, s.moves, s.refused
	s.pages, s.moves, s.refused = nil, nil, nil
	return pages, moves, refused
}

// percent99 is the 99th percentile of times in order.
func percent99(took []time.Duration) time.Duration {
	if len(took) == 0 {
		return 0
	}
	return took[len(took)*99/100].Round(time.Millisecond)
}

// member signs somebody up and has them play and look around until the test is over.
func (f *fleet) member(name string, others *sync.WaitGroup) *stopwatch {
	f.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		f.t.Fatal(err)
	}
	s := &stopwatch{next: &http.Transport{MaxIdleConnsPerHost: 4}}
	client := &http.Client{Jar: jar, Transport: s, Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.PostForm(f.site()+"/signup", url.Values{"name": {name}, "password": {"a horse in the rain"}})
	if err != nil || resp.StatusCode != http.StatusCreated {
		f.t.Fatal("signing up: ", resp, err)
	}
	r := rand.New(rand.NewPCG(17, 17))
	others.Go(func() {
		for !f.done.Load() {
			id, err := f.begin(client)
			for over := false; err == nil && !over && !f.done.Load(); {
				if _, err = f.get(client, []string{"/matches/" + id, "/matches", "/", "/ratings"}[r.IntN(4)]); err == nil {
					over, err = f.turn(client, id, r)
				}
			}
			if err != nil && !f.done.Load() {
				f.t.Log("the member: ", err)
				time.Sleep(100 * time.Millisecond)
			}
		}
	})
	return s
}

// A nuisance is a kind of client that harms others if it can.
type nuisance struct {
	kind  string
	send  string        // at once
	drip  time.Duration // between bytes that follow; 0: none follow
	reads bool          // what comes back
}

// bother connects again and again until the context ends, and counts the answers by their status.
func (n nuisance) bother(ctx context.Context, d *net.Dialer, addr string, answers *sync.Map) {
	for ctx.Err() == nil {
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			n.once(ctx, conn, answers)
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (n nuisance) once(ctx context.Context, conn net.Conn, answers *sync.Map) {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if !n.reads {
		conn.(*net.TCPConn).SetReadBuffer(4096)
	}
	go func() {
		_, err := io.WriteString(conn, n.send)
		for err == nil && n.drip > 0 {
			time.Sleep(n.drip)
			_, err = io.WriteString(conn, "x")
		}
	}()
	if !n.reads {
		wait, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		<-wait.Done()
		return
	}
	buffer, tail := make([]byte, 64<<10), ""
	for {
		got, err := conn.Read(buffer)
		text := tail + string(buffer[:got])
		for _, status := range []string{"200", "204", "400", "404", "408", "429", "503"} {
			if times := strings.Count(text, "HTTP/1.1 "+status); times > 0 {
				sum, _ := answers.LoadOrStore(status, new(atomic.Int64))
				sum.(*atomic.Int64).Add(int64(times))
			}
		}
		tail = text[max(0, len(text)-11):] // less than what is counted
		if err != nil {
			return
		}
	}
}

// counted writes the answers that were counted.
func counted(answers *sync.Map) string {
	var all []string
	answers.Range(func(status, times any) bool {
		all = append(all, fmt.Sprintf("%s: %d", status, times.(*atomic.Int64).Load()))
		return true
	})
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// besides has a member play alone for a while, and then beside clients that bother the site, so many of each kind from
// 50 to an address. What the member finds is wanted within limits where the proof is whole; they are always answered.
func (f *fleet) besides(each int, kinds []nuisance, lasts, wantPage, wantMove time.Duration) {
	f.t.Helper()
	var all sync.WaitGroup
	defer all.Wait()
	defer f.done.Store(true)
	s := f.member("Ann", &all)
	time.Sleep(min(lasts/4, 5*time.Second))
	calmPages, calmMoves, refused := s.read()
	ctx, calm := context.WithCancel(f.t.Context())
	defer calm()
	var answers sync.Map
	for i, n := range slices.Repeat(kinds, each) {
		d := from(i, 50)
		all.Go(func() { n.bother(ctx, d, f.addr, &answers) })
	}
	time.Sleep(lasts)
	pages, moves, more := s.read()
	refused = append(refused, more...)
	f.t.Logf("%d clients of each of %d kinds for %v (answers that were read: %s): of %d pages of a member p99 %v, of %d moves p99 %v; alone, of %d and %d: %v and %v; not answered: %d",
		each, len(kinds), lasts, counted(&answers), len(pages), percent99(pages), len(moves), percent99(moves),
		len(calmPages), len(calmMoves), percent99(calmPages), percent99(calmMoves), len(refused))
	if len(refused) > 0 || len(pages) == 0 || len(moves) == 0 {
		f.t.Errorf("a member found %d pages, made %d moves, and was not answered: %.10q", len(pages), len(moves), refused)
	}
	if enginetest.Proving() && (percent99(pages) > wantPage || percent99(moves) > wantMove) {
		f.t.Errorf("p99 of pages is %v and of moves %v, want at most %v and %v", percent99(pages), percent99(moves), wantPage, wantMove)
	}
}

// served starts a server that ends with the test.
func (f *fleet) served() {
	f.t.Helper()
	server := f.start()
	f.t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
}

// lasting is how long a crowd stays: whole, or for a moment.
func lasting(whole time.Duration) time.Duration {
	if enginetest.Proving() {
		return whole
	}
	return 2 * time.Second
}

// TestProofAMemberPlaysBesideAHostileCrowd has clients that are slow with headers and with forms, that do not read the
// pages they ask for, and that open streams, all at once and from many addresses.
func TestProofAMemberPlaysBesideAHostileCrowd(t *testing.T) { // RELIABILITY R17
	t.Parallel()
	f := newFleet(t, "real")
	f.served()
	id := f.oneMatch()
	f.besides(enginetest.Size(500), []nuisance{
		{"headers", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", 500 * time.Millisecond, false},
		{"forms", "POST /signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nname=", 500 * time.Millisecond, false},
		{"pages unread", strings.Repeat("GET / HTTP/1.1\r\nHost: x\r\n\r\n", 1000), 0, false},
		{"streams", "GET /matches/" + id + "/stream HTTP/1.1\r\nHost: x\r\n\r\n", 0, true},
	}, lasting(45*time.Second), time.Second, time.Second)
}

// TestProofAMemberPlaysBesideACrowd has clients ask for page after page without waiting, while bots think and games
// are worked through.
func TestProofAMemberPlaysBesideACrowd(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "real")
	f.flags = []string{"--no-demo=false"}
	f.served()
	var busy sync.WaitGroup
	defer busy.Wait()
	defer f.done.Store(true)
	f.thinking(&busy)
	var asks strings.Builder
	for n := range enginetest.Size(1000) {
		asks.WriteString("GET " + []string{"/", "/ratings", "/tournaments", "/offers", "/matches/" + strconv.Itoa(n)}[n%5] + " HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	f.besides(enginetest.Size(300), []nuisance{{"pages", asks.String(), 0, true}}, lasting(45*time.Second), 500*time.Millisecond, 300*time.Millisecond)
}

// thinking has guests play against a bot that thinks, move after move, and resign at last, which leaves something to
// be worked through.
func (f *fleet) thinking(busy *sync.WaitGroup) {
	f.t.Helper()
	o, s, err := openBeside(f.t.Context(), f.data, "")
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { s.Close() })
	ctx, r := context.Background(), rand.New(rand.NewPCG(7, 7))
	begin := func() (p league.Player, id string, err error) {
		if p, err = o.Admit(ctx, o.NewToken()); err != nil {
			return p, "", err
		}
		m, err := o.Begin(ctx, p, play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "bot:hard", Kickoff: league.KickoffYou, Control: "lg"})
		return p, m.ID, err
	}
	busy.Go(func() {
		p, id, err := begin()
		for moves := 0; err == nil && !f.done.Load(); {
			var v play.View
			if v, err = o.Match(ctx, league.Of(p), id); err != nil {
				break
			}
			mover, running := v.Match.Mover()
			switch {
			case running && mover.ID == p.ID && moves < 10:
				_, err = o.Play(ctx, p, play.Turn{Match: id, Seen: v.Record.Seq, Move: v.Record.Position.Random(r), Arrived: time.Now()})
				moves++
			case running && mover.ID == p.ID:
				_, err = o.Resign(ctx, p, id, time.Now())
			case !running:
				moves = 0
				p, id, err = begin()
			default:
				time.Sleep(5 * time.Millisecond)
			}
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			f.t.Log("who plays against the bot: ", err)
		}
	})
}

// TestAServerWithFewDescriptorsServes opens more connections than it may have, and sees that who is connected goes on
// being served, and others as soon as there is room.
func TestAServerWithFewDescriptorsServes(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "real")
	f.files = 256
	f.served()
	var busy sync.WaitGroup
	defer busy.Wait()
	defer f.done.Store(true)
	s := f.member("Ann", &busy)
	time.Sleep(500 * time.Millisecond)
	s.read()
	var open []net.Conn
	hungUp := 0
	for i := range 400 {
		conn, err := from(i, 50).Dial("tcp", f.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		open = append(open, conn)
	}
	time.Sleep(time.Second)
	for _, conn := range open {
		conn.SetReadDeadline(time.Now().Add(time.Millisecond))
		if _, err := conn.Read(make([]byte, 1)); err == io.EOF || strings.Contains(fmt.Sprint(err), "reset") {
			hungUp++
		}
	}
	pages, moves, refused := s.read()
	t.Logf("of 400 connections %d were hung up on; a member found %d pages and made %d moves besides", hungUp, len(pages), len(moves))
	if want := 400 - (256 - descriptorsKept); hungUp < want || hungUp == 400 {
		t.Errorf("of 400 connections %d were hung up on, want at least %d", hungUp, want)
	}
	if len(refused) > 0 || len(pages) == 0 || len(moves) == 0 {
		t.Errorf("who was connected found %d pages, made %d moves, and was not answered: %.10q", len(pages), len(moves), refused)
	}
	for _, conn := range open {
		conn.Close()
	}
	for n := 0; ; n++ {
		if _, err := f.get(&http.Client{Timeout: 5 * time.Second}, "/healthz"); err == nil {
			break
		} else if n == 100 {
			t.Fatal("when there is room: ", err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
