package heap

import (
	"runtime"
	"testing"
	"time"
)

func TestASmallHeapGrowsToTheFloor(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20
	for _, c := range []struct {
		live uint64
		want int
	}{{0, 6300}, {4 * mib, 1500}, {16 * mib, 300}, {32 * mib, 100}, {40 * mib, 100}, {64 * mib, 100}, {1000 * mib, 100}} {
		if got := percent(64*mib, c.live); got != c.want {
			t.Errorf("with %d bytes in use the heap may grow by %d percent, want %d", c.live, got, c.want)
		}
	}
}

func TestThePercentageFollowsEachCollection(t *testing.T) {
	t.Parallel()
	watch(64 << 20)
	for range 3 {
		before := set.Load()
		for runtime.GC(); set.Load() == before; time.Sleep(time.Millisecond) {
			runtime.GC()
		}
	}
}
