package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/cmd/internal/web"
	"kickabout/engine/enginetest"
)

// room is a group of processes that together may have so much memory, by what Linux calls control groups.
type room struct {
	t                 *testing.T
	at                string
	limit, peak, kept string // names of files there
}

// newRoom makes one. Only root may, and CI need not be root.
func newRoom(t *testing.T) *room {
	t.Helper()
	if os.Getenv("KICKABOUT_PROVE") != "1" || os.Getuid() != 0 {
		t.Skip("go run ./cmd/dev prove runs it as root: it makes a control group")
	}
	name := fmt.Sprint("kickabout-", os.Getpid())
	g := &room{t, filepath.Join("/sys/fs/cgroup/memory", name), "memory.limit_in_bytes", "memory.max_usage_in_bytes", "memory.oom_control"}
	if _, err := os.Stat("/sys/fs/cgroup/memory"); errors.Is(err, fs.ErrNotExist) { // the second version has one tree
		g = &room{t, filepath.Join("/sys/fs/cgroup", name), "memory.max", "memory.peak", "memory.events"}
	}
	if err := os.Mkdir(g.at, 0o755); err != nil {
		t.Skip("this machine lets nobody make a control group: ", err)
	}
	t.Cleanup(func() {
		for range 100 { // as soon as the last process has gone
			if os.Remove(g.at) == nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Error("the group is still there: ", g.at)
	})
	if _, err := os.Stat(filepath.Join(g.at, g.limit)); err != nil {
		t.Skip("this machine bounds no memory by control groups: ", err)
	}
	return g
}

// bound sets how much memory there is.
func (g *room) bound(bytes int64) {
	g.t.Helper()
	if err := os.WriteFile(filepath.Join(g.at, g.limit), []byte(strconv.FormatInt(bytes, 10)), 0o644); err != nil {
		g.t.Fatal(err)
	}
}

// most returns how much memory was used at most.
func (g *room) most() int64 {
	g.t.Helper()
	text, err := os.ReadFile(filepath.Join(g.at, g.peak))
	if err != nil {
		g.t.Fatal(err)
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		g.t.Fatal(err)
	}
	return n
}

// killed returns how many processes were killed because there was no memory left.
func (g *room) killed() int {
	g.t.Helper()
	text, err := os.ReadFile(filepath.Join(g.at, g.kept))
	if err != nil {
		g.t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if number, ok := strings.CutPrefix(strings.TrimSpace(line), "oom_kill "); ok {
			n, err := strconv.Atoi(number)
			if err != nil {
				g.t.Fatal(err)
			}
			return n
		}
	}
	return 0
}

// squeeze takes away memory, a little at a time, until it is enough, for a minute at most. While the server has more
// than is left the system may refuse: then the server is given something to do, for which it needs more.
func (g *room) squeeze(enough func() bool, work func()) {
	for began, bytes := time.Now(), int64(256<<20); !enough() && time.Since(began) < time.Minute && bytes > 0; {
		if os.WriteFile(filepath.Join(g.at, g.limit), []byte(strconv.FormatInt(bytes, 10)), 0o644) == nil {
			bytes -= 1 << 20
		} else {
			go work()
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// inside runs a server in the group, and tells it how much it may use.
func (g *room) inside(f *fleet, limit string) {
	f.under = []string{"env", "GOMEMLIMIT=" + limit, "sh", "-c", `echo $$ > "$0" && exec "$@"`, filepath.Join(g.at, "cgroup.procs")}
}

// TestProofAServerGetsAlongWithLittleMemory keeps thousands of streams open and lets thousands of clients dawdle where
// 256 MiB is all there is: players go on, and nobody is killed.
func TestProofAServerGetsAlongWithLittleMemory(t *testing.T) { // RELIABILITY R19
	const bound = 256 << 20
	streams, slow := enginetest.Size(3000), enginetest.Size(2000)
	g := newRoom(t)
	g.bound(bound)
	f := newFleet(t, "real")
	g.inside(f, "200MiB")
	server := f.start()
	defer func() {
		server.Process.Kill()
		server.Wait()
	}()
	match := f.oneMatch()
	ctx, leave := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer leave()
	var open atomic.Int32
	for i := range streams {
		stream := f.opened(from(i, 20), match)
		open.Add(1)
		context.AfterFunc(ctx, func() { stream.body.Close() })
		all.Go(func() {
			_ = stream.end()
			open.Add(-1)
		})
	}
	f.players(8, 19)
	f.awaitLong(20)
	kinds := []sluggard{
		{"headers", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", 500 * time.Millisecond, web.HeaderTimeout + time.Minute},
		{"body", "POST /signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nname=", 500 * time.Millisecond, web.ReadTimeout + time.Minute},
	}
	var slowest sync.WaitGroup
	for i, s := range slices.Repeat(kinds, slow/2) {
		slowest.Go(func() {
			if _, err := s.dawdle(from(streams+i, 20), f.addr); err != nil {
				t.Errorf("who is slow with %s: %v", s.kind, err)
			}
		})
	}
	slowest.Wait()
	went := f.awaitLong(50)
	f.halt()
	still := open.Load()
	t.Logf("%d streams and %d slow clients in %d MiB: peak %.0f MiB, %d killed; %d streams still open, 50 moves more within %v",
		streams, slow, bound>>20, float64(g.most())/(1<<20), g.killed(), still, went.Round(time.Millisecond))
	if g.killed() > 0 || int(still) != streams || f.odd.Load() > 0 {
		t.Errorf("%d killed, of %d streams %d are open, %d odd answers", g.killed(), streams, still, f.odd.Load())
	}
}

// TestProofNoAcknowledgedMoveIsLostWhereMemoryEnds takes the memory away again and again, so that the system kills the
// server in the middle of whatever it does.
func TestProofNoAcknowledgedMoveIsLostWhereMemoryEnds(t *testing.T) { // RELIABILITY R19
	const seed = 20261125
	kills := enginetest.Size(100)
	g := newRoom(t)
	f := newFleet(t, "real")
	g.inside(f, "off")
	r := rand.New(rand.NewPCG(seed, 19))
	asking := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{MaxConnsPerHost: 32}}
	f.players(8, seed)
	for range kills {
		g.bound(1 << 30)
		server := f.start()
		f.await(8 + r.IntN(40))
		time.Sleep(time.Duration(r.IntN(50)) * time.Millisecond)
		before := g.killed()
		g.squeeze(func() bool { return g.killed() > before }, func() { _, _ = f.get(asking, "/") })
		if g.killed() == before {
			t.Fatalf("after %d kills the server lives without memory", before)
		}
		server.Wait()
	}
	f.halt()
	g.bound(1 << 30)
	acks, lost, doubled := f.audit()
	t.Logf("%d kills for want of memory, %d moves acknowledged, %d lost, %d doubled, seed %d", g.killed(), acks, lost, doubled, seed)
	if lost > 0 || doubled > 0 || f.odd.Load() > 0 || acks < kills {
		t.Errorf("%d of %d acknowledged moves lost, %d doubled", lost, acks, doubled)
	}
}
