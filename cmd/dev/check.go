package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

// module is what the names of all packages begin with.
const module = "kickabout/"

type checkTask struct{}

// Run runs the checks. The tests come last, so that the output ends in the
// closing lines of go test.
func (checkTask) Run(ctx context.Context) error {
	tidy, err := setVariables()
	if err != nil {
		return err
	}
	defer tidy()
	var t testRun
	err = inOrder(
		ctx,
		step{"a C compiler is installed", installCompiler}, // there is another program without one
		step{"what tests need is installed, while the code is looked at", atOnce(
			func(ctx context.Context) error {
				return inOrder(ctx, step{"what tests need is installed", func(ctx context.Context) (err error) { t.axe, err = install(ctx); return err }})
			},
			func(ctx context.Context) error {
				return inOrder(ctx, step{"go.mod is tidy", calling("go", "mod", "tidy", "-diff")})
			},
			func(ctx context.Context) error {
				return inOrder(
					ctx,
					step{"Go files are formatted", goFormatted},
					step{"templ files are formatted", calling("go", templFmt("-fail")...)},
					step{"generated code is fresh", generatedFresh},
					step{"packages and their tests compile", compiled},
				)
			},
		)},
	)
	if err != nil {
		return err
	}
	packages, err := testedPackages(ctx)
	if err != nil {
		return err
	}
	busy, home, err := busyTests(packages)
	if err != nil {
		return err
	}
	again, err := notAgain(busy, home)
	if err != nil {
		return err
	}
	others := longestFirst(slices.DeleteFunc(packages, func(name string) bool { return name == module+slowest }))
	stop := func() {}
	defer func() { stop() }()
	return inOrder(
		ctx,
		step{"a PostgreSQL server", func(ctx context.Context) (err error) { t.server, stop, err = serveDatabases(ctx); return err }},
		step{"tests, and what go vet and staticcheck find beside them", atOnce(
			t.tests(nil, "-run="+parts[0], "-skip="+again, module+slowest),
			t.tests(nil, "-run="+parts[1], "-skip="+again, module+slowest),
			t.tests(nil, "-run="+parts[2], "-skip="+again, module+slowest),
			func(ctx context.Context) error { // while browsers are waited for
				return inOrder(
					ctx,
					step{"what go vet and staticcheck find", linted},
					step{"tests of the whole program that are in no other part", t.tests(nil, "-skip="+strings.Join(parts[:], "|")+"|"+again, module+slowest)},
				)
			},
			func(ctx context.Context) error {
				return inOrder(
					ctx,
					step{"tests in which several act at once, with the race detector", t.tests([]string{postgresVariable + "=none"}, slices.Concat(raced, []string{"-run=" + busy}, home)...)},
					step{"tests of all other packages, without what the race detector has watched", t.tests(nil, append([]string{"-skip=" + again}, others...)...)},
				)
			},
		)},
	)
}

// setVariables sets what all that is built by a check is built with, so that each package is built once
// for all steps. SQLite takes the compiler 40 seconds by its own wish, 15 so, and is built twice. Nobody
// looks into a test with a debugger here: what one would need is a seventh of the work of the compiler.
// No package knows the folder of its source, so that a check of another clone, or of the same files
// elsewhere, finds compiled what has not changed.
// Compiler and lint spend a fifth of their time on collecting garbage unless they may let it lie.
// What is gone after the check, linked tests and the sites that they make, need not wait for a disk.
func setVariables() (tidy func(), err error) {
	flags := strings.TrimSpace(os.Getenv("GOFLAGS") + " -trimpath '" + strings.Join(compilerFlags(noDebugging), "' '") + "'")
	folder, tidy := memory()
	for name, value := range map[string]string{"CGO_CFLAGS": "-O1", "GOFLAGS": flags, "GOGC": "1000", "TMPDIR": folder, "GOTMPDIR": folder} {
		if value != "" {
			err = errors.Join(err, os.Setenv(name, value))
		}
	}
	return tidy, err
}

// memory makes a folder that is kept in memory, in which programs can be run; "" if there is none with room to
// spare. What is shown of disks that fail, fill up or lose their power brings a disk along.
func memory() (folder string, tidy func()) {
	const parent, room, mayNotRun = "/dev/shm", 8 << 30, 8 // ST_NOEXEC of statvfs(3)
	var at syscall.Statfs_t
	if err := syscall.Statfs(parent, &at); err != nil || at.Bavail*uint64(at.Bsize) < room || at.Flags&mayNotRun != 0 {
		return "", func() {}
	}
	folder, err := os.MkdirTemp(parent, "dev")
	if err != nil {
		return "", func() {}
	}
	return folder, func() { _ = os.RemoveAll(folder) }
}

const noDebugging = "-dwarf=false"

// compilerFlags are the flags of the go command that hand some to the compiler. In our own packages no function is put
// in the place of its call: in what templ generates each of thousands of writes would be, and compiling a page takes a third
// of the time without it. The engine and the league compute, and keep it.
func compilerFlags(all string) (flags []string) {
	flags = []string{"-gcflags=all=" + all}
	for _, part := range []string{"cmd", "store", "views"} {
		flags = append(flags, "-gcflags="+module+part+"/...="+all+" -l")
	}
	return flags
}

// raced are the flags of go test under the race detector. Pointers are not checked besides: nothing
// here is unsafe.
var raced = append([]string{"-race"}, compilerFlags("-d=checkptr=0 "+noDebugging)...)

// long are the packages whose tests take longest but for the whole program's: they begin first, so that
// in the end no processor waits for them alone.
var long = []string{"store/storetest", "league/office"}

// longestFirst puts the long ones before the others.
func longestFirst(packages []string) []string {
	isLong := func(name string) bool { return slices.Contains(long, strings.TrimPrefix(name, module)) }
	var first, rest []string
	for _, name := range packages {
		if isLong(name) {
			first = append(first, name)
		} else {
			rest = append(rest, name)
		}
	}
	return append(first, rest...)
}

// The tests of the whole program take longest, often wait for a browser, and many of them run alone in their process:
// they run in four parts of about the same length, and what is in none of these three is the fourth.
const slowest = "cmd/kickabout"

var parts = [...]string{"^Test[A-D]", "^Test[E-N]", "^Test[O-S]"}

// several are the tests of the whole program in which people, programs or processes act at once. In
// the others one visitor after the other does something, in a browser that waits for the answer; those
// that kill the program have the same clients as the two hundred, who play under the race detector.
const several = "^TestProofTwoHundred|^TestProofTheExampleBot|^TestTwoPeoplePlayLive|^TestTwoPeopleAndTwoBots|^TestTwoClicks|" +
	"^TestCtrlCStops|^TestAJobThatAServerRuns|^TestARecomputation"

// single are the tests with a go statement in which nothing but one listener goes on beside one player, or each
// throws dice of their own. What the first listen to is watched by others, with many of both; the last one would take
// the detector forty seconds.
var single = []string{
	"TestNobodyKnowsAThrowOfADuplicatePairBeforeItIsDue", "TestNothingOfATournamentShowsAThrowOfAPairBeforeItIsDue",
	"TestDiceAreFairAndTheTestWouldSeeUnfairOnes",
}

// busyTests returns a pattern for the tests in which several things happen at once, and the packages
// that have such. These run under the race detector, over a file, and without it over PostgreSQL: it has nothing to see in
// the others, and would make them four times as slow. Outside of the whole program they are the tests
// that reach a go statement among the tests of their package.
func busyTests(packages []string) (pattern string, home []string, err error) {
	all := []string{several}
	for _, name := range packages {
		switch name {
		case module + slowest:
			home = append(home, name)
			continue
		case module + "cmd/internal/browser": // it drives the tests and is no part of the program
			continue
		}
		names, err := testsThatStart(strings.TrimPrefix(name, module))
		if err != nil {
			return "", nil, err
		}
		for _, n := range names {
			all = append(all, "^"+n+"$")
		}
		if len(names) > 0 {
			home = append(home, name)
		}
	}
	return strings.Join(all, "|"), home, nil
}

// notAgain returns a pattern for what is not run once more without the race detector: of the tests that it watches, which
// a pattern names and packages have, those over a file alone, and of the others the subtests over a file. With it they have
// the same size and the same assertions; it is PostgreSQL that it has not seen.
func notAgain(pattern string, home []string) (string, error) {
	databases, err := postgresCalls()
	if err != nil {
		return "", err
	}
	watched, names := regexp.MustCompile(pattern), strings.Split(pattern, "|")
	for i, name := range names {
		names[i] = name + "/^sqlite$"
	}
	var alone []string
	both := map[string]bool{}
	for _, name := range home {
		g, err := readCalls(filepath.Join(strings.TrimPrefix(name, module), "*_test.go"))
		if err != nil {
			return "", err
		}
		reached := g.reach(databases)
		for _, f := range g.functions {
			switch {
			case !strings.HasPrefix(f, "Test") || !watched.MatchString(f):
			case reached[f]:
				both[f] = true // also if another package has one of that name
			default:
				alone = append(alone, f)
			}
		}
	}
	for _, f := range alone {
		if !both[f] {
			names = append(names, "^"+f+"$")
		}
	}
	return strings.Join(names, "|"), nil
}

// postgresCalls are the functions of package storetest by which tests of others come to PostgreSQL, and all of its own.
func postgresCalls() (map[string]bool, error) {
	g, err := readCalls("store/storetest/*.go")
	all := g.reach(map[string]bool{"here": true, "shared": true, "start": true})
	maps.DeleteFunc(all, func(name string, _ bool) bool { return !token.IsExported(name) })
	return all, err
}

// testsThatStart lists the tests in a folder that reach a go statement, or a call of a method Go, by the
// names of functions in its tests. It may list one too many where names agree.
func testsThatStart(folder string) (tests []string, err error) {
	g, err := readCalls(filepath.Join(folder, "*_test.go"))
	if err != nil {
		return nil, err
	}
	for name := range g.reach(g.starts) {
		if strings.HasPrefix(name, "Test") && !slices.Contains(single, name) {
			tests = append(tests, name)
		}
	}
	slices.Sort(tests)
	return tests, nil
}

// mentions says which functions of some files name which others. It knows them by their names alone.
type mentions struct {
	functions []string
	by        map[string][]string // who names a function
	starts    map[string]bool     // those with a go statement, or a call of a method Go
}

// readCalls reads the files that a pattern names.
func readCalls(pattern string) (mentions, error) {
	g := mentions{by: map[string][]string{}, starts: map[string]bool{}}
	names, err := filepath.Glob(pattern)
	if err != nil {
		return g, err
	}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return g, err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				g.functions = append(g.functions, f.Name.Name)
				g.read(f)
			}
		}
	}
	return g, nil
}

func (g mentions) read(f *ast.FuncDecl) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			g.starts[f.Name.Name] = true
		case *ast.SelectorExpr:
			if n.Sel.Name == "Go" {
				g.starts[f.Name.Name] = true
			}
		case *ast.Ident:
			g.by[n.Name] = append(g.by[n.Name], f.Name.Name)
		}
		return true
	})
}

// reach returns some functions and all that come to them.
func (g mentions) reach(some map[string]bool) map[string]bool {
	all := maps.Clone(some)
	for next := slices.Collect(maps.Keys(some)); len(next) > 0; next = next[1:] {
		for _, by := range g.by[next[0]] {
			if !all[by] {
				all[by] = true
				next = append(next, by)
			}
		}
	}
	return all
}

// postgresVariable says to tests that they leave PostgreSQL out, see package storetest.
const postgresVariable = "KICKABOUT_POSTGRES"

// A testRun is what the tests of a check share.
type testRun struct {
	axe    string // where axe-core lies
	server string // a variable of the environment; "": each package starts a server of its own
}

// tests returns a step's work: go test, with more variables in its environment. Memory is there to
// be used: the garbage collector would take a fifth of the time. Everything is installed, so no test
// may be skipped for want of a program; those that are skipped since they take long, or more than every
// machine allows, are listed. Lint has go vet's look at all packages. Without symbols a test links in three quarters of the
// time. The time limit is there to end what hangs, and far.
func (t *testRun) tests(more []string, args ...string) func(context.Context) error {
	return func(ctx context.Context) error {
		c := command(ctx, "go", append([]string{"test", "-json", "-vet=off", "-ldflags=-s -w", "-shuffle=on", "-timeout=60m"}, args...)...)
		c.Env = slices.Concat([]string{"GOMEMLIMIT=2GiB"}, os.Environ(), []string{"CI=true", "KICKABOUT_AXE=" + t.axe, t.server}, more)
		c.Stdout = nil
		said, err := c.StdoutPipe()
		if err != nil {
			return err
		}
		if err := c.Start(); err != nil {
			return err
		}
		r := testReport{out: os.Stdout}
		err = errors.Join(r.read(said), c.Wait())
		slices.Sort(r.skipped)
		for _, s := range r.skipped {
			fmt.Println("   skipped: " + s)
		}
		fmt.Print(spent(c))
		return err
	}
}

// serveDatabases starts a PostgreSQL server for the tests of all packages, and returns what the
// environment is to say of it.
func serveDatabases(ctx context.Context) (variable string, stop func(), err error) {
	c := command(ctx, "go", "run", "./store/storetest/serve")
	c.Stdout = nil
	life, err := c.StdinPipe()
	if err != nil {
		return "", func() {}, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return "", func() {}, err
	}
	if err := c.Start(); err != nil {
		return "", func() {}, err
	}
	stop = func() { life.Close(); _ = c.Wait() }
	line, err := bufio.NewReader(out).ReadString('\n')
	if errors.Is(err, io.EOF) {
		err = errors.New("it did not start")
	}
	return strings.TrimSpace(line), stop, err
}

// testedPackages lists all packages that have tests.
func testedPackages(ctx context.Context) ([]string, error) {
	out, err := output(ctx, "go", "list", "-f={{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}", "./...")
	if err != nil {
		return nil, err
	}
	return lines(out), nil
}

// compiled compiles all packages and their tests. What goes on at once later finds them, and would else compile each of
// them several times.
func compiled(ctx context.Context) error {
	c := command(ctx, "go", "list", "-export", "-test", "-f=", "./...")
	c.Stdout = nil
	err := c.Run()
	fmt.Print(spent(c))
	return err
}

// linted looks for what go vet and staticcheck know.
//
// It keeps what it has found of each package, and knows by its own bytes whether that still counts: they must not name the
// commit, or it would look at all of them after each.
func linted(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "lint")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "lint")
	if err := calling("go", "build", "-C=cmd/dev/lint", "-buildvcs=false", "-o="+program, ".")(ctx); err != nil {
		return err
	}
	return calling(program, "./...")(ctx)
}

// gofumpt is run by its version and not as a tool of go.mod: there its
// dependencies and ours would have to agree.
const gofumpt = "mvdan.cc/gofumpt@v0.12.0"

// goFormatted fails and names the files that gofumpt would change.
func goFormatted(ctx context.Context) error {
	names, err := output(ctx, "go", "run", gofumpt, "-l", ".")
	if err == nil && names != "" {
		err = fmt.Errorf("dev fmt would change\n%s", strings.TrimSpace(names))
	}
	return err
}
