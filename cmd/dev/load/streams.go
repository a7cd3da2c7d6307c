package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// streamsCmd measures streams of events: those of the pages of matches.
type streamsCmd struct {
	siteFlags
	Streams int           `help:"How many are open at once, 100 to 15,000." default:"5000"`
	Within  time.Duration `help:"Within what time after a restart all are to be open, at most a minute." default:"10s"`
	Idle    time.Duration `help:"For how long they stand idle, at most 10 minutes; in whole minutes, since each minute has its jobs." default:"1m"`
}

// Validate bounds what the machine is asked for.
func (c streamsCmd) Validate() error {
	const least, most, longest = 100, 15_000, 10 * time.Minute
	if c.Streams < least || c.Streams > most {
		return fmt.Errorf("there can be %d to %d streams", least, most)
	}
	return errors.Join(c.siteFlags.Validate(), bounded(c.Within, time.Minute), bounded(c.Idle, longest))
}

// What the goals for streams count with.
const (
	pollEvery   = 6 * time.Second // a process looks for what others wrote
	polledAtOne = 500             // matches by one statement
	streamMost  = 30              // KiB that a stream costs
	perReader   = 5               // streams that a member may have open
)

// Run opens streams without a mark, which is what pages do that nobody has looked at; restarts the program, whose readers
// all come back at once; and compares what many cost that stand idle with what a tenth of them does.
func (c streamsCmd) Run(ctx context.Context) error {
	if err := descriptors(c.Streams); err != nil {
		return err
	}
	return onSite(ctx, c.siteFlags, 0, func(b *bench, data string, callers []caller) error { return c.measure(ctx, b, data, callers) })
}

// measure is Run on a copy of a site.
func (c streamsCmd) measure(ctx context.Context, b *bench, data string, callers []caller) (err error) {
	b.environment = append(b.environment, "GOGC=100") // garbage that may lie until the heap is large is no part of a stream
	a := &audience{}
	if a.matches, err = publicMatches(ctx, data); err != nil {
		return err
	}
	if a.child, err = b.serve(ctx, data, anyPort, alone); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.child.stop()) }()
	if err := a.settle(ctx, time.Minute); err != nil {
		return err
	}
	m := streamed{streams: c.Streams, within: c.Within, matches: len(a.matches)}
	heads()
	if err := m.before(ctx, a, c.Idle); err != nil {
		return err
	}
	addr := strings.TrimPrefix(a.at, "http://")
	if err := a.stop(); err != nil {
		return err
	}
	if a.child, err = b.serve(ctx, data, addr, alone); err != nil {
		return err
	}
	if err := m.after(ctx, a, c.Idle); err != nil {
		return err
	}
	if err := m.members(ctx, a, callers); err != nil {
		return err
	}
	return judge(m.goals(), c.Free)
}

// descriptors sees to it that this process may have so many connections; the program does so for itself.
func descriptors(streams int) error {
	const others = 200
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return err
	}
	if want := uint64(streams + others); limit.Max < want {
		return fmt.Errorf("a process may have %d files open here, and %d streams take %d: ulimit -Hn", limit.Max, streams, want)
	}
	limit.Cur = limit.Max
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
}

// publicMatches returns the ids of the matches of a site that everybody may follow.
func publicMatches(ctx context.Context, data string) (matches []followed, err error) {
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(data, "site", "kickabout.db"))
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, "SELECT m.id FROM matches m LEFT JOIN tournaments t ON t.id = m.tournament WHERE COALESCE(t.private, 0) = 0 ORDER BY m.id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var f followed
		if err := rows.Scan(&f.id); err != nil {
			return nil, err
		}
		matches = append(matches, f)
	}
	return matches, rows.Err()
}

// A followed match has streams; the mark says how far one has come that has sent all there is.
type followed struct{ id, mark string }

// streamed is what was measured of streams.
type streamed struct {
	streams, matches int
	within           time.Duration

	base     int64   // bytes of the program without any
	each     float64 // KiB that one costs
	opened   figure  // after the restart
	took     time.Duration
	replayed int        // events that were sent to those who had seen them
	idle     [3]float64 // statements a second with none, a tenth, and all of them

	visitors, known float64 // statements by which a visitor's and a member's is opened again
}

// goals are what they are held to.
func (m streamed) goals() []goal {
	blocks := math.Ceil(float64(m.matches) / polledAtOne)
	polls := func(rate float64) float64 { return max(0, rate-m.idle[0]) * pollEvery.Seconds() }
	return []goal{
		{"streams that failed", float64(m.opened.refused), true, 0},
		{"seconds until all were open", m.took.Seconds(), true, m.within.Seconds()},
		{"KiB for each", m.each, true, streamMost},
		{"events that were sent again", float64(m.replayed), true, 0},
		{"statements, a visitor's opened again", math.Round(m.visitors), true, 1},
		{"statements, a member's opened again, that of their session among them", math.Round(m.known), true, 2},
		{fmt.Sprintf("statements in %v, %d idle", pollEvery, m.streams/10), math.Round(polls(m.idle[1])), true, blocks},
		{fmt.Sprintf("statements in %v, %d idle", pollEvery, m.streams), math.Round(polls(m.idle[2])), true, blocks},
	}
}

// before measures the program that nobody follows, and learns how far each match has come.
func (m *streamed) before(ctx context.Context, a *audience, idle time.Duration) (err error) {
	if m.base, err = a.memory(); err != nil {
		return err
	}
	if m.idle[0], err = a.rest(ctx, idle); err != nil {
		return err
	}
	for i := range a.matches {
		a.matches[i].mark = ""
	}
	f, _, err := a.open(ctx, "streams, not seen", len(a.matches), m.within/2, "")
	if err != nil {
		return err
	}
	f.show()
	if f.refused > 0 {
		return fmt.Errorf("%d of the matches cannot be followed: %s", f.refused, f.why)
	}
	time.Sleep(time.Second) // what is said beside a match comes piece by piece
	_, err = a.leave(ctx)
	return err
}

// after measures the program that has just been started again.
func (m *streamed) after(ctx context.Context, a *audience, idle time.Duration) (err error) {
	if m.opened, m.took, err = a.open(ctx, "streams, after a restart", m.streams, m.within*4/5, ""); err != nil {
		return err
	}
	m.opened.show()
	fmt.Printf("  all open after %.1f s\n", m.took.Seconds())
	if err := a.settle(ctx, 20*time.Second); err != nil {
		return err
	}
	memory, err := a.memory()
	if err != nil {
		return err
	}
	m.each = float64(memory-m.base) / 1024 / float64(max(1, m.opened.count))
	fmt.Printf("  memory of the program: %d MiB, %d MiB without any\n", memory>>20, m.base>>20)
	if m.idle[2], err = a.rest(ctx, idle); err != nil {
		return err
	}
	if m.replayed, err = a.leave(ctx); err != nil {
		return err
	}
	again, _, err := a.open(ctx, "streams, opened again", m.streams/10, m.within/4, "")
	if err != nil {
		return err
	}
	again.show()
	m.visitors = again.statements
	if m.idle[1], err = a.rest(ctx, idle); err != nil {
		return err
	}
	_, err = a.leave(ctx)
	return err
}

// members measures streams of those who are signed in.
func (m *streamed) members(ctx context.Context, a *audience, callers []caller) error {
	for _, c := range callers {
		r, err := newReader(ctx, a.child, c.name)
		if err != nil {
			return err
		}
		at, err := url.Parse(a.at)
		if err != nil {
			return err
		}
		for _, cookie := range r.client.Jar.Cookies(at) {
			a.cookies = append(a.cookies, cookie.Name+"="+cookie.Value)
		}
		r.client.CloseIdleConnections()
	}
	if len(a.cookies) == 0 {
		return errors.New("nobody has a cookie who has signed in")
	}
	f, _, err := a.open(ctx, "streams of members, again", min(m.streams, perReader*len(a.cookies)), m.within/4, "member")
	if err != nil {
		return err
	}
	f.show()
	m.known = f.statements
	if f.refused > 0 {
		m.opened.refused += f.refused
	}
	replayed, err := a.leave(ctx)
	m.replayed += replayed
	return err
}

// audience is those who follow matches.
type audience struct {
	*child
	matches []followed
	cookies []string // of members

	mu    sync.Mutex
	conns []net.Conn
	sent  int // events that came to readers who had a mark
	all   sync.WaitGroup
}

// open opens so many streams, one after the other within a time, whatever becomes of those before, and tells how long it
// took until all were. They stay open.
func (a *audience) open(ctx context.Context, name string, n int, within time.Duration, as string) (f figure, took time.Duration, err error) {
	before, err := a.spent(ctx)
	if err != nil {
		return f, 0, err
	}
	t, began := &tally{}, time.Now()
	var opening sync.WaitGroup
	for i := range n {
		due := began.Add(within * time.Duration(i) / time.Duration(n))
		time.Sleep(time.Until(due))
		opening.Go(func() {
			wrong := ""
			if err := a.follow(ctx, i, n, as); err != nil {
				wrong = err.Error()
			}
			t.note(time.Since(due), 0, wrong)
		})
	}
	opening.Wait()
	took = time.Since(began)
	after, err := a.spent(ctx)
	return t.figure(name, took, after.less(before)), took, err
}

// streamsFrom is how many streams come from one address: fewer than a site lets it have.
const streamsFrom = 20

// follow opens one of so many streams, of a match that others may follow too, and has it read to its end. Readers come
// from one address after the other.
func (a *audience) follow(ctx context.Context, n, of int, as string) error {
	at := n % ((of + streamsFrom - 1) / streamsFrom)
	from := net.Dialer{Timeout: time.Minute, LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 1, byte(at>>8), byte(at))}}
	conn, err := from.DialContext(ctx, "tcp", strings.TrimPrefix(a.at, "http://"))
	if err != nil {
		return errors.New("nobody answers")
	}
	a.mu.Lock()
	match := &a.matches[n%len(a.matches)]
	a.conns = append(a.conns, conn)
	mark := match.mark
	a.mu.Unlock()
	asked := "GET /matches/" + match.id + "/stream HTTP/1.1\r\nHost: " + strings.TrimPrefix(a.at, "http://") + "\r\n"
	if mark != "" {
		asked += "Last-Event-ID: " + mark + "\r\n"
	}
	if as != "" {
		asked += "Cookie: " + a.cookies[n%len(a.cookies)] + "\r\n"
	}
	if err := conn.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		return err
	}
	if _, err := conn.Write([]byte(asked + "\r\n")); err != nil {
		return errors.New("nobody reads")
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return errors.New("no answer")
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return errors.New(resp.Status)
	}
	in := bufio.NewReader(resp.Body)
	if _, err := in.ReadString('\n'); err != nil {
		return errors.New("no first line")
	}
	a.all.Go(func() {
		defer resp.Body.Close()
		_ = conn.SetReadDeadline(time.Time{})
		a.read(in, match, mark != "")
	})
	return nil
}

// read reads a stream to its end, and keeps how far its match has come.
func (a *audience) read(in *bufio.Reader, match *followed, seen bool) {
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		id, ok := strings.CutPrefix(line, "id: ")
		if !ok {
			continue
		}
		a.mu.Lock()
		if seen {
			a.sent++
		}
		match.mark = strings.TrimSpace(id)
		a.mu.Unlock()
	}
}

// leave ends all streams, waits until the program has noticed, and tells how many events came that had been seen before.
func (a *audience) leave(ctx context.Context) (again int, err error) {
	a.mu.Lock()
	for _, conn := range a.conns {
		conn.Close()
	}
	a.conns = nil
	a.mu.Unlock()
	a.all.Wait()
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		text, err := a.child.read(ctx)
		if err != nil {
			return 0, err
		}
		if strings.Contains(text, "\nkickabout_streams 0\n") {
			break
		}
		if time.Since(began) > time.Minute {
			return 0, errors.New("the program has not noticed that its readers have left")
		}
	}
	again, a.sent = a.sent, 0
	return again, nil
}

// rest does nothing for a while, and tells how many statements a second the program sent.
func (a *audience) rest(ctx context.Context, d time.Duration) (statements float64, err error) {
	before, err := a.spent(ctx)
	if err != nil {
		return 0, err
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	after, err := a.spent(ctx)
	spent := after.less(before)
	a.mu.Lock()
	open := len(a.conns)
	a.mu.Unlock()
	fmt.Printf("  %d idle: %.1f statements a second, %.1f %% of a processor\n", open, spent.statements/d.Seconds(), 100*spent.cpu.Seconds()/d.Seconds())
	return spent.statements / d.Seconds(), err
}
