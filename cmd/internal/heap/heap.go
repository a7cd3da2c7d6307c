// Package heap lets a small program leave its garbage alone for longer.
package heap

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync/atomic"
)

// usual is the collector's own percentage: it runs when what was allocated since is as much as what is in use.
const usual = 100

// How large the heap gets before garbage is collected, in bytes: an eighth of the memory there is. Pages of a small site took
// a third more time when it was collected after every few of them, and a busy site with its caches full spent a fifth of its time on it.
const (
	lowest, highest = 64 << 20, 512 << 20
	share           = 8
)

// Floor has the garbage collector wait until the heap is that large. By itself it runs whenever the heap has doubled,
// which for a small one is after every few pages. From half of the floor on it runs as usual; a limit of memory (GOMEMLIMIT)
// counts before the floor, and where GOGC is set, nothing changes.
func Floor() {
	if os.Getenv("GOGC") == "" {
		watch(floor(memory(os.DirFS("/"))))
	}
}

// floor returns it for a machine or container with so much memory; 0: nobody knows.
func floor(memory uint64) uint64 { return min(max(lowest, memory/share), highest) }

// memory returns how many bytes the program may count on, by the files of Linux: what the machine has, or what its control group
// may take at most; 0 if they are not there.
func memory(root fs.FS) (bytes uint64) {
	const kib = 1 << 10
	if text, err := fs.ReadFile(root, "proc/meminfo"); err == nil {
		var n uint64
		if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &n); err == nil {
			bytes = n * kib
		}
	}
	if text, err := fs.ReadFile(root, "sys/fs/cgroup/memory.max"); err == nil { // "max": there is no limit
		if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil && bytes > 0 {
			bytes = min(bytes, n)
		}
	}
	return bytes
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
