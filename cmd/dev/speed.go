package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A measured thing is a package's benchmark, in the folder of its module.
type measured struct {
	module, pkg, bench string
	program            string // once it is built
}

// What successors are compared by: BenchmarkSuccessors and BenchmarkPerft have
// benchmarks of the same names, "bulk" and "made".
var (
	generator = measured{module: ".", pkg: "./engine/games/streetsoccer", bench: "BenchmarkSuccessors"}
	yardstick = measured{module: "engine/speed", pkg: ".", bench: "BenchmarkPerft"}
)

// rate is the unit of the benchmarks' figures that are compared.
const rate = "M-successors/s"

type speedTask struct {
	Rounds int `default:"15" help:"How often each is measured, in turns."`
}

// Run measures StreetSoccer's generator and the perft of a chess library in
// short turns, each on one processor, and prints the best that each reached and
// how many times faster ours is. Other programs only ever take time away, and the
// best is what they took least from.
func (s speedTask) Run(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "kickabout-speed-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	both := []measured{generator, yardstick}
	for i := range both {
		if err := both[i].build(ctx, folder); err != nil {
			return err
		}
	}
	best := map[string]float64{}
	for range s.Rounds {
		for _, m := range both {
			out, err := alone(ctx, m.program, "-test.benchtime=0.1s", "-test.bench=^"+m.bench+"$")
			if err != nil {
				return err
			}
			for name, f := range figures(out) {
				best[name] = max(best[name], f[rate])
			}
		}
	}
	compare(best)
	return nil
}

// compare prints what each benchmark reached, and how many times that of the
// yardstick it is.
func compare(best map[string]float64) {
	fmt.Printf("%-16s %8s %12s %12s\n", "", "M/s", "x chess bulk", "x chess made")
	for _, name := range slices.Sorted(maps.Keys(best)) {
		m := best[name]
		fmt.Printf("%-16s %8.2f %12.1f %12.1f\n", strings.TrimPrefix(name, "Benchmark"), m,
			m/best[yardstick.bench+"/bulk"], m/best[yardstick.bench+"/made"])
	}
}

// build builds the tests of what is measured, which have the benchmark, into a
// folder.
func (m *measured) build(ctx context.Context, folder string) error {
	m.program = filepath.Join(folder, m.bench)
	return command(ctx, "go", "-C", m.module, "test", "-c", "-o", m.program, m.pkg).Run()
}

// alone runs what ends in the program of a benchmark and its arguments on one
// processor, without tests, and returns what it wrote.
func alone(ctx context.Context, args ...string) (string, error) {
	return output(ctx, "env", append(append([]string{"GOMAXPROCS=1"}, args...), "-test.run=^$")...)
}

// figures reads the output of benchmarks: the figures of each by their units.
func figures(out string) map[string]map[string]float64 {
	all := map[string]map[string]float64{}
	for _, line := range lines(out) {
		fields := strings.Fields(line)
		if !strings.HasPrefix(line, "Benchmark") || len(fields) < 4 {
			continue
		}
		of := map[string]float64{}
		for i := 2; i+1 < len(fields); i += 2 {
			of[fields[i+1]], _ = strconv.ParseFloat(fields[i], 64)
		}
		all[fields[0]] = of
	}
	return all
}
