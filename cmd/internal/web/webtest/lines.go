package webtest

import (
	"net"
	"sync"
)

// lines is a listener that can hang up on everybody who is connected; a server does not know those who read streams.
type lines struct {
	net.Listener
	mu   sync.Mutex
	open map[net.Conn]bool
}

// Accept returns the next connection.
func (l *lines) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[c] = true
	return &oneLine{c, l}, nil
}

// hangUp closes all connections.
func (l *lines) hangUp() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.open {
		c.Close()
	}
}

type oneLine struct {
	net.Conn
	of *lines
}

// NetConn returns the connection itself.
func (c *oneLine) NetConn() net.Conn { return c.Conn }

// Close hangs up.
func (c *oneLine) Close() error {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	delete(c.of.open, c.Conn)
	return c.Conn.Close()
}
