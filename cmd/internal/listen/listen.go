// Package listen is how requests reach the program: addresses, sockets that systemd hands over, certificates, and
// what keeps a site in its own network. It knows nothing of what is served.
package listen

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
	"time"
)

// The forms of addresses besides host:port.
const (
	unixPrefix  = "unix:"   // the path of a socket follows
	systemdName = "systemd" // a socket of systemd; behind a colon its name, else it is the first one
)

// socketMode lets the group of the folder's owner in: that of the proxy.
const socketMode = 0o660

// IsUnix says that an address is the path of a socket.
func IsUnix(addr string) bool { return strings.HasPrefix(addr, unixPrefix) }

// IsSystemd says that an address is a socket of systemd.
func IsSystemd(addr string) bool {
	return addr == systemdName || strings.HasPrefix(addr, systemdName+":")
}

// Open listens on host:port, unix:PATH, systemd or systemd:NAME, or says in one sentence why not.
func Open(addr string) (net.Listener, error) {
	switch {
	case IsUnix(addr):
		return openUnix(strings.TrimPrefix(addr, unixPrefix))
	case IsSystemd(addr):
		return inherited(strings.TrimPrefix(strings.TrimPrefix(addr, systemdName), ":"))
	}
	l, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("another program listens on %s already; choose another address with --addr", addr)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("this account may not listen on %s: give the program the capability CAP_NET_BIND_SERVICE, or choose a port above 1023", addr)
	case err != nil:
		return nil, fmt.Errorf("cannot listen on %s: %w", addr, bare(err))
	}
	return l, nil
}

// bare strips what is said already off an error of the operating system.
func bare(err error) error {
	var call *os.SyscallError
	if errors.As(err, &call) {
		return call.Err
	}
	return err
}

// openUnix listens on the path of a socket, which is taken away if nobody answers there any more.
func openUnix(path string) (net.Listener, error) {
	if info, err := os.Lstat(path); err == nil {
		if info.Mode().Type() != os.ModeSocket {
			return nil, fmt.Errorf("%s is there already and is no socket; choose another path with --addr", path)
		}
		if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
			c.Close()
			return nil, fmt.Errorf("another program listens on %s already; choose another path with --addr", path)
		}
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("nobody listens on %s any more, and it cannot be taken away: %w", path, bare(err))
		}
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", path, bare(err))
	}
	if err := os.Chmod(path, socketMode); err != nil {
		l.Close()
		return nil, fmt.Errorf("cannot let the group use %s: %w", path, err)
	}
	return here{l}, nil
}

// here is a listener on a socket of this machine. Its peers have no address; they are given that of this machine,
// from which they are, so that whatever looks at addresses finds one.
type here struct{ net.Listener }

// Accept waits for the next connection.
func (l here) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return hereConn{c}, nil
}

type hereConn struct{ net.Conn }

// RemoteAddr is an address of this machine.
func (hereConn) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }
