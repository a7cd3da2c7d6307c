package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

type proveTask struct {
	Race     bool     `help:"Watch for data races, too; about five times as slow. CI does so wherever something runs at once, at a twentieth of the size."`
	Packages []string `arg:"" optional:"" help:"Which packages; without any, all that have a proof."`
}

// Run runs the long proofs at full size, one package after the other. A proof takes its size from
// enginetest.Size, so the packages that have one are those whose tests use
// engine/enginetest; no list of them can fall behind. What they print are the
// figures that a proof is for.
func (p proveTask) Run(ctx context.Context) error {
	packages := p.Packages
	if len(packages) == 0 {
		var err error
		if packages, err = testedBy(ctx, "kickabout/engine/enginetest"); err != nil {
			return err
		}
	}
	args := []string{"test", "-v", "-p=1", "-count=1", "-timeout=6h"}
	if p.Race {
		args = append(args, "-race")
	}
	c := command(ctx, "go", append(args, packages...)...)
	c.Env = append(os.Environ(), "KICKABOUT_PROVE=1")
	return c.Run()
}

type fuzzTask struct {
	T time.Duration `short:"t" default:"30s" help:"How long each target is fuzzed."`
}

// Run fuzzes every target for a while. What fails is kept by go test as a seed,
// and the ordinary tests run it from then on.
func (f fuzzTask) Run(ctx context.Context) error {
	out, err := output(ctx, "go", "test", "-list", "^Fuzz", "./...")
	if err != nil {
		return err
	}
	var steps []step
	for _, t := range targets(out) {
		steps = append(steps, step{t.pkg + " " + t.name, calling("go", "test", "-run=^$",
			"-fuzz=^"+t.name+"$", "-fuzztime="+f.T.String(), t.pkg)})
	}
	return inOrder(ctx, steps...)
}

// target is a fuzz test.
type target struct{ pkg, name string }

// targets reads the output of go test -list: names, and behind them a line that
// begins with "ok" and names their package.
func targets(listed string) (all []target) {
	var names []string
	for _, line := range lines(listed) {
		fields := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "Fuzz"):
			names = append(names, line)
		case fields[0] == "ok":
			for _, name := range names {
				all = append(all, target{fields[1], name})
			}
			names = nil
		}
	}
	return all
}

type benchTask struct {
	Count    int      `default:"1" help:"How often; 10 to compare with benchstat."`
	Packages []string `arg:"" optional:"" default:"./..." help:"Which packages."`
}

// Run runs benchmarks and no tests, one package after the other.
func (b benchTask) Run(ctx context.Context) error {
	return calling("go", append([]string{
		"test", "-p=1", "-run=^$", "-bench=.", "-benchmem",
		fmt.Sprintf("-count=%d", b.Count),
	}, b.Packages...)...)(ctx)
}

type goldenTask struct{}

// Run runs the tests of the packages that have golden files with -update.
func (goldenTask) Run(ctx context.Context) error {
	packages, err := updatable(".")
	if err != nil {
		return err
	}
	if len(packages) == 0 {
		return errors.New("no package has a test with the flag -update")
	}
	return calling("go", append(append([]string{"test", "-count=1"}, packages...), "-update")...)(ctx)
}

// updatable returns the folders below root whose tests define the flag -update.
func updatable(root string) (folders []string, err error) {
	err = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), `flag.Bool("update"`) {
			folders = append(folders, "./"+filepath.ToSlash(filepath.Dir(path)))
		}
		return err
	})
	slices.Sort(folders)
	return slices.Compact(folders), err
}

// testedBy returns the packages whose tests import another.
func testedBy(ctx context.Context, other string) (packages []string, err error) {
	out, err := output(ctx, "go", "list", "-f",
		`{{.ImportPath}} {{join .TestImports " "}} {{join .XTestImports " "}}`, "./...")
	for _, line := range lines(out) {
		fields := strings.Fields(line)
		if slices.Contains(fields[1:], other) {
			packages = append(packages, fields[0])
		}
	}
	return packages, err
}
