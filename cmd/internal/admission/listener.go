package admission

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"sync"
	"syscall"
	"time"
)

// Connections bounds how many connections are open: of a neighbourhood, unless it is exempt, and of all together, by
// whatever listeners they came. It is safe for concurrent use.
type Connections struct {
	each, all int
	exempt    func(netip.Addr) bool

	mu    sync.Mutex
	total int
	open  map[netip.Prefix]int // of those that are not exempt
}

// NewConnections returns bounds for neighbourhoods and for all; 0 is no bound.
func NewConnections(each, all int, exempt func(netip.Addr) bool) *Connections {
	return &Connections{each: each, all: all, exempt: exempt, open: map[netip.Prefix]int{}}
}

// Over has a listener hang up at once on connections beyond the bounds. While the process has no descriptor left
// it hangs up too, by one that is kept for that: nobody waits for an answer that does not come.
func (c *Connections) Over(on net.Listener) net.Listener {
	return &bounded{Listener: on, among: c, spare: newSpare()}
}

type bounded struct {
	net.Listener
	among *Connections
	spare *os.File // nil: there was no descriptor for it
}

// Accept returns the next connection that is within the bounds.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		conn, err := b.Listener.Accept()
		if (errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)) && b.hangUp() {
			continue
		}
		if err != nil {
			return nil, err
		}
		peer, counted := b.among.peer(conn)
		if b.among.take(peer, counted) {
			return &boundedConn{Conn: conn, giveBack: sync.OnceFunc(func() { b.among.giveBack(peer, counted) })}, nil
		}
		conn.Close()
	}
}

// hangUpWait is how long hangUp waits for whoever knocks.
const hangUpWait = 10 * time.Millisecond

// hangUp hangs up on the next connection, for which there is no descriptor but the spare one; false if it is not
// there either.
func (b *bounded) hangUp() bool {
	if b.spare == nil {
		b.spare = newSpare()
	}
	if b.spare == nil {
		return false
	}
	b.spare.Close()
	defer func() { b.spare = newSpare() }()
	if l, ok := b.Listener.(interface{ SetDeadline(time.Time) error }); ok {
		if err := l.SetDeadline(time.Now().Add(hangUpWait)); err == nil {
			defer l.SetDeadline(time.Time{})
		}
	}
	conn, err := b.Listener.Accept()
	if err == nil {
		conn.Close()
	}
	return err == nil
}

// newSpare opens a descriptor that is good for nothing else; nil if there is none left.
func newSpare() *os.File {
	f, err := os.Open(os.DevNull)
	if err != nil {
		return nil
	}
	return f
}

// peer returns whose a connection is, and whether those are counted.
func (c *Connections) peer(conn net.Conn) (netip.Prefix, bool) {
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil || c.exempt(at.Addr().Unmap()) {
		return netip.Prefix{}, false
	}
	return Neighbourhood(at.Addr().String()), c.each > 0
}

func (c *Connections) take(peer netip.Prefix, counted bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all > 0 && c.total >= c.all || counted && c.open[peer] >= c.each {
		return false
	}
	c.total++
	if counted {
		c.open[peer]++
	}
	return true
}

func (c *Connections) giveBack(peer netip.Prefix, counted bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.total--
	if !counted {
		return
	}
	if c.open[peer]--; c.open[peer] == 0 {
		delete(c.open, peer)
	}
}

// boundedConn is a connection that is counted until it is closed.
type boundedConn struct {
	net.Conn
	giveBack func()
}

// NetConn returns the connection that is counted.
func (c *boundedConn) NetConn() net.Conn { return c.Conn }

// Close hangs up.
func (c *boundedConn) Close() error {
	defer c.giveBack()
	return c.Conn.Close()
}
