package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/members"
	"kickabout/league/office"
	"kickabout/league/play"
	"kickabout/store/storetest"
)

// audience is many readers of one match on two servers.
type audience struct {
	t     *testing.T
	sites []*fleet
	nodes []*exec.Cmd
	desk  *office.Office // beside the servers, by which the players talk
	ann   league.Player
	match string

	mu    sync.Mutex
	said  []time.Time // each line
	took  []time.Duration
	heard []atomic.Int32 // how many readers have had each line
	wrong atomic.Int32   // lines that came twice, or out of order
	open  atomic.Int32
	ctx   context.Context // while they read
}

// newAudience starts two servers with a match that two members play.
func newAudience(t *testing.T, database string, lines int) *audience {
	t.Helper()
	a := &audience{t: t, heard: make([]atomic.Int32, lines)}
	data := t.TempDir()
	for range 2 {
		one := newFleet(t, "real")
		one.data, one.database = data, database
		one.under = []string{"env", "-u", "GOGC"} // what a stream costs is measured, and a check lets garbage lie
		a.sites, a.nodes = append(a.sites, one), append(a.nodes, one.start())
	}
	t.Cleanup(func() {
		for _, node := range a.nodes {
			node.Process.Kill()
			node.Wait()
		}
	})
	o, s, err := openBeside(t.Context(), data, database)
	a.must(err)
	t.Cleanup(func() { s.Close() })
	o.LinesAMinute = 1 << 20
	a.desk = o
	var bob league.Player
	for name, p := range map[string]*league.Player{"Ann": &a.ann, "Bob": &bob} {
		*p, _, err = o.SignUp(t.Context(), members.Credentials{Name: name, Password: "a horse in the rain"})
		a.must(err)
	}
	made, err := o.Propose(t.Context(), a.ann, play.Proposal{
		Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "Bob", Kickoff: league.KickoffMe, Control: "lg",
	})
	a.must(err)
	m, err := o.Accept(t.Context(), bob, made.Offer.ID, "", false, time.Now())
	a.must(err)
	a.match = m.ID
	return a
}

func (a *audience) must(err error) {
	a.t.Helper()
	if err != nil {
		a.t.Fatal(err)
	}
}

// say has Ann say the next line.
func (a *audience) say() {
	a.t.Helper()
	a.mu.Lock()
	n := len(a.said)
	a.said = append(a.said, time.Time{})
	a.mu.Unlock()
	a.must(a.desk.Say(a.t.Context(), a.ann, members.Saying{Match: a.match, Text: fmt.Sprintf("line %d.", n), Arrived: time.Now()}))
	a.mu.Lock()
	defer a.mu.Unlock()
	a.said[n] = time.Now()
}

// follow reads the stream of the match again and again, from where it broke off, as browsers do.
func (a *audience) follow(n int) {
	site, last, next := a.sites[n%2], "", 0
	for pause := time.Duration(0); a.ctx.Err() == nil; time.Sleep(pause) {
		pause = 2*time.Second + time.Duration(n%1000)*time.Millisecond
		conn, err := from(n/2, 20).Dial("tcp", site.addr)
		if err != nil {
			continue
		}
		leave := context.AfterFunc(a.ctx, func() { conn.Close() })
		a.read(conn, site.addr, &last, &next)
		leave()
		conn.Close()
	}
}

// read reads one stream to its end. Next is the number of the line that is to come.
func (a *audience) read(conn net.Conn, addr string, last *string, next *int) {
	_, err := fmt.Fprintf(conn, "GET /matches/%s/stream HTTP/1.1\r\nHost: %s\r\nLast-Event-ID: %s\r\n\r\n", a.match, addr, *last)
	if err != nil {
		return
	}
	in := bufio.NewReaderSize(conn, 4096)
	if status, err := in.ReadString('\n'); err != nil || !strings.HasPrefix(status, "HTTP/1.1 200") {
		return
	}
	defer a.open.Add(-1)
	a.open.Add(1)
	for a.ctx.Err() == nil {
		text, err := in.ReadString('\n')
		if err != nil {
			return
		}
		if id, ok := strings.CutPrefix(text, "id: "); ok {
			*last = strings.TrimSpace(id)
		}
		for {
			_, rest, found := strings.Cut(text, "line ")
			number, more, ended := strings.Cut(rest, ".")
			if !found || !ended {
				break
			}
			if number == fmt.Sprint(*next) {
				a.note(*next)
				*next++
			} else if len(number) < 6 && strings.Trim(number, "0123456789") == "" {
				a.wrong.Add(1)
			}
			text = more
		}
	}
}

// note notes that a reader has had a line.
func (a *audience) note(n int) {
	a.heard[n].Add(1)
	a.mu.Lock()
	defer a.mu.Unlock()
	if at := a.said[n]; !at.IsZero() {
		a.took = append(a.took, time.Since(at))
	} else { // before whoever said it had the answer
		a.took = append(a.took, 0)
	}
}

// until waits until something holds, and returns how long that took.
func (a *audience) until(what string, holds func() bool) time.Duration {
	a.t.Helper()
	began := time.Now()
	for !holds() {
		if time.Since(began) > 10*time.Minute { // a machine may have much else to do
			a.t.Fatalf("after 10 minutes: not %s; %d streams are open", what, a.open.Load())
		}
		time.Sleep(10 * time.Millisecond)
	}
	return time.Since(began)
}

// TestProofManyStreamsMissNothing has thousands read what two say, on two servers, one of which dies.
func TestProofManyStreamsMissNothing(t *testing.T) { // RELIABILITY R18
	t.Parallel()
	readers, lines := enginetest.Size(15_000), 5
	if readers < 15_000 {
		readers = 100
	}
	storetest.OnPostgres(t, func(t *testing.T, d storetest.Database) {
		a := newAudience(t, d.URL, lines)
		before, _ := memory(t, a.nodes[0].Process.Pid)
		var all sync.WaitGroup
		defer all.Wait()
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		a.ctx = ctx
		all.Go(func() {
			for n := range readers {
				for n-int(a.open.Load()) > 300 && ctx.Err() == nil { // or a busy machine does nothing but turn them away
					time.Sleep(10 * time.Millisecond)
				}
				all.Go(func() { a.follow(n) })
			}
		})
		everybody := func() bool { return int(a.open.Load()) == readers }
		opened := a.until("all open", everybody)
		after, _ := memory(t, a.nodes[0].Process.Pid)
		each := float64(after-before) / 1024 / float64(readers/2)
		for n := range lines - 1 {
			a.say()
			a.until("heard by all", func() bool { return int(a.heard[n].Load()) == readers })
		}
		a.mu.Lock()
		took := slices.Sorted(slices.Values(a.took))
		a.mu.Unlock()
		a.nodes[1].Process.Kill()
		a.nodes[1].Wait()
		a.say() // while one server is away
		a.nodes[1] = a.sites[1].start()
		back := a.until("all back", everybody)
		heard := a.until("the last heard by all", func() bool { return int(a.heard[lines-1].Load()) == readers })
		peak, _ := memory(t, a.nodes[0].Process.Pid)
		t.Logf("%d streams open after %v, %.1f KiB each; %d lines each: p50 %v, p99 %v, longest %v; after a kill all were back in %v, with all they missed %v later; %d wrong, %.0f MB at the end",
			readers, opened.Round(time.Millisecond), each, lines-1, took[len(took)/2], took[len(took)*99/100], took[len(took)-1], back, heard, a.wrong.Load(), float64(peak)/1e6)
		if a.wrong.Load() > 0 {
			t.Errorf("%d lines came twice, or out of order", a.wrong.Load())
		}
		if each > 30 && readers == 15_000 { // among few it is mostly what all of them share
			t.Errorf("a stream costs %.1f KiB", each)
		}
	})
}

// TestProofStreamsOverEveryConnection measures what a stream costs by how its reader is connected, and has all of them end
// as they should.
func TestProofStreamsOverEveryConnection(t *testing.T) { // RELIABILITY R18
	t.Parallel()
	readers := enginetest.Size(3000)
	f := newFleet(t, "real")
	f.under = []string{"env", "-u", "GOGC"}
	stop := func(server *exec.Cmd) {
		if err := server.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		server.Wait()
	}
	server := f.start()
	match := f.oneMatch()
	stop(server)
	f.flags = []string{"--tls", selfSigned(t), "--url", "https://localhost", "--redirect", "none"}
	for _, kind := range []struct {
		name   string
		second bool
		shared int     // by how many readers a connection is
		most   float64 // KiB a stream
	}{
		{"HTTP/1.1 over TLS", false, 1, 60},
		{"HTTP/2, a connection for each", true, 1, 150},
		{"HTTP/2, a connection for 20", true, 20, 60},
	} {
		server := f.start()
		before, _ := memory(t, server.Process.Pid)
		streams := make([]*openStream, readers)
		var opening sync.WaitGroup
		turns := make(chan struct{}, 12) // an address has a quarter of the queue of visitors
		for at := 0; at < readers; at += kind.shared {
			transport := &http.Transport{
				DialContext: from(at, 20).DialContext, ForceAttemptHTTP2: kind.second,
				TLSClientConfig: &tls.Config{ServerName: "localhost", InsecureSkipVerify: true}, // it is the server that is looked at
			}
			if !kind.second {
				transport.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
			}
			opening.Go(func() {
				turns <- struct{}{}
				defer func() { <-turns }()
				for n := at; n < min(at+kind.shared, readers); n++ {
					asked, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+f.addr+"/matches/"+match+"/stream", nil)
					if err != nil {
						t.Error(err)
						return
					}
					resp, err := transport.RoundTrip(asked)
					if err != nil {
						t.Error(err)
						return
					}
					s := &openStream{body: resp.Body, rest: bufio.NewReaderSize(resp.Body, 512)}
					if s.first, err = s.rest.ReadString('\n'); err != nil || resp.StatusCode != http.StatusOK || resp.ProtoMajor == 2 != kind.second {
						t.Errorf("%s %s, %v", resp.Proto, resp.Status, err)
					}
					streams[n] = s
				}
			})
		}
		began := time.Now()
		opening.Wait()
		took := time.Since(began)
		if t.Failed() {
			server.Process.Kill()
			server.Wait()
			return
		}
		after, _ := memory(t, server.Process.Pid)
		var ends sync.WaitGroup
		var cut atomic.Int32
		for _, s := range streams {
			ends.Go(func() {
				if s.end() != nil {
					cut.Add(1)
				}
			})
		}
		stop(server)
		ends.Wait()
		each := float64(after-before) / 1024 / float64(readers)
		t.Logf("%s: %d streams open after %v, %.1f KiB each; %d were cut off when the server stopped", kind.name, readers, took.Round(time.Millisecond), each, cut.Load())
		if cut.Load() > 0 {
			t.Errorf("%s: %d were cut off", kind.name, cut.Load())
		}
		if each > kind.most && readers == 3000 {
			t.Errorf("%s: a stream costs %.1f KiB", kind.name, each)
		}
	}
}
