package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

const (
	heartbeatOld = 90 * time.Second // three beats
	probeWait    = 2 * time.Second  // how long a write may take
	probeKept    = time.Second      // how long its outcome holds: whoever asks often writes no more often
	diskLeast    = 8 << 20          // bytes, below which nothing more can be stored soon
)

// readiness is whether requests should be sent to this server.
type readiness struct {
	now      func() time.Time
	beaten   func() time.Time            // when this process said last that it is awake
	write    func(context.Context) error // tries to write to the database
	keys     func(context.Context) error // makes sure that the keys are there, and those of the data
	free     func() (float64, error)     // bytes where the data folder is
	draining atomic.Bool                 // it stops, and still answers

	mu   sync.Mutex
	last *probe // nil: nobody has asked yet
}

// A probe is one try to write.
type probe struct {
	began time.Time
	done  chan struct{} // closed when the following are known
	ended time.Time
	why   []string // what is wrong, a line each
}

// readiness returns what a server needs to be ready.
func (s *server) readiness() *readiness {
	return &readiness{
		now: s.office.Now, beaten: s.office.LastHeartbeat, write: s.health.Probe,
		keys: func(ctx context.Context) error { return keysIn(s.config.Data).Check(ctx, s.health) },
		free: func() (float64, error) { return diskFree(s.config.Data) },
	}
}

// drain says that the server begins to stop.
func (r *readiness) drain() { r.draining.Store(true) }

// parting has answers of a server that begins to stop say that they are the last ones on their connections.
func (r *readiness) parting(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if r.draining.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, q)
	})
}

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
	return append(why, r.tried()...)
}

// tried tries to write and looks for the keys and at the disk, or says how the last try went. There is never more than one: a database that hangs is
// not asked again before it has answered, and nobody waits longer for it than whoever asked first.
func (r *readiness) tried() (why []string) {
	p := r.probed()
	wait := time.NewTimer(probeWait - time.Since(p.began))
	defer wait.Stop()
	select {
	case <-p.done:
		return p.why
	case <-wait.C:
		return []string{fmt.Sprintf("the database: nothing could be written within %v", probeWait)}
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
		p.why = r.looked(ctx)
		p.ended = time.Now()
	}()
	return p
}

// looked says what is wrong, a line each.
func (r *readiness) looked(ctx context.Context) (why []string) {
	if err := r.write(ctx); err != nil {
		return []string{"the database: " + err.Error()} // by which the keys are known
	}
	if err := r.keys(ctx); err != nil {
		why = append(why, "the keys: "+err.Error())
	}
	if free, err := r.free(); err != nil {
		why = append(why, "the disk: "+err.Error())
	} else if free < diskLeast {
		why = append(why, fmt.Sprintf("the disk: only %.1f MB are free", free/1e6))
	}
	return why
}
