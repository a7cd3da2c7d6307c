package main

import (
	"math/rand/v2"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kickabout/engine/enginetest"
	"kickabout/store/storetest"
)

// wire is a port of this machine behind which a PostgreSQL server is, and which fails when it is told to.
type wire struct {
	t      *testing.T
	socket string // of the server
	port   net.Listener

	frozen sync.RWMutex // while it is held nothing goes through
	slow   atomic.Int64 // how long each part waits, in nanoseconds
	mu     sync.Mutex
	open   map[net.Conn]bool // to both sides
}

func newWire(t *testing.T, socket string) *wire { return newWireAt(t, socket, "127.0.0.1:0") }

func newWireAt(t *testing.T, socket, address string) *wire {
	t.Helper()
	port, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{t: t, socket: socket, port: port, open: map[net.Conn]bool{}}
	t.Cleanup(func() {
		port.Close()
		w.cut()
	})
	go func() {
		for {
			client, err := port.Accept()
			if err != nil {
				return
			}
			go w.join(client)
		}
	}()
	return w
}

// through returns the URL of a database on the server as it is on this side of the wire.
func (w *wire) through(database string) string {
	u, err := url.Parse(database)
	if err != nil {
		w.t.Fatal(err)
	}
	u.Host, u.User, u.RawQuery = w.port.Addr().String(), url.User("postgres"), "sslmode=disable"
	return u.String()
}

// join passes on what the two sides say until either ends.
func (w *wire) join(client net.Conn) {
	server, err := net.Dial("unix", w.socket)
	if err != nil {
		client.Close()
		return
	}
	w.mu.Lock()
	w.open[client], w.open[server] = true, true
	w.mu.Unlock()
	var both sync.WaitGroup
	pass := func(to, from net.Conn) {
		defer to.Close()
		defer from.Close()
		for part := make([]byte, 4096); ; {
			n, err := from.Read(part)
			time.Sleep(time.Duration(w.slow.Load()))
			w.frozen.RLock()
			if n > 0 {
				_, _ = to.Write(part[:n]) // an error is one of the next read, too
			}
			w.frozen.RUnlock()
			if err != nil {
				return
			}
		}
	}
	both.Go(func() { pass(server, client) })
	both.Go(func() { pass(client, server) })
	both.Wait()
	w.mu.Lock()
	delete(w.open, client)
	delete(w.open, server)
	w.mu.Unlock()
}

// cut ends all connections in the middle of whatever is said.
func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.open {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // the client is told by a reset
		}
		c.Close()
	}
}

// freeze lets nothing through for some time.
func (w *wire) freeze(lasts time.Duration) {
	w.frozen.Lock()
	defer w.frozen.Unlock()
	time.Sleep(lasts)
}

// delay has everything take longer for some time.
func (w *wire) delay(by, lasts time.Duration) {
	w.slow.Store(int64(by))
	defer w.slow.Store(0)
	time.Sleep(lasts)
}

// TestProofNoAcknowledgedMoveIsLostByADatabaseThatFails crashes PostgreSQL under players, cuts its connections, and
// lets nothing through.
func TestProofNoAcknowledgedMoveIsLostByADatabaseThatFails(t *testing.T) { // RELIABILITY R11
	t.Parallel()
	const seed = 20261124
	faults := enginetest.Size(60)
	storetest.OnPostgres(t, func(t *testing.T, _ storetest.Database) {
		cluster := storetest.NewCluster(t)
		w := newWire(t, cluster.Socket())
		f := newFleet(t, "real")
		f.database = w.through(cluster.Database(t).URL)
		server := f.start()
		defer func() {
			server.Process.Kill()
			server.Wait()
		}()
		f.players(8, seed)
		r := rand.New(rand.NewPCG(seed, 1))
		counts, slowest := map[string]int{}, time.Duration(0)
		for fault := range faults {
			f.awaitLong(10 + r.IntN(20))
			time.Sleep(time.Duration(r.IntN(50)) * time.Millisecond)
			switch fault % 3 {
			case 0:
				cluster.Crash(t)
				counts["crashed"]++
			case 1:
				w.cut()
				counts["cut"]++
			case 2:
				w.freeze(time.Duration(1000+r.IntN(enginetest.Size(12_000))) * time.Millisecond)
				counts["frozen"]++
			}
			slowest = max(slowest, f.awaitLong(1))
		}
		f.halt()
		server.Process.Kill()
		server.Wait()
		acks, lost, doubled := f.audit()
		t.Logf("%v: %d moves acknowledged, %d lost, %d doubled, %d answers 503, %d odd ones, moves again within %v, seed %d",
			counts, acks, lost, doubled, f.notNow.Load(), f.odd.Load(), slowest, seed)
		if lost > 0 || doubled > 0 || f.odd.Load() > 0 || acks < 10*faults {
			t.Errorf("of %d moves %d are lost and %d doubled, %d answers were odd; the server said:\n%s", acks, lost, doubled, f.odd.Load(), server.Stderr)
		}
	})
}

// awaitLong waits until so many more moves are acknowledged, and returns how long that took. Ten minutes are too long.
func (f *fleet) awaitLong(moves int) time.Duration {
	f.t.Helper()
	began, enough := time.Now(), f.acks.Load()+int64(moves)
	for ; f.acks.Load() < enough; time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > 10*time.Minute { // a machine may have much else to do
			f.t.Fatal("the players are stuck")
		}
	}
	return time.Since(began)
}
