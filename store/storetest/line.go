package storetest

import (
	"io"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
)

// Line is a way to a PostgreSQL server that a test can break.
type Line struct {
	URL string // of the database, by this way

	server string // its socket
	mu     sync.Mutex
	calls  map[*call]bool
	closed bool // to new calls
}

// call is a connection by a line: from the one who made it, and to the server.
type call struct {
	from, to net.Conn
	dead     chan struct{} // closed when nothing arrives any more, in neither direction
}

// NewLine returns a way to a database on PostgreSQL, until the end of the test.
func NewLine(t testing.TB, d Database) *Line {
	t.Helper()
	u, err := url.Parse(d.URL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	l := &Line{server: filepath.Join(query.Get("host"), ".s.PGSQL.5432"), calls: map[*call]bool{}}
	query.Set("host", "127.0.0.1")
	query.Set("port", strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	query.Set("sslmode", "disable")
	u.RawQuery = query.Encode()
	l.URL = u.String()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			l.serve(conn)
		}
	}()
	t.Cleanup(func() {
		listener.Close()
		l.Cut()
	})
	return l
}

// serve connects a new connection, unless the line is closed.
func (l *Line) serve(from net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	to, err := net.Dial("unix", l.server)
	if err != nil || l.closed {
		from.Close()
		if err == nil {
			to.Close()
		}
		return
	}
	c := &call{from, to, make(chan struct{})}
	l.calls[c] = true
	go c.carry(to, from)
	go c.carry(from, to)
}

// carry copies what one end says to the other.
func (c *call) carry(to, from net.Conn) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		select {
		case <-c.dead:
			if err == nil { // it is lost on the way, and nobody is told
				continue
			}
		default:
		}
		if err == nil {
			_, err = to.Write(buffer[:n])
		}
		if err != nil {
			c.end()
			return
		}
	}
}

func (c *call) end() {
	for _, conn := range []io.Closer{c.from, c.to} {
		conn.Close()
	}
}

// Cut ends all connections that are open.
func (l *Line) Cut() { l.each((*call).end) }

// Swallow has nothing arrive any more over the connections that are open, which nobody is told. New ones are well.
func (l *Line) Swallow() { l.each(func(c *call) { close(c.dead) }) }

// each does something to the connections that are open and well, for the last time.
func (l *Line) each(do func(*call)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.calls {
		do(c)
	}
	clear(l.calls)
}

// Close refuses new connections, or takes them again.
func (l *Line) Close(closed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = closed
}
