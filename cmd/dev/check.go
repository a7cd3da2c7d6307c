package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// staticcheck is run by its version and not as a tool of go.mod: there its
// dependencies and ours would have to agree, and do not.
const staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"

type checkTask struct{}

// Run runs the checks. The tests come last, so that the output ends in the
// closing lines of go test.
func (checkTask) Run(ctx context.Context) error {
	var axe string
	err := inOrder(ctx,
		step{"what the checks need is installed", func(ctx context.Context) (err error) { axe, err = install(ctx); return err }},
		step{"go.mod is tidy", calling("go", "mod", "tidy", "-diff")},
		step{"Go files are formatted", goFormatted},
		step{"templ files are formatted", calling("go", templFmt("-fail")...)},
		step{"generated code is fresh", generatedFresh},
		step{"go vet", calling("go", "vet", "./...")},
		step{"staticcheck", calling("go", "run", staticcheck, "./...")},
	)
	if err != nil {
		return err
	}
	fmt.Println("== tests, with the race detector")
	// Packages that wait for browsers, databases and clocks leave the processors to one more,
	// and memory is there to be used: the garbage collector would take a fifth of the time.
	tests := command(ctx, "go", "test", "-race", "-shuffle=on", "-timeout=25m", fmt.Sprintf("-p=%d", runtime.NumCPU()+1), "./...")
	// Everything is installed, so no test may be skipped for want of a program.
	tests.Env = append([]string{"GOGC=400", "GOMEMLIMIT=2GiB"}, append(os.Environ(), "CI=true", "KICKABOUT_AXE="+axe)...)
	return tests.Run()
}

// goFormatted fails and names the files that gofmt would change.
func goFormatted(ctx context.Context) error {
	names, err := output(ctx, "gofmt", "-l", ".")
	if err == nil && names != "" {
		err = fmt.Errorf("dev fmt would change\n%s", strings.TrimSpace(names))
	}
	return err
}
