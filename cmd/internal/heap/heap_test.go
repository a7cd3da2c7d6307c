package heap

import (
	"fmt"
	"runtime"
	"testing"
	"testing/fstest"
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

func TestTheFloorIsAnEighthOfTheMemoryThereIs(t *testing.T) {
	t.Parallel()
	const mib, meminfo, limit = 1 << 20, "proc/meminfo", "sys/fs/cgroup/memory.max"
	kib := func(mib int) string { return fmt.Sprintf("MemTotal:    %9d kB\nMemFree:       84392 kB\n", mib<<10) }
	for name, c := range map[string]struct {
		files map[string]string
		want  uint64
	}{
		"a small machine":              {map[string]string{meminfo: kib(400)}, 64},
		"a machine of 2 GB":            {map[string]string{meminfo: kib(2048), limit: "max\n"}, 256},
		"a large one":                  {map[string]string{meminfo: kib(64 << 10)}, 512},
		"a container of 1 GB on it":    {map[string]string{meminfo: kib(64 << 10), limit: "1073741824\n"}, 128},
		"no container, but more":       {map[string]string{meminfo: kib(1024), limit: "9223372036854771712\n"}, 128},
		"a machine that does not tell": {map[string]string{limit: "1073741824\n"}, 64},
		"nonsense":                     {map[string]string{meminfo: "Memory: much\n", limit: "some\n"}, 64},
	} {
		root := fstest.MapFS{}
		for path, text := range c.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := floor(memory(root)); got != c.want*mib {
			t.Errorf("%s: %d bytes, want %d MiB", name, got, c.want)
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
