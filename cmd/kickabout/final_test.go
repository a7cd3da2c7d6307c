package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/engine/enginetest"
	"kickabout/league"
	"kickabout/league/members"
	"kickabout/league/play"
)

// final is a match between two programs that many others follow without a token.
type final struct {
	t      *testing.T
	f      *fleet
	match  string
	tokens map[string]string // by side

	mu      sync.Mutex
	moved   map[int]time.Time      // when what ended with an event was acknowledged
	took    []time.Duration        // until a reader had it
	heard   map[int]*atomic.Int32  // readers who have come as far
	open    atomic.Int32           // streams
	refused atomic.Int32           // times that there was no room for one yet
	ended   atomic.Int32           // that the server ended because the match was over
	wrong   atomic.Pointer[string] // the first thing that was
}

// newFinal starts a site with two members who play, each by a program.
func newFinal(t *testing.T, f *fleet) *final {
	t.Helper()
	m := &final{t: t, f: f, tokens: map[string]string{}, moved: map[int]time.Time{}, heard: map[int]*atomic.Int32{}}
	o, s, err := openBeside(t.Context(), f.data, "")
	must(t, err)
	defer s.Close()
	var players [2]league.Player
	for i, name := range []string{"Ann", "Bob"} {
		players[i], _, err = o.SignUp(t.Context(), members.Credentials{Name: name, Password: "a horse in the rain"})
		must(t, err)
		m.tokens[[]string{"first", "second"}[i]], err = o.MakeToken(t.Context(), players[i], league.TokenOrder{Label: "final", Scopes: league.ScopePlay, Days: 30})
		must(t, err)
	}
	made, err := o.Propose(t.Context(), players[0], play.Proposal{Reservation: o.Reserve().ID, Rules: "streetsoccer/lg", Opponent: "Bob", Kickoff: league.KickoffMe, Control: "lg"})
	must(t, err)
	begun, err := o.Accept(t.Context(), players[1], made.Offer.ID, "", false, time.Now())
	must(t, err)
	m.match = begun.ID
	return m
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// snapshot is of a match what those who play and follow it look at.
type snapshot struct {
	Seq   int
	State string
	Next  json.RawMessage // of a match: {"side": …}; of steps: a list
	Moves []string
	Move  string // that steps spell
	Log   []struct{ Seq int }
}

// ask sends a request of a side.
func (m *final) ask(side, method, path string, body any) snapshot {
	m.t.Helper()
	sent, err := json.Marshal(body)
	must(m.t, err)
	r, err := http.NewRequestWithContext(m.t.Context(), method, m.f.site()+"/api/v1/matches/"+m.match+path, bytes.NewReader(sent))
	must(m.t, err)
	r.Header = http.Header{"Authorization": {"Bearer " + m.tokens[side]}, "Content-Type": {"application/json"}}
	got, err := http.DefaultClient.Do(r)
	must(m.t, err)
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	must(m.t, err)
	var now snapshot
	if err := json.Unmarshal(text, &now); err != nil || got.StatusCode >= 300 {
		m.t.Fatalf("%s %s: %s %v %.300s", method, path, got.Status, err, text)
	}
	return now
}

// spelled is a move of a side, step by step.
func (m *final) spelled(side string) string {
	m.t.Helper()
	for done := ""; ; {
		next := m.ask(side, http.MethodGet, "/steps?done="+done, nil)
		if next.Move != "" {
			return next.Move
		}
		var steps []string
		must(m.t, json.Unmarshal(next.Next, &steps))
		done = strings.TrimPrefix(done+","+steps[0], ",")
	}
}

// turn has whoever is to move do so, and returns the number of the last event then.
func (m *final) turn() int {
	m.t.Helper()
	now := m.ask("first", http.MethodGet, "", nil)
	var next struct{ Side string }
	must(m.t, json.Unmarshal(now.Next, &next))
	move := ""
	if len(now.Moves) > 0 {
		move = now.Moves[len(now.Moves)/2]
	} else {
		move = m.spelled(next.Side)
	}
	now = m.ask(next.Side, http.MethodPost, "/moves", map[string]any{"seq": now.Seq, "move": move})
	return m.noted(now.Seq)
}

// noted notes that an event was acknowledged.
func (m *final) noted(seq int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.moved[seq] = time.Now()
	return seq
}

// by counts the readers who have come as far as an event.
func (m *final) by(seq int) *atomic.Int32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.heard[seq] == nil {
		m.heard[seq] = new(atomic.Int32)
	}
	return m.heard[seq]
}

func (m *final) complain(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	m.wrong.CompareAndSwap(nil, &text)
}

// follow reads the stream of the match to its end, as the nth reader. Who is told to come back later does.
func (m *final) follow(ctx context.Context, n int) {
	for m.read(ctx, n) {
		time.Sleep(time.Duration(100+n%400) * time.Millisecond)
	}
}

// read reads the stream once; true if there was no room.
func (m *final) read(ctx context.Context, n int) (later bool) {
	conn, err := from(n, 20).DialContext(ctx, "tcp", m.f.addr)
	if err != nil {
		m.complain("reader %d: %v", n, err)
		return false
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	fmt.Fprintf(conn, "GET /api/v1/matches/%s/stream HTTP/1.0\r\nHost: %s\r\n\r\n", m.match, m.f.addr)
	in := bufio.NewReaderSize(conn, 8192)
	status, err := in.ReadString('\n')
	if strings.Contains(status, " 503 ") || strings.Contains(status, " 429 ") { // all come from the network of this machine
		m.refused.Add(1)
		return true
	}
	if err != nil || !strings.Contains(status, " 200 ") {
		m.complain("reader %d: %q %v", n, status, err)
		return false
	}
	m.open.Add(1)
	defer m.open.Add(-1)
	last, over := 0, false
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			if over && err == io.EOF {
				m.ended.Add(1)
			} else if ctx.Err() == nil {
				m.complain("reader %d was cut off after event %d: %v", n, last, err)
			}
			return false
		}
		if line[0] != '{' {
			continue
		}
		var item struct{ Match snapshot }
		if err := json.Unmarshal(line, &item); err != nil {
			m.complain("reader %d: %v: %.100q", n, err, line)
			return false
		}
		for _, e := range item.Match.Log {
			if e.Seq != last+1 {
				m.complain("reader %d had event %d behind event %d", n, e.Seq, last)
			}
			last = e.Seq
		}
		over = item.Match.State == "over"
		m.by(last).Add(1)
		m.mu.Lock()
		if at, known := m.moved[last]; known {
			m.took = append(m.took, time.Since(at))
		}
		m.mu.Unlock()
	}
}

// until waits until something holds.
func (m *final) until(what string, holds func() bool) {
	m.t.Helper()
	for began := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if wrong := m.wrong.Load(); wrong != nil {
			m.t.Fatal(*wrong)
		}
		if time.Since(began) > 10*time.Minute { // a machine may have much else to do
			m.t.Fatalf("after 10 minutes: not %s; %d streams are open", what, m.open.Load())
		}
	}
}

// processor returns how much time of the processor a process has used.
func processor(t *testing.T, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	must(t, err)
	_, rest, _ := strings.Cut(string(text), ") ") // behind the name
	fields, ticks := strings.Fields(rest), 0
	for _, at := range []int{11, 12} {
		n, err := strconv.Atoi(fields[at])
		must(t, err)
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// TestProofManyReadersOfAFinal has programs follow one match by the API without a token: nobody misses an event or has one
// twice, all streams end with the match, and what one more reader costs is told.
func TestProofManyReadersOfAFinal(t *testing.T) {
	t.Parallel()
	readers, few, moves := enginetest.Size(10_000), 10, 20
	if readers < 10_000 {
		readers, moves = 200, 5
	}
	f := newFleet(t, "real")
	f.under, f.flags = []string{"env", "-u", "GOGC"}, []string{"--reads=0"} // they all come from the network of this machine
	server := f.start()
	defer func() {
		server.Process.Kill()
		server.Wait()
	}()
	pid := server.Process.Pid
	m := newFinal(t, f)
	ctx, leave := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer leave()
	opened := 0
	open := func(n int) time.Duration {
		began := time.Now()
		for ; opened < n; opened++ {
			m.until("so many open", func() bool { return opened-int(m.open.Load()) < 200 })
			number := opened
			all.Go(func() { m.follow(ctx, number) })
		}
		m.until("all open", func() bool { return int(m.open.Load()) == n })
		return time.Since(began)
	}
	// played returns the time of the processor that a move costs with so many readers, and how long they waited for it.
	played := func(n int) (each time.Duration, took []time.Duration) {
		m.mu.Lock()
		m.took = nil
		m.mu.Unlock()
		before := processor(t, pid)
		for range moves {
			seq := m.turn()
			m.until("heard by all", func() bool { return int(m.by(seq).Load()) == n })
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		return (processor(t, pid) - before) / time.Duration(moves), slices.Sorted(slices.Values(m.took))
	}
	open(few)
	alone, _ := played(few)
	before, _ := memory(t, pid)
	within := open(readers)
	after, _ := memory(t, pid)
	busy, took := played(readers)
	m.noted(m.ask("first", http.MethodPost, "/resignation", nil).Seq)
	m.until("ended for all", func() bool { return int(m.ended.Load()) == readers })
	one := (busy - alone) / time.Duration(readers-few)
	t.Logf("%d readers open within %v, %.1f KiB each; a move costs the server %v with %d readers and %v with all of them: one more costs %v; they had it after p50 %v, p99 %v, at most %v; all %d streams ended with the match; %d times a reader was told to come back",
		readers, within.Round(time.Millisecond), float64(after-before)/1024/float64(readers-few), alone, few, busy, one, took[len(took)/2], took[len(took)*99/100], took[len(took)-1], m.ended.Load(), m.refused.Load())
	if busy > time.Duration(readers/few)*alone/2 && alone > 0 { // each reader would cost what the move itself does
		t.Errorf("%d readers cost %v a move, %d cost %v", readers, busy, few, alone)
	}
}
