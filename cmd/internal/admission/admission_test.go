package admission_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"slices"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"kickabout/cmd/internal/admission"
)

// enter has somebody go in and stay until told, or come back with an error.
func enter(g *admission.Gate, address string, done func(err error, leave func())) {
	go func() {
		leave, err := g.Enter(context.Background(), admission.Neighbourhood(address))
		done(err, leave)
	}()
	synctest.Wait()
}

// TestNeighbourhoodsAreServedInTurn: who comes after thirty of one address waits for one of them.
func TestNeighbourhoodsAreServedInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := admission.NewGate("page", admission.Limits{Running: 1, Queue: 128, Wait: time.Hour}, nil)
		leave, err := g.Enter(t.Context(), admission.Neighbourhood("192.0.2.9"))
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var order []string
		served := func(who string) func(error, func()) {
			return func(err error, leave func()) {
				mu.Lock()
				order = append(order, who)
				mu.Unlock()
				if err != nil {
					t.Error(err)
					return
				}
				leave()
			}
		}
		for range 30 {
			enter(g, "192.0.2.1", served("many"))
		}
		enter(g, "192.0.2.2", served("one"))
		leave()
		leave() // does no harm
		synctest.Wait()
		if at := slices.Index(order, "one"); at != 1 || len(order) != 31 {
			t.Errorf("%d were served, the one as number %d, want 31 and 1", len(order), at)
		}
	})
}

// TestAQueueIsBoundedForEachAndForAll: over a quarter for one neighbourhood, and over the whole for all.
func TestAQueueIsBoundedForEachAndForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &counts{}
		g := admission.NewGate("visitor", admission.Limits{Running: 1, Queue: 8, Wait: 2 * time.Second}, m)
		leave, err := g.Enter(t.Context(), admission.Neighbourhood("192.0.2.9"))
		if err != nil {
			t.Fatal(err)
		}
		results := map[error]int{}
		var mu sync.Mutex
		count := func(err error, leave func()) {
			mu.Lock()
			results[err]++
			mu.Unlock()
			if leave != nil {
				leave()
			}
		}
		for range 3 {
			enter(g, "2001:db8::1", count)
			enter(g, "2001:db8::2", count) // the same /64
		}
		if got := results[admission.ErrShare]; got != 4 {
			t.Errorf("%d of six of a neighbourhood were refused, want 4", got)
		}
		for _, address := range []string{"192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5", "192.0.2.6", "192.0.2.7"} {
			enter(g, address, count)
		}
		if got := results[admission.ErrFull]; got != 1 || m.told() != [3]int{1, 8, 5} {
			t.Errorf("%d were refused by a full queue, want 1; running, waiting and refused: %v, want 1, 8, 5", got, m.told())
		}
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if got := results[admission.ErrFull]; got != 9 || m.told() != [3]int{1, 0, 13} {
			t.Errorf("when all have waited for too long %d were refused, want 9; running, waiting and refused: %v, want 1, 0, 13", got, m.told())
		}
		leave()
		if m.told()[0] != 0 {
			t.Errorf("%d run when all have gone", m.told()[0])
		}
		ctx, cancel := context.WithCancel(t.Context())
		keep, _ := g.Enter(ctx, netip.Prefix{})
		cancel()
		if _, err := g.Enter(ctx, netip.Prefix{}); !errors.Is(err, context.Canceled) {
			t.Errorf("who has gone got %v", err)
		}
		keep()
	})
}

// counts remembers what a meter is told.
type counts struct {
	mu                       sync.Mutex
	running, queued, refused int
}

func (c *counts) Admitted(_ string, running, queued int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running, c.queued = running, queued
}

func (c *counts) Refused(string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused++
}

func (c *counts) told() [3]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return [3]int{c.running, c.queued, c.refused}
}

func TestWhatWasSomebodysIsKnownForAWhile(t *testing.T) {
	var k admission.Known
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	if k.Has("a", now) {
		t.Error("nobody has been noted")
	}
	k.Note("a", now)
	if !k.Has("a", now.Add(time.Minute)) || k.Has("b", now) || k.Has("a", now.Add(time.Hour)) {
		t.Error("a is known for a while, b is not")
	}
}

// TestConnectionsAreBounded opens more than may be, by one and by all, and closes some.
func TestConnectionsAreBounded(t *testing.T) {
	t.Parallel()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := netip.MustParseAddr("127.0.0.9")
	l := admission.NewConnections(2, 5, func(a netip.Addr) bool { return a == free }).Over(inner)
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				conn.Write([]byte("x"))
				conn.Read(make([]byte, 1))
				conn.Close()
			}()
		}
	}()
	dial := func(from string) (net.Conn, bool) {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		conn, err := d.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		n, _ := conn.Read(make([]byte, 1))
		return conn, n == 1
	}
	first, ok := dial("127.0.0.1")
	_, ok2 := dial("127.0.0.1")
	_, ok3 := dial("127.0.0.1")
	if !ok || !ok2 || ok3 {
		t.Errorf("of three of one address %v, %v, %v were served, want two", ok, ok2, ok3)
	}
	first.Close()
	for served := false; !served; { // as soon as it is noticed
		_, served = dial("127.0.0.1")
	}
	_, ok = dial("127.0.0.9")
	_, ok2 = dial("127.0.0.9")
	_, ok3 = dial("127.0.0.9")
	_, ok4 := dial("127.0.0.9")
	if !ok || !ok2 || !ok3 || ok4 {
		t.Errorf("of four that are exempt %v, %v, %v, %v were served, want three: five in all", ok, ok2, ok3, ok4)
	}
}

// TestTheGatesOfASite fills each of them from many neighbourhoods, and sees how long those wait who are let in to wait.
func TestTheGatesOfASite(t *testing.T) {
	g := admission.NewGates(2, nil)
	for _, test := range []struct {
		gate           *admission.Gate
		running, queue int
		wait           time.Duration
	}{
		{g.Writes, 64, 1024, 5 * time.Second},
		{g.Pages, 8, 128, 5 * time.Second},
		{g.Visitors, 4, 64, 2 * time.Second},
		{g.Heavy, 2, 16, 10 * time.Second},
		{g.Hashes, 4, 50, 10 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			in, after := 0, map[time.Duration]int{}
			began := time.Now()
			for n := range test.running + test.queue + 1 {
				from := netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, byte(n >> 8), byte(n)}), 32)
				go func() {
					leave, err := test.gate.Enter(t.Context(), from)
					mu.Lock()
					defer mu.Unlock()
					if err == nil {
						in++
						t.Cleanup(leave)
						return
					}
					after[time.Since(began)]++
				}()
			}
			time.Sleep(time.Minute)
			synctest.Wait()
			if in != test.running || after[0] != 1 || after[test.wait] != test.queue {
				t.Errorf("%d went in and were sent away after %v; want %d, one at once and %d after %v", in, after, test.running, test.queue, test.wait)
			}
		})
	}
}

// TestWorkYieldsWhilePagesWaitButNotForLong has a page wait for a second and a half.
func TestWorkYieldsWhilePagesWaitButNotForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := admission.NewGates(2, nil)
		took := func() time.Duration {
			began := time.Now()
			g.Yield(t.Context())
			return time.Since(began)
		}
		if got := took(); got != 0 {
			t.Errorf("while nobody waits work waits for %v", got)
		}
		for gate, running := range map[*admission.Gate]int{g.Pages: 8, g.Visitors: 4} {
			for range running {
				leave, err := gate.Enter(t.Context(), netip.Prefix{})
				if err != nil {
					t.Fatal(err)
				}
				time.AfterFunc(1500*time.Millisecond, leave)
			}
			enter(gate, "192.0.2.1", func(_ error, leave func()) { leave() })
			if got := took(); got != time.Second {
				t.Errorf("while a page waits work waits for %v, want 1s", got)
			}
			if got := took(); got < 500*time.Millisecond || got > 510*time.Millisecond {
				t.Errorf("until no page waits work waits for %v, want 500ms", got)
			}
		}
	})
}

// TestWorkTakesAQuarterWhileAnythingIsAsked: nothing waits, and still work leaves the cores to what is under way.
func TestWorkTakesAQuarterWhileAnythingIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := admission.NewGates(2, nil)
		for _, gate := range []*admission.Gate{g.Writes, g.Pages, g.Visitors} {
			g.Yield(t.Context())
			for worked, rests := range map[time.Duration]time.Duration{20 * time.Millisecond: 60 * time.Millisecond, time.Hour: 300 * time.Millisecond} {
				leave, err := gate.Enter(t.Context(), netip.Prefix{})
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(worked)
				began := time.Now()
				g.Yield(t.Context())
				if got := time.Since(began); got != rests {
					t.Errorf("after %v of work it rests for %v, want %v", worked, got, rests)
				}
				leave()
				g.Yield(t.Context())
			}
		}
		time.Sleep(time.Hour)
		began := time.Now()
		if g.Yield(t.Context()); time.Since(began) != 0 {
			t.Errorf("while nothing is asked it rests for %v", time.Since(began))
		}
	})
}

// exhausted is a listener of a process that has no descriptor left, for a while.
type exhausted struct {
	net.Listener
	times int
}

// Accept fails as the system does.
func (e *exhausted) Accept() (net.Conn, error) {
	if e.times > 0 {
		e.times--
		return nil, &net.OpError{Op: "accept", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
	}
	return e.Listener.Accept()
}

// TestWhoFindsNoDescriptorIsHungUpOn has the first one come while there is none left.
func TestWhoFindsNoDescriptorIsHungUpOn(t *testing.T) {
	t.Parallel()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := admission.NewConnections(0, 0, func(netip.Addr) bool { return false }).Over(&exhausted{inner, 1})
	defer l.Close()
	first, err := net.Dial("tcp", inner.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := net.Dial("tcp", inner.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if conn.RemoteAddr().String() != second.LocalAddr().String() {
		t.Error("the first one was served")
	}
	first.SetReadDeadline(time.Now().Add(5 * time.Second))
	if _, err := first.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the first one was told %v", err)
	}
}

func TestNetworksAreReadAndFound(t *testing.T) {
	t.Parallel()
	n, err := admission.ParseNetworks("192.0.2.0/24, 2001:db8::7")
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		"192.0.2.9": true, "::ffff:192.0.2.9": true, "192.0.3.9": false, "2001:db8::7": true, "2001:db8::8": false, "127.0.0.1": false,
	} {
		if n.Has(netip.MustParseAddr(address)) != want {
			t.Errorf("%s: %v", address, !want)
		}
	}
	for address, want := range map[string]bool{"127.0.0.1": true, "192.168.7.7": true, "fe80::1%eth0": true, "8.8.8.8": false, "2001:db8::8": false} {
		if admission.Near().Has(netip.MustParseAddr(address)) != want {
			t.Errorf("%s is near: %v", address, !want)
		}
	}
	for _, wrong := range []string{"", "proxy", "192.0.2.0/33", "192.0.2.1,", "192.0.2.1 192.0.2.2"} {
		if _, err := admission.ParseNetworks(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}
