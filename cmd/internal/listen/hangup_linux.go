package listen

import (
	"errors"
	"net"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// onHangUp calls gone, once, when the other side of a connection has hung up, unless forget is called before. A goroutine
// that waits for each would keep four KiB of stack for each, which is a sixth of what an open stream costs: the kernel
// tells one goroutine of all of them (epoll(7)). Where it cannot, each has its own.
func onHangUp(conn net.Conn, gone func()) (forget func()) {
	w, err := sharedWatch()
	if raw, ok := innermost(conn).(syscall.Conn); ok && err == nil {
		if forget, err := w.add(raw, gone); err == nil {
			return forget
		}
	}
	go waitToHangUp(conn, gone)
	return func() {}
}

// innermost returns what a connection goes over: of TLS, of one that is counted, that of the system.
func innermost(conn net.Conn) net.Conn {
	for {
		c, ok := conn.(interface{ NetConn() net.Conn })
		if !ok {
			return conn
		}
		conn = c.NetConn()
	}
}

// sharedWatch is the one of the process. It watches as long as that lives.
var sharedWatch = sync.OnceValues(func() (*watch, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, err
	}
	w := &watch{fd: fd, gone: map[int32]func(){}}
	go w.run()
	return w, nil
})

// A watch knows whom to tell of which connection.
type watch struct {
	fd   int
	mu   sync.Mutex
	last int32
	gone map[int32]func() // by a number of its own: the kernel gives those of connections that are closed to new ones
}

// add begins to watch a connection. The kernel ends that by itself when it is closed.
func (w *watch) add(conn syscall.Conn, gone func()) (forget func(), err error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.last++; w.gone[w.last] != nil; w.last++ { // it has been once around
	}
	n := w.last
	var refused error
	err = raw.Control(func(fd uintptr) {
		refused = unix.EpollCtl(w.fd, unix.EPOLL_CTL_ADD, int(fd), &unix.EpollEvent{Events: unix.EPOLLRDHUP | unix.EPOLLONESHOT, Fd: n})
	})
	if err = errors.Join(err, refused); err != nil {
		return nil, err
	}
	w.gone[n] = gone
	return func() { w.take(n) }, nil
}

// take returns whom to tell, once; nil if nobody waits any more.
func (w *watch) take(n int32) (gone func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	gone = w.gone[n]
	delete(w.gone, n)
	return gone
}

// run tells who waits.
func (w *watch) run() {
	var events [128]unix.EpollEvent
	for {
		n, err := unix.EpollWait(w.fd, events[:], -1)
		if err != nil && !errors.Is(err, unix.EINTR) {
			panic(err) // the descriptor is ours alone
		}
		for _, e := range events[:max(n, 0)] {
			if gone := w.take(e.Fd); gone != nil {
				gone()
			}
		}
	}
}
