package listen

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"sync"
	"time"
)

// Lasting has answers that last, such as streams, keep little memory. While a handler runs net/http keeps three buffers
// and a large stack for its connection; here the handler of such an answer runs beside, and has the connection for itself
// as soon as it flushes. Connections of HTTP/2, which many requests share, stay where they are.
type Lasting struct {
	next  http.Handler
	lasts func(*http.Request) bool
	open  sync.WaitGroup
}

// NewLasting returns a handler that answers by next. Lasts says which answers may last; it costs the others a little time.
func NewLasting(next http.Handler, lasts func(*http.Request) bool) *Lasting {
	return &Lasting{next: next, lasts: lasts}
}

// ServeHTTP answers a request. It returns when the answer is whole, or has a connection of its own.
func (l *Lasting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.ProtoMajor != 1 || !l.lasts(r) {
		l.next.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Connection", "close")              // nobody else reads what would come behind the answer
	server := r.Context().Value(http.ServerContextKey) // all that anybody asks for; the rest would be kept too
	ctx, gone := context.WithCancel(context.WithValue(context.Background(), http.ServerContextKey, server))
	a := &lastingAnswer{over: w, header: w.Header(), chunked: r.ProtoAtLeast(1, 1), gone: gone, stay: context.AfterFunc(r.Context(), gone), work: make(chan func()), done: make(chan struct{})}
	l.open.Go(func() {
		defer gone()
		defer a.end(ctx)
		l.next.ServeHTTP(a, r.WithContext(ctx))
	})
	for do := range a.work {
		do()
		a.done <- struct{}{}
	}
	if a.panicked != nil {
		panic(a.panicked)
	}
}

// Wait waits for the answers that are left when a server has shut down, which does not wait for them, until ctx ends.
func (l *Lasting) Wait(ctx context.Context) error {
	over := make(chan struct{})
	go func() {
		l.open.Wait()
		close(over)
	}()
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A lastingAnswer is written through net/http until it is flushed for the first time, then to its connection.
type lastingAnswer struct {
	over     http.ResponseWriter // nil once it has a connection
	conn     net.Conn
	header   http.Header
	chunked  bool          // as net/http has begun it (RFC 9112, 7.1)
	gone     func()        // tells the handler that the reader is not there any more
	stay     func() bool   // ends that net/http tells so
	forget   func()        // ends that its connection tells so
	work     chan func()   // for net/http; closed when that has no more to do with it
	done     chan struct{} // told after each
	panicked any           // for net/http
}

// there does something where net/http waits. That needs a large stack, and the handler's would be kept as large.
func (a *lastingAnswer) there(do func()) {
	a.work <- do
	<-a.done
}

// Header returns the header of the answer, which is sent with its first byte.
func (a *lastingAnswer) Header() http.Header { return a.header }

// WriteHeader sets the status.
func (a *lastingAnswer) WriteHeader(status int) {
	if a.conn == nil {
		a.there(func() { a.over.WriteHeader(status) })
	}
}

// Write writes a piece; at once, if the answer has a connection.
func (a *lastingAnswer) Write(piece []byte) (n int, err error) {
	switch {
	case a.conn == nil:
		a.there(func() { n, err = a.over.Write(piece) })
		return n, err
	case len(piece) == 0: // that would be the end
		return 0, nil
	case !a.chunked:
		return a.conn.Write(piece)
	}
	if _, err := a.conn.Write(fmt.Appendf(nil, "%x\r\n%s\r\n", len(piece), piece)); err != nil {
		return 0, err
	}
	return len(piece), nil
}

// FlushError sends what there is, and has the answer last.
func (a *lastingAnswer) FlushError() error {
	if a.conn != nil {
		return nil
	}
	var conn net.Conn
	var err error
	a.there(func() {
		out := http.NewResponseController(a.over)
		if err = out.Flush(); err == nil {
			conn, _, err = out.Hijack()
		}
	})
	if errors.Is(err, http.ErrNotSupported) {
		return nil
	}
	if err != nil {
		return err
	}
	a.conn, a.over, a.header = conn, nil, http.Header{} // what net/http has is free to go
	a.stay()
	a.stay = nil
	a.forget = onHangUp(conn, a.gone)
	close(a.work)
	return nil
}

// waitToHangUp waits until the reader hangs up, or the answer ends; whoever sends more has gone on.
func waitToHangUp(conn net.Conn, gone func()) {
	var more [1]byte
	_, _ = conn.Read(more[:])
	gone()
}

// SetReadDeadline says until when the reader may send.
func (a *lastingAnswer) SetReadDeadline(t time.Time) error {
	if a.conn != nil {
		return a.conn.SetReadDeadline(t)
	}
	return http.NewResponseController(a.over).SetReadDeadline(t)
}

// SetWriteDeadline says until when a piece may take.
func (a *lastingAnswer) SetWriteDeadline(t time.Time) error {
	if a.conn != nil {
		return a.conn.SetWriteDeadline(t)
	}
	return http.NewResponseController(a.over).SetWriteDeadline(t)
}

// end ends the answer when its handler has returned, or panicked.
func (a *lastingAnswer) end(ctx context.Context) {
	p := recover()
	if a.conn == nil {
		a.panicked = p
		close(a.work)
		return
	}
	defer a.conn.Close()
	defer a.forget()
	switch server, _ := ctx.Value(http.ServerContextKey).(*http.Server); {
	case p == nil && a.chunked:
		_, _ = a.conn.Write([]byte("0\r\n\r\n"))
	case p != nil && p != http.ErrAbortHandler && server != nil && server.ErrorLog != nil:
		server.ErrorLog.Printf("a panic in an answer that lasts: %v\n%s", p, debug.Stack())
	}
}
