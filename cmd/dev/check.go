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

// module is what the names of all packages begin with.
const module = "kickabout/"

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
	rules, rest, err := byPurity(ctx)
	if err != nil {
		return err
	}
	// Packages that wait for browsers, databases and clocks leave the processors to one more,
	// and memory is there to be used: the garbage collector would take a fifth of the time.
	test := func(args ...string) func(context.Context) error {
		return func(ctx context.Context) error {
			c := command(ctx, "go", append([]string{"test", "-shuffle=on", "-timeout=25m", fmt.Sprintf("-p=%d", runtime.NumCPU()+1)}, args...)...)
			// Everything is installed, so no test may be skipped for want of a program.
			c.Env = append([]string{"GOGC=400", "GOMEMLIMIT=2GiB"}, append(os.Environ(), "CI=true", "KICKABOUT_AXE="+axe)...)
			return c.Run()
		}
	}
	return inOrder(ctx,
		step{"tests of rules", test(rules...)},
		step{"tests of all that runs at once, with the race detector", test(append([]string{"-race"}, rest...)...)},
	)
}

// byPurity lists the packages of rules, and all others. Rules start no goroutines and share
// nothing that changes: what many requests do with them at once is watched where that is
// done, and the race detector would make their tests five times as slow.
func byPurity(ctx context.Context) (rules, rest []string, err error) {
	out, err := output(ctx, "go", "list", module+"...")
	if err != nil {
		return nil, nil, err
	}
	for _, name := range lines(out) {
		place, _, _ := strings.Cut(strings.TrimPrefix(name, module), "/")
		if (place == "engine" || place == "league") && name != module+"league/office" {
			rules = append(rules, name)
		} else {
			rest = append(rest, name)
		}
	}
	return rules, rest, nil
}

// goFormatted fails and names the files that gofmt would change.
func goFormatted(ctx context.Context) error {
	names, err := output(ctx, "gofmt", "-l", ".")
	if err == nil && names != "" {
		err = fmt.Errorf("dev fmt would change\n%s", strings.TrimSpace(names))
	}
	return err
}
