package main

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// A tally is what came of asking for one thing again and again.
type tally struct {
	mu      sync.Mutex
	took    []time.Duration
	bytes   int64
	refused map[string]int // by what was answered
}

// note counts an answer: how long it took, its bytes, and what was wrong with it, "" if nothing.
func (t *tally) note(took time.Duration, bytes int, wrong string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if wrong != "" {
		if t.refused == nil {
			t.refused = map[string]int{}
		}
		t.refused[wrong]++
		return
	}
	t.took, t.bytes = append(t.took, took), t.bytes+int64(bytes)
}

// A figure is what was measured of one thing.
type figure struct {
	name       string
	count      int
	refused    int
	why        string // the first of what was answered to those
	rate       float64
	p50, p99   time.Duration
	cpu        time.Duration // of the program, for each
	statements float64       // each
	bytes      float64       // each, as they are sent
}

// figure sums up what was done within a time, and what the program spent on it.
func (t *tally) figure(name string, within time.Duration, spent usage) figure {
	slices.Sort(t.took)
	f := figure{name: name, count: len(t.took)}
	for why, n := range t.refused {
		f.refused, f.why = f.refused+n, why
	}
	if f.count == 0 {
		return f
	}
	n := float64(f.count)
	f.rate, f.p50, f.p99 = n/within.Seconds(), t.took[f.count/2], t.took[f.count*99/100]
	f.cpu, f.statements, f.bytes = time.Duration(float64(spent.cpu)/n), spent.statements/n, float64(t.bytes)/n
	return f
}

// heads is the line above figures.
func heads() {
	fmt.Printf("%-26s %8s %9s %9s %9s %10s %9s\n", "", "a second", "p50 ms", "p99 ms", "CPU ms", "statements", "bytes")
}

// show prints a figure.
func (f figure) show() {
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	fmt.Printf("%-26s %8.0f %9.2f %9.1f %9.3f %10.1f %9.0f", f.name, f.rate, ms(f.p50), ms(f.p99), ms(f.cpu), f.statements, f.bytes)
	if f.refused > 0 {
		fmt.Printf("  %d refused (%s)", f.refused, f.why)
	}
	fmt.Println()
}
