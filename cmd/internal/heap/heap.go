// Package heap lets a small program leave its garbage alone for longer.
package heap

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// usual is the collector's own percentage: it runs when what was allocated since is as much as what is in use.
const usual = 100

// floor is how large the heap of a small program gets before garbage is collected, in bytes: pages took a third more time when it
// was collected after every few of them.
const floor = 64 << 20

// Floor has the garbage collector wait until the heap is that large. By itself it runs whenever the heap has doubled,
// which for a small one is after every few pages. From half of the floor on it runs as usual; a limit of memory (GOMEMLIMIT)
// counts before the floor, and where GOGC is set, nothing changes.
func Floor() {
	if os.Getenv("GOGC") == "" {
		watch(floor)
	}
}

// set counts how often the percentage was set, for the test.
var set atomic.Int64

// watch sets the percentage, and again after each collection: what is in use is known then.
func watch(floor uint64) {
	debug.SetGCPercent(percent(floor, live()))
	set.Add(1)
	runtime.SetFinalizer(new(*byte), func(**byte) { watch(floor) })
}

// live is how much the latest collection has found in use.
func live() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// percent is how much of what is in use may be allocated before the next collection.
func percent(floor, live uint64) int {
	if live == 0 {
		live = 1 << 20
	}
	return int(min(max(usual, floor*100/live-min(100, floor*100/live)), math.MaxInt32))
}
