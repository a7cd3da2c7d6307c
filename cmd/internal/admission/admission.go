// Package admission decides who is served at once, who waits for his turn, and who is sent away, so that those who
// ask for too much are slow to themselves and not to others. It knows neither routes nor pages.
package admission

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Limits are how many a gate lets in.
type Limits struct {
	Running int           // at once
	Queue   int           // who wait for their turn
	Wait    time.Duration // at most
}

// share is which part of a queue may be of one neighbourhood: one of so many.
const share = 4

// The reasons to send somebody away.
var (
	ErrFull  = errors.New("too many are waiting, or waited for too long")
	ErrShare = errors.New("too many of one neighbourhood are waiting")
)

// Meter is told of each change at a gate, and must not block.
type Meter interface {
	// Admitted is told how many run and wait now; also when a gate is new.
	Admitted(class string, running, queued int)
	Refused(class string)
}

// Gate lets some in at once and has others wait. It serves the neighbourhoods that wait in turn, however many of
// each there are. It is safe for concurrent use.
type Gate struct {
	class  string
	limits Limits
	meter  Meter

	mu      sync.Mutex
	running int
	queued  int
	lanes   []*lane // of the neighbourhoods that wait, the next one first
}

// lane is those of one neighbourhood, in the order in which they came; a channel is closed when it is his turn.
type lane struct {
	from    netip.Prefix
	waiting []chan struct{}
}

// NewGate returns a gate for a class of requests; nil: nobody counts.
func NewGate(class string, limits Limits, meter Meter) *Gate {
	if meter == nil {
		meter = uncounted{}
	}
	g := &Gate{class: class, limits: limits, meter: meter}
	g.tell()
	return g
}

// Neighbourhood returns the addresses that count as one: a single one of IPv4, a /64 of IPv6. What is no address is the
// neighbourhood of all that is none.
func Neighbourhood(address string) netip.Prefix {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return netip.Prefix{}
	}
	a = a.Unmap().WithZone("")
	bits := 64
	if a.Is4() {
		bits = 32
	}
	p, _ := a.Prefix(bits) // it has that many
	return p
}

// Enter waits until somebody of a neighbourhood may go on, and returns what he calls when he is done; once more does
// no harm. It fails with ErrShare or ErrFull, or with the context's error.
func (g *Gate) Enter(ctx context.Context, from netip.Prefix) (leave func(), err error) {
	turn, err := g.queue(from)
	if err != nil {
		return nil, err
	}
	if turn != nil {
		patience := time.NewTimer(g.limits.Wait)
		defer patience.Stop()
		select {
		case <-turn:
		case <-patience.C:
			err = ErrFull
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil && g.gaveUp(from, turn, err) {
			return nil, err
		}
	}
	return sync.OnceFunc(g.left), nil
}

// queue lets somebody in at once, or returns what tells him that it is his turn.
func (g *Gate) queue(from netip.Prefix) (turn chan struct{}, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	defer g.tell()
	if g.running < g.limits.Running { // nobody waits while there is room
		g.running++
		return nil, nil
	}
	at := slices.IndexFunc(g.lanes, func(l *lane) bool { return l.from == from })
	switch {
	case at >= 0 && len(g.lanes[at].waiting) >= max(1, g.limits.Queue/share):
		g.meter.Refused(g.class)
		return nil, ErrShare
	case g.queued >= g.limits.Queue:
		g.meter.Refused(g.class)
		return nil, ErrFull
	case at < 0:
		at = len(g.lanes)
		g.lanes = append(g.lanes, &lane{from: from})
	}
	turn = make(chan struct{})
	g.lanes[at].waiting = append(g.lanes[at].waiting, turn)
	g.queued++
	return turn, nil
}

// gaveUp takes somebody out of the queue; false if his turn has come in the meantime.
func (g *Gate) gaveUp(from netip.Prefix, turn chan struct{}, why error) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := slices.IndexFunc(g.lanes, func(l *lane) bool { return l.from == from })
	if at < 0 {
		return false
	}
	l := g.lanes[at]
	mine := slices.Index(l.waiting, turn)
	if mine < 0 {
		return false
	}
	l.waiting = slices.Delete(l.waiting, mine, mine+1)
	if len(l.waiting) == 0 {
		g.lanes = slices.Delete(g.lanes, at, at+1)
	}
	g.queued--
	if why == ErrFull {
		g.meter.Refused(g.class)
	}
	g.tell()
	return true
}

// left gives the place of somebody who is done to the next neighbourhood.
func (g *Gate) left() {
	g.mu.Lock()
	defer g.mu.Unlock()
	defer g.tell()
	if len(g.lanes) == 0 {
		g.running--
		return
	}
	l := g.lanes[0]
	close(l.waiting[0])
	l.waiting = l.waiting[1:]
	g.queued--
	if g.lanes = g.lanes[1:]; len(l.waiting) > 0 {
		g.lanes = append(g.lanes, l)
	}
}

func (g *Gate) tell() { g.meter.Admitted(g.class, g.running, g.queued) }

// uncounted is the meter of a gate that nobody measures.
type uncounted struct{}

func (uncounted) Admitted(string, int, int) {}
func (uncounted) Refused(string)            {}
