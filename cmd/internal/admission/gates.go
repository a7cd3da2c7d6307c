package admission

import (
	"context"
	"net/netip"
	"sync/atomic"
	"time"
)

// Gates are those of a site, one for each class of what is asked of it.
type Gates struct {
	Writes   *Gate // moves, and whatever else changes something
	Pages    *Gate // of members, and the answers to their programs
	Visitors *Gate // pages of everybody else, and of whoever is not known yet
	Heavy    *Gate // what takes long to compute: analyses, exports, pictures, odds
	Hashes   *Gate // of passwords, from inside the writes

	yielded atomic.Int64 // when Yield returned last, in nanoseconds
}

// NewGates returns the gates of a site on a machine with a number of cores; nil: nobody counts.
func NewGates(cores int, meter Meter) *Gates {
	return &Gates{
		Writes:   NewGate("write", Limits{64, 1024, 5 * time.Second}, meter),
		Pages:    NewGate("page", Limits{8, 128, 5 * time.Second}, meter),
		Visitors: NewGate("visitor", Limits{4, 64, 2 * time.Second}, meter),
		Heavy:    NewGate("heavy", Limits{max(1, cores), 16, 10 * time.Second}, meter),
		Hashes:   NewGate("hash", Limits{4, 50, 10 * time.Second}, meter),
	}
}

// How work beside the pages lets them go first: it waits for them for so long at most, since a site on which pages always wait
// still has bots that move; while something is asked of the site it rests three times as long as it has worked, of which
// no more than a slice counts, so that it takes a quarter of a core.
const (
	yieldAtMost = time.Second
	rests       = 3
	slice       = 100 * time.Millisecond
)

// Yield waits until no page waits for its turn, but not for long, and where anything is asked of the site rests from what was done
// since it returned last. It is for work that takes the cores from pages and that nobody waits for; where there is more of it at
// once, as with an analysis beside the open data, all share that quarter.
func (g *Gates) Yield(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, yieldAtMost)
	defer cancel()
	if g.Writes.Running()+g.Pages.Running()+g.Visitors.Running() > 0 {
		select {
		case <-time.After(rests * min(slice, time.Since(time.Unix(0, g.yielded.Load())))):
		case <-ctx.Done():
		}
	}
	for g.Pages.Queued()+g.Visitors.Queued() > 0 && ctx.Err() == nil {
		select {
		case <-time.After(5 * time.Millisecond):
		case <-ctx.Done():
		}
	}
	g.yielded.Store(time.Now().UnixNano())
}

// fromKey is where the context of a request has the neighbourhood that it comes from.
type fromKey struct{}

// WithFrom returns a context that says from which neighbourhood somebody asks.
func WithFrom(ctx context.Context, from netip.Prefix) context.Context {
	return context.WithValue(ctx, fromKey{}, from)
}

// Pass runs f when it is the turn of the neighbourhood that a context names.
func (g *Gate) Pass(ctx context.Context, f func()) error {
	from, _ := ctx.Value(fromKey{}).(netip.Prefix)
	leave, err := g.Enter(ctx, from)
	if err != nil {
		return err
	}
	defer leave()
	f()
	return nil
}

// Running returns how many are inside.
func (g *Gate) Running() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.running
}

// Queued returns how many wait.
func (g *Gate) Queued() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.queued
}
