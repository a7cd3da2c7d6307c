package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const (
	heartbeatOld = 90 * time.Second // three beats
	probeWait    = 2 * time.Second  // how long a write may take
	probeKept    = time.Second      // how long its outcome holds: whoever asks often writes no more often
)

// readiness is whether requests should be sent to this server.
type readiness struct {
	now      func() time.Time
	beaten   func() time.Time            // when this process said last that it is awake
	write    func(context.Context) error // tries to write to the database
	draining atomic.Bool                 // it stops, and still answers

	mu   sync.Mutex
	last *probe // nil: nobody has asked yet
}

// A probe is one try to write.
type probe struct {
	began time.Time
	done  chan struct{} // closed when the following are known
	ended time.Time
	err   error
}

// drain says that the server begins to stop.
func (r *readiness) drain() { r.draining.Store(true) }

// obstacles lists why the server is not ready, a line each; none if it is.
func (r *readiness) obstacles(context.Context) (why []string) {
	if r.draining.Load() {
		return []string{"the server is stopping"}
	}
	switch last := r.beaten(); {
	case last.IsZero():
		why = append(why, "the server has not said yet that it is awake")
	case r.now().Sub(last) >= heartbeatOld:
		why = append(why, fmt.Sprintf("the last heartbeat is %v old", r.now().Sub(last).Round(time.Second)))
	}
	if err := r.written(); err != nil {
		why = append(why, "the database: "+err.Error())
	}
	return why
}

// written tries to write, or says how the last try went. There is never more than one: a database that hangs is
// not asked again before it has answered, and nobody waits longer for it than whoever asked first.
func (r *readiness) written() error {
	p := r.probed()
	wait := time.NewTimer(probeWait - time.Since(p.began))
	defer wait.Stop()
	select {
	case <-p.done:
		return p.err
	case <-wait.C:
		return fmt.Errorf("nothing could be written within %v", probeWait)
	}
}

// probed returns the try that holds, and begins one if there is none.
func (r *readiness) probed() *probe {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last != nil {
		select {
		case <-r.last.done:
			if time.Since(r.last.ended) < probeKept {
				return r.last
			}
		default:
			return r.last
		}
	}
	p := &probe{began: time.Now(), done: make(chan struct{})}
	r.last = p
	go func() {
		defer close(p.done)
		ctx, cancel := context.WithTimeout(context.Background(), probeWait) // its outcome is for whoever asks next, too
		defer cancel()
		p.err = r.write(ctx)
		p.ended = time.Now()
	}()
	return p
}
