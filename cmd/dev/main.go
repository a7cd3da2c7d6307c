// Command dev is the project's task runner. "go run ./cmd/dev" lists the tasks;
// "go run ./cmd/dev check" runs everything that CI runs.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// tasks is what can be typed behind "dev"; each has a Run method.
type tasks struct {
	Check        checkTask        `cmd:"" help:"Run everything that CI runs, some of it at once, and stop at the first failure. Installs what is missing where it may (Debian, as root or with sudo)."`
	Quick        quickTask        `cmd:"" help:"Check what has changed: format, generated code, vet, and tests of changed packages and of those in an area that import one; SQLite only, no race detector."`
	Fmt          fmtTask          `cmd:"" help:"Format Go and templ files."`
	Gen          genTask          `cmd:"" help:"Write the Go code of the templ files anew."`
	Live         liveTask         `cmd:"" help:"Run the program; build it anew and reload the browser when a file changes."`
	Prove        proveTask        `cmd:"" help:"Run the long proofs at full size: every test of the packages whose tests use engine/enginetest, or of those named."`
	Fuzz         fuzzTask         `cmd:"" help:"Let every fuzz target look for trouble, one after the other."`
	Bench        benchTask        `cmd:"" help:"Run the benchmarks, in a form that benchstat reads."`
	House        houseTask        `cmd:"" help:"Print the measures of the structure, with limits and goals."`
	Golden       goldenTask       `cmd:"" help:"Rewrite the golden files from what the code says now; the diff is to be reviewed."`
	Learn        learnTask        `cmd:"" help:"Have the bots learn again what they know of each game; some minutes for each file."`
	Grade        gradeTask        `cmd:"" help:"Find how strong each of the opponents for people is to be in a game; some minutes."`
	Speed        speedTask        `cmd:"" help:"Measure StreetSoccer's generator beside the perft of a chess library, in one run."`
	Load         loadTask         `cmd:"" help:"Measure moves, pages, streams and the roll-over of a season of the real program under load, beside a bare yardstick; fails if a goal is missed."`
	Instructions instructionsTask `cmd:"" help:"Count the instructions of StreetSoccer's generator. Installs valgrind where it may."`
	Markup       markupTask       `cmd:"" help:"Have the Nu HTML checker read every page that the tests render. Takes java; fetches the checker with npm."`
	Migration    migrationTask    `cmd:"" help:"Make the next numbered migration."`
	Release      releaseTask      `cmd:"" help:"Build what is given away: static programs for Linux, what went into them, and sums; of a commit, and the same bytes each time."`
	Shots        shotsTask        `cmd:"" help:"Take pictures of the pages into .shots, on a phone and a desk, light and dark."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "dev: "+err.Error())
		os.Exit(1)
	}
}

// run carries out the task that the arguments name, in the root of the module.
func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parser, err := kong.New(&tasks{}, kong.Name("dev"), kong.Description("The tasks of a developer."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.BindTo(ctx, (*context.Context)(nil)))
	if err != nil {
		return err
	}
	task, err := parser.Parse(args)
	if err != nil {
		return err
	}
	if err := enterRoot(ctx); err != nil {
		return err
	}
	return task.Run()
}

// enterRoot makes the module's root the working folder, wherever dev was called.
func enterRoot(ctx context.Context) error {
	mod, err := output(ctx, "go", "env", "GOMOD")
	if err != nil {
		return err
	}
	return os.Chdir(filepath.Dir(strings.TrimSpace(mod)))
}
