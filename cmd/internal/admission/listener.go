package admission

import (
	"net"
	"net/netip"
	"sync"
)

// Bounded has a listener hang up at once on connections beyond a number: of a neighbourhood, unless it is exempt, and
// of all together; 0 is no bound.
func Bounded(on net.Listener, each, all int, exempt func(netip.Addr) bool) net.Listener {
	return &bounded{Listener: on, each: each, all: all, exempt: exempt, open: map[netip.Prefix]int{}}
}

type bounded struct {
	net.Listener
	each, all int
	exempt    func(netip.Addr) bool

	mu    sync.Mutex
	total int
	open  map[netip.Prefix]int // of those that are not exempt
}

// Accept returns the next connection that is within the bounds.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		conn, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		peer, counted := b.peer(conn)
		if b.take(peer, counted) {
			return &boundedConn{Conn: conn, giveBack: sync.OnceFunc(func() { b.giveBack(peer, counted) })}, nil
		}
		conn.Close()
	}
}

// peer returns whose a connection is, and whether those are counted.
func (b *bounded) peer(conn net.Conn) (netip.Prefix, bool) {
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil || b.exempt(at.Addr().Unmap()) {
		return netip.Prefix{}, false
	}
	return Neighbourhood(at.Addr().String()), b.each > 0
}

func (b *bounded) take(peer netip.Prefix, counted bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all > 0 && b.total >= b.all || counted && b.open[peer] >= b.each {
		return false
	}
	b.total++
	if counted {
		b.open[peer]++
	}
	return true
}

func (b *bounded) giveBack(peer netip.Prefix, counted bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total--
	if !counted {
		return
	}
	if b.open[peer]--; b.open[peer] == 0 {
		delete(b.open, peer)
	}
}

// boundedConn is a connection that is counted until it is closed.
type boundedConn struct {
	net.Conn
	giveBack func()
}

// Close hangs up.
func (c *boundedConn) Close() error {
	defer c.giveBack()
	return c.Conn.Close()
}
