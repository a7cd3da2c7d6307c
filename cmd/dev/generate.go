package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

type fmtTask struct{}

// Run formats all Go and templ files.
func (fmtTask) Run(ctx context.Context) error {
	return inOrder(ctx,
		step{"Go files", calling("go", "run", gofumpt, "-w", ".")},
		step{"templ files", calling("go", templFmt()...)},
	)
}

type genTask struct{}

// Run writes the Go code of the templ files anew.
func (genTask) Run(ctx context.Context) error { return generate(ctx) }

type liveTask struct{}

// Run runs the program behind templ's proxy, which reloads the browser.
func (liveTask) Run(ctx context.Context) error {
	return calling("go", "tool", "templ", "generate", "--watch",
		"--proxy=http://127.0.0.1:8080", "--open-browser=false", "--cmd=go run ./cmd/kickabout")(ctx)
}

// templFmt returns the arguments of go that format all templ files. A formatter
// of scripts and styles that happens to be installed must not take part: what is
// right may not depend on the machine.
func templFmt(flags ...string) []string {
	args := append([]string{"tool", "templ", "fmt"}, flags...)
	return append(args, "-prettier-command=none", ".")
}

// generate writes the Go code of the templ files, in the format of all other code: so that a tool that is given a
// list of changed files need not know which of them somebody wrote.
func generate(ctx context.Context) error {
	if err := calling("go", "tool", "templ", "generate")(ctx); err != nil {
		return err
	}
	files, err := generated()
	if err != nil {
		return err
	}
	return calling("go", slices.Concat([]string{"run", gofumpt, "-w"}, slices.Sorted(maps.Keys(files)))...)(ctx)
}

// generatedFresh generates the code again and fails if that changed, added or
// removed a file, or if git does not know one.
func generatedFresh(ctx context.Context) error {
	before, err := generated()
	if err != nil {
		return err
	}
	if err := generate(ctx); err != nil {
		return err
	}
	after, err := generated()
	if err != nil {
		return err
	}
	if stale := differing(before, after); len(stale) > 0 {
		return fmt.Errorf("these were not what dev gen writes, and are now: %s", strings.Join(stale, ", "))
	}
	unknown, err := output(ctx, "git", "ls-files", "--others", "--exclude-standard", "--", "*_templ.go")
	if err == nil && unknown != "" {
		err = fmt.Errorf("git does not know %s", strings.Join(lines(unknown), ", "))
	}
	return err
}

// generated returns the sums of all generated files by name.
func generated() (map[string][32]byte, error) {
	sums := map[string][32]byte{}
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_templ.go") {
			return err
		}
		text, err := os.ReadFile(path)
		sums[path] = sha256.Sum256(text)
		return err
	})
	return sums, err
}

// differing returns the names that are not in both or have another sum, sorted.
func differing(a, b map[string][32]byte) []string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	var names []string
	for name := range all {
		x, inA := a[name]
		y, inB := b[name]
		if inA != inB || x != y {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
